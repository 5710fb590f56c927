import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { createDatabase } from '../support/database.ts'
import { chainId, wallet } from '../support/harness.ts'
import type { LocalChain } from '../support/local-chain.ts'
import { createAccount, startServiceProcess } from '../support/service.ts'
import { benchEnvironment, idOf, round } from './service.ts'

/** Rows that one statement adds. */
const batch = 50_000

/** An export of the books of so many paid charges: how fast it comes, and how much memory the service has meanwhile. */
export async function benchBooks(url: string, chain: LocalChain, charges: number): Promise<void> {
  const database = await createDatabase(url)
  const environment = benchEnvironment(database.url, chain)
  const { apiKey, id: account } = await createAccount(environment)
  const service = await startServiceProcess(environment)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await fill(client, account, charges, chain.dusd)
  await client.end()
  console.log(`export of the books     ${round(charges)} payments, MiB of the process`)
  for (const format of ['csv', 'jsonl']) {
    const resident = [await readResident(service.baseUrl)]
    const start = performance.now()
    const response = await fetch(`${service.baseUrl}/books?format=${format}`, {
      headers: { 'api-key': apiKey },
    })
    let [lines, bytes, tenths] = [format === 'csv' ? -1 : 0, 0, 1]
    for await (const part of response.body ?? []) {
      bytes += part.length
      lines += countLines(part)
      if (lines < (charges * tenths) / 10) continue
      tenths += 1
      resident.push(await readResident(service.baseUrl))
    }
    if (lines !== charges) throw new Error(`There are ${lines} rows, not ${charges}.`)
    const seconds = (performance.now() - start) / 1000
    const mib = resident.map((one) => Math.round(one)).join(' ')
    console.log(
      `  ${format.padEnd(22)}${round(charges / seconds)} rows a second, ${round(bytes / 2 ** 20)} MiB; before, and each tenth: ${mib}`,
    )
  }
  await service.end()
  await database.remove()
}

function countLines(part: Uint8Array): number {
  let count = 0
  for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) count += 1
  return count
}

async function readResident(baseUrl: string): Promise<number> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text()
  const [, value] = /^process_resident_memory_bytes (\S+)$/m.exec(text) ?? []
  if (value === undefined) throw new Error('/metrics does not tell the memory.')
  return Number(value) / 2 ** 20
}

/** A year of charges, each paid by a transfer of its own. */
async function fill(client: pg.Client, account: string, charges: number, token: string) {
  // Each refers to the charge that it is made of, so that only the checks are left out, which take longer than all.
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into destinations values ($1, $2, $3, $4, 6, 'DUSD', now(), now(), now())`,
    [chainId, token, wallet, account],
  )
  for (let from = 1; from <= charges; from += batch) {
    const to = Math.min(from + batch - 1, charges)
    await client.query(
      `insert into charges (id, account_id, livemode, reference, pricing_type, local_amount, local_currency, chain_id,
          recipient, token, token_type, decimals, symbol, amount, price_source, metadata, success_url, cancel_url, created_at,
          expires_at, status, paid_at, name, line_items)
        select ${idOf('at')}, $1, true, lpad(to_hex(n), 32, '0'), 'fixed_price', '5', 'USD', $2, $3, $4, 'ERC20', 6, 'DUSD',
          5000000, 'usd_peg', ('{"order":"A-' || n || '"}')::json, '', '', at, at + interval '24 hours', 'COMPLETED', at,
          'Order A-' || n, '[{"name":"Mug","description":"","quantity":1,"unitAmount":"5.00"}]'
        from (
          select n, date_trunc('milliseconds', now() - ($5::bigint - n) * (interval '365 days' / $5::bigint)) as at
          from generate_series($6::bigint, $7::bigint) as n
        ) as timed order by n`,
      [account, chainId, wallet, token, charges, from, to],
    )
  }
  const hash = `'0x' || lpad(to_hex(seq), 64, '0')`
  await client.query(
    `insert into payments (id, charge_id, account_id, chain_id, hash, token, status, reason, received_amount, payer_address, proof,
        block_number, block_hash, created_at, verified_at, next_check_at)
      select id, id, account_id, chain_id, ${hash}, token, 'COMPLETED', '', amount, $1, 'reference', 1, ${hash}, created_at,
        created_at, now() + interval '1 year' from charges order by seq`,
    [wallet],
  )
  await client.query(
    `insert into transfers (id, chain_id, hash, position, token, recipient, sender, amount, counted_amount, block_number,
        block_hash, mined_at, block_time, usd_price, usd_source, account_id, status, proof, reason, payment_id, charge_id,
        mentioned_references, is_hidden, is_booked_apart, created_at)
      select id, chain_id, ${hash}, 0, token, recipient, $1, amount, amount, 1, ${hash}, created_at,
        date_trunc('second', created_at), 1, 'peg', account_id, 'CREDITED', 'reference', '', id, id, '', false, false, created_at
      from charges order by seq`,
    [wallet],
  )
  await client.query('vacuum (analyze)')
  await client.query('checkpoint')
}
