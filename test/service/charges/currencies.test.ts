import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { formatAmount, parseAmount } from '../../../src/amount.ts'
import type { UsdRate } from '../../../src/service/chain/types/tokens.ts'
import { checkPlaces } from '../../../src/service/charges/order-details.ts'
import { convertToChargeToken } from '../../../src/service/charges/pricing/payment-assets.ts'
import {
  computePrice,
  computeRenewedPrice,
  getPriceSource,
  needsRate,
  toLocalRate,
} from '../../../src/service/charges/pricing/pricing.ts'
import { toReducedCharge } from '../../../src/service/charges/replies.ts'
import { getCurrencyDigits } from '../../../src/service/rates/currency-digits.ts'
import { chargeOf, recipients, start } from '../../attack/reserving.ts'

const currencies = ['USD', 'EUR', 'JPY', 'KWD', 'ISK', 'CHF'] as const
const rate = fc.record({
  // Down to what a unit of the weakest currency is worth, and up to a coin's price.
  answer: fc.bigInt({ min: 1n, max: 10n ** 24n }),
  decimals: fc.integer({ min: 0, max: 27 }),
})
const cases = fc.record({
  units: fc.bigInt({ min: 1n, max: 10n ** 15n }),
  currency: fc.constantFrom(...currencies),
  decimals: fc.integer({ min: 0, max: 24 }),
  peg: fc.constantFrom(undefined, ...currencies),
  ofToken: rate,
  ofCurrency: rate,
})

const priced = (amount: string, currency: string) => ({
  pricing_type: 'fixed_price' as const,
  local_price: { amount, currency },
})
const withSource = (currency: string, value: UsdRate) => {
  const source = `feed of ${currency}`
  return { ...value, currency, source, at: new Date(0) }
}

describe('a price in any currency, at any rate, in any token', () => {
  test('asks for what it is worth or less than one unit of the token more, by whole numbers alone', () => {
    const isExact = fc.property(
      cases,
      ({ units, currency, decimals, peg, ofToken, ofCurrency }) => {
        const places = getCurrencyDigits(currency) ?? assert.fail(currency)
        const amount = formatAmount(units, places)
        const body = priced(amount, currency)
        const token = { decimals, symbol: 'TKN', peg }
        checkPlaces(body)
        const isAtPar = peg === currency
        assert.equal(needsRate(body, token, undefined), !isAtPar)
        if (isAtPar) {
          // A price with more places than the token has is refused, by the field.
          const hasPlaces = parseAmount(amount, 78) % 10n ** BigInt(78 - decimals) === 0n
          if (!hasPlaces)
            return assert.throws(() => computePrice(body, token), { code: 'invalid_request' })
          assert.equal(computePrice(body, token), parseAmount(amount, decimals))
          assert.equal(
            getPriceSource(body, token, undefined),
            currency === 'USD' ? 'usd_peg' : 'peg',
          )
          return
        }
        const isDollar = currency === 'USD'
        const rates = {
          token: ofToken,
          currency: isDollar ? undefined : withSource(currency, ofCurrency),
        }
        const unit = isDollar ? { answer: 1n, decimals: 0 } : ofCurrency
        const price = units * unit.answer * 10n ** BigInt(decimals + ofToken.decimals)
        const perUnit = ofToken.answer * 10n ** BigInt(places + unit.decimals)
        if (price > ((1n << 256n) - 1n) * perUnit)
          return assert.throws(() => computePrice(body, token, { rate: rates }), /too large/)
        const asked = computePrice(body, token, { rate: rates })
        // Both sides in the same fraction of a dollar: the tokens asked for at their value, and the price at its own.
        assert.ok(asked * perUnit >= price)
        assert.ok((asked - 1n) * perUnit < price)
        assert.equal(getPriceSource(body, token, rates), 'feed')
        // The same rate renews it to the same amount, and what the charge keeps of the rate gives it again.
        assert.equal(computeRenewedPrice(amount, token, rates), asked)
        const kept = toLocalRate(rates)
        assert.equal(kept?.usd, isDollar ? undefined : formatAmount(unit.answer, unit.decimals))
        // The whole price is credited as the whole price, and a unit less never is.
        const quote = {
          ...token,
          ...{ amount: asked, priceSource: 'feed', chainId: 1, token: '0x01' },
        } as never
        assert.equal(convertToChargeToken(quote, asked, quote), asked)
        assert.ok(convertToChargeToken(quote, asked - 1n, quote) < asked)
      },
    )
    fc.assert(isExact, { numRuns: 100_000 })
  })

  test('has the decimal places of its currency at most, in each of its amounts', () => {
    const body = { ...priced('1990', 'JPY'), line_items: [{ name: 'Mug', unit_amount: '1990' }] }
    checkPlaces(body)
    checkPlaces(priced('3.125', 'KWD'))
    checkPlaces(priced('0.000001', 'USD'))
    const refused = (field: string) => ({ code: 'invalid_request', field })
    assert.throws(() => checkPlaces(priced('1990.5', 'JPY')), refused('local_price.amount'))
    assert.throws(() => checkPlaces(priced('19.905', 'EUR')), refused('local_price.amount'))
    const line_items = [{ name: 'Mug', unit_amount: '1990.0' }]
    assert.throws(() => checkPlaces({ ...body, line_items }), refused('line_items.0.unit_amount'))
  })
})

test('payers read that a rate is of a document, and only the merchant where it is', () => {
  const made = chargeOf(1, recipients[0] ?? '', 1_000_000n, start)
  const rate = { usd: '1.0853', source: 'http://rates.internal/daily.xml', at: new Date(start) }
  const { chainId, token, amount } = made.quote
  const period = { validFrom: new Date(start), validUntil: new Date(start + 1000) }
  const charge = { ...made, quotePeriods: [{ chainId, token, amount, rate, ...period }] }
  const rateFor = (isMerchant: boolean) =>
    toReducedCharge(charge, 'https://pay.example', { isMerchant }).pricing.rate
  const told = { usd: rate.usd, source: 'document', at: rate.at.toISOString() }
  assert.deepEqual(rateFor(false), told)
  assert.deepEqual(rateFor(true), { ...told, source_url: rate.source })
})
