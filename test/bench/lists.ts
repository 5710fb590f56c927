import type { RecordableHistogram } from 'node:perf_hooks'
import pg from 'pg'
import { getAddress } from 'viem'
import type { ReducedCharge } from '../../src/api/schemas/charges/charge.ts'
import { createDatabase } from '../support/database.ts'
import { chainId, wallet } from '../support/harness.ts'
import type { LocalChain } from '../support/local-chain.ts'
import { createAccount, type ServiceProcess, startServiceProcess } from '../support/service.ts'
import { drive, send } from './http.ts'
import { benchEnvironment, idOf, round } from './service.ts'

/** Charges of the small list. */
const few = 1_000
/** Calls of one round, rounds, and calls under way at once. A p99 of fewer is that of a few moments of the machine. */
const calls = 500
const rounds = 120
const width = 4
/** Rows that one statement adds: a statement's new rows are counted in memory. */
const batch = 50_000

/** A database with so many charges, and a service on it. */
interface Side {
  charges: number
  service: ServiceProcess
  apiKey: string
  /** Ids to page from, of all ages. */
  cursors: readonly string[]
  times: Map<string, RecordableHistogram>
  end(): Promise<void>
}

/** Somebody who pays every tenth charge, as an exchange does. */
const busyPayer = `0x${'ab'.repeat(20)}`

/** The pages that are asked for: of all ages by the cursor, and for one charge by its number. */
const pages: Record<string, (cursor: string, number: number, month: string) => string> = {
  'newest page': () => '/charges',
  'older page': (cursor) => `/charges?starting_after=${cursor}`,
  'newer page': (cursor) => `/charges?ending_before=${cursor}`,
  'page of a status': (cursor) => `/charges?status=COMPLETED&starting_after=${cursor}`,
  'by order number': (_, number) => `/charges?metadata_key=order&metadata_value=A-${number}`,
  'by what is typed': (_, number) => `/charges?search=a-${number}`,
  'by hash': (_, number) => `/charges?hash=0x${number.toString(16).padStart(64, '0')}`,
  'by a busy payer': (cursor) => `/charges?payer=${busyPayer}&starting_after=${cursor}`,
  'by an amount of all': (cursor) => `/charges?amount=5&starting_after=${cursor}`,
  'created in a month': (_, __, month) => `/charges?${month.replaceAll('at_', 'created_')}`,
  'paid in a month': (_, __, month) => `/charges?${month.replaceAll('at_', 'paid_')}`,
  'payments of a month': (_, __, month) => `/payments?${month.replaceAll('at_', '')}`,
  'payments of a payer': () => `/payments?payer=${busyPayer}&limit=100`,
}

/** A range of 30 days in the year of the charges, as `at_since=…&at_before=…`. */
function randomMonth(): string {
  const day = 86_400_000
  const since = Date.now() - (30 + Math.floor(Math.random() * 335)) * day
  const [from, to] = [since, since + 30 * day].map((time) => new Date(time).toISOString())
  return `at_since=${from}&at_before=${to}`
}

/**
 * Lists and look-ups over few and over many charges, turn by turn in the same minutes, so that whatever else the machine
 * does falls on both.
 */
export async function benchLists(url: string, chain: LocalChain, many: number): Promise<void> {
  const small = await startSide(url, chain, few)
  const large = await startSide(url, chain, many)
  for (const side of [small, large]) await warm(side)
  for (let count = 0; count < rounds; count += 1) {
    for (const side of count % 2 ? [large, small] : [small, large]) await ask(side)
  }
  console.log(`Lists and look-ups      ${round(few)} and ${round(many)} charges, 25 a page, ms`)
  for (const name of Object.keys(pages)) {
    const at = (side: Side, part: number) => (side.times.get(name)?.percentile(part) ?? 0) / 1000
    const pair = (part: number) => `${at(small, part).toFixed(2)} and ${at(large, part).toFixed(2)}`
    const ratio = (at(large, 99) / at(small, 99)).toFixed(2)
    console.log(`  ${name.padEnd(22)}p50 ${pair(50)}, p99 ${pair(99)}: ratio of p99 ${ratio}`)
  }
  await small.end()
  await large.end()
}

/** Reads each page once: how fast a disk is that nobody has read from says nothing about the length of the list. */
async function warm({ service, apiKey, cursors }: Side): Promise<void> {
  const urls = Object.values(pages).flatMap((path) =>
    cursors.map((cursor, index) => service.baseUrl + path(cursor, index + 1, randomMonth())),
  )
  await drive(width, () => {
    const url = urls.pop()
    return url === undefined ? undefined : () => send({ url, apiKey })
  })
}

/** One round: each kind of page equally often. */
async function ask({ charges, service, apiKey, cursors, times }: Side): Promise<void> {
  for (const [name, path] of Object.entries(pages)) {
    let left = calls / Object.keys(pages).length
    const done = await drive(width, () => {
      const cursor = cursors[Math.floor(Math.random() * cursors.length)] ?? ''
      const number = 1 + Math.floor(Math.random() * charges)
      const url = service.baseUrl + path(cursor, number, randomMonth())
      return left-- > 0 ? () => send({ url, apiKey }) : undefined
    })
    const sum = times.get(name)
    if (sum) sum.add(done.times)
    else times.set(name, done.times)
  }
}

async function startSide(server: string, chain: LocalChain, charges: number): Promise<Side> {
  const database = await createDatabase(server)
  const environment = benchEnvironment(database.url, chain)
  const { apiKey, id: account } = await createAccount(environment)
  const service = await startServiceProcess(environment)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await fill(client, account, charges)
  const { rows } = await client.query<{ id: string }>(
    'select id from charges where random() < 2000.0 / $1 order by seq',
    [charges],
  )
  await client.end()
  const cursors = rows.map(({ id }) => id)
  await checkFilled(service, apiKey, charges)
  return {
    charges,
    service,
    apiKey,
    cursors,
    times: new Map(),
    async end() {
      await service.end()
      await database.remove()
    },
  }
}

/** A year of charges: most are paid, most others expired, those of the last hours wait. A hundred ways to be paid. */
async function fill(client: pg.Client, account: string, charges: number): Promise<void> {
  for (let from = 1; from <= charges; from += batch) {
    const to = Math.min(from + batch - 1, charges)
    await client.query(
      `insert into charges (id, account_id, livemode, reference, pricing_type, local_amount, local_currency, chain_id,
          recipient, token, token_type, decimals, symbol, amount, price_source, metadata, success_url, cancel_url, created_at,
          expires_at, status, paid_at)
        select ${idOf('at')}, $1, true, lpad(to_hex(n), 32, '0'),
          'fixed_price', '5', 'USD', $2, $3, '0x' || lpad(to_hex(n % 100 + 1), 40, '0'), 'ERC20', 6, 'DUSD',
          5000000, 'usd_peg', ('{"order":"A-' || n || '"}')::json, '', '', at, at + interval '24 hours',
          status, case when status = 'COMPLETED' then at + interval '1 minute' end
        from (
          select n, at, case when at > now() - interval '20 hours' then 'NEW' when n % 3 = 0 then 'EXPIRED'
            else 'COMPLETED' end as status
          from (
            select n, date_trunc('milliseconds', now() - ($4::bigint - n) * (interval '365 days' / $4::bigint)) as at
            from generate_series($5::bigint, $6::bigint) as n
          ) as timed
        ) as numbered order by n`,
      [account, chainId, wallet, charges, from, to],
    )
  }
  // Each refers to the charge that it is made of, so that only the check of that is left out, which takes longer than all.
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into payments (id, charge_id, account_id, chain_id, hash, token, status, reason, received_amount, payer_address, proof,
        block_number, block_hash, created_at, verified_at, next_check_at)
      select ${idOf('created_at')}, id, account_id, chain_id, '0x' || lpad(to_hex(seq), 64, '0'), token, 'COMPLETED', '', amount,
        case when seq % 10 = 0 then $1 else '0x' || lpad(to_hex(seq), 40, '0') end, 'reference', 1, '0x' || lpad(to_hex(seq), 64, '0'), created_at, created_at, now() + interval '1 year'
      from charges where status = 'COMPLETED' order by seq`,
    [getAddress(busyPayer)],
  )
  await client.query(
    `insert into charge_terms (account_id, term, created_at, charge_id)
      select account_id, substring(sha256(convert_to(term, 'UTF8')) from 1 for 16), created_at, id
      from charges cross join lateral unnest(array[
        '["metadata","order","a-' || seq || '"]', '["text","a-' || seq || '"]', '["text","5"]',
        case when status = 'COMPLETED' and seq % 10 = 0 then $1::text end
      ]) as term where term is not null`,
    [JSON.stringify(['text', busyPayer])],
  )
  await client.query('vacuum (analyze)')
  // What the disk has not yet written is written before anything is measured.
  await client.query('checkpoint')
}

/** A figure over fewer charges than it says would be worth nothing. */
async function checkFilled(service: ServiceProcess, apiKey: string, charges: number) {
  const { data, pagination } = await send<{
    data: ReducedCharge[]
    pagination: { has_more: boolean; total: number }
  }>({ url: `${service.baseUrl}/charges`, apiKey })
  if (pagination.total !== charges || data.length !== 25) {
    throw new Error(`There are ${pagination.total} charges, not ${charges}.`)
  }
}
