import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeBalance } from '../../../src/service/charges/balance.ts'
import type { ChargeRecord, PaymentRecord } from '../../../src/service/charges/records.ts'
import { chargeOf, recipients, seeded, start, token } from '../../attack/reserving.ts'
import { effort } from '../../support/effort.ts'

// How the money of a charge stands against its price, by one rule.

const [recipient = ''] = recipients
const price = 52_000_000n

function paid(...credited: bigint[]): ChargeRecord {
  const charge = chargeOf(1, recipient, price, start)
  const payments = credited.map(
    (amount, index): PaymentRecord => ({
      ...{ id: `${index}`, chargeId: charge.id, chainId: 1, hash: `0x${index}`, token },
      ...{ status: 'COMPLETED', reason: '', receivedAmount: amount, countedAmount: amount },
      ...{ creditedAmount: amount, payerAddress: '', block: undefined, minedAt: undefined },
      ...{ proof: 'reference', createdAt: new Date(start), verifiedAt: new Date(start) },
    }),
  )
  return { ...charge, payments, localAmount: '52' }
}

const refunded = (charge: ChargeRecord, confirmed: bigint, pending = 0n): ChargeRecord => ({
  ...charge,
  refunds: [{ chainId: 1, token, symbol: 'DUSD', decimals: 6, confirmed, pending }],
})

const balanceOf = (charge: ChargeRecord) => {
  const { paymentStatus, missingAmount, excessAmount } = computeBalance(charge)
  return [paymentStatus, missingAmount, excessAmount]
}

test('the balance of a charge is by what arrived, what was sent back, and the price', () => {
  const anyAmount = (charge: ChargeRecord): ChargeRecord => ({
    ...{ ...charge, pricingType: 'no_price' },
    quote: { ...charge.quote, amount: 0n },
  })
  const cases: [ChargeRecord, unknown[]][] = [
    [paid(), ['unpaid', price, 0n]],
    [paid(51_000_000n), ['part_paid', 1_000_000n, 0n]],
    [{ ...paid(51_000_000n), toleratedAmount: '1' }, ['paid', 0n, 0n]],
    [{ ...paid(51_000_000n), toleratedAmount: '0.99' }, ['part_paid', 1_000_000n, 0n]],
    [paid(51_000_000n, 1_000_000n), ['paid', 0n, 0n]],
    [paid(58_000_000n), ['overpaid', 0n, 6_000_000n]],
    // Sent back in part, in full, and beyond: each by what is confirmed.
    [refunded(paid(58_000_000n), 0n, 6_000_000n), ['overpaid', 0n, 6_000_000n]],
    [refunded(paid(58_000_000n), 5_000_000n), ['overpaid', 0n, 1_000_000n]],
    [refunded(paid(58_000_000n), 6_000_000n), ['paid', 0n, 0n]],
    [refunded(paid(58_000_000n), 6_000_001n), ['partly_refunded', 0n, 0n]],
    [refunded(paid(52_000_000n), 52_000_000n), ['refunded', 0n, 0n]],
    [refunded(paid(51_000_000n), 1n), ['partly_refunded', 0n, 0n]],
    [refunded(paid(51_000_000n), 51_000_000n), ['refunded', 0n, 0n]],
    [anyAmount(paid()), ['unpaid', 0n, 0n]],
    [anyAmount(paid(1n)), ['paid', 0n, 0n]],
    [refunded(anyAmount(paid(3n)), 1n), ['partly_refunded', 0n, 0n]],
    [refunded(anyAmount(paid(3n)), 3n), ['refunded', 0n, 0n]],
  ]
  for (const [charge, expected] of cases) assert.deepEqual(balanceOf(charge), expected)
})

test('a refund in another token counts as what its payment was credited with', () => {
  const charge = paid(26_000_000n, 26_000_000n)
  const [own, other] = charge.payments as [PaymentRecord, PaymentRecord]
  const elsewhere = { ...other, chainId: 10, countedAmount: 7n }
  const both = { ...charge, payments: [own, elsewhere] }
  const sent = (confirmed: bigint) => ({
    ...both,
    refunds: [{ chainId: 10, token, symbol: 'WETH', decimals: 18, confirmed, pending: 0n }],
  })
  assert.deepEqual(balanceOf(sent(7n)), ['partly_refunded', 0n, 0n])
  const whole = { ...sent(7n), payments: [elsewhere] }
  assert.deepEqual(balanceOf(whole), ['refunded', 0n, 0n])
})

test('missing and excess never both stand, and the money adds up to the price', () => {
  const random = seeded(3)
  const amount = () => BigInt(Math.floor(random() * 60)) * 1_000_000n
  for (let round = 0; round < 2_000 * effort; round += 1) {
    const charge = paid(...Array.from({ length: Math.floor(random() * 4) }, amount))
    const credited = charge.payments.reduce((sum, payment) => sum + payment.creditedAmount, 0n)
    const back = random() < 0.5 ? 0n : (credited * BigInt(Math.floor(random() * 5))) / 4n
    const { paymentStatus, missingAmount, excessAmount, refundedAmount } = computeBalance(
      refunded(charge, back),
    )
    const kept = credited - back
    const sum = price - missingAmount + excessAmount
    if (['unpaid', 'part_paid'].includes(paymentStatus)) assert.equal(credited, sum)
    if (['paid', 'overpaid'].includes(paymentStatus)) assert.equal(kept, sum)
    if (paymentStatus === 'partly_refunded') assert.ok(kept > 0n && kept < credited)
    if (paymentStatus === 'refunded') assert.ok(kept === 0n && credited > 0n)
    assert.ok(missingAmount === 0n || excessAmount === 0n)
    // What is more than the price is sent back first: only the rest is sent back of the price.
    const ofPrice = back - (credited > price ? credited - price : 0n)
    const expected = paymentStatus === 'refunded' ? price : ofPrice > 0n ? ofPrice : 0n
    assert.equal(refundedAmount, expected)
  }
})
