import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { call, type Harness, readReadiness, startHarness } from '../../support/harness.ts'
import { startPostgres, type TestServer } from '../../support/postgres.ts'
import { createAccount, startServiceProcess } from '../../support/service.ts'
import { until } from '../../support/wait.ts'

// A primary with a streaming standby, and a relay before them, as an address that moves. The standby is promoted; the old
// primary lives on and is read-only, with the service's connections still open.

let primary: TestServer | undefined
let standby: TestServer | undefined
let relay: Awaited<ReturnType<typeof startRelay>>
let harness: Harness

before(async () => {
  primary = await startPostgres()
  if (!primary) return
  standby = await startPostgres(primary)
  relay = await startRelay(primary.url)
  harness = await startHarness()
  await harness.service.end()
  harness.environment.DATABASE_URL = relay.url
  harness.shop = await createAccount(harness.environment, 'Mug shop')
  // A process of its own: the address moves below its open connections, which this process serves.
  harness.service = await startServiceProcess(harness.environment)
})
after(async () => {
  await harness?.end()
  relay?.stop()
  await standby?.stop()
  await primary?.stop()
})

const body = {
  ...{ pricing_type: 'fixed_price', local_price: { amount: '5' } },
  requestProps: { chainId: '31337', recipientAddress: `0x${'5'.repeat(40)}`, tokenAddress: '' },
}
const create = () => call(harness, 'POST', '/charges', body)

/** Runs statements on a server, each by itself, and returns the rows of the last one. */
async function run({ url }: TestServer, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let rows: unknown[] = []
  for (const one of statements) ({ rows } = await client.query(one))
  await client.end()
  return rows
}

test('after a failover one creation fails at most, with 503; all that was acknowledged is there', async (t) => {
  if (!primary || !standby) return t.skip('no PostgreSQL')
  body.requestProps.tokenAddress = harness.chain.dusd
  const made = await Promise.all(Array.from({ length: 12 }, create))
  assert.deepEqual(new Set(made.map(({ status }) => status)), new Set([201]))
  const [{ at } = { at: '' }] = (await run(
    primary,
    `alter system set default_transaction_read_only = on`,
    `select pg_reload_conf()`,
    `select pg_current_wal_lsn()::text as at`,
  )) as { at: string }[]
  const follower = standby
  await until('the standby to have everything', async () => {
    const rows = await run(follower, `select 1 where pg_last_wal_replay_lsn() >= '${at}'`)
    return rows.length > 0 || undefined
  })
  await run(standby, `select pg_promote()`)
  relay.lead(standby.url)
  const first = await create()
  if (first.status !== 201) {
    assert.equal(first.status, 503)
    assert.ok(first.headers.get('retry-after'))
  }
  const later = await Promise.all(Array.from({ length: 12 }, create))
  assert.deepEqual(
    later.map(({ status }) => status),
    Array(12).fill(201),
  )
  for (const { body } of made) {
    const { data } = body as { data: { id: string } }
    assert.equal((await call(harness, 'GET', `/charges/${data.id}`)).status, 200)
  }
  await readReadiness(harness.service.baseUrl)
})

test('while there is only a read-only server, /readyz says so, and calls are answered 503', async (t) => {
  if (!primary) return t.skip('no PostgreSQL')
  relay.lead(primary.url)
  await harness.service.end()
  await assert.rejects(startServiceProcess(harness.environment), /DATABASE_URL: .* read-only/)
  if (standby) relay.lead(standby.url)
  harness.service = await startServiceProcess(harness.environment)
  if (standby)
    await run(
      standby,
      `alter system set default_transaction_read_only = on`,
      `select pg_reload_conf()`,
    )
  // On a busy machine it may first read that the database has not answered in time.
  await until('/readyz to tell', async () => {
    const response = await fetch(`${harness.service.baseUrl}/readyz`)
    if (response.status !== 503) return undefined
    const { failures } = (await response.json()) as { failures: string[] }
    return /read-only: no charge can be created/.test(String(failures)) || undefined
  })
  assert.equal((await create()).status, 503)
})

/** Stands before a database, like an address that can be moved to another one; open connections stay where they are. */
async function startRelay(databaseUrl: string) {
  let target = new URL(databaseUrl)
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    client.pipe(database).on('error', () => client.destroy())
    database.pipe(client).on('error', () => database.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = `${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    lead(toUrl: string) {
      target = new URL(toUrl)
    },
    stop: () => void server.close(),
  }
}
