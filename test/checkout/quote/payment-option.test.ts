import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { formatAmount } from '../../../src/amount.ts'
import {
  type AttributeDestination,
  createPaymentOption,
  sumPaid,
} from '../../../src/checkout/quote/payment-option.ts'
import type { PayErrorCode } from '../../../src/errors.ts'
import { charge, chargeId, destination, payment, shopAddress, tokenAddress } from '../samples.ts'

const code = (expected: PayErrorCode) => (error: unknown) =>
  (error as { code?: unknown }).code === expected

const attributes: AttributeDestination = {
  recipient: shopAddress,
  chainId: 8453,
  token: { address: tokenAddress, decimals: 6, symbol: 'USDC' },
}

test('the quote is what the request charge asks, to the last base unit', () => {
  const { quote, price, paidAmount } = createPaymentOption(charge(), destination())
  assert.deepEqual(quote, {
    chargeId,
    chainId: 31_337,
    recipient: shopAddress,
    token: { address: tokenAddress, decimals: 6, symbol: 'DUSD', native: false },
    amount: 19_990_000n,
    reference: '5d0c1f2e3b4a59687786a5b4c3d2e1f0',
  })
  assert.equal(price, 19_990_000n)
  assert.equal(paidAmount, 0n)
})

test('the amount of the request charge is paid, not the price in dollars', () => {
  const asked = destination({ tokenAmount: '0.005432100000000001', tokenDecimals: 18 })
  assert.equal(createPaymentOption(charge(), asked).quote.amount, 5_432_100_000_000_001n)
})

test('without a request charge the attributes say where, and the settlement how much', () => {
  const { quote } = createPaymentOption(charge(), attributes)
  assert.equal(quote.amount, 19_990_000n)
  assert.equal(quote.chainId, 8453)
  assert.equal(quote.recipient, shopAddress)
})

test('both spellings of the chain’s own coin are sent as value', () => {
  for (const address of [`0x${'0'.repeat(40)}`, `0x${'eE'.repeat(20)}`]) {
    const { quote } = createPaymentOption(charge(), destination({ tokenAddress: address }))
    assert.equal(quote.token.native, true)
  }
})

test('only confirmed payments count, and the rest is owed', () => {
  const half = { paidAmountInRequestedToken: '5.01' }
  const payments = [
    payment('COMPLETED', half),
    payment('PENDING'),
    payment('FAILED'),
    payment(undefined),
  ]
  const { quote, paidAmount, price } = createPaymentOption(charge({ payments }), destination())
  assert.equal(paidAmount, 5_010_000n)
  assert.equal(price, 19_990_000n)
  assert.equal(quote.amount, 14_980_000n)
})

test('money that is over is not asked back', () => {
  const payments = [payment('COMPLETED', { paidAmountInRequestedToken: '25' })]
  const { quote, paidAmount } = createPaymentOption(charge({ payments }), destination())
  assert.equal(quote.amount, 0n)
  assert.equal(paidAmount, 25_000_000n)
})

test('a charge of no_price has no price; what it suggests is offered', () => {
  const open = charge({ pricing_type: 'no_price' })
  assert.equal(createPaymentOption(open, destination({ tokenAmount: '0' })).quote.amount, 0n)
  const suggested = createPaymentOption(open, destination({ tokenAmount: '5' }))
  assert.equal(suggested.quote.amount, 5_000_000n)
  assert.equal(suggested.price, 0n)
})

test('decimals that no token has are refused, and the field is named', () => {
  for (const tokenDecimals of [1.5, -1, 400, 78, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(
      () => createPaymentOption(charge(), destination({ tokenDecimals })),
      (error: unknown) => {
        assert.ok(code('invalid_reply')(error))
        return (error as { field?: unknown }).field === 'tokenDecimals'
      },
      String(tokenDecimals),
    )
  }
})

test('amounts that do not fit the token are refused, never rounded', () => {
  for (const tokenAmount of ['19.9999999', '-1', '1e3', '1,5', '', '.5', '0x10', 'NaN']) {
    assert.throws(
      () => createPaymentOption(charge(), destination({ tokenAmount })),
      code('invalid_amount'),
    )
  }
  const payments = [payment('COMPLETED', { paidAmountInRequestedToken: '-5' })]
  assert.throws(
    () => createPaymentOption(charge({ payments }), destination()),
    code('invalid_amount'),
  )
})

test('a fixed price of nothing, or none at all, is never offered for a transfer', () => {
  for (const tokenAmount of ['0', '0.000000']) {
    assert.throws(
      () => createPaymentOption(charge(), destination({ tokenAmount })),
      code('invalid_reply'),
    )
  }
  const { pricing: _, ...unpriced } = charge()
  assert.throws(() => createPaymentOption(unpriced, attributes), code('invalid_reply'))
})

test('for any price and any payments, paid and owed add up exactly', async () => {
  const units = fc.bigInt({ min: 0n, max: 2n ** 128n })
  await fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 77 }),
      units.filter((price) => price > 0n),
      fc.array(units, { maxLength: 5 }),
      (decimals, price, parts) => {
        const payments = parts.map((part) =>
          payment('COMPLETED', { paidAmountInRequestedToken: formatAmount(part, decimals) }),
        )
        const asked = { tokenAmount: formatAmount(price, decimals), tokenDecimals: decimals }
        const made = createPaymentOption(charge({ payments }), destination(asked))
        const sum = parts.reduce((all, part) => all + part, 0n)
        assert.equal(sumPaid(charge({ payments }), decimals), sum)
        assert.equal(made.paidAmount, sum)
        assert.equal(made.quote.amount, sum >= price ? 0n : price - sum)
      },
    ),
  )
})
