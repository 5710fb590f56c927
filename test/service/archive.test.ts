import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import type { Hex } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { type ArchiveOptions, archive } from '../../src/service/commands/charges/archive.ts'
import {
  type ArchiveEntry,
  readArchiveFile,
} from '../../src/service/commands/charges/archive-file.ts'
import type { TransferRecord } from '../../src/service/domain/records.ts'
import { readSettings } from '../../src/service/settings.ts'
import { computeLineDigest } from '../../src/service/store/charges/archive.ts'
import { openStore } from '../../src/service/store/store.ts'
import { runCli, startService, temporaryFolder } from '../support/service.ts'
import { until } from '../support/wait.ts'
import { execute } from './aging.ts'
import {
  call,
  chainId,
  clientOf,
  databaseOf,
  type Harness,
  startHarness,
  wallet,
} from './harness.ts'
import { newCharge, paymentThatIs, suffixOf } from './paying.ts'

const isEmbedded = process.env.TEST_DATABASE_URL === undefined
const onPostgres = { skip: isEmbedded ? 'about several connections' : false }
const dollars = 5_000_000n
/** Readers that take Unicode's line breaks for such must get one line for a charge. */
const metadata = { note: 'one\u2028line\u2029 "quoted" \u{1F600}' }

let harness: Harness
let folder: Awaited<ReturnType<typeof temporaryFolder>>
/** Charges by what they are like. */
let charges: Record<
  'paid' | 'expired' | 'canceled' | 'open' | 'named' | 'ofRequest' | 'untold',
  string
>
let paidHash: Hex
before(async () => {
  folder = await temporaryFolder()
  harness = await startHarness({ WEBHOOK_ALLOW_PRIVATE: 'on', WEBHOOK_WAITS: '3600' })
  const client = clientOf(harness)
  const tokenAddress = harness.chain.token('DUSD').address
  const { uuid: requestId } = await client.createRequest({
    recipientAddress: wallet,
    chainId: `${chainId}`,
    tokenAddress,
  })
  const price = { pricing_type: 'fixed_price', local_price: { amount: '5' } } as const
  charges = {
    paid: await newCharge(harness, {}, { metadata }),
    expired: await newCharge(harness),
    canceled: await newCharge(harness),
    open: await newCharge(harness),
    named: await newCharge(harness),
    ofRequest: (await client.createCharge({ ...price, requestId })).id,
    untold: '',
  }
  // Nobody is there: its event waits.
  const other = clientOf(harness, harness.other)
  await other.setChargeWebhook({ url: 'http://127.0.0.1:1/hook' })
  const recipientAddress = demoAccount(6).address
  const requestProps = { chainId: `${chainId}`, recipientAddress, tokenAddress }
  charges.untold = (await other.createCharge({ ...price, requestProps })).id
  await other.cancelCharge(charges.untold)
  for (const id of [charges.canceled, charges.named, charges.ofRequest])
    await client.cancelCharge(id)
  paidHash = await harness.chain.transfer(tokenAddress, wallet, dollars, suffixOf(charges.paid))
  await paymentThatIs(harness, charges.paid, paidHash, 'COMPLETED')
  // It names two charges, and is nobody's.
  const both = suffixOf(charges.named, charges.open)
  await harness.chain.transfer(tokenAddress, wallet, dollars, both)
  await until('the unmatched money', async () => (await unmatched()).length > 0 || undefined)
  await harness.service.end()
  await execute(
    harness,
    `update charges set expires_at = now() - interval '1 second' where id = '${charges.expired}'`,
  )
  harness.service = await startService(harness.environment)
  await until('the end', async () => {
    const { status } = await clientOf(harness).getCharge(charges.expired)
    return status === 'EXPIRED' || undefined
  })
  await harness.service.end()
  await age()
})
after(async () => {
  await harness.end()
  await folder.remove()
})

/** Lets 100 days pass for all that is there. */
async function age(): Promise<void> {
  const columns = {
    charges: ['created_at', 'expires_at'],
    charge_status_history: ['time'],
    payments: ['created_at', 'verified_at', 'mined_at', 'seen_at'],
    transfers: ['created_at', 'mined_at'],
    webhook_events: ['created_at'],
  }
  const statements = Object.entries(columns).map(
    ([table, names]) =>
      `update ${table} set ${names.map((name) => `${name} = ${name} - interval '100 days'`).join()}`,
  )
  await execute(harness, statements.join(';'))
}

const unmatched = async () => (await clientOf(harness).listUnmatched()).data

async function run(name: string, options: ArchiveOptions): Promise<string[]> {
  const read = readSettings(harness.environment)
  assert.ok('settings' in read)
  const said: string[] = []
  await archive(read.settings, join(folder.path, name), options, (text) => void said.push(text))
  return said
}

const refusal = (options: ArchiveOptions, name = 'none') =>
  run(name, options).then(
    () => assert.fail('it ran'),
    (cause: Error) => cause.message,
  )

const readManifest = async (name: string) =>
  JSON.parse(await readFile(join(folder.path, name, 'manifest.json'), 'utf8')) as {
    files: ArchiveEntry[]
  }

interface Line {
  charge: { id: string; status: string; amount: string; metadata: string; created_at: string }
  payments: { hash: string; received_amount: string; block_number: string }[]
  transfers: { hash: string; status: string; amount: string; payment_id: string }[]
  webhook_events: object[]
}

/** Reads what the manifest names, and compares it with its checksums. */
async function readArchive(name: string): Promise<{ line: Line; text: string }[]> {
  const lines: { line: Line; text: string }[] = []
  for (const entry of (await readManifest(name)).files) {
    const path = join(folder.path, name, entry.name)
    const bytes = await readFile(path)
    assert.equal((await stat(path)).mode & 0o777, 0o600)
    assert.equal(bytes.length, entry.bytes)
    assert.equal(createHash('sha256').update(bytes).digest('hex'), entry.sha256)
    const texts = gunzipSync(bytes)
      .toString()
      .trimEnd()
      .split(/[\n\u2028\u2029]/)
    assert.equal(texts.length, entry.charges)
    for (const text of texts) {
      const line = JSON.parse(text) as Line
      assert.equal(line.charge.created_at.slice(0, 7), entry.month)
      lines.push({ line, text })
    }
  }
  return lines
}

const sorted = (ids: Iterable<string>) => [...ids].sort()

async function withStore<T>(work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>) {
  const store = await openStore(databaseOf(harness), () => undefined)
  return await work(store).finally(() => store.close())
}

const isInDatabase = (id: string) =>
  withStore(async (store) => (await store.findCharges({ ids: [id] })).length === 1)

test('refuses what could lose money, and says what to do', async () => {
  assert.match(await refusal({}), /^Give --before, such as 2026-01-01, or --older-than/)
  assert.match(await refusal({ before: '2026-01-01', olderThan: '99' }), /^Give --before/)
  assert.match(
    await refusal({ olderThan: '89' }),
    /^--older-than must be .* from 90 on: .*WATCH_DAYS/,
  )
  assert.match(await refusal({ olderThan: 'all' }), /^--older-than must be/)
  for (const before of ['2026-02-30', 'yesterday', '2026-1-1'])
    assert.match(await refusal({ before }), /^--before must be a date/)
  const today = new Date().toISOString().slice(0, 10)
  const latest = new Date(Date.now() - 90 * 86_400_000).toISOString().slice(0, 10)
  assert.match(
    await refusal({ before: today }),
    new RegExp(`^--before must be ${latest} or earlier: `),
  )
  await writeFile(join(folder.path, 'file'), '')
  assert.match(await refusal({ olderThan: '90' }, 'file'), /file cannot be used: /)
  await mkdir(join(folder.path, 'foreign'))
  await writeFile(join(folder.path, 'foreign/manifest.json'), '{"name":"shop"}')
  assert.match(await refusal({ olderThan: '90' }, 'foreign'), /manifest\.json is no manifest/)
})

test('two runs do not work at once', async () => {
  await withStore(async (store) => {
    if ('dataDir' in databaseOf(harness)) {
      assert.match(await refusal({ olderThan: '90' }), /is in use by another process/)
      return
    }
    await store.acquireLease('archive', crypto.randomUUID(), 30_000)
    assert.match(await refusal({ olderThan: '90' }), /^Another pay-charge archive is at work/)
    await execute(harness, `delete from leases`)
  })
})

test('writes what is over to files, with all that belongs to it, and deletes nothing', async () => {
  const said = await run('copy', { olderThan: '90' })
  const lines = await readArchive('copy')
  const { paid, expired, canceled } = charges
  assert.deepEqual(
    sorted(lines.map(({ line }) => line.charge.id)),
    sorted([paid, expired, canceled]),
  )
  const line = lines.find((one) => one.line.charge.id === paid)?.line
  assert.ok(line)
  assert.equal(line.charge.status, 'COMPLETED')
  assert.equal(line.charge.amount, '5000000')
  assert.deepEqual(JSON.parse(line.charge.metadata), metadata)
  assert.deepEqual(
    [line.payments[0]?.hash, line.payments[0]?.received_amount],
    [paidHash, '5000000'],
  )
  assert.equal(typeof line.payments[0]?.block_number, 'string')
  assert.deepEqual([line.transfers[0]?.hash, line.transfers[0]?.status], [paidHash, 'CREDITED'])
  assert.ok(said.includes('Kept: 1 of payment requests, which show them in their history'))
  assert.match(said.join('\n'), /^Kept: 1 with unmatched money to decide on/m)
  assert.match(said.join('\n'), /^Kept: 1 with a webhook that was not delivered/m)
  assert.match(String(said.at(-1)), /^Charges of before .*: 3 archived\.$/)
  for (const id of Object.values(charges)) assert.ok(await isInDatabase(id))
})

test('takes no file for written that is damaged on the disk', async () => {
  const { files } = await readManifest('copy')
  const [entry] = files
  assert.ok(entry)
  const path = join(folder.path, 'copy', entry.name)
  const bytes = await readFile(path)
  assert.equal((await readArchiveFile(join(folder.path, 'copy'), entry)).size, entry.charges)
  const flipped = Buffer.from(bytes)
  flipped[bytes.length >> 1] = (flipped[bytes.length >> 1] ?? 0) ^ 1
  const damaged = [flipped, bytes.subarray(0, -1), bytes.subarray(0, 5), Buffer.alloc(0)]
  // Whole, and another one than was written.
  damaged.push(gzipSync(`${JSON.stringify({ charge: { id: charges.open } })}\n`))
  for (const content of damaged) {
    await writeFile(path, content)
    await assert.rejects(
      readArchiveFile(join(folder.path, 'copy'), entry),
      /cannot be read back as it was written: nothing of it was deleted/,
    )
  }
  await writeFile(path, bytes)
})

test('deletes no charge that is not as it stands in the file', async () => {
  const [first] = await readArchive('copy')
  const { text, line } = first as { text: string; line: Line }
  const { id } = line.charge
  const before = new Date(Date.now() - 90 * 86_400_000)
  await withStore(async (store) => {
    const remove = (digest: string, time = before) =>
      store.archive.deleteArchived(new Map([[id, digest]]), time)
    assert.deepEqual(await remove(computeLineDigest(`${text} `)), [])
    // What was right when it was written is not old enough for this.
    assert.deepEqual(await remove(computeLineDigest(text), new Date(0)), [])
    assert.equal((await store.findCharges({ ids: [id] })).length, 1)
  })
  const paidLine = (await readArchive('copy')).find((one) => one.line.charge.id === charges.paid)
  const digest = computeLineDigest(String(paidLine?.text))
  // As after a reorganization.
  const set = (status: string, time: string) =>
    execute(
      harness,
      `update payments set status = '${status}', verified_at = ${time} where charge_id = '${charges.paid}'`,
    )
  await set('PENDING', 'null')
  await withStore(async (store) => {
    assert.deepEqual(
      await store.archive.deleteArchived(new Map([[charges.paid, digest]]), before),
      [],
    )
  })
  await set('COMPLETED', `now() - interval '100 days'`)
})

test('deletes no charge that changes while it waits for its lock', onPostgres, async () => {
  const { url } = databaseOf(harness) as { url: string }
  const line = (await readArchive('copy')).find((one) => one.line.charge.id === charges.expired)
  const digests = new Map([[charges.expired, computeLineDigest(String(line?.text))]])
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  const change = async (work: () => Promise<unknown>) => {
    // As the watcher does: the charge's row first, then what belongs to it.
    await other.query('begin')
    await other.query(`select from charges where id = '${charges.expired}' for update`)
    await work()
  }
  const before = new Date(Date.now() - 90 * 86_400_000)
  await withStore(async (store) => {
    await change(() =>
      other.query(
        `insert into charge_status_history (charge_id, status, time) values ('${charges.expired}', 'PENDING', $1)`,
        [new Date(before.getTime() - 86_400_000)],
      ),
    )
    const deleting = store.archive.deleteArchived(digests, before)
    const waiting = until('its wait', async () => {
      // A transaction sees what others did when it looked first.
      await other.query('select pg_stat_clear_snapshot()')
      const { rows } = await other.query(
        `select from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query like '%for update%'`,
      )
      return rows.length > 0 || undefined
    })
    await waiting.finally(() => other.query('commit'))
    assert.deepEqual(await deleting, [])
  })
  await other.query(
    `delete from charge_status_history where charge_id = '${charges.expired}' and status = 'PENDING'`,
  )
  await other.end()
})

describe('with --delete', () => {
  const gone = () => [charges.paid, charges.expired, charges.canceled]
  let token: Hex
  before(async () => {
    const said = await run('moved', { olderThan: '90', delete: true })
    assert.match(String(said.at(-1)), /: 3 archived, 3 deleted from the database\.$/)
    harness.service = await startService(harness.environment)
    token = harness.chain.token('DUSD').address
  })

  test('deletes what is in the files, and nothing else', async () => {
    const lines = await readArchive('moved')
    assert.deepEqual(sorted(lines.map(({ line }) => line.charge.id)), sorted(gone()))
    for (const [name, id] of Object.entries(charges)) {
      const { apiKey } = name === 'untold' ? harness.other : harness.shop
      const key = { 'api-key': apiKey }
      const { status } = await call(harness, 'GET', `/charges/${id}`, undefined, key)
      assert.equal(status, gone().includes(id) ? 404 : 200, name)
    }
    const { data, pagination } = await clientOf(harness).listCharges()
    assert.equal(data.length, 3)
    assert.equal(pagination.total, 3)
  })

  test('a transaction that was credited pays no other charge, however it comes', async () => {
    const id = await newCharge(harness)
    const { status } = await call(harness, 'POST', `/charges/${id}/payments`, {
      hash: paidHash,
      chainId: `${chainId}`,
      tokenAddress: token,
    })
    assert.equal(status, 409)
    const count = (await unmatched()).length
    await runCli(['rescan', '--chain', `${chainId}`, '--from', '1'], harness.environment)
    await until('the rescan', () => harness.service.log.find(({ msg }) => msg === 'scanned again'))
    assert.equal((await unmatched()).length, count)
    assert.deepEqual((await clientOf(harness).getCharge(id)).payments, [])
  })

  test('money that comes later for an archived charge is unmatched, and its merchant can use it', async () => {
    const hash = await harness.chain.transfer(token, wallet, dollars, suffixOf(charges.expired))
    const found = await until('the money', async () =>
      (await unmatched()).find((one) => one.hash === hash),
    )
    assert.match(found.reason, /names a charge that this service does not know/)
    const id = await newCharge(harness)
    await clientOf(harness).assignUnmatched(found.uuid, { chargeUuid: id })
    await paymentThatIs(harness, id, hash, 'COMPLETED')
  })

  test('whatever a node says of its block later, the transfer is credited to nobody', async () => {
    await harness.service.end()
    await withStore(async (store) => {
      const [known] = await store.listTransfers(chainId, paidHash)
      assert.ok(known)
      assert.deepEqual([known.status, known.chargeId], ['ARCHIVED', undefined])
      const [other] = await store.findCharges({ ids: [charges.open] })
      assert.ok(other)
      const block = { number: known.block.number + 1n, hash: `0x${'ab'.repeat(32)}` }
      const mined = { chainId, hash: paidHash, block, minedAt: new Date(), mentionedReferences: [] }
      const credit = { chargeId: other.id, proof: 'reference', countedAmount: dollars } as const
      const record = (some: readonly TransferRecord[]) => {
        const transfers = some.map((one) => ({ ...one, references: [] }))
        const chargeIds = [other.id]
        return store.recordTransactions([
          {
            ...{ mined: { ...mined, transfers }, transfers, chargeIds },
            decideCredit: () => credit,
          },
        ])
      }
      for (const transfers of [[], [known]]) {
        const [recorded] = await record(transfers)
        assert.deepEqual(recorded?.creditedChargeIds, [])
        assert.equal(recorded.unmatchedCount, 0)
        const [kept] = await store.listTransfers(chainId, paidHash)
        assert.equal(kept?.status, 'ARCHIVED')
      }
    })
  })
})

test('killed at any time it loses nothing, and the next run ends what it began', async () => {
  const count = 1800
  // Copies of a canceled charge, of six months.
  const columns =
    'account_id, status, pricing_type, local_amount, local_currency, chain_id, recipient, token, token_type, decimals, symbol, amount, basis, has_accepted_tokens, base_url, success_url, cancel_url'
  await execute(
    harness,
    `insert into charges (id, reference, metadata, created_at, expires_at, ${columns})
      select gen_random_uuid(), md5(number::text), repeat(md5(number::text), 50),
        timestamptz '2025-01-15' + (number / 300) * interval '31 days', '2025-08-01', ${columns}
      from charges, generate_series(0, ${count - 1}) as number where id = '${charges.untold}' order by number`,
  )
  const listIds = () =>
    withStore(async (store) => {
      const page = await store.archive.readArchivePage('0', new Date('2026-01-01'), 5000)
      return page.charges.map(({ id }) => id)
    })
  const all = await listIds()
  assert.equal(all.length, count)
  const read = async () => new Set((await readArchive('killed')).map(({ line }) => line.charge.id))
  const path = join(folder.path, 'killed')
  const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    [cli, 'archive', path, '--before', '2026-01-01', '--delete'],
    {
      env: { PATH: process.env.PATH, ...harness.environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = once(child, 'exit')
  // The first month is done, and the second one is under way.
  child.stdout.once('data', () => child.kill('SIGKILL'))
  const [code] = await ended
  assert.equal(code, null, 'it was killed')
  const written = await read()
  const left = await listIds()
  assert.ok(left.length > 0 && left.length < count, `${left.length} are left`)
  for (const id of all) assert.ok(written.has(id) || left.includes(id))
  // The lease of the killed one.
  await execute(harness, `delete from leases`)
  await run('killed', { before: '2026-01-01', delete: true })
  const archived = await read()
  assert.deepEqual(
    all.filter((id) => !archived.has(id)),
    [],
  )
  assert.equal(archived.size, count)
  assert.deepEqual(await listIds(), [])
  assert.ok((await readdir(path)).includes('manifest.json'))
})
