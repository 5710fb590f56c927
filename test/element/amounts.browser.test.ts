import type { PaymentOption } from '../../src/checkout/quote/payment-option.ts'
import {
  formatFiatValue,
  parseAmountLimits,
  parseEnteredAmount,
} from '../../src/element/checkout/format/amounts.ts'
import type { AmountOptions } from '../../src/element/first/context.ts'
import { en } from '../../src/element/i18n/languages/en.ts'
import { PayError } from '../../src/errors.ts'
import { createFormatter } from '../../src/money.ts'
import { equal, includes } from './support/assert.ts'
import { test } from './support/bdd.ts'

const token = { address: '', symbol: 'DUSD', decimals: 6, native: false }
const none = { suggested: [], min: undefined, max: undefined }

/** The amount in base units, or why there is none. */
function read(text: string, locale: string, options: AmountOptions = {}, of = token) {
  try {
    return parseEnteredAmount(text, of, parseAmountLimits(options, of), createFormatter(locale), en)
  } catch (cause) {
    if (!(cause instanceof PayError)) throw cause
    return cause.message
  }
}

test('an amount is read as the payer’s language writes it', () => {
  for (const [locale, text] of [
    ['en', '12.5'],
    ['en', ' 12.50 '],
    ['de', '12,5'],
    ['de', '12.5'],
    ['de-CH', '12.5'],
    ['fr', '12,50'],
    ['pl', '12,500'],
    ['ar', '12.5'],
    ['ar', '١٢٫٥'],
    ['ar-EG', '١٢٫٥'],
    ['ar-EG', '12.5'],
    ['fa', '۱۲٫۵'],
    ['hi', '12.5'],
    ['hi', '१२.५'],
    ['hi-u-nu-deva', '१२.५'],
    ['ff-Adlm', '𞥑𞥒.𞥕'],
  ] as const)
    equal(read(text, locale), 12_500_000n)
})

test('what the browser writes in a language, it reads in that language, whatever the places', () => {
  const locales = [
    'en',
    'de',
    'fr',
    'es',
    'pt-BR',
    'ru',
    'ja',
    'hi',
    'ar',
    'ar-EG',
    'fa',
    'bn',
    'my',
  ]
  for (const locale of locales) {
    for (const text of ['0.000001', '7', '1000', '1234567.89', '12.345'] as const) {
      const format = new Intl.NumberFormat(locale, {
        useGrouping: false,
        maximumFractionDigits: 6,
      })
      const units = BigInt(Math.round(Number(text) * 1e6))
      equal(read(format.format(text), locale), units)
    }
  }
})

test('every digit of every script is the one that it is', () => {
  for (const system of Intl.supportedValuesOf('numberingSystem')) {
    const format = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false })
    const { numberingSystem } = format.resolvedOptions()
    const ten = [...format.format(1_234_567_890)]
    // Those without digits of their own, such as Roman, are no Nd and are refused.
    if (numberingSystem !== system || !ten.every((one) => /\p{Nd}/u.test(one))) continue
    equal(read(ten.join(''), 'en'), 1_234_567_890_000_000n)
  }
})

test('a beginning or an end of an amount is one where it can be nothing else', () => {
  equal(read('.5', 'en'), 500_000n)
  equal(read(',5', 'de'), 500_000n)
  equal(read('5.', 'en'), 5_000_000n)
  equal(read('007', 'en'), 7_000_000n)
})

test('thousands are read as the payer’s language groups them, on every keyboard', () => {
  for (const [locale, text] of [
    ['en', '1,234.5'],
    ['en', '1 234.5'],
    ['ar', '١٬٢٣٤٫٥'],
    ['ar-EG', '1,234.5'],
    ['de', '1.234,5'],
    ['de-CH', '1’234.5'],
    ['de-CH', "1'234.5"],
    ['es', '1234,5'],
    ['fr', '1\u202f234,5'],
    ['fr', '1\u00a0234,5'],
    ['fr', '1 234,5'],
    ['he', '1,234.5'],
    ['hi', '१,२३४.५'],
    ['id', '1.234,5'],
    ['it', '1.234,5'],
    ['ja', '１，２３４．５'],
    ['ja', '1234。5'],
    ['ko', '1,234.5'],
    ['nl', '1.234,5'],
    ['pl', '1\u00a0234,5'],
    ['pt', '1.234,5'],
    ['tr', '1.234,5'],
    ['vi', '1.234,5'],
    ['zh-Hans', '１，２３４．５'],
    ['zh-Hant', '1,234.5'],
  ] as const)
    equal(`${locale} ${read(text, locale)}`, `${locale} 1234500000`)
  for (const text of ['1,00,000', '100,000', '१,००,०००']) equal(read(text, 'hi'), 100_000_000_000n)
  equal(read('1.000', 'de'), 1_000_000_000n)
  equal(read('1,000', 'en'), 1_000_000_000n)
  equal(read('1.000', 'en'), 1_000_000n)
})

test('what may mean another amount in another language, and is in no group of this one, is never guessed', () => {
  for (const [locale, text] of [
    ['en', '1,5'],
    ['en', '1,23'],
    ['en', '1,00,000'],
    ['en', '0,123'],
    ['en', ',123'],
    ['en', '1,,234'],
    ['en', '1,234,5'],
    ['en', '1.234,5'],
    ['de', '0.123'],
    ['de', '1,234.5'],
    ['fr', '1.000'],
    ['fr', '1,234.5'],
    ['ar-EG', '١.٠٠٠'],
  ] as const)
    includes(String(read(text, locale)), 'Enter the amount in digits')
})

test('what is no amount is refused with an example in the payer’s own writing', () => {
  for (const text of ['', ' ', '.', 'ten', '-5', '+5', '1e3', '0x10', '5 DUSD', '1.2.3', '½', 'Ⅻ'])
    equal(read(text, 'en'), 'Enter the amount in digits, like 12.5.')
  includes(String(read('x', 'de')), '12,5')
  includes(String(read('x', 'ar-EG')), '١٢٫٥')
})

test('no amount is rounded: places that the token has not are refused', () => {
  equal(read('0.000001', 'en'), 1n)
  equal(read('0.0000001', 'en'), 'DUSD allows up to 6 decimal places.')
  const whole = { ...token, symbol: 'ONE', decimals: 0 }
  equal(read('5', 'en', {}, whole), 5n)
  equal(read('5.5', 'en', {}, whole), 'ONE allows up to 0 decimal places.')
  const wei = { ...token, symbol: 'ETH', decimals: 18 }
  equal(
    read('9007199254740993.000000000000000001', 'en', {}, wei),
    9007199254740993000000000000000001n,
  )
})

test('nothing is no amount', () => {
  for (const text of ['0', '0.0', '.0']) equal(read(text, 'en'), 'Enter an amount above zero.')
})

test('the page’s bounds are kept to the last unit, and said in the payer’s writing', () => {
  const bounds = { min: '1', max: '1000.5' }
  equal(read('1', 'en', bounds), 1_000_000n)
  equal(read('1000.5', 'en', bounds), 1_000_500_000n)
  equal(read('0.999999', 'en', bounds), 'At least 1.00 DUSD.')
  equal(read('1000.500001', 'en', bounds), 'At most 1,000.50 DUSD.')
  equal(read('1000,500001', 'de', bounds), 'At most 1.000,50 DUSD.')
})

test('what the page says wrongly is told with the property’s name', () => {
  for (const options of [
    { suggested: ['5', '1,000'] },
    { suggested: ['0.0000001'] },
    { min: 'x' },
    { max: '-1' },
    { dollarsPerToken: 'a dollar' },
  ]) {
    try {
      parseAmountLimits(options, token)
      throw new Error('It was taken.')
    } catch (cause) {
      const { code, message, field } = PayError.from(cause, 'wallet_failed')
      equal(code, 'invalid_attribute')
      equal(field, 'amounts')
      includes(message, 'amounts: ')
    }
  }
  equal(JSON.stringify(parseAmountLimits(undefined, token)), JSON.stringify(none))
})

const deal = (pricing?: PaymentOption['charge']['pricing']): PaymentOption => ({
  charge: {
    id: '1',
    hosted_url: '',
    created_at: '',
    pricing_type: 'no_price',
    ...(pricing && { pricing }),
  },
  price: 0n,
  paidAmount: 0n,
  quote: { chargeId: '1', chainId: 1, recipient: '', amount: 0n, token },
})

test('what an amount is worth is reckoned to the cent, without floating point', () => {
  const formats = createFormatter('en-US')
  const value = (units: bigint, given?: string, of = deal()) =>
    formatFiatValue(units, of, formats, given)
  equal(value(12_500_000n, '1'), '$12.50')
  equal(value(9_007_199_254_740_993_000_000n, '1'), '$9,007,199,254,740,993.00')
  equal(value(1_000_000n, '2501.23'), '$2,501.23')
  equal(value(10_000n, '1'), '$0.01')
  equal(value(5_000_000n), undefined)
})

test('without a word of the page it is by the charge’s own price, where that has one', () => {
  const priced = deal({
    local: { amount: '20', currency: 'USD' },
    settlement: { amount: '18.5', currency: 'EURD' },
  })
  equal(formatFiatValue(37_000_000n, priced, createFormatter('en-US'), undefined), '$40.00')
  const free = deal({
    local: { amount: '0', currency: 'USD' },
    settlement: { amount: '0', currency: 'DUSD' },
  })
  equal(formatFiatValue(37_000_000n, free, createFormatter('en-US'), undefined), undefined)
})

test('it has the places of its currency, and what the page says in dollars is in dollars', () => {
  const of = (currency: string, amount: string) =>
    deal({ local: { amount, currency }, settlement: { amount: '10', currency: 'DUSD' } })
  const value = (one: ReturnType<typeof of>, given?: string) =>
    formatFiatValue(12_345_678n, one, createFormatter('en-US'), given)
  equal(value(of('JPY', '1567')), '¥1,934')
  equal(value(of('KWD', '3.125')), 'KWD\u00a03.858')
  equal(value(of('EUR', '9')), '€11.11')
  equal(value(of('JPY', '1567'), '1'), '$12.34')
})
