import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import type { AuditEntry } from '../../../src/api/schemas/settings.ts'
import type { WebhookEvent } from '../../../src/api/schemas/webhook.ts'
import { verifyWebhook } from '../../../src/api/verify-webhook.ts'
import { execute } from '../../support/aging.ts'
import { chainId, clientOf, provideHarness, readReadiness, wallet } from '../../support/harness.ts'
import { commandsOf } from '../../support/operator.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { startService } from '../../support/service.ts'
import { withOptions } from '../../support/service-options.ts'
import { until } from '../../support/wait.ts'

// Another wallet or webhook, by whoever has a key: it takes effect after a day, and until then everybody is told.

const thief = demoAccount(7).address
const dayMs = 24 * 60 * 60_000

let receiver: Receiver
const harness = provideHarness({
  SETTINGS_DELAY_HOURS: '24',
  WEBHOOK_ALLOW_PRIVATE: 'on',
  ...withOptions({ webhookRetryDelaysMs: Array.from({ length: 60 }, () => 500) }),
})
before(async () => {
  await harness.started
  receiver = await startReceiver()
  assert.deepEqual(await setWallet(wallet), toSetting(wallet), 'the first one is at once')
  const { secret = '', ...set } = await clientOf(harness).setChargeWebhook({ url: receiver.url })
  assert.deepEqual(set, { url: receiver.url })
  receiver.secret = secret
})
afterEach(async () => {
  await cancel('wallet')
  await cancel('webhook')
  receiver.received.length = 0
})
after(() => receiver.die())

const cli = commandsOf(harness)
const account = () => ['--account', harness.shop.id]
const cancel = (setting: string) =>
  cli('settings', 'cancel', setting, ...account()).catch((cause: { stderr: string }) => {
    assert.match(cause.stderr, /no pending change to cancel/)
  })

const toSetting = (walletAddress: string) => ({
  walletAddress,
  chainId,
  tokenAddress: harness.chain.dusd,
})
const setWallet = (address: string) => clientOf(harness).setReceivingWallet(toSetting(address))

/** Where a new charge is paid. */
async function recipientOf(id?: string, service = harness.service): Promise<string> {
  const client = clientOf({ ...harness, service })
  const price = { pricing_type: 'fixed_price', local_price: { amount: '5' } } as const
  const charge = id ?? (await client.createCharge(price)).id
  return (await client.getRequestCharge(charge)).requestLink.recipientAddress
}

/** Lets the delay of every pending change pass, with the service stopped meanwhile. */
async function passDelay(): Promise<void> {
  await harness.restart({}, () =>
    execute(harness, `update setting_changes set effective_at = now() - interval '1 second'`),
  )
}

const audit = async (limit = 100) => (await clientOf(harness).listAuditLog({ limit })).data
const actionsSince = async (count: number) =>
  (await audit()).slice(0, (await audit()).length - count).map(({ action }) => action)

const eventOf = (type: WebhookEvent['type'], from = receiver) =>
  until(`${type} at the receiver`, () =>
    from.received.find(({ event }) => (event.type as string) === type),
  )

describe('another wallet', () => {
  test('takes effect after the delay; until then charges are paid to the present one', async () => {
    const asked = Date.now()
    const { effective_at = '', ...setting } = await setWallet(thief)
    assert.deepEqual(setting, toSetting(thief))
    const delayMs = Date.parse(effective_at) - asked
    assert.ok(Math.abs(delayMs - dayMs) < 60_000, `${delayMs}`)
    assert.equal(await recipientOf(), wallet)
    // Not left for the next test.
    await eventOf('wallet.changing')
  })

  test('is told to the webhook, at /readyz, in the log, in the audit log and to the operator', async () => {
    const { effective_at } = await setWallet(thief)
    const call = await eventOf('wallet.changing')
    assert.ok(call.genuine)
    const event = verifyWebhook(call.body, call.headers, receiver.secret)
    assert.ok(event.type === 'wallet.changing')
    const author = harness.shop.apiKey.slice(0, 11)
    const [from, to] = [toSetting(wallet), toSetting(thief)]
    assert.deepEqual(event.data, { effective_at, author, from, to })
    const { status, warnings = [] } = await readReadiness(harness.service.baseUrl)
    assert.deepEqual([status, warnings.length], ['ok', 1])
    assert.match(String(warnings[0]), new RegExp(`receiving wallet .* changes at ${effective_at}`))
    assert.ok(!String(warnings).includes(harness.shop.id), 'anybody may read /readyz')
    const line = await until('it in the log', () =>
      harness.service.log.find(({ effectiveAt }) => effectiveAt === effective_at),
    )
    const { level, account, setting } = line
    assert.deepEqual([level, account, setting], [40, harness.shop.id, 'wallet'])
    const [entry] = await audit()
    assert.deepEqual([entry?.action, entry?.author], ['wallet.changing', author])
    assert.deepEqual([entry?.from, entry?.to], [from, to])
    assert.equal(entry?.requestId, line.requestId)
    assert.match(
      await cli('settings', 'pending'),
      new RegExp(`wallet .* by ${author}  to ${thief}`),
    )
  })

  test('is told with the secret that the receiver holds, however often a stolen key has replaced it', async () => {
    const client = clientOf(harness)
    const [{ uuid } = assert.fail('no endpoint')] = await client.listWebhookEndpoints()
    await client.rotateWebhookSecret(uuid)
    await client.rotateWebhookSecret(uuid)
    await assert.rejects(client.rotateWebhookSecret(uuid), { code: 'conflict' })
    await setWallet(thief)
    assert.ok((await eventOf('wallet.changing')).genuine)
    const rotation = await eventOf('webhook.changing')
    assert.ok(rotation.genuine)
    const { data } = rotation.event as unknown as { data: { effective_at: string } }
    assert.ok(Date.parse(data.effective_at) - Date.now() > dayMs - 60_000)
  })

  test('is used by new charges once the delay is over, and recorded once; older charges keep theirs', async () => {
    const older = await clientOf(harness).createCharge({
      pricing_type: 'fixed_price',
      local_price: { amount: '5' },
    })
    await setWallet(thief)
    const { length } = await audit()
    await passDelay()
    const recipients = await Promise.all(Array.from({ length: 10 }, () => recipientOf()))
    assert.deepEqual(new Set(recipients), new Set([thief]))
    assert.equal(await recipientOf(older.id), wallet)
    assert.deepEqual(await actionsSince(length), ['wallet.changed'])
    assert.deepEqual(await cli('settings', 'pending'), 'There are no such changes.')
    await setBack()
  })

  test('is not postponed by setting it again, and canceled by setting the present one', async () => {
    const first = await setWallet(thief)
    assert.deepEqual(await setWallet(thief), first)
    const { length } = await audit()
    assert.deepEqual(await setWallet(wallet), toSetting(wallet))
    assert.deepEqual(await actionsSince(length), ['wallet.canceled'])
    await passDelay()
    assert.equal(await recipientOf(), wallet)
  })

  test('is replaced by a third one, which waits for its own delay', async () => {
    await setWallet(thief)
    const third = demoAccount(8).address
    const { length } = await audit()
    await setWallet(third)
    assert.deepEqual(await actionsSince(length), ['wallet.changing', 'wallet.canceled'])
    assert.equal(await recipientOf(), wallet)
    await passDelay()
    assert.equal(await recipientOf(), third)
    await setBack()
  })

  test('is canceled by the operator while the service runs', async () => {
    await setWallet(thief)
    assert.match(await cli('settings', 'cancel', 'wallet', ...account()), /^Canceled/)
    await passDelay()
    assert.equal(await recipientOf(), wallet)
    const [entry] = await audit()
    assert.deepEqual(
      [entry?.action, entry?.author, entry?.requestId],
      ['wallet.canceled', 'cli', ''],
    )
  })

  test('waits anew after a restore, if it was pending in the backup: it may have been canceled since', async () => {
    await setWallet(thief)
    await harness.service.end()
    // As if the backup were two hours old, and the change's time had come an hour ago.
    await execute(harness, `update setting_changes set effective_at = now() - interval '1 hour'`)
    const time = (hoursAgo: number) => new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
    const postpone = (at: string) => cli('settings', 'postpone', at)
    assert.match(await postpone(time(0.5)), /^Changes whose delay restarted: 0\./)
    assert.match(await postpone(time(2)), /^Changes whose delay restarted: 1\./)
    await assert.rejects(postpone('yesterday'), { stderr: /^time must be an ISO 8601 time/ })
    harness.service = await startService(harness.environment)
    assert.equal(await recipientOf(), wallet)
    const [line = ''] = (await cli('settings', 'pending', '--json')).split('\n')
    const { effectiveAt } = JSON.parse(line) as { effectiveAt: string }
    assert.ok(Date.parse(effectiveAt) > Date.now() + dayMs - 3_600_000)
  })

  test('takes effect by itself after a short delay, without a restart', async () => {
    await restart({ SETTINGS_DELAY_HOURS: '0.001' })
    const { effective_at = '' } = await setWallet(thief)
    await until('the new wallet', async () => ((await recipientOf()) === thief ? true : undefined))
    assert.ok(Date.now() >= Date.parse(effective_at))
    await restart({ SETTINGS_DELAY_HOURS: '24' })
    await setBack()
  })
})

/** The operator's wallet, set back as an operator can: at once. */
async function setBack(): Promise<void> {
  const { tokenAddress } = toSetting(wallet)
  const flags = ['--address', wallet, '--chain', `${chainId}`, '--token', tokenAddress]
  assert.match(await cli('settings', 'wallet', ...account(), ...flags, '--now'), /In effect\.$/)
  assert.equal(await recipientOf(), wallet)
}

async function restart(environment: Record<string, string>): Promise<void> {
  await harness.service.end()
  Object.assign(harness.environment, environment)
  harness.service = await startService(harness.environment)
}

describe('another webhook', () => {
  test('is told to the old one, even after it took effect; the new one gets what comes then', async (t) => {
    const other = await startReceiver()
    t.after(() => other.die())
    await receiver.die()
    const client = clientOf(harness)
    const set = await client.setChargeWebhook({ url: `${other.url}?token=hush` })
    assert.match(String(set.secret), /^whsec_/)
    assert.ok(set.effective_at)
    other.secret = String(set.secret)
    assert.equal((await client.setChargeWebhook({ url: set.url })).secret, undefined)
    await passDelay()
    await recipientOf()
    await until('the charge at the new one', () =>
      other.received.find(({ event, genuine }) => genuine && event.type === 'charge:created'),
    )
    await receiver.comeBack()
    const call = await eventOf('webhook.changing')
    assert.ok(call.genuine)
    assert.doesNotMatch(call.body, /hush/)
    assert.ok(!other.received.some(({ event }) => !event.type.startsWith('charge:')))
    assert.ok(!JSON.stringify(await audit()).includes('hush'))
    const flags = [...account(), '--url', receiver.url, '--now', '--json']
    receiver.secret = (JSON.parse(await cli('settings', 'webhook', ...flags)) as Receiver).secret
  })

  test('gets nothing while it is pending', async (t) => {
    const other = await startReceiver()
    t.after(() => other.die())
    await clientOf(harness).setChargeWebhook({ url: other.url })
    await recipientOf()
    const call = await until('the charge at the present one', () =>
      receiver.received.find(({ event }) => event.type === 'charge:created'),
    )
    assert.ok(call.genuine)
    assert.equal(other.received.length, 0)
  })
})

describe('the audit log', () => {
  test('is paginated, newest first, in both directions', async () => {
    const client = clientOf(harness)
    const all = await audit()
    assert.ok(all.length > 4)
    const first = await client.listAuditLog({ limit: 2 })
    assert.deepEqual([first.data, first.pagination.has_more], [all.slice(0, 2), true])
    const next = await client.listAuditLog({ limit: 2, starting_after: String(all[1]?.uuid) })
    assert.deepEqual(next.data, all.slice(2, 4))
    const back = await client.listAuditLog({ limit: 2, ending_before: String(all[2]?.uuid) })
    assert.deepEqual([back.data, back.pagination.has_more], [all.slice(0, 2), false])
    assert.deepEqual(
      all
        .slice(-2)
        .map(({ action }) => action)
        .sort(),
      ['account.created', 'key.created'],
    )
  })

  test('shows an account nothing of others', async () => {
    const [own] = await audit()
    const other = clientOf(harness, harness.other)
    const entries = (await other.listAuditLog()).data
    assert.ok(entries.every(({ action }) => !action.startsWith('wallet')))
    const page = other.listAuditLog({ starting_after: String(own?.uuid) })
    await assert.rejects(page, { code: 'not_found' })
  })

  test('has every key and its end, without the key, also on the command line', async () => {
    const made = await cli('keys', 'create', ...account(), '--scope', 'proxy', '--json')
    const { apiKey, prefix } = JSON.parse(made) as { apiKey: string; prefix: string }
    await cli('keys', 'revoke', prefix)
    const text = await cli('call', 'listAuditLog', ...account(), '--limit', '2')
    const entries = (JSON.parse(text) as { data: AuditEntry[] }).data
    assert.deepEqual(
      entries.map(({ action, author }) => [action, author]),
      [
        ['key.revoked', 'cli'],
        ['key.created', 'cli'],
      ],
    )
    assert.ok(entries.every((entry) => JSON.stringify(entry).includes(prefix)))
    assert.ok(!text.includes(apiKey))
  })

  test('cannot be changed, not even by our own statements', async () => {
    await harness.service.end()
    for (const statement of [
      `update audit_log set action = 'x'`,
      'delete from audit_log',
      'truncate audit_log',
    ]) {
      await assert.rejects(execute(harness, statement), /append-only/)
    }
    harness.service = await startService(harness.environment)
  })
})

const skip = process.env.TEST_DATABASE_URL ? false : 'two processes need a PostgreSQL'
test('two processes apply a change once, and both use it', { skip }, async () => {
  await setWallet(thief)
  const { length } = await audit()
  await passDelay()
  const second = await startService(harness.environment)
  const first = harness.service
  const asked = await Promise.all(
    [second, first, second, first].map((service) => recipientOf(undefined, service)),
  )
  await second.end()
  assert.deepEqual(new Set(asked), new Set([thief]))
  assert.deepEqual(await actionsSince(length), ['wallet.changed'])
  await setBack()
})
