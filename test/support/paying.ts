import assert from 'node:assert/strict'
import { Attribution } from 'ox/erc8021'
import { type Address, type Hex, toHex } from 'viem'
import type { Client } from '../../src/api/client/client.ts'
import type { NewCharge } from '../../src/api/schemas/charges/charge.ts'
import type { ChargePayment, NewPayment } from '../../src/api/schemas/payments/payment.ts'
import type { PayError } from '../../src/errors.ts'
import { openStore } from '../../src/service/app/store.ts'
import { computeReference } from '../../src/service/kernel/reference.ts'
import { chainId, clientOf, databaseOf, type Harness, wallet } from './harness.ts'
import { patience, until } from './wait.ts'

/** The address that stands for the chain's own coin. */
export const coin: Address = '0x0000000000000000000000000000000000000000'

/** The body of a charge of 5 dollars in DUSD to the shop's wallet, unless said otherwise. */
export const chargeBody = (
  { chain }: Pick<Harness, 'chain'>,
  props: NewCharge['requestProps'] = {},
  over: Partial<NewCharge> = {},
): NewCharge => ({
  pricing_type: 'fixed_price',
  local_price: { amount: '5' },
  requestProps: {
    chainId: `${chain.chainId}`,
    recipientAddress: wallet,
    tokenAddress: chain.dusd,
    ...props,
  },
  ...over,
})

/** Creates such a charge, and gives its id. */
export async function newCharge(
  harness: Harness,
  props?: NewCharge['requestProps'],
  over?: Partial<NewCharge>,
): Promise<string> {
  return (await clientOf(harness).createCharge(chargeBody(harness, props, over))).id
}

/**
 * Reports a transfer of this charge. A service that has found a mined transfer by itself, before the report came,
 * answers that this charge has it already (409, section 4.6 of the interface).
 */
export async function reportTo(client: Client, id: string, payment: NewPayment): Promise<void> {
  try {
    await client.addPayment(id, payment)
  } catch (error) {
    const { code, details } = error as PayError & { details?: { chargeUuid?: string } }
    if (code !== 'conflict' || details?.chargeUuid !== id) throw error
  }
}

/** Reports a transfer, and rejects where the service has it already. */
export function reportNew(
  harness: Harness,
  id: string,
  hash: string,
  tokenAddress: string = harness.chain.dusd,
) {
  return clientOf(harness).addPayment(id, { hash, chainId: `${chainId}`, tokenAddress })
}

/** Reports a transfer as the widget does. See {@link reportTo}. */
export async function report(
  harness: Harness,
  id: string,
  hash: string,
  tokenAddress: string = harness.chain.dusd,
): Promise<void> {
  await reportTo(clientOf(harness), id, { hash, chainId: `${chainId}`, tokenAddress })
}

/** Sends dollars to the shop's wallet in the name of a charge, five unless said otherwise, and gives the hash. */
export const payFor = ({ chain }: Pick<Harness, 'chain'>, id: string, units = 5_000_000n) =>
  chain.transfer(chain.dusd, wallet, units, suffixOf(id))

/** The money of a transaction, once the merchant has it as unmatched. */
export const unmatchedOf = (harness: Harness, hash: string, account = harness.shop) =>
  until(`${hash} to be unmatched`, async () => {
    const { data } = await clientOf(harness, account).listUnmatched({ limit: 100 })
    return data.find((one) => one.hash === hash)
  })

/** Waits until the service has credited a transaction, without reading a charge: that may renew its amounts. */
export async function untilFound({ service }: Harness, hash: string): Promise<void> {
  const isFound = () =>
    service.log.some((line) => line.hash === hash && line.msg === 'found a payment')
  await until(`${hash} to be found`, () => isFound() || undefined)
}

/** Sends the price of a charge and reports it before a block has it: the report is the first to tell of it. */
export const payAndReportFirst = (harness: Harness, id: string) =>
  payAndTellFirst(harness, id, (hash) => reportNew(harness, id, hash))

/** The same, with a report of the test's own. */
export async function payAndTellFirst<Answer>(
  harness: Harness,
  id: string,
  send: (hash: string) => Promise<Answer>,
): Promise<{ hash: string; payment: Answer }> {
  const { client } = harness.chain
  await client.setAutomine(false)
  const sending = payFor(harness, id)
  const hash = await until('the transaction', async () => {
    const { transactions } = await client.getBlock({ blockTag: 'pending' })
    return transactions[0]
  })
  const payment = await send(hash)
  await client.setAutomine(true)
  await client.mine({ blocks: 1 })
  await sending
  return { hash, payment }
}

/** A hash of no transaction. */
export const anyHash = () => toHex(crypto.getRandomValues(new Uint8Array(32)))

/** What names charges behind calldata, by their ids. */
export const suffixOf = (...ids: string[]): Hex =>
  Attribution.toDataSuffix({ codes: ids.map(computeReference) })

/** A charge's only payment with this hash, once its status is the one waited for. */
export async function paymentThatIs(
  harness: Harness,
  id: string,
  hash: string,
  status: ChargePayment['status'],
  limit = patience,
): Promise<ChargePayment> {
  const read = async () => {
    const { payments } = await clientOf(harness).getCharge(id)
    const ours = payments.filter((one) => one.payerTransactionHash === hash)
    return ours.length === 1 && ours[0]?.status === status ? ours[0] : undefined
  }
  return await until(`${hash} to be ${status}`, read, limit)
}

/** Ends the service and gives how each of these charges' timelines reads, such as `PENDING UNDERPAID`. */
export async function timelines(harness: Harness, ids: readonly string[]): Promise<string[][]> {
  await harness.service.end()
  let closing = false
  const store = await openStore(databaseOf(harness), (error) => {
    // pg's pool says that it is closed before its sockets are; the database may be dropped between the two.
    if (!closing) throw error
  })
  try {
    const charges = await Promise.all(ids.map((id) => store.getCharge(harness.shop.id, id)))
    return charges.map((charge) => {
      const timeline =
        charge?.timeline.map((one) => [one.status, one.context].join(' ').trim()) ?? []
      assert.equal(charge?.status, timeline.at(-1)?.split(' ')[0] ?? 'NEW')
      return timeline
    })
  } finally {
    closing = true
    await store.close()
  }
}

/** A call to the chain's own test methods, which viem does not type. */
export async function rpc(
  harness: Harness,
  method: string,
  ...params: unknown[]
): Promise<unknown> {
  const response = await fetch(harness.chain.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown }
  assert.equal(error, undefined)
  return result
}
