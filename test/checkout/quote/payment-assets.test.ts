import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  type AcceptedAsset,
  convertToQuotedAsset,
  listPaymentOptions,
} from '../../../src/checkout/quote/payment-assets.ts'
import type { PaymentOption } from '../../../src/checkout/quote/payment-option.ts'
import { isPaid, updatePaymentOption } from '../../../src/checkout/quote/settlement.ts'
import type { PayError } from '../../../src/errors.ts'
import { charge, deal, openDeal, payment, shopAddress, tokenAddress } from '../samples.ts'

const other: AcceptedAsset = {
  chainId: 8453,
  tokenAddress: shopAddress,
  tokenDecimals: 18,
  tokenSymbol: 'EURD',
  tokenAmount: '18.5',
}
const second = (of = deal(), accept = other) => {
  const [, found] = listPaymentOptions(of, [accept])
  assert.ok(found)
  return found
}

test('the charge’s own pair comes first, and what the page says comes after', () => {
  const [own, found] = listPaymentOptions(deal(), [other])
  assert.deepEqual(own, deal())
  assert.equal(found?.quote.amount, 18_500_000_000_000_000_000n)
  assert.equal(found?.quote.chainId, 8453)
  assert.equal(found?.quote.recipient, deal().quote.recipient)
  assert.equal(listPaymentOptions(deal()).length, 1)
})

test('in another pair it is the same charge: its name and how long its price holds stay', () => {
  const { quote } = deal()
  const reference = 'a'.repeat(32)
  const own = { ...deal(), quote: { ...quote, reference, expiresAt: 1_790_000_900_000 } }
  const found = second(own)
  assert.deepEqual([found.quote.reference, found.quote.expiresAt], [reference, 1_790_000_900_000])
  // What a page has stored of another charge does not name this one.
  const stored = { ...found.quote, reference: 'b'.repeat(32) }
  assert.equal(convertToQuotedAsset(own, stored).quote.reference, reference)
})

test('the service’s own word wins over the page’s', () => {
  const told = { ...deal(), accepts: [] }
  assert.equal(listPaymentOptions(told, [other]).length, 1)
})

test('the charge’s own pair, given again, is not offered twice', () => {
  const same = { ...other, chainId: 31_337, tokenAddress: tokenAddress.toLowerCase() }
  assert.equal(listPaymentOptions(deal(), [same]).length, 1)
})

test('without a price only the same token counts, digit by digit', () => {
  const { tokenAmount: _, ...bare } = other
  const found = second(deal(), { ...bare, tokenSymbol: 'DUSD' })
  assert.equal(found.quote.amount, 19_990_000_000_000_000_000n)
  const of = (code: string) => (error: PayError) =>
    error.code === code && error.field === 'accepts' && /tokenAmount/.test(error.message)
  assert.throws(() => listPaymentOptions(deal(), [bare]), of('invalid_attribute'))
  assert.throws(() => listPaymentOptions({ ...deal(), accepts: [bare] }), of('invalid_reply'))
})

test('what is no chain, address, symbol or number of places is refused by name', () => {
  const wrong: [Partial<Record<keyof AcceptedAsset, unknown>>, RegExp][] = [
    [{ chainId: 'base' }, /chainId/],
    [{ tokenAddress: '0x12' }, /tokenAddress/],
    [{ recipientAddress: 'shop' }, /recipientAddress/],
    [{ tokenDecimals: 1.5 }, /tokenDecimals/],
    [{ tokenSymbol: '' }, /tokenSymbol/],
    [{ tokenAmount: 'much' }, /amount/],
  ]
  for (const [fields, message] of wrong)
    assert.throws(
      () => listPaymentOptions(deal(), [{ ...other, ...fields } as AcceptedAsset]),
      message,
    )
})

test('the rest of a part is owed in the other token, rounded up', () => {
  const part = payment('COMPLETED', { paidAmountInRequestedToken: '10' })
  const found = second(deal(part))
  assert.equal(found.paidAmount, (10_000_000n * found.price) / 19_990_000n)
  assert.equal(found.quote.amount, found.price - found.paidAmount)
})

test('what the whole price in another token has paid, is paid', () => {
  const found = second()
  const paid = updatePaymentOption(found, charge({ payments: [payment('COMPLETED')] }))
  assert.ok(isPaid(paid))
  assert.equal(paid.quote.token.symbol, 'EURD')
  assert.equal(paid.base?.paidAmount, 19_990_000n)
})

test('chosen anew it is reckoned from the charge’s own price, not from the last choice', () => {
  const again = second(second())
  assert.deepEqual(again, second())
})

test('an amount that the payer named is the same in a token of the same kind', () => {
  const { tokenAmount: _, ...bare } = other
  const named = { ...openDeal(), quote: { ...openDeal().quote, amount: 1_234_567n } }
  const [, fine] = listPaymentOptions(named, [{ ...bare, tokenSymbol: 'DUSD' }])
  assert.equal(fine?.quote.amount, 1_234_567_000_000_000_000n)
  const [, coarse] = listPaymentOptions(named, [{ ...bare, tokenSymbol: 'DUSD', tokenDecimals: 2 }])
  assert.equal(coarse?.quote.amount, 124n)
})

test('a transfer of this page keeps the pair that it was made in', () => {
  const { quote } = second()
  const found = convertToQuotedAsset(deal(), quote)
  assert.deepEqual(found.quote, quote)
  assert.equal(convertToQuotedAsset(deal(), deal().quote).base, undefined)
})

test('no choice of tokens ever asks for less than is owed', async () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 30n })
  await fc.assert(
    fc.property(amount, amount, fc.nat({ max: 10 ** 6 }), (price, pair, share) => {
      const own = deal()
      const paid = (price * BigInt(share)) / 1_000_001n
      const base: PaymentOption = {
        ...own,
        price,
        paidAmount: paid,
        quote: { ...own.quote, amount: price - paid },
      }
      const text = `${pair / 10n ** 18n}.${String(pair % 10n ** 18n).padStart(18, '0')}`
      const found = second(base, { ...other, tokenAmount: text })
      // What is owed in the one is worth what is owed in the other, or a little more.
      assert.ok(found.quote.amount * price >= base.quote.amount * pair)
      assert.ok((found.quote.amount - 1n) * price < base.quote.amount * pair)
    }),
  )
})
