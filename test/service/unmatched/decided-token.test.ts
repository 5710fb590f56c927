import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { deployFeed, feedAddress } from '../../support/feed.ts'
import { chainId, clientOf, provideHarness, wallet } from '../../support/harness.ts'
import {
  coin,
  newCharge,
  paymentThatIs,
  report,
  suffixOf,
  unmatchedOf,
} from '../../support/paying.ts'

// Money in a known token that the charge does not accept: the merchant assigns it by what it was worth, and has seen that.

const feed = {
  chainId,
  tokenAddress: coin,
  feed: feedAddress(0),
  maxAgeSeconds: 3600,
  min: 100,
  max: 10_000,
}
const harness = provideHarness({ PRICE_FEEDS: JSON.stringify([feed]) })
before(async () => {
  await harness.started
  const sayPrice = await deployFeed(harness.chain)
  await sayPrice(200_050_000_000n)
})

const client = () => clientOf(harness)
const other = () => harness.chain.token('OUSD').address

/** Other dollars that name nobody, once the merchant has them as unmatched. */
const strayDollars = async (units: bigint) =>
  await unmatchedOf(harness, await harness.chain.transfer(other(), wallet, units))

const conflict = { code: 'conflict' }

test('another dollar pays the charge once the merchant says so, and only for what was seen', async () => {
  const id = await newCharge(harness)
  const { uuid, hash } = await strayDollars(5_000_000n)
  assert.equal((await client().getUnmatched(uuid)).usdAmount, '5')
  const assign = (usdAmount?: string) =>
    client().assignUnmatched(uuid, { chargeUuid: id, ...(usdAmount && { usdAmount }) })
  await assert.rejects(assign(), conflict)
  await assert.rejects(assign('4.99'), { code: 'conflict', message: /worth 5 dollars/ })
  await assert.rejects(assign('5.01'), { code: 'conflict', message: /worth 5 dollars/ })
  await assert.rejects(assign('5.000'), { code: 'invalid_request', field: 'usdAmount' })
  assert.deepEqual((await client().getCharge(id)).payments, [])
  await assign('5')
  const payment = await paymentThatIs(harness, id, hash, 'COMPLETED')
  assert.deepEqual([payment.creditedAmount, payment.paidTokenAddress], ['5', other()])
  const charge = await client().getCharge(id)
  assert.deepEqual([charge.status, charge.timeline.at(-1)?.context], ['COMPLETED', undefined])
  // Nobody is offered the token.
  const { requestProps } = (await client().getRequestCharge(id)) as { requestProps?: unknown }
  assert.doesNotMatch(JSON.stringify(requestProps ?? {}), new RegExp(other(), 'i'))
  const { data } = await client().listAuditLog()
  const entry = data.find(({ action, to }) => action === 'payment.assigned' && to?.hash === hash)
  assert.deepEqual(
    [entry?.to?.amountUnits, entry?.to?.usdAmount, entry?.to?.usdPrice],
    ['5000000', '5', '1'],
  )
  // It is refunded in what it came in, and then cannot be taken back.
  const undo = () => client().unassignUnmatched(uuid, { chargeUuid: id })
  const refund = await client().createRefund(id, {})
  assert.deepEqual([refund.amount, refund.tokenAddress], ['5', other()])
  await assert.rejects(undo(), conflict)
  await client().cancelRefund(refund.uuid)
  assert.equal((await undo()).status, 'UNMATCHED')
  assert.equal((await client().getCharge(id)).status, 'NEW')
})

test('a decision is about one transaction: what comes later in the token is a new one', async () => {
  const id = await newCharge(harness)
  const { uuid, hash } = await strayDollars(2_000_000n)
  await client().assignUnmatched(uuid, { chargeUuid: id, usdAmount: '2.00' })
  await paymentThatIs(harness, id, hash, 'COMPLETED')
  assert.equal((await client().getCharge(id)).status, 'PENDING')
  // Neither a name nor a report makes a payment of the rest.
  const named = await harness.chain.transfer(other(), wallet, 3_000_000n, suffixOf(id))
  await report(harness, id, named)
  const told = await unmatchedOf(harness, named)
  assert.match(told.reason, /another token/)
  await assert.rejects(client().assignUnmatched(told.uuid, { chargeUuid: id }), conflict)
  await client().assignUnmatched(told.uuid, { chargeUuid: id, usdAmount: '3' })
  await paymentThatIs(harness, id, named, 'COMPLETED')
  assert.equal((await client().getCharge(id)).status, 'COMPLETED')
})

test('a coin counts by its price at the block, and pays less than the whole price with less', async () => {
  const id = await newCharge(harness)
  // 0.002 at 2,000.50 dollars: 4.001, of a price that is rounded up in the coin.
  const hash = await harness.chain.send(wallet, suffixOf(id), 2n * 10n ** 15n)
  await report(harness, id, hash)
  const { uuid } = await unmatchedOf(harness, hash)
  assert.equal((await client().getUnmatched(uuid)).usdAmount, '4')
  await client().assignUnmatched(uuid, { chargeUuid: id, usdAmount: '4.00' })
  const { creditedAmount } = await paymentThatIs(harness, id, hash, 'COMPLETED')
  assert.equal(creditedAmount, '4.000999')
  assert.equal((await client().getCharge(id)).status, 'PENDING')
})
