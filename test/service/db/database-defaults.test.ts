import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { openStore } from '../../../src/service/app/store.ts'
import { createDatabase } from '../../support/database.ts'
import { call, clientOf, type Harness, startHarness, wallet } from '../../support/harness.ts'
import { startPostgres, type TestServer } from '../../support/postgres.ts'
import { createAccount, runCli, startService } from '../../support/service.ts'
import { until } from '../../support/wait.ts'

// What a server, a database or a role may set otherwise than the code relies on, and a disk that is full.

let server: TestServer | undefined
let harness: Harness
before(async () => {
  server = await startPostgres()
  if (server) harness = await startHarness()
})
after(async () => {
  await harness?.end()
  await server?.stop()
})

/** Runs statements on a database of the server, each by itself. */
async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const one of statements) await client.query(one)
  } finally {
    await client.end()
  }
}

/** Lets the service use a database, with a new account. */
async function use(url: string): Promise<void> {
  await harness.service.end()
  harness.environment = { ...harness.environment, DATABASE_URL: url }
  harness.shop = await createAccount(harness.environment, 'Mug shop')
  harness.service = await startService(harness.environment)
}

const create = () =>
  call(harness, 'POST', '/charges', {
    ...{ pricing_type: 'fixed_price', local_price: { amount: '5' } },
    requestProps: {
      ...{ chainId: '31337', recipientAddress: wallet },
      tokenAddress: harness.chain.dusd,
    },
    metadata: { name: 'Zoë ☕ 東京' },
  })

test('a role whose defaults are German times, Tokyo and serializable reads what it has written', async (t) => {
  if (!server) return t.skip('no PostgreSQL')
  const { url } = await createDatabase(server.url)
  await run(
    url,
    `alter role test set DateStyle = 'German'`,
    `alter role test set IntervalStyle = 'sql_standard'`,
    `alter role test set TimeZone = 'Asia/Tokyo'`,
    `alter role test set bytea_output = 'escape'`,
    `alter role test set client_encoding = 'LATIN1'`,
    `alter role test set default_transaction_isolation = 'serializable'`,
  )
  await use(url)
  const made = await Promise.all(Array.from({ length: 8 }, create))
  assert.deepEqual(new Set(made.map(({ status }) => status)), new Set([201]))
  const [first] = made
  const { data } = (first as (typeof made)[number]).body as {
    data: { id: string; created_at: string }
  }
  const read = await clientOf(harness).getCharge(data.id)
  assert.equal(read.metadata?.name, 'Zoë ☕ 東京')
  assert.equal(read.created_at, data.created_at)
  await run(url, 'alter role test reset all')
})

test('a database that cannot hold every text is refused by name, with the cure', async (t) => {
  if (!server) return t.skip('no PostgreSQL')
  await run(server.url, `create database latin encoding 'LATIN1' locale 'C' template template0`)
  const url = new URL(server.url)
  url.pathname = '/latin'
  const refusal = /DATABASE_URL: .* its encoding is LATIN1.* create database … encoding 'UTF8'/
  await assert.rejects(openStore({ url: url.href }, assert.ifError), refusal)
  const { stdout } = await runCli(['doctor'], {
    ...{ ...harness.environment, DATABASE_URL: url.href },
  }).catch((error: { stdout: string }) => error)
  assert.match(stdout, /failed +database: .*its encoding is LATIN1/)
})

describe('a disk that is full', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pay-charge-disk-'))
  let isMounted = false
  before(() => {
    try {
      const id = (flag: string) => execFileSync('id', [flag, 'postgres']).toString().trim()
      const rights = `size=24m,uid=${id('-u')},gid=${id('-g')},mode=700`
      execFileSync('mount', ['-t', 'tmpfs', '-o', rights, 'tmpfs', folder], { stdio: 'ignore' })
      isMounted = true
    } catch {}
  })
  after(async () => {
    await harness?.service.end()
    await server?.stop()
    server = undefined
    if (isMounted) execFileSync('umount', [folder])
    rmSync(folder, { recursive: true, force: true })
  })

  test('is told by 503 and /readyz until there is room; nothing acknowledged is lost', async (t) => {
    if (!server) return t.skip('no PostgreSQL')
    if (!isMounted) return t.skip('DID NOT RUN: this machine mounts no tmpfs')
    await run(
      server.url,
      `create tablespace small location '${folder}'`,
      'create database small tablespace small',
    )
    const url = new URL(server.url)
    url.pathname = '/small'
    await use(url.href)
    const acknowledged: string[] = []
    const note = ({ body }: { body: unknown }) =>
      acknowledged.push((body as { data: { id: string } }).data.id)
    note(await create())
    await run(url.href, 'create table filler as select 1 as one')
    for (const rows of [100_000, 1000, 10])
      await assert.rejects(
        async () => {
          while (true) await run(url.href, `insert into filler select generate_series(1, ${rows})`)
        },
        { code: '53100' },
      )
    const refused = await until('a creation to be refused', async () => {
      const answer = await create()
      if (answer.status === 201) note(answer)
      return answer.status === 201 ? undefined : answer
    })
    assert.equal(refused.status, 503)
    assert.ok(refused.headers.get('retry-after'))
    const readyz = () => fetch(`${harness.service.baseUrl}/readyz`)
    await until('/readyz to tell', async () => {
      const response = await readyz()
      return response.status === 503 && /disk of the database is full/.test(await response.text())
        ? true
        : undefined
    })
    await run(url.href, 'drop table filler')
    await until('/readyz to be well again', async () => (await readyz()).ok || undefined)
    note(await create())
    for (const id of acknowledged) await clientOf(harness).getCharge(id)
  })
})
