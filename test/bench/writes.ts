import { parseUnits } from 'viem'
import type { NewCharge } from '../../src/api/schemas/charge.ts'
import { chainId, wallet } from '../service/harness.ts'
import { suffixOf } from '../service/paying.ts'
import { transferCall } from '../support/contracts.ts'
import { until } from '../support/wait.ts'
import { drive, send } from './http.ts'
import { type Bench, round, width } from './service.ts'

/** Charges made, and payments reported. */
const charges = 10_000
const payments = 2_000
/** Transfers of one block. */
const block = 200

/** Charges and payments a second, beside what pgbench inserted in the same run. */
export async function benchWrites(bench: Bench, inserts: number): Promise<void> {
  const ids: string[] = []
  let left = charges
  const made = await drive(width, () =>
    left-- > 0 ? async () => void ids.push(await newCharge(bench)) : undefined,
  )
  tell('POST /charges', made.perSecond, inserts)
  const paid = await transfers(bench, ids.slice(0, payments))
  const queue = [...paid]
  const start = performance.now()
  const reported = await drive(width, () => {
    const next = queue.shift()
    return next && (() => report(bench, ...next))
  })
  tell('POST …/payments', reported.perSecond, inserts)
  await until('every payment to be credited', () => credited(bench, paid.length), 120_000)
  tell('credited', (paid.length * 1000) / (performance.now() - start), inserts)
}

/** A service, and an account of it that is paid on a chain. */
export type Payable = Pick<Bench, 'baseUrl' | 'apiKey' | 'chain'>

function tell(what: string, perSecond: number, inserts: number): void {
  const ratio = (perSecond / inserts).toFixed(2)
  console.log(`${what.padEnd(24)}${round(perSecond)} a second, ${ratio} of pgbench's inserts`)
}

/** Makes a charge of five dollars and gives its id. */
export async function newCharge({ baseUrl, apiKey, chain }: Payable): Promise<string> {
  const body: NewCharge = {
    pricing_type: 'fixed_price',
    local_price: { amount: '5' },
    metadata: { order: 'A-1' },
    requestProps: {
      chainId: `${chainId}`,
      recipientAddress: wallet,
      tokenAddress: chain.token('DUSD').address,
    },
  }
  const { data } = await send<{ data: { id: string } }>({
    url: `${baseUrl()}/charges`,
    method: 'POST',
    apiKey,
    body,
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
  const body = { hash, chainId: `${chainId}`, tokenAddress: chain.token('DUSD').address }
  await send({ url: `${baseUrl()}/charges/${id}/payments`, method: 'POST', apiKey, body })
}

async function credited({ baseUrl, apiKey }: Bench, count: number): Promise<true | undefined> {
  const url = `${baseUrl()}/charges?status=COMPLETED&limit=1`
  const { pagination } = await send<{ pagination: { total: number } }>({ url, apiKey })
  return pagination.total >= count || undefined
}
