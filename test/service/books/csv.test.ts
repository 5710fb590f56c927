import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { BookRow } from '../../../src/api/schemas/books.ts'
import {
  bookColumns,
  csvHeader,
  toCsvLine,
  toJsonLine,
} from '../../../src/service/books/routes/formats/csv.ts'
import { bookRow } from '../../api/samples.ts'
import { readCsv } from './csv.ts'

const row = BookRow.parse(bookRow)
const read = (over: Partial<BookRow>) =>
  readCsv(csvHeader + toCsvLine({ ...row, ...over }))[0] ?? {}

describe('a row as CSV', () => {
  test('comes back as it was, whatever texts a merchant or a payer wrote', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, key) => {
        const cells = read({ name, metadata: { [key]: name } })
        assert.equal(cells.name?.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/u, ''), name)
        assert.deepEqual(JSON.parse(String(cells.metadata)), { [key]: name })
        assert.deepEqual(Object.keys(cells), bookColumns)
      }),
    )
  })

  test('has no cell that a spreadsheet runs, in quotes or not', () => {
    for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
      for (const rest of ['cmd|"/C calc"!A0', 'HYPERLINK("http://x","y"),1', '1', ''])
        for (const name of ['name', 'tax_note', 'token', 'reason', 'reference'] as const)
          assert.equal(read({ [name]: start + rest })[name], `'${start}${rest}`)
    // What is only in a number's place is no number.
    assert.equal(read({ charge_price_usd: '-1+1' }).charge_price_usd, "'-1+1")
    assert.equal(read({ amount: '=1' }).amount, "'=1")
  })

  test('has numbers that stay numbers, also below zero, and nothing where there is none', () => {
    const cells = read({ amount: '-1.5', base_units: '-1500000', position: -1, usd_price: null })
    assert.deepEqual(
      [cells.amount, cells.base_units, cells.position, cells.usd_price],
      ['-1.5', '-1500000', '-1', ''],
    )
  })

  test('has no line of JSON but one', () => {
    const line = toJsonLine({ ...row, name: 'a\nb\r\n\u2028c' })
    assert.equal(line.indexOf('\n'), line.length - 1)
    assert.deepEqual(BookRow.parse(JSON.parse(line)), { ...row, name: 'a\nb\r\n\u2028c' })
  })
})
