import { parseUnits } from 'viem'
import { chainId, wallet } from '../support/harness.ts'
import { transferCall } from '../support/local-chain.ts'
import { chargeBody, suffixOf } from '../support/paying.ts'
import { until } from '../support/wait.ts'
import { drive, send, width } from './http.ts'
import { benchSameStatements } from './same-statements.ts'
import { type Bench, round } from './service.ts'

/** Charges made, and payments reported. */
const charges = 10_000
const payments = 2_000
/** Transfers of one block. */
const block = 200

/** Charges and payments a second, beside what pgbench does of the same statements in the same run. */
export async function benchWrites(bench: Bench): Promise<void> {
  const ids: string[] = []
  const make = async (target: Payable) => {
    let left = charges
    return await drive(width, () =>
      left-- > 0 ? async () => void ids.push(await newCharge(target)) : undefined,
    )
  }
  const madeByOne = await make({ ...bench, baseUrl: () => bench.services[0].baseUrl })
  const made = await make(bench)
  const paid = await transfers(bench, ids.slice(0, payments))
  const queue = [...paid]
  const start = performance.now()
  const reported = await drive(width, () => {
    const next = queue.shift()
    return next && (() => report(bench, ...next))
  })
  await until('every payment to be credited', () => credited(bench, paid.length), 120_000)
  const creditedMs = performance.now() - start
  const { databaseUrl, apiKey, chain } = bench
  const unpaid = ids.slice(payments)
  const same = await benchSameStatements(databaseUrl, apiKey, chain, unpaid)
  tell('POST /charges', made.perSecond, same.charges)
  const ratio = (made.perSecond / madeByOne.perSecond).toFixed(2)
  console.log(
    `  by one process        ${round(madeByOne.perSecond)} a second: two make ${ratio} times as many`,
  )
  tell('POST …/payments', reported.perSecond, same.payments)
  console.log(`reported to credited    ${round((paid.length * 1000) / creditedMs)} a second`)
}

/** A service, and an account of it that is paid on a chain. */
export type Payable = Pick<Bench, 'baseUrl' | 'apiKey' | 'chain'>

function tell(what: string, perSecond: number, same: number): void {
  const ratio = (perSecond / same).toFixed(2)
  console.log(
    `${what.padEnd(24)}${round(perSecond)} a second, ${ratio} of the ${round(same)} that pgbench does of the same statements`,
  )
}

/** Makes a charge of five dollars and gives its id. */
export async function newCharge({ baseUrl, apiKey, chain }: Payable): Promise<string> {
  const { data } = await send<{ data: { id: string } }>({
    url: `${baseUrl()}/charges`,
    method: 'POST',
    apiKey,
    body: chargeBody({ chain }, {}, { metadata: { order: 'A-1' } }),
  })
  return data.id
}

/**
 * Pays charges on the chain, many in one block as on a busy chain, and gives each with its hash. Each transfer names its
 * charge, so that the watcher may have credited it before it is reported, as it does for a payer who is slow to report.
 */
export async function transfers(
  { chain }: Bench,
  ids: readonly string[],
): Promise<(readonly [id: string, hash: string])[]> {
  const { client } = chain
  const { address: to } = chain.token('DUSD')
  const sent: (readonly [string, string])[] = []
  let nonce = await client.getTransactionCount({ address: client.account.address })
  await client.setAutomine(false)
  for (const [index, id] of ids.entries()) {
    const data = transferCall(wallet, parseUnits('5', 6), suffixOf(id))
    sent.push([id, await client.sendTransaction({ to, data, nonce: nonce++, gas: 100_000n })])
    if (index % block === block - 1) await client.mine({ blocks: 1 })
  }
  await client.mine({ blocks: 1 })
  await client.setAutomine(true)
  return sent
}

/** Reports a transfer as the widget does. */
export async function report(
  { baseUrl, apiKey, chain }: Payable,
  id: string,
  hash: string,
): Promise<void> {
  const body = { hash, chainId: `${chainId}`, tokenAddress: chain.dusd }
  await send({
    url: `${baseUrl()}/charges/${id}/payments`,
    method: 'POST',
    apiKey,
    body,
    // The watcher was first: this charge has it already (interface 4.6).
    isExpected: (status, text) => status === 409 && text.includes(id),
  })
}

async function credited({ baseUrl, apiKey }: Bench, count: number): Promise<true | undefined> {
  const url = `${baseUrl()}/charges?status=COMPLETED&limit=1`
  const { pagination } = await send<{ pagination: { total: number } }>({ url, apiKey })
  return pagination.total >= count || undefined
}
