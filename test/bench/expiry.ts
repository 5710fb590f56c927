import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { createDatabase } from '../support/database.ts'
import { chainId, wallet } from '../support/harness.ts'
import type { LocalChain } from '../support/local-chain.ts'
import { createAccount, startServiceProcess } from '../support/service.ts'
import { drive } from './http.ts'
import { benchEnvironment, idOf, round } from './service.ts'
import { newCharge } from './writes.ts'

/** Charges made at once, and seconds for which they are made, before and while the others expire. */
const width = 4
const seconds = 20

/**
 * POST /charges before and while a watcher expires very many charges that are all over: how much slower the slowest calls
 * become. Their process has a role of its own, and shares the database and the machine with the watcher's.
 */
export async function benchExpiry(serverUrl: string, chain: LocalChain, count: number) {
  const database = await createDatabase(serverUrl)
  const client = new pg.Client({ connectionString: database.url })
  try {
    const environment = benchEnvironment(database.url, chain)
    const { apiKey, id: account } = await createAccount(environment)
    await client.connect()
    await client.query(
      `insert into charges (id, account_id, livemode, reference, status, pricing_type, local_amount, local_currency, chain_id,
          recipient, token, token_type, decimals, symbol, amount, price_source, metadata, success_url, cancel_url, created_at,
          expires_at)
        select ${idOf("now() - interval '2 days'")}, $1, true, lpad(to_hex(n), 32, '0'), 'NEW', 'fixed_price', '5', 'USD', $2, $3,
          '0x' || lpad(to_hex(n % 100 + 1), 40, '0'), 'ERC20', 6, 'DUSD', 5000000, 'usd_peg', '{}', '', '',
          now() - interval '2 days', now() - interval '1 day'
        from generate_series(1, $4::bigint) as n`,
      [account, chainId, wallet, count],
    )
    await client.query('vacuum (analyze) charges')
    const service = await startServiceProcess({ ...environment, SERVICE_ROLES: 'api' })
    const place = { apiKey, chain, baseUrl: () => service.baseUrl }
    const make = async () => {
      const end = performance.now() + seconds * 1000
      const { times } = await drive(width, () =>
        performance.now() < end ? () => newCharge(place) : undefined,
      )
      return times.percentile(99) / 1000
    }
    await make()
    const before = await make()
    const watcher = await startServiceProcess({ ...environment, SERVICE_ROLES: 'watcher' })
    const start = performance.now()
    const meanwhile = await make()
    const { rows } = await client.query<{ expired: string }>(
      "select count(*) as expired from charges where status = 'EXPIRED'",
    )
    const perSecond = (Number(rows[0]?.expired) * 1000) / (performance.now() - start)
    console.log(
      `POST /charges           p99 ${before.toFixed(1)} ms, and ${meanwhile.toFixed(1)} while ${round(count)} charges expire (${round(perSecond)} a second): ratio ${(meanwhile / before).toFixed(2)}`,
    )
    await watcher.end()
    await service.end()
  } finally {
    await client.end()
    await database.remove()
  }
}
