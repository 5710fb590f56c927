import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeToleratedAmount, readTolerance } from '../../../src/service/accounts/tolerance.ts'
import { dollar } from '../../../src/service/chain/types/tokens.ts'
import { createPaymentRecord, settlePayment } from '../../../src/service/charges/lifecycle.ts'
import { chargeOf, recipients, seeded, start, token } from '../../attack/reserving.ts'
import { effort } from '../../support/effort.ts'

// Payments that are short of the price by what the merchant tolerates pay it, and by a unit more they do not.

const [recipient = ''] = recipients

/** Pays so many units of a price in cents, and gives the charge's new status and what is unusual of it. */
function pay(cents: number, tolerance: { cents: number; basisPoints: number }, short: bigint) {
  const price = BigInt(cents) * 10_000n
  const localAmount = (cents / 100).toFixed(2)
  const toleratedAmount = computeToleratedAmount(tolerance, localAmount, dollar)
  const charge = { ...chargeOf(1, recipient, price, start), localAmount, toleratedAmount }
  const transfer = {
    ...{ id: 't', chainId: 1, hash: '0x01', position: 0, token, recipient, sender: '0x02' },
    ...{ amount: price - short, countedAmount: price - short, minedAt: new Date(start) },
    ...{
      block: { number: 1n, hash: '0x01' },
      status: 'CREDITED' as const,
      proof: 'reference' as const,
    },
    ...{ reason: '', chargeId: charge.id, mentionedReferences: [], createdAt: new Date(start) },
  } as const
  const payment = createPaymentRecord(charge, transfer, 'reference', new Date(start))
  const of = { ...transfer, paymentId: payment.id }
  const update = settlePayment(
    { ...charge, payments: [payment] },
    payment.id,
    [of],
    new Date(start),
  )
  return [update?.statusChange?.status, update?.statusChange?.context]
}

test('what is short by the tolerance pays the price, and a unit more does not', () => {
  const random = seeded(5)
  for (let round = 0; round < 2_000 * effort; round += 1) {
    const cents = 100 + Math.floor(random() * 100_000)
    const tolerance = {
      cents: Math.floor(random() * 501),
      basisPoints: Math.floor(random() * 501),
    }
    const byPercent = (BigInt(cents) * BigInt(tolerance.basisPoints) * 10_000n) / 10_000n
    const byAmount = BigInt(tolerance.cents) * 10_000n
    const tolerated = byPercent < byAmount ? byPercent : byAmount
    const paid = tolerated === 0n ? undefined : 'UNDERPAID'
    const of = `${cents} cents, ${JSON.stringify(tolerance)}`
    assert.deepEqual(pay(cents, tolerance, tolerated), ['COMPLETED', paid], of)
    assert.deepEqual(pay(cents, tolerance, tolerated + 1n), ['PENDING', 'UNDERPAID'], of)
  }
})

test('a tolerance is at most five dollars and five percent', () => {
  const largest = { cents: 500, basisPoints: 500 }
  assert.deepEqual(readTolerance({ amount: '5.00', percent: '5' }), largest)
  assert.deepEqual(readTolerance({ amount: '0', percent: '0.00' }), { cents: 0, basisPoints: 0 })
  for (const [amount, percent, field] of [
    ['5.01', '1', 'amount'],
    ['1', '5.01', 'percent'],
    ['0.001', '1', 'amount'],
    ['1', '100', 'percent'],
    ['1', '9'.repeat(60), 'percent'],
    // The smaller of both counts, so one alone would tolerate nothing.
    ['1', '0', 'percent'],
    ['0', '1', 'amount'],
  ] as const)
    assert.throws(() => readTolerance({ amount, percent }), { field }, `${amount} ${percent}`)
  assert.equal(computeToleratedAmount(largest, '1000', dollar), '5')
  assert.equal(computeToleratedAmount(largest, '10', dollar), '0.5')
  assert.equal(computeToleratedAmount({ cents: 500, basisPoints: 0 }, '10', dollar), '0')
})
