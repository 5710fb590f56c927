import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatAmount, parseAmount } from '../../../src/amount.ts'
import {
  generateCandidateAmounts,
  isReservable,
} from '../../../src/service/payments/reserved-amounts/reserved-amounts.ts'

const tokens = fc.record({ decimals: fc.integer({ min: 0, max: 24 }), isUsdPegged: fc.boolean() })
const prices = fc.bigInt({ min: 1n, max: 10n ** 30n })
/** A stream of chance that a failing run can repeat. */
const chance = fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }))

function take(
  owed: bigint,
  token: { decimals: number; isUsdPegged: boolean },
  dice: Iterator<number>,
  count: number,
) {
  const amounts: bigint[] = []
  for (const amount of generateCandidateAmounts(owed, token, () => dice.next().value as number)) {
    if (amounts.push(amount) === count) break
  }
  return amounts
}

const reserved = fc
  .tuple(prices, tokens, chance)
  .map(([owed, token, dice]) => ({ owed, token, amounts: take(owed, token, dice, 5) }))

test('asks for more than is owed: by at most a cent of a dollar token, or a ten-thousandth of anything else', () => {
  fc.assert(
    fc.property(reserved, ({ owed, token, amounts }) => {
      const most = token.isUsdPegged
        ? 10n ** BigInt(Math.max(0, token.decimals - 2))
        : owed / 10_000n
      for (const amount of amounts) {
        assert.ok(amount > owed && amount - owed <= most, `${owed} ${amount} ${token.decimals}`)
      }
    }),
  )
})

test('is a code word with more places than a price has', () => {
  fc.assert(
    fc.property(reserved, ({ token, amounts }) => {
      for (const amount of amounts) {
        assert.ok(isReservable(amount, token.decimals))
        const [, places = ''] = formatAmount(amount, token.decimals).split('.')
        assert.ok(places.length >= 3)
      }
    }),
  )
})

/** An amount as people write it, mistyped in one way; undefined where that is no amount of the token, or the same one. */
const slips: Record<string, (text: string, at: number, digit: number) => string> = {
  'a wrong digit': (text, at, digit) => text.slice(0, at) + digit + text.slice(at + 1),
  'two swapped neighbors': (text, at) => {
    const digits = text.replace('.', '')
    const place = at % Math.max(1, digits.length - 1)
    const swapped =
      digits.slice(0, place) +
      digits.charAt(place + 1) +
      digits.charAt(place) +
      digits.slice(place + 2)
    const point = text.indexOf('.')
    return point < 0 ? swapped : `${swapped.slice(0, point)}.${swapped.slice(point)}`
  },
  'a dropped last digit': (text) => text.slice(0, -1),
  'a shifted point': (text) => text.replace(/(\d)\.(\d)/, '.$1$2').replace(/^\./, '0.'),
  'rounded to cents': (text) => text.replace(/(\.\d\d)\d*$/, '$1'),
}

for (const [name, slip] of Object.entries(slips)) {
  test(`no slip makes another's amount of one: ${name}`, () => {
    let tried = 0
    fc.assert(
      fc.property(
        reserved,
        fc.nat(40),
        fc.integer({ min: 0, max: 9 }),
        ({ token, amounts }, at, digit) => {
          for (const amount of amounts) {
            const text = formatAmount(amount, token.decimals)
            const place = at % text.length
            if (text[place] === '.' && name === 'a wrong digit') continue
            const typed = slip(text, place, digit)
            const [, places = ''] = typed.split('.')
            if (places.replace(/0+$/, '').length > token.decimals || !/^\d+\.?\d*$/.test(typed))
              continue
            const value = parseAmount(typed.replace(/\.$/, ''), token.decimals)
            if (value === amount) continue
            tried += 1
            assert.equal(isReservable(value, token.decimals), false, `${text} became ${typed}`)
          }
        },
      ),
    )
    assert.ok(tried > 30, `${tried} were tried`)
  })
}

test('never asks for a whole cent, a whole unit or a round price', () => {
  for (const amount of ['1', '10', '19.99', '0.5', '0.05', '100000']) {
    assert.equal(isReservable(parseAmount(amount, 6), 6), false)
  }
  assert.equal(isReservable(0n, 6), false)
  assert.equal(isReservable(-5n, 6), false)
})

test('a cent of a token with six places has room for hundreds, each once', () => {
  for (const owed of [19_990_000n, 1n, 5_000_000_000n]) {
    const amounts = [
      ...generateCandidateAmounts(owed, { decimals: 6, isUsdPegged: true }, Math.random),
    ]
    assert.ok(amounts.length > 700, `${amounts.length}`)
    assert.equal(new Set(amounts).size, amounts.length)
  }
})

test('a token with many places is asked for in few digits, and has room for tens of thousands', () => {
  const owed = 19_990_000_000_000_000_000n
  const [first] = generateCandidateAmounts(owed, { decimals: 18, isUsdPegged: true }, Math.random)
  assert.ok(formatAmount(first ?? 0n, 18).length <= '19.990000'.length)
  const all = [...generateCandidateAmounts(owed, { decimals: 18, isUsdPegged: true }, Math.random)]
  assert.ok(all.length > 80_000, `${all.length}`)
  assert.equal(new Set(all).size, all.length)
})

test('a price with all eighteen places leaves room for short amounts', () => {
  const owed = 12_345_678_901_234_567n
  const [first = 0n] = generateCandidateAmounts(
    owed,
    { decimals: 18, isUsdPegged: false },
    Math.random,
  )
  assert.ok(first > owed && first - owed <= owed / 10_000n)
  assert.ok(formatAmount(first, 18).length <= '0.0123456789'.length)
})

test('says that there is no room where a token has too few places, or a price is too small', () => {
  const none = (owed: bigint, decimals: number, isUsdPegged: boolean) =>
    [...generateCandidateAmounts(owed, { decimals, isUsdPegged }, Math.random)].length === 0
  assert.ok(none(20n, 0, true))
  assert.ok(none(2_000n, 2, true))
  assert.ok(none(9_999n, 18, false))
  assert.ok(none(0n, 6, true))
  assert.ok(!none(2_000n, 3, true))
})

test('a random source decides the order', () => {
  const first = (dice: number) =>
    generateCandidateAmounts(1_000_000n, { decimals: 6, isUsdPegged: true }, () => dice).next()
      .value
  assert.notEqual(first(0.1), first(0.7))
})
