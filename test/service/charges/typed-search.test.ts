import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { formatAmount } from '../../../src/amount.ts'
import {
  listBaseUnits,
  listWords,
  readTypedSearch,
  shorten,
} from '../../../src/service/charges/lists/typed-search.ts'
import { chooseDeskLanguage } from '../../../src/service/desk/language.ts'
import { formatDollars, formatUnits } from '../../../src/service/texts/format.ts'
import { languages } from '../../../src/service/texts/language.ts'

// What people type, and what the desk prints for them to type: read as what it is.

const hex = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length })
    .map((digits) => digits.join(''))
/** The languages of the desk, and countries that write numbers in other ways. */
const locales = [...languages, 'ar-EG', 'de-AT', 'de-CH', 'fr-CH', 'en-IN']

describe('a typed text', () => {
  const words: [typed: string, words: string[]][] = [
    ['#2001', ['2001']],
    ['Order #2001', ['order', '2001']],
    ['$34.50', ['34.5']],
    ['34,50', ['34.5']],
    ['34,50 €', ['34.5']],
    ['34,50 EUR', ['34.5']],
    ['KWD 3.125', ['3.125']],
    ['all mugs', ['all', 'mugs']],
    ['US$ 1,234.50', ['1234.5']],
    ['34.50 DUSD', ['34.5', 'dusd']],
    ['Buyer2001', ['buyer2001']],
    ['2001 buyer2001@example.com', ['2001', 'buyer2001@example.com']],
    ['“Stoneware mug”', ['stoneware', 'mug']],
    ['00123', ['00123']],
    ['1E5', ['1e5']],
    ['A-1042', ['a-1042']],
  ]
  for (const [typed, expected] of words)
    test(`${typed} has the words ${expected.join(', ')}`, () =>
      assert.deepEqual(readTypedSearch(typed).words[0], expected))

  test('with three digits behind a sign is read as its language writes, then in the other way', () => {
    assert.deepEqual(readTypedSearch('1,234', '.').words, [['1234'], ['1.234']])
    assert.deepEqual(readTypedSearch('1.234', ',').words, [['1234'], ['1.234']])
    assert.deepEqual(readTypedSearch('1.234', '.').words, [['1.234'], ['1234']])
  })

  test('of an explorer names the transaction or the account in it', () => {
    fc.assert(
      fc.property(hex(64), hex(40), (transaction, account) => {
        const [hash, address] = [`0x${transaction}`, `0x${account}`]
        assert.equal(readTypedSearch(`https://basescan.io/tx/${hash}#eventlog`).hash, hash)
        assert.equal(readTypedSearch(`etherscan.io/address/${address}`).address, address)
        assert.equal(readTypedSearch(` ${hash.toUpperCase().replace('X', 'x')} `).hash, hash)
        assert.equal(readTypedSearch(transaction).hash, hash)
        assert.equal(readTypedSearch(shorten(address)).short, shorten(address))
        assert.equal(readTypedSearch(shorten(hash).replace('…', '...')).short, shorten(hash))
        // As wallets shorten, with more of it.
        assert.equal(
          readTypedSearch(`${address.slice(0, 7)}…${address.slice(-5)}`).short,
          shorten(address),
        )
      }),
    )
  })

  for (const locale of locales)
    test(`is each amount that the desk prints in ${locale}`, () => {
      const { decimalSign } = chooseDeskLanguage(locale)
      const amount = fc.bigInt({ min: 1n, max: 10n ** 15n })
      fc.assert(
        fc.property(amount, fc.integer({ min: 0, max: 18 }), (units, decimals) => {
          const value = formatAmount(units, decimals)
          for (const money of [formatDollars(value, locale), formatUnits(value, 'DUSD', locale)]) {
            const typed = readTypedSearch(money.text, decimalSign)
            assert.equal(typed.amount?.value, value, money.text)
            assert.equal(typed.words[0]?.[0], value, money.text)
          }
        }),
      )
    })

  test('never fails, and a text finds itself by each of its words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const { words } = readTypedSearch(text)
        if (words[0]) assert.deepEqual(words[0], listWords(text))
        for (const word of listWords(text)) {
          const [again] = readTypedSearch(word).words
          if (again) assert.deepEqual(listWords(again.join(' ')), again)
        }
      }),
    )
  })

  test('has an amount in base units for each number of decimals with room for it', () => {
    const units = listBaseUnits('34.5')
    assert.equal(units.get(0), undefined)
    assert.deepEqual([units.get(1), units.get(6)], [345n, 34_500_000n])
    assert.equal(units.get(77), 345n * 10n ** 76n)
  })
})
