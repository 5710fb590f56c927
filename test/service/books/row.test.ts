import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MovementRecord } from '../../../src/service/books/books.ts'
import { toBookRow } from '../../../src/service/books/row.ts'

const time = new Date('2026-11-20T09:31:00Z')
const movement: MovementRecord = {
  ...{ bookedAt: time, time, rank: 0, entry: 0, isReversal: false, decidedAt: undefined },
  kind: 'unmatched',
  direction: 'in',
  isConfirmed: undefined,
  chainId: 8453,
  hash: `0x${'ab'.repeat(32)}`,
  position: -1,
  block: { number: 7n, hash: `0x${'cd'.repeat(32)}` },
  token: '0x0000000000000000000000000000000000000000',
  sender: '',
  recipient: `0x${'d1'.repeat(20)}`,
  amount: 10n ** 18n,
  countedAmount: undefined,
  decimals: 18,
  symbol: 'ETH',
  usdPrice: '3000.125',
  usdSource: 'feed',
  bookCurrency: 'USD',
  bookRate: undefined,
  proof: undefined,
  reason: 'Nothing names a charge.',
  charge: undefined,
}

test('dollars are the amount by the price of its block, to the cent', () => {
  const usdOf = (over: Partial<MovementRecord>) =>
    toBookRow({ ...movement, ...over }, false).usd_amount
  assert.equal(usdOf({}), '3000.13')
  assert.equal(usdOf({ amount: 0n }), '0.00')
  assert.equal(usdOf({ direction: 'out' }), '-3000.13')
  assert.equal(usdOf({ amount: 1n }), '0.00')
  assert.equal(usdOf({ amount: 1n, direction: 'out' }), '0.00')
  assert.equal(usdOf({ amount: 19_990_000n, decimals: 6, usdPrice: '1' }), '19.99')
  assert.equal(usdOf({ amount: 14_999n, decimals: 6, usdPrice: '1' }), '0.01')
  assert.equal(usdOf({ amount: 15_000n, decimals: 6, usdPrice: '1' }), '0.02')
  assert.equal(
    usdOf({ amount: 2n ** 256n - 1n, decimals: 0, usdPrice: '1' }),
    `${2n ** 256n - 1n}.00`,
  )
  for (const over of [{ usdPrice: undefined }, { amount: undefined }, { decimals: undefined }])
    assert.equal(usdOf(over), null)
})

test('a value in the currency of the books is by both rates, to its last place', () => {
  const at = new Date('2026-11-20T09:30:00Z')
  const rate = { answer: 108_000_000n, decimals: 8, source: 'by hand', at }
  const read = (over: Partial<MovementRecord>) => {
    const row = toBookRow({ ...movement, ...over }, false)
    return [row.book_currency, row.book_amount, row.book_rate, row.book_rate_source]
  }
  const euro = { bookCurrency: 'EUR', bookRate: rate }
  assert.deepEqual(read({}), ['USD', '3000.13', null, ''])
  assert.deepEqual(read(euro), ['EUR', '2777.89', '1.08', 'by hand'])
  assert.deepEqual(read({ ...euro, direction: 'out' })[1], '-2777.89')
  assert.deepEqual(read({ ...euro, bookRate: undefined }), ['EUR', null, null, ''])
  assert.deepEqual(read({ ...euro, usdPrice: undefined })[1], null)
  const yen = { ...rate, answer: 6_250n, decimals: 6 }
  assert.deepEqual(read({ bookCurrency: 'JPY', bookRate: yen })[1], '480020')
  const dinar = { ...rate, answer: 325n, decimals: 2 }
  assert.deepEqual(read({ bookCurrency: 'KWD', bookRate: dinar })[1], '923.115')
})

test('a price stands in its own currency, and in dollars only where it is in dollars', () => {
  const order = { name: '', lineItems: [], taxNote: '' }
  const of = { id: 'a', reference: '', metadata: {}, order, localAmount: '19.90' }
  const priceOf = (kind: MovementRecord['kind'], localCurrency: string) => {
    const row = toBookRow({ ...movement, kind, charge: { ...of, localCurrency } }, false)
    return [row.charge_price, row.charge_currency, row.charge_price_usd]
  }
  assert.deepEqual(priceOf('payment', 'EUR'), ['19.90', 'EUR', ''])
  assert.deepEqual(priceOf('payment', 'USD'), ['19.90', 'USD', '19.90'])
  assert.deepEqual(priceOf('refund', 'EUR'), ['', '', ''])
})

test('an amount is exact to the unit, and says that it is not known where it is not', () => {
  const { amount, base_units } = toBookRow({ ...movement, amount: 1n, direction: 'out' }, false)
  assert.deepEqual([amount, base_units], ['-0.000000000000000001', '-1'])
  const untold = toBookRow({ ...movement, amount: undefined }, false)
  assert.deepEqual([untold.amount, untold.base_units], [null, null])
  const untoldToken = toBookRow({ ...movement, decimals: undefined }, false)
  assert.deepEqual([untoldToken.amount, untoldToken.base_units], [null, String(10n ** 18n)])
})

test('a row has the ids of CAIP-2, 10 and 19, and none where there is none', () => {
  const row = toBookRow(movement, false)
  assert.deepEqual(
    [row.chain, row.sender_account, row.recipient_account, row.asset],
    ['eip155:8453', '', `eip155:8453:${movement.recipient}`, 'eip155:8453/slip44:60'],
  )
})
