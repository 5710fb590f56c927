import type { Deal } from '../../src/checkout/deal.ts'
import { bigPrice, createFormats, localeAt, shortHex } from '../../src/element/format.ts'
import { equal, includes } from './support/assert.ts'
import { test } from './support/bdd.ts'

const dusd = { decimals: 6, symbol: 'DUSD' }
const wei = { decimals: 18, symbol: 'ETH' }

test('every base unit of an amount is shown, however long it is', () => {
  const { token } = createFormats('en')
  equal(token(19_990_000n, dusd), '19.99 DUSD')
  equal(token(1n, wei), '0.000000000000000001 ETH')
  equal(token(123_456_789_012_345_678_901n, wei), '123.456789012345678901 ETH')
  equal(token(9_007_199_254_740_993n * 10n ** 18n, wei), '9,007,199,254,740,993 ETH')
  equal(token(1n, { decimals: 24, symbol: 'LONG' }), '0.000000000000000000000001 LONG')
  equal(token(5n, { decimals: 0, symbol: 'ONE' }), '5 ONE')
  equal(token(10n ** 77n + 1n, { decimals: 77, symbol: 'MAX' }), `1.${'0'.repeat(76)}1 MAX`)
})

test('a price is in its currency, exact to the last digit', () => {
  const { money } = createFormats('en-US')
  equal(money('19.99', 'USD'), '$19.99')
  equal(money('5', 'USD'), '$5.00')
  equal(money('1234567.891', 'USD'), '$1,234,567.891')
  equal(money('9007199254740993.01', 'USD'), '$9,007,199,254,740,993.01')
  equal(money('0.0000000001', 'USD'), '$0.0000000001')
})

test('what is no currency of the world is shown behind its amount', () => {
  const { money } = createFormats('en')
  for (const currency of ['DUSD', '', '$', 'US', '<b>'])
    equal(money('5.5', currency), `5.5 ${currency}`)
})

test('the payer’s language decides how', () => {
  const blank = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')
  equal(blank(createFormats('de').money('1234.5', 'USD')), '1.234,50 $')
  equal(blank(createFormats('de').token(1_234_500_000n, dusd)), '1.234,50 DUSD')
  equal(blank(createFormats('fr').token(1_234_500_000n, dusd)), '1 234,50 DUSD')
  equal(
    createFormats('en-IN').token(12_345_678_000_000n, dusd),
    '12,345,678 DUSD'.replace('12,345,678', '1,23,45,678'),
  )
})

test('one place alone is shown as two, as prices are; none and more stay', () => {
  const { token } = createFormats('en')
  equal(token(34_500_000n, dusd), '34.50 DUSD')
  equal(token(34_000_000n, dusd), '34 DUSD')
  equal(token(34_512_000n, dusd), '34.512 DUSD')
})

test('a fee is told in three digits', () => {
  equal(createFormats('en').rough(79_612_345_678_901n, wei), '0.0000796 ETH')
})

const deal = (pricing: Deal['charge']['pricing'], price: bigint, amount = price): Deal => ({
  charge: {
    id: '1',
    hosted_url: '',
    created_at: '',
    pricing_type: price > 0n ? 'fixed_price' : 'no_price',
    ...(pricing && { pricing }),
  },
  price,
  paid: 0n,
  quote: {
    chargeId: '1',
    chainId: 1,
    recipient: '',
    amount,
    token: { address: '', native: false, ...dusd },
  },
})

test('large on the card is the merchant’s price, or the token’s where there is none', () => {
  const formats = createFormats('en-US')
  const pricing = {
    local: { amount: '19.99', currency: 'USD' },
    settlement: { amount: '18.5', currency: 'EURC' },
  }
  equal(bigPrice(deal(pricing, 18_500_000n), formats), '$19.99')
  equal(bigPrice(deal(undefined, 18_500_000n), formats), '18.50 DUSD')
  equal(bigPrice(deal(pricing, 0n, 7_000_000n), formats), '7 DUSD')
})

test('the language is that of the place in the page', () => {
  const outer = document.createElement('div')
  outer.lang = 'de'
  outer.innerHTML = '<p lang="pt-br"><b></b></p><i></i><u lang="no_such"></u>'
  document.body.append(outer)
  const of = (name: string) => localeAt(outer.querySelector(name) ?? outer)
  equal(of('b'), 'pt-BR')
  equal(of('i'), 'de')
  equal(of('u'), undefined)
  outer.remove()
})

test('an address is shortened so that its ends can be compared', () => {
  const short = shortHex('0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc')
  equal(short, '0x9965…A4dc')
  includes(short, '…')
  equal(shortHex('0x12345'), '0x12345')
})
