import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Attribution } from 'ox/erc8021'
import type { Account, Hex } from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import { createClient } from '../../../src/api/client/client.ts'
import type { BookRow } from '../../../src/api/schemas/books.ts'
import type { Refund, RefundStatus } from '../../../src/api/schemas/payments/refund.ts'
import { createRefundMessage } from '../../../src/api/signed-messages.ts'
import { call, chainId, clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { newCharge, paymentThatIs, suffixOf, unmatchedOf } from '../../support/paying.ts'
import { patience, until } from '../../support/wait.ts'

// Money that found no charge is sent back: by the rules of every refund, once, and never more than arrived.

const merchant = demoAccount(5)
const home = demoAccount(7).address

const harness = provideHarness()
before(async () => {
  await harness.started
  await send(harness.chain.payer, wallet, 1_000_000_000n)
})

const client = () => clientOf(harness)
const dollars = () => harness.chain.dusd

/** Sends dollars from an account. */
const send = (account: Account, to: Hex, amount: bigint, suffix?: Hex) =>
  harness.chain.transferBy(account, dollars(), to, amount, suffix)

/** Money that names no charge, once the merchant has it as unmatched. */
async function strayMoney(amount: bigint) {
  const hash = await send(harness.chain.payer, wallet, amount)
  return await unmatchedOf(harness, hash)
}

/** The charge that sends stray money back, once its payment can be refunded. */
async function returned(amount: bigint) {
  const { uuid, hash } = await strayMoney(amount)
  const { chargeUuid } = await client().returnUnmatched(uuid)
  await paymentThatIs(harness, chargeUuid, hash, 'COMPLETED')
  return { uuid, hash, chargeUuid }
}

function refundThatIs({ uuid }: Refund, status: RefundStatus): Promise<Refund> {
  return until(`the refund to be ${status}`, async () => {
    const refund = await client().getRefund(uuid)
    return refund.status === status ? refund : undefined
  })
}

const conflict = { code: 'conflict' }

test('stray money goes back where its sender signs for, and is in the books both ways', async () => {
  // Nobody owns an order for it.
  await newCharge(harness)
  const { uuid, hash, chargeUuid } = await returned(3_000_000n)
  const begun = await client().createRefund(chargeUuid, { reason: 'Paid twice.' })
  assert.deepEqual([begun.amount, begun.tokenSymbol, begun.status], ['3', 'DUSD', 'NEW'])
  const { reference, amount, tokenSymbol: symbol } = begun
  const message = createRefundMessage({ reference, amount, symbol, chainId, recipient: home })
  const byStranger = await demoAccount(8).signMessage({ message })
  const name = (signature: string) =>
    client().nameRefundRecipient(chargeUuid, begun.uuid, { recipientAddress: home, signature })
  await assert.rejects(name(byStranger), { code: 'invalid_request', field: 'signature' })
  assert.equal((await name(await harness.chain.payer.signMessage({ message }))).status, 'APPROVED')
  await client().signRefund(begun.uuid, {
    senderAddress: merchant.address,
    attempt: crypto.randomUUID(),
  })
  const suffix = Attribution.toDataSuffix({ codes: [reference] })
  const sent = await send(merchant, home, 3_000_000n, suffix)
  const done = await refundThatIs(begun, 'COMPLETED')
  assert.deepEqual([done.hash, done.sentAmount], [sent, '3'])
  // It is never sent a second time, by whatever way.
  await assert.rejects(client().createRefund(chargeUuid, {}), conflict)
  await assert.rejects(client().unassignUnmatched(uuid, { chargeUuid }), conflict)
  assert.equal((await client().returnUnmatched(uuid)).chargeUuid, chargeUuid)
  const rows: BookRow[] = []
  const { baseUrl } = harness.service
  const { apiKey } = harness.shop
  const books = createClient({ baseUrl, apiKey, timeoutMs: patience })
  for await (const row of books.exportBooks()) rows.push(row)
  const moved = rows.filter((row) => row.hash === hash || row.hash === sent)
  // Blocks of one second stand in the order of their transactions' hashes, so no order is asked for here.
  const money = moved
    .filter(({ kind }) => kind !== 'fee')
    .map(({ kind, charge_id, amount }) => `${kind} ${charge_id} ${amount}`)
  assert.deepEqual(money.toSorted(), [`returned ${chargeUuid} -3`, `returned ${chargeUuid} 3`])
})

test('what is sent back is of no order, and what is of an order is not sent back', async () => {
  const order = await newCharge(harness)
  const [first, second] = [await strayMoney(4_000_000n), await strayMoney(4_100_000n)]
  await client().assignUnmatched(first.uuid, { chargeUuid: order })
  await assert.rejects(client().returnUnmatched(first.uuid), conflict)
  const { chargeUuid } = await client().returnUnmatched(second.uuid)
  await assert.rejects(client().assignUnmatched(second.uuid, { chargeUuid: order }), conflict)
  await assert.rejects(client().ignoreUnmatched(second.uuid), conflict)
  // Nor does other money get a share of it.
  const third = await strayMoney(4_200_000n)
  await assert.rejects(client().assignUnmatched(third.uuid, { chargeUuid }), conflict)
  const named = await send(harness.chain.payer, wallet, 4_300_000n, suffixOf(chargeUuid))
  const told = await unmatchedOf(harness, named)
  assert.match(told.reason, /only returns earlier money/)
  // No order is told by it, or counted.
  const { data: events } = await client().listEvents({ charge: chargeUuid })
  assert.deepEqual(events, [])
})

test('it is decided once, however many decide, and undone before a refund', async () => {
  const { uuid, hash } = await strayMoney(2_000_000n)
  const decisions = await Promise.all([1, 2, 3].map(() => client().returnUnmatched(uuid)))
  assert.equal(new Set(decisions.map(({ chargeUuid }) => chargeUuid)).size, 1)
  const chargeUuid = decisions[0]?.chargeUuid ?? ''
  await paymentThatIs(harness, chargeUuid, hash, 'COMPLETED')
  await assert.rejects(client().createRefund(chargeUuid, { amount: '2.000001' }), conflict)
  assert.equal((await client().unassignUnmatched(uuid, { chargeUuid })).status, 'UNMATCHED')
  await assert.rejects(client().createRefund(chargeUuid, {}), conflict)
  // The same charge again: its refunds are counted together.
  assert.equal((await client().returnUnmatched(uuid)).chargeUuid, chargeUuid)
  await until('the second decision to be confirmed', async () => {
    const { payments } = await client().getCharge(chargeUuid)
    return (
      payments
        .map(({ status }) => status)
        .sort()
        .join() === 'COMPLETED,FAILED' || undefined
    )
  })
  const refunds = await Promise.allSettled(
    [1, 2, 3].map(() => client().createRefund(chargeUuid, {})),
  )
  assert.equal(refunds.filter(({ status }) => status === 'fulfilled').length, 1)
  const unknown = await call(
    harness,
    'POST',
    `/unmatched-payments/${crypto.randomUUID()}/return`,
    {},
  )
  assert.equal(unknown.status, 404)
})
