import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatAmount, normalizeAmount, parseAmount } from '../src/amount.ts'
import { PayError } from '../src/errors.ts'

const decimals = fc.integer({ min: 0, max: 77 })
const units = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength })
/** Any decimal text, with zeros before and behind. */
const decimalText = fc
  .tuple(digits(1, 40), fc.option(digits(1, 40)))
  .map(([whole, fraction]) => (fraction === null ? whole : `${whole}.${fraction}`))

function refuses(text: string, places = 18): PayError {
  try {
    const value = parseAmount(text, places)
    assert.fail(`${JSON.stringify(text)} was taken as ${value}`)
  } catch (error) {
    assert.ok(error instanceof PayError, String(error))
    assert.equal(error.code, 'invalid_amount')
    return error
  }
}

test('examples', () => {
  assert.equal(parseAmount('19.99', 6), 19_990_000n)
  assert.equal(parseAmount('0.000001', 6), 1n)
  assert.equal(parseAmount('1', 0), 1n)
  assert.equal(parseAmount('007.50', 2), 750n)
  assert.equal(parseAmount('1.5000000000', 1), 15n)
  assert.equal(formatAmount(19_990_000n, 6), '19.99')
  assert.equal(formatAmount(1n, 18), '0.000000000000000001')
  assert.equal(formatAmount(0n, 18), '0')
  assert.equal(formatAmount(100n, 0), '100')
  assert.equal(formatAmount(-1_500_000n, 6), '-1.5')
  // More than a double holds: a floating point on the way would show here.
  assert.equal(parseAmount('9007199254740993.000000000000000001', 18) % 10n, 1n)
  assert.equal(formatAmount(9007199254740993n, 0), '9007199254740993')
})

test('every number of base units survives being written and read', () => {
  fc.assert(
    fc.property(units, decimals, (value, places) => {
      assert.equal(parseAmount(formatAmount(value, places), places), value)
    }),
  )
})

test('what is written has no surplus zero, no bare point, and at most the token’s places', () => {
  fc.assert(
    fc.property(units, decimals, (value, places) => {
      const text = formatAmount(value, places)
      assert.match(text, /^(0|[1-9]\d*)(\.\d*[1-9])?$/)
      assert.ok((text.split('.')[1] ?? '').length <= places)
      assert.equal(formatAmount(-value, places), value === 0n ? '0' : `-${text}`)
    }),
  )
})

test('the value is the text’s: digits times a power of ten, by another way of counting', () => {
  fc.assert(
    fc.property(decimalText, (text) => {
      const [whole = '', fraction = ''] = text.split('.')
      const expected = BigInt(whole) * 10n ** 40n + BigInt(fraction.padEnd(40, '0'))
      assert.equal(parseAmount(text, 40), expected)
    }),
  )
})

test('order is kept: the greater text is the greater number of base units', () => {
  fc.assert(
    fc.property(units, units, decimals, (one, two, places) => {
      const [a, b] = [formatAmount(one, places), formatAmount(two, places)]
      assert.equal(parseAmount(a, places) < parseAmount(b, places), one < two)
    }),
  )
})

test('a place more than the token has is refused, unless it is a zero', () => {
  fc.assert(
    fc.property(units, decimals, fc.integer({ min: 1, max: 9 }), (value, places, extra) => {
      const whole = formatAmount(value, 0)
      const room = `${whole}.${'0'.repeat(places)}`
      assert.match(refuses(`${room}${extra}`, places).message, /more than \d+ decimal places/)
      assert.equal(parseAmount(`${room}0`, places), parseAmount(whole, places))
    }),
  )
})

const foreign: [name: string, ...texts: string[]][] = [
  ['nothing', '', '.', ' '],
  ['a bare point', '1.', '.5', '1..2', '1.2.3'],
  ['a sign', '-1', '+1', '-0', '−1', '1-'],
  ['an exponent', '1e3', '1E3', '1e-3', '1.5e+1'],
  ['another base', '0x10', '0b1', '0o7', '1n', 'ff'],
  ['grouping', '1,000', '1 000', '1_000', "1'000", '1.000.000', '1\u00a0000'],
  ['a comma', '19,99'],
  ['whitespace', ' 1', '1 ', '1\n', '\t1', '1\u200b', '\ufeff1'],
  ['digits that are not ASCII', '１２', '١٢', '۱', '१', '𝟏', '1.５', '²'],
  ['words', 'NaN', 'Infinity', 'null', 'undefined', 'one', '$1', '1 USDC', '[object Object]'],
  ['more digits than any token has', '1'.repeat(79), `0.${'0'.repeat(78)}1`],
]
for (const [name, ...texts] of foreign) {
  test(`${name} is no amount`, () => {
    for (const text of texts) {
      assert.match(refuses(text).message, /is not a decimal amount such as 19\.99/)
    }
  })
}

test('one stray character anywhere makes a text no amount', () => {
  const stray = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
  fc.assert(
    fc.property(decimalText, stray, fc.nat(), (text, character, at) => {
      fc.pre(!/^[\d.]$/.test(character))
      const index = at % (text.length + 1)
      refuses(text.slice(0, index) + character + text.slice(index), 78)
    }),
  )
})

test('any text at all is an amount or an invalid_amount, and never a wrong number', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), decimals, (text, places) => {
      if (/^\d+(\.\d+)?$/.test(text)) return
      refuses(text, places)
    }),
  )
})

test('a complaint shows at most 80 characters of what was typed', () => {
  assert.ok(refuses('x'.repeat(10_000)).message.length < 150)
})

test('decimals that no token has are refused, both ways', () => {
  for (const places of [-1, 0.5, 6.5, 256, 1e9, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.match(refuses('1', places).message, /cannot have .* decimal places/)
    assert.throws(() => formatAmount(1n, places), { code: 'invalid_amount' })
  }
  assert.equal(parseAmount('1', 255), 10n ** 255n)
})

test('normalAmount keeps the number and drops what is surplus', () => {
  assert.equal(normalizeAmount('020.50'), '20.5')
  assert.equal(normalizeAmount('0.0'), '0')
  assert.equal(normalizeAmount('000'), '0')
  assert.throws(() => normalizeAmount('1e3'), { code: 'invalid_amount' })
  fc.assert(
    fc.property(decimalText, (text) => {
      const normal = normalizeAmount(text)
      assert.match(normal, /^(0|[1-9]\d*)(\.\d*[1-9])?$/)
      assert.equal(parseAmount(normal, 40), parseAmount(text, 40))
      assert.equal(normalizeAmount(normal), normal)
    }),
  )
})
