import { formatAmount } from '../../../src/amount.ts'
import type { PaymentOption } from '../../../src/checkout/quote/payment-option.ts'
import { balanceDigits, feeDigits, roundUnits } from '../../../src/element/checkout/format/round.ts'
import { formatPrice, getLocale, shortenHex } from '../../../src/element/i18n/format.ts'
import { createFormatter } from '../../../src/money.ts'
import { equal, includes } from '../support/assert.ts'
import { test } from '../support/bdd.ts'

const dusd = { decimals: 6, symbol: 'DUSD' }
const wei = { decimals: 18, symbol: 'ETH' }

test('every base unit of an amount is shown, however long it is', () => {
  const { formatToken } = createFormatter('en')
  equal(formatToken(19_990_000n, dusd), '19.99 DUSD')
  equal(formatToken(1n, wei), '0.000000000000000001 ETH')
  equal(formatToken(123_456_789_012_345_678_901n, wei), '123.456789012345678901 ETH')
  equal(formatToken(9_007_199_254_740_993n * 10n ** 18n, wei), '9,007,199,254,740,993.00 ETH')
  equal(formatToken(1n, { decimals: 24, symbol: 'LONG' }), '0.000000000000000000000001 LONG')
  equal(formatToken(5n, { decimals: 0, symbol: 'ONE' }), '5 ONE')
  equal(formatToken(10n ** 77n + 1n, { decimals: 77, symbol: 'MAX' }), `1.${'0'.repeat(76)}1 MAX`)
})

test('a price is in its currency, exact to the last digit', () => {
  const { formatMoney } = createFormatter('en-US')
  equal(formatMoney('19.99', 'USD'), '$19.99')
  equal(formatMoney('5', 'USD'), '$5.00')
  equal(formatMoney('1234567.891', 'USD'), '$1,234,567.891')
  equal(formatMoney('9007199254740993.01', 'USD'), '$9,007,199,254,740,993.01')
  equal(formatMoney('0.0000000001', 'USD'), '$0.0000000001')
})

test('what is no currency of the world is shown behind its amount', () => {
  const { formatMoney } = createFormatter('en')
  for (const currency of ['DUSD', '', '$', 'US', '<b>'])
    equal(formatMoney('5.5', currency), `5.5 ${currency}`)
})

test('the payer’s language decides how', () => {
  const blank = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')
  equal(blank(createFormatter('de').formatMoney('1234.5', 'USD')), '1.234,50 $')
  equal(blank(createFormatter('de').formatToken(1_234_500_000n, dusd)), '1.234,50 DUSD')
  equal(blank(createFormatter('fr').formatToken(1_234_500_000n, dusd)), '1 234,50 DUSD')
  equal(createFormatter('en-IN').formatToken(12_345_678_000_000n, dusd), '1,23,45,678.00 DUSD')
})

test('an amount has two places or more, as prices have; base units have none', () => {
  const { formatToken } = createFormatter('en')
  equal(formatToken(34_500_000n, dusd), '34.50 DUSD')
  equal(formatToken(34_000_000n, dusd), '34.00 DUSD')
  equal(formatToken(34_512_000n, dusd), '34.512 DUSD')
  equal(formatToken(345n, { decimals: 1, symbol: 'ONE' }), '34.5 ONE')
  equal(formatToken(345n, { decimals: 0, symbol: 'ONE' }), '345 ONE')
})

test('what is needed is rounded up and what is there down, to so many digits', () => {
  const { formatToken } = createFormatter('en')
  const fee = roundUnits(79_612_345_678_901n, 18, feeDigits, 'up')
  equal(formatToken(fee, wei), '0.0000797 ETH')
  const units = 5_123_456_789_012_345_678n
  equal(formatToken(roundUnits(units, 18, balanceDigits, 'up'), wei), '5.12346 ETH')
  equal(formatToken(roundUnits(units, 18, balanceDigits, 'down'), wei), '5.12345 ETH')
  // A few digits stay as they are, and no cent is rounded away.
  equal(roundUnits(1_234_567n, 6, balanceDigits, 'up'), 1_234_570n)
  equal(roundUnits(234_567n, 6, balanceDigits, 'up'), 234_567n)
  equal(formatToken(roundUnits(12_345_678_901n, 6, balanceDigits, 'up'), dusd), '12,345.68 DUSD')
})

const deal = (
  pricing: PaymentOption['charge']['pricing'],
  price: bigint,
  amount = price,
): PaymentOption => ({
  charge: {
    id: '1',
    hosted_url: '',
    created_at: '',
    pricing_type: price > 0n ? 'fixed_price' : 'no_price',
    ...(pricing && { pricing }),
  },
  price,
  paidAmount: 0n,
  quote: {
    chargeId: '1',
    chainId: 1,
    recipient: '',
    amount,
    token: { address: '', native: false, ...dusd },
  },
})

test('large on the card is the merchant’s price, or the token’s where there is none', () => {
  const formats = createFormatter('en-US')
  const pricing = {
    local: { amount: '19.99', currency: 'USD' },
    settlement: { amount: '18.5', currency: 'EURC' },
  }
  equal(formatPrice(deal(pricing, 18_500_000n), formats), '$19.99')
  equal(formatPrice(deal(undefined, 18_500_000n), formats), '18.50 DUSD')
  equal(formatPrice(deal(pricing, 0n, 7_000_000n), formats), '7.00 DUSD')
})

test('the language is that of the place in the page', () => {
  const outer = document.createElement('div')
  outer.lang = 'de'
  outer.innerHTML = '<p lang="pt-br"><b></b></p><i></i><u lang="no__such"></u>'
  document.body.append(outer)
  const of = (name: string) => getLocale(outer.querySelector(name) ?? outer)
  equal(of('b'), 'pt-BR')
  equal(of('i'), 'de')
  equal(of('u'), undefined)
  outer.remove()
})

test('an address is shortened so that its ends can be compared', () => {
  const short = shortenHex('0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc')
  equal(short, '0x9965…A4dc')
  includes(short, '…')
  equal(shortenHex('0x12345'), '0x12345')
})

test('English amounts, which are written without Intl, are those of Intl', () => {
  const money = { style: 'currency', currency: 'USD', maximumFractionDigits: 77 } as const
  const digits = (length: number) =>
    Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => byte % 10).join('')
  const amounts = ['0', '0.5', '0.50', '5', '5.0', '1000', '999999.9', '1234567.8900', '0.000001']
  for (let times = 0; times < 500; times++)
    amounts.push(
      `${BigInt(digits(1 + (times % 18)))}${times % 3 ? `.${digits(1 + (times % 9))}` : ''}`,
    )
  for (const locale of ['en', 'en-US']) {
    const { formatMoney, formatToken } = createFormatter(locale)
    for (const amount of amounts) {
      const number = amount as Intl.StringNumericLiteral
      equal(formatMoney(amount, 'USD'), new Intl.NumberFormat(locale, money).format(number), amount)
      const units = BigInt(amount.replace('.', ''))
      const shown = formatAmount(units, 6)
      const expected = new Intl.NumberFormat(locale, {
        minimumFractionDigits: 2,
        maximumFractionDigits: 77,
      }).format(shown as Intl.StringNumericLiteral)
      equal(formatToken(units, dusd), `${expected} DUSD`, amount)
    }
  }
})

test('what is no plain decimal text, or another currency or language, goes to Intl', () => {
  const { formatMoney } = createFormatter('en')
  equal(formatMoney('007.5', 'USD'), '$7.50')
  equal(formatMoney('5', 'EUR'), '€5.00')
  equal(createFormatter('en-GB').formatMoney('5', 'USD'), 'US$5.00')
})
