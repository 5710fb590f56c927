import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import { createClient } from '../../../src/api/client/client.ts'
import type { WebhookEndpointWithSecret } from '../../../src/api/index.ts'
import { listen } from '../../../src/service/webhooks/commands/listen.ts'
import { chainId, clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { commandsOf } from '../../support/operator.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { runCli } from '../../support/service.ts'
import { withOptions } from '../../support/service-options.ts'
import { patience, until } from '../../support/wait.ts'

// Several endpoints of one account: each with a filter, a secret and a switch of its own.

const receivers: Receiver[] = []
const harness = provideHarness({
  SETTINGS_DELAY_HOURS: '24',
  WEBHOOK_ALLOW_PRIVATE: 'on',
  ...withOptions({ webhookRetryDelaysMs: [200, 200] }),
})
afterEach(async () => {
  for (const { uuid } of await client().listWebhookEndpoints())
    await cli(
      'call',
      'removeWebhookEndpoint',
      '--uuid',
      uuid,
      '--account',
      harness.shop.id,
      '--now',
    )
  for (const receiver of receivers.splice(0)) await receiver.die()
})

const client = () => clientOf(harness)
const cli = commandsOf(harness)

/** Adds an endpoint with a receiver of its own. */
async function add(filter: { events?: string[]; shop?: string } = {}) {
  const receiver = await startReceiver()
  receivers.push(receiver)
  const endpoint = await client().addWebhookEndpoint({ url: receiver.url, ...filter } as never)
  receiver.secret = endpoint.secret ?? ''
  return { receiver, endpoint }
}

const charge = {
  pricing_type: 'fixed_price',
  local_price: { amount: '5' },
  requestProps: { chainId: `${chainId}`, recipientAddress: wallet },
} as const
const newCharge = async (creator = client()) => {
  const tokenAddress = harness.chain.dusd
  const { id } = await creator.createCharge({
    ...charge,
    requestProps: { ...charge.requestProps, tokenAddress },
  })
  return id
}

const typesOf = (receiver: Receiver) => receiver.received.map(({ event }) => event.type as string)
const chargesOf = (receiver: Receiver) => receiver.received.map(({ event }) => event.data.id)

/** Waits until an endpoint was sent everything that it is to get. */
const settled = (endpoint: WebhookEndpointWithSecret) =>
  until('its deliveries', async () => {
    const query = { endpoint: endpoint.uuid, status: 'WAITING' } as const
    return (await client().listEvents(query)).data.length === 0 || undefined
  })

describe('an endpoint', () => {
  test('gets the events that it wants, signed with its own secret, whatever the others get', async () => {
    const all = await add()
    const some = await add({ events: ['charge:canceled', 'charge:canceled'] })
    assert.deepEqual(some.endpoint.events, ['charge:canceled'])
    const id = await newCharge()
    await client().cancelCharge(id)
    await until('both', () => (typesOf(some.receiver).length > 0 ? true : undefined))
    await settled(all.endpoint)
    assert.deepEqual(typesOf(all.receiver).slice(-2), ['charge:created', 'charge:canceled'])
    assert.deepEqual(typesOf(some.receiver), ['charge:canceled'])
    for (const { receiver } of [all, some])
      assert.ok(receiver.received.every(({ genuine }) => genuine))
    const [event] = (await client().listEvents({ endpoint: some.endpoint.uuid })).data
    assert.deepEqual(
      event?.deliveries.map(({ endpoint }) => endpoint).sort(),
      [all.endpoint.uuid, some.endpoint.uuid].sort(),
    )
    assert.equal(event?.uuid, some.receiver.received[0]?.event.id)
  })

  test('that hangs or refuses delays and changes nothing at another', async () => {
    const broken = await add()
    const sound = await add()
    broken.receiver.answer = (_, response) => void response.writeHead(500).end()
    const id = await newCharge()
    await client().cancelCharge(id)
    await until('both at the sound one', () => chargesOf(sound.receiver).length === 2 || undefined)
    const failed = await until('it to be given up', async () => {
      const query = { endpoint: broken.endpoint.uuid, status: 'FAILED', charge: id } as const
      const { data } = await client().listEvents(query)
      return data.length === 2 ? data : undefined
    })
    for (const { deliveries } of failed)
      assert.deepEqual(
        Object.fromEntries(deliveries.map(({ endpoint, status }) => [endpoint, status])),
        { [broken.endpoint.uuid]: 'FAILED', [sound.endpoint.uuid]: 'DELIVERED' },
      )
    // Given up by one of them: what is sent again is what it lacks.
    broken.receiver.answer = (_, response) => void response.writeHead(204).end()
    const [{ count }, before] = [
      await client().redeliverEvents({ since: '2020-01-01T00:00:00Z' }),
      sound.receiver.received.length,
    ]
    assert.ok(count >= 2)
    await settled(broken.endpoint)
    assert.equal(sound.receiver.received.length, before)
  })

  test('that is off gets nothing; what it missed is sent when somebody asks for it', async () => {
    const { receiver, endpoint } = await add()
    const off = await client().updateWebhookEndpoint(endpoint.uuid, { enabled: false })
    assert.equal(off.enabled, false)
    const since = new Date().toISOString()
    const id = await newCharge()
    const { data } = await client().listEvents({ charge: id })
    assert.deepEqual(data[0]?.deliveries, [])
    await client().updateWebhookEndpoint(endpoint.uuid, { enabled: true })
    const { count, next_since } = await client().redeliverEvents({ since, status: 'ALL' })
    assert.ok(count >= 1)
    assert.equal(next_since, '')
    await until('what it missed', () => chargesOf(receiver).includes(id) || undefined)
  })

  test('is tested by an event of its own, also while it is off, and says why that failed', async () => {
    const { receiver, endpoint } = await add({ events: ['charge:confirmed'] })
    await client().updateWebhookEndpoint(endpoint.uuid, { enabled: false })
    receiver.answer = (_, response) => void response.writeHead(404).end()
    const { uuid, type } = await client().testWebhookEndpoint(endpoint.uuid)
    assert.equal(type, 'webhook.test')
    await until('it to be given up', async () => {
      const { deliveries } = await client().getEvent(uuid)
      return /404/.test(deliveries[0]?.lastError ?? '') || undefined
    })
    const call = receiver.received.find(({ event }) => event.id === uuid)
    assert.ok(call?.genuine)
    assert.deepEqual(call.event.data, { endpoint: endpoint.uuid })
    // Sent again, it still tests this one alone.
    await add()
    const again = await client().redeliverEvent(uuid)
    assert.deepEqual(
      again.deliveries.map((delivery) => delivery.endpoint),
      [endpoint.uuid],
    )
  })

  test('keeps its url until another has waited, and is removed likewise', async () => {
    const { endpoint } = await add()
    const changed = await client().updateWebhookEndpoint(endpoint.uuid, {
      url: 'https://other.example/hook',
    })
    assert.equal(changed.url, endpoint.url)
    assert.match(changed.secret ?? '', /^whsec_/)
    assert.equal(changed.pending?.url, 'https://other.example/hook')
    const back = await client().updateWebhookEndpoint(endpoint.uuid, { url: endpoint.url })
    assert.equal(back.pending, undefined)
    const { effective_at = '' } = await client().removeWebhookEndpoint(endpoint.uuid)
    assert.ok(Date.parse(effective_at) > Date.now() + 23 * 3_600_000)
    const [listed] = await client().listWebhookEndpoints()
    assert.deepEqual(listed?.pending, { url: '', effective_at })
  })

  test('has a secret that only its own rotation replaces', async () => {
    const first = await add()
    const second = await add()
    const { secret = '' } = await client().rotateWebhookSecret(first.endpoint.uuid)
    assert.notEqual(secret, first.endpoint.secret)
    first.receiver.secret = secret
    await newCharge()
    await until(
      'both',
      () => receivers.every((one) => typesOf(one).includes('charge:created')) || undefined,
    )
    for (const { receiver } of [first, second])
      for (const { genuine, event } of receiver.received)
        if (event.type === 'charge:created') assert.ok(genuine)
  })
})

describe('two shops of one account', () => {
  test('never get each other’s orders; an endpoint of no shop gets both', async () => {
    const shops = await Promise.all(
      ['mugs', 'tea'].map(async (shop) => {
        const made = await cli(
          ...['keys', 'create', '--account', harness.shop.id, '--scope', 'admin'],
          ...['--shop', shop, '--json'],
        )
        const { apiKey } = JSON.parse(made) as { apiKey: string }
        const { receiver, endpoint } = await add({ shop })
        const { baseUrl } = harness.service
        return {
          receiver,
          endpoint,
          client: createClient({ baseUrl, apiKey, timeoutMs: patience }),
        }
      }),
    )
    const both = await add()
    const ids = await Promise.all(shops.map(({ client: creator }) => newCharge(creator)))
    const own = await newCharge()
    for (const id of ids) await client().cancelCharge(id)
    const [tokenAddress, { baseUrl }] = [harness.chain.dusd, harness.service]
    assert.ok(baseUrl)
    await harness.chain.transfer(tokenAddress, wallet, 7_000_000n)
    await until(
      'the money without a charge',
      () => typesOf(both.receiver).includes('payment:unmatched') || undefined,
    )
    for (const { endpoint } of [...shops, both]) await settled(endpoint)
    const isCharge = ({ event }: Receiver['received'][0]) => event.type.startsWith('charge:')
    for (const [index, { receiver }] of shops.entries()) {
      const told = receiver.received.filter(isCharge).map(({ event }) => event.data.id)
      assert.deepEqual(told, [ids[index], ids[index]])
      assert.ok(!typesOf(receiver).includes('payment:unmatched'))
    }
    const told = both.receiver.received.filter(isCharge).map(({ event }) => event.data.id)
    assert.deepEqual(told.sort(), [...ids, ...ids, own].sort())
  })
})

describe('a thief with a key of the account', () => {
  test('adds, silences or filters no endpoint without the others being told', async () => {
    const { receiver, endpoint } = await add()
    const thief = await add()
    await client().updateWebhookEndpoint(endpoint.uuid, { enabled: false })
    await client().updateWebhookEndpoint(endpoint.uuid, { events: ['charge:failed'] })
    await client().setReceivingWallet({
      ...{ walletAddress: wallet, chainId },
      tokenAddress: harness.chain.dusd,
    })
    await client().setReceivingWallet({
      walletAddress: demoAccount(9).address,
      ...{ chainId, tokenAddress: harness.chain.dusd },
    })
    const types = ['webhook.changing', 'webhook.changing', 'webhook.changing', 'wallet.changing']
    await until('all of it', () => typesOf(receiver).length >= types.length || undefined)
    assert.deepEqual(typesOf(receiver).sort(), types.sort())
    assert.ok(receiver.received.every(({ genuine }) => genuine))
    const [added] = receiver.received.map(
      ({ event }) => event.data as unknown as { endpoint: string; from: object; to: object },
    )
    assert.deepEqual(added?.from, { url: '' })
    assert.equal(added?.endpoint, thief.endpoint.uuid)
    const { data: log } = await client().listAuditLog({ limit: 5 })
    assert.ok(log.filter(({ action }) => action === 'webhook.updated').length === 2)
    assert.ok(!JSON.stringify(log).includes('whsec_'))
    await cli('settings', 'cancel', 'wallet', '--account', harness.shop.id)
  })

  test('has no more endpoints than there can be, and none of another account', async () => {
    const { endpoint } = await add()
    const other = clientOf(harness, harness.other)
    assert.deepEqual(await other.listWebhookEndpoints(), [])
    const { uuid } = endpoint
    for (const refused of [
      () => other.getWebhookEndpoint(uuid),
      () => other.updateWebhookEndpoint(uuid, { enabled: false }),
      () => other.removeWebhookEndpoint(uuid),
      () => other.rotateWebhookSecret(uuid),
      () => other.testWebhookEndpoint(uuid),
    ])
      await assert.rejects(refused, { code: 'not_found' })
    const added = await Promise.allSettled(
      Array.from({ length: 20 }, (_, number) =>
        client().addWebhookEndpoint({ url: `https://many.example/${number}` }),
      ),
    )
    assert.equal(added.filter(({ status }) => status === 'fulfilled').length, 15)
    assert.equal((await client().listWebhookEndpoints()).length, 16)
  })

  test('is told what is wrong with an endpoint', async () => {
    const wrong = [
      [{ url: '' }, 'url'],
      [{ url: 'ftp://shop.example' }, 'url'],
      [{ url: 'https://name:word@shop.example' }, 'url'],
      [{ url: 'https://shop.example', events: ['charge:paid'] }, 'events'],
      [{ url: 'https://shop.example', shop: 'My shop' }, 'shop'],
      [{ url: 'https://shop.example', description: 'x'.repeat(81) }, 'description'],
      [{ url: 'https://shop.example', secret: 'x' }, 'secret'],
    ] as const
    for (const [body, field] of wrong) {
      const { baseUrl } = harness.service
      const response = await fetch(`${baseUrl}/webhook-endpoints`, {
        method: 'POST',
        headers: { 'api-key': harness.shop.apiKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const { error } = (await response.json()) as { error?: { message: string } }
      if (response.status === 201) assert.equal(field, 'secret', 'only ignored')
      else assert.match(error?.message ?? '', new RegExp(`^${field}`))
    }
  })
})

describe('pay-charge listen', () => {
  test('forwards what happens from now on, once each, with a secret of its own', async () => {
    await newCharge()
    const local = await startReceiver()
    receivers.push(local)
    const lines: string[] = []
    const stop = new AbortController()
    const { service, shop } = harness
    const listening = listen(
      { service: service.baseUrl, forwardTo: local.url, apiKey: shop.apiKey },
      (line) => {
        lines.push(line)
        const [secret] = /whsec_\S+/.exec(line) ?? []
        if (secret) local.secret = secret
      },
      stop.signal,
    )
    await until('it to listen', () => local.secret || undefined)
    const ids = [await newCharge(), await newCharge()]
    await client().cancelCharge(ids[0] ?? '')
    await until('all', () => local.received.length >= 3 || undefined)
    const last = await newCharge()
    await until('the last one', () => chargesOf(local).includes(last) || undefined)
    // Its line is printed once its answer has come.
    await until('its line', () => lines.length > local.received.length || undefined)
    stop.abort()
    await listening
    assert.deepEqual(chargesOf(local), [...ids, ids[0], last])
    assert.ok(local.received.every(({ genuine }) => genuine))
    assert.match(lines.at(-1) ?? '', /^charge:created +[\da-f-]{36} {2}204$/)
  })

  test('says what is missing', async () => {
    const { signal } = new AbortController()
    const given = { service: harness.service.baseUrl, forwardTo: 'http://127.0.0.1:9/hook' }
    const refused = (options: object) => listen({ ...given, ...options }, () => {}, signal)
    await assert.rejects(refused({}), /Set PAY_CHARGE_KEY/)
    await assert.rejects(refused({ apiKey: 'pc_x' }), { code: 'unauthenticated' })
    await assert.rejects(refused({ forwardTo: 'x', apiKey: 'pc_x' }), /^PayError: --forward-to/)
    const { baseUrl } = harness.service
    const words = ['listen', '--service', baseUrl, '--forward-to', given.forwardTo]
    await assert.rejects(runCli(words, { PAY_CHARGE_KEY: 'pc_x' }), (error) => {
      const { stderr } = error as Error & { stderr: string }
      assert.equal(stderr.trim(), `${baseUrl}: There is no such api-key.`)
      return true
    })
  })
})
