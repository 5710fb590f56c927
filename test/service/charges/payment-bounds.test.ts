import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  findBoundReason,
  tooManyReason,
  tooSmallReason,
} from '../../../src/service/charges/lists/payment-bounds.ts'
import type { ChargeRecord, PaymentRecord } from '../../../src/service/charges/records.ts'

const quote = { amount: 20_000_000n, decimals: 6, priceSource: 'usd_peg' } as ChargeRecord['quote']

const payment = (status: PaymentRecord['status'], creditedAmount = 0n) =>
  ({ status, creditedAmount }) as PaymentRecord

const judge = (amount: bigint, ...payments: PaymentRecord[]) =>
  findBoundReason(
    { pricingType: 'fixed_price', localAmount: '20', quote, payments } as unknown as ChargeRecord,
    quote,
    amount,
  )

describe('a charge with a price keeps', () => {
  test('a hundredth of it, and no dust', () => {
    assert.equal(judge(200_000n), undefined)
    assert.equal(judge(199_999n), tooSmallReason)
  })

  test('what completes it, however little', () => {
    const most = payment('COMPLETED', 19_990_000n)
    assert.equal(judge(10_000n, most), undefined)
    assert.equal(judge(9_999n, most), tooSmallReason)
  })

  test('no dust after it is paid', () => {
    const paid = payment('COMPLETED', 20_000_000n)
    assert.equal(judge(10_000n, paid), tooSmallReason)
    assert.equal(judge(10_000n, paid, payment('PENDING')), tooSmallReason)
  })

  test('a bounded number of payments', () => {
    const many = Array.from({ length: 120 }, () => payment('COMPLETED', 200_000n))
    assert.equal(judge(20_000_000n, ...many), tooManyReason)
  })
})
