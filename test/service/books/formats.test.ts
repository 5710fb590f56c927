import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { read, utils } from '@e965/xlsx'
import fc from 'fast-check'
import { formatAmount, parseAmount } from '../../../src/amount.ts'
import { BookRow, BooksQuery } from '../../../src/api/schemas/books.ts'
import { encodeDatev } from '../../../src/service/books/routes/formats/datev.ts'
import { createWriter } from '../../../src/service/books/routes/formats/formats.ts'
import { listColumns } from '../../../src/service/books/routes/formats/sheet.ts'
import { bookRow } from '../../api/samples.ts'
import { readCsv } from './csv.ts'

// The files that people open: a number stays one, a text stays one, and no total changes, in the customs of each country.

const row = BookRow.parse(bookRow)
const columns = listColumns('USD')
const locales = ['en-US', 'de-DE', 'fr-FR', 'pt-BR', 'ja-JP', 'ar-EG']
const range = { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' }

/** Writes rows as one of the files. */
async function write(
  query: Partial<BooksQuery>,
  rows: readonly BookRow[],
  bookCurrency = 'USD',
): Promise<Uint8Array> {
  const parsed = BooksQuery.parse(query) as BooksQuery
  const writer = createWriter(parsed, { now: new Date('2026-12-02T09:00:00Z'), bookCurrency })
  if ('write' in writer) return await writer.write(rows)
  return new TextEncoder().encode(writer.header + rows.map(writer.toLine).join(''))
}

const fields = fc.record({
  name: fc.string({ unit: 'binary', maxLength: 40 }),
  order: fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom('00123', '1E5', '3-4', 'MAR1', '0x12', '1.5', '1,5', '=1+1', '12:30', '-7'),
  ),
  units: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
  cents: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
})
const toRow = ({ name, order, units, cents }: { [K in keyof typeof sample]: (typeof sample)[K] }) =>
  BookRow.parse({
    ...row,
    ...{ name, order, amount: formatAmount(units, 6), usd_amount: formatAmount(cents, 2) },
  })
const sample = { name: '', order: '', units: 0n, cents: 0n }

describe('a table for spreadsheets', () => {
  test('adds up in every country, and gives every text back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fields, { maxLength: 8 }),
        fc.constantFrom(...locales),
        async (all, locale) => {
          const rows = all.map(toRow)
          const text = decode(await write({ format: 'excel', locale }, rows))
          const decimal = ['de-DE', 'fr-FR', 'pt-BR'].includes(locale) ? ',' : '.'
          const table = readCsv(text, decimal === ',' ? ';' : ',').map((cells) =>
            Object.values(cells),
          )
          const at = (heading: string) => columns.findIndex((one) => one.heading === heading)
          const sum = table.reduce(
            (total, cells) => total + toUnits(String(cells[at('amount')]).replace(decimal, '.')),
            0n,
          )
          assert.equal(
            sum,
            all.reduce((total, { units }) => total + units, 0n),
          )
          for (const [index, cells] of table.entries())
            for (const name of ['order', 'name'] as const)
              assert.equal(
                toPlain(String(cells[at(name)])),
                toPlain(String(rows[index]?.[name])),
                name,
              )
        },
      ),
    )
  })

  test('has no text that a spreadsheet takes for a number or a date', async () => {
    const texts = ['00123', '1E5', '3-4', '12:30', 'MAR1', '1 May', '0x1f', '1.000', '£5', '١٢٣']
    const rows = texts.map((order) => ({ ...row, order }))
    const bytes = await write({ format: 'excel', locale: 'en-US' }, rows)
    const sheet = read(bytes, { type: 'array' }).Sheets.Sheet1 ?? assert.fail('no sheet')
    const found = utils.sheet_to_json<unknown[]>(sheet, { header: 1 })
    const order = columns.findIndex(({ heading }) => heading === 'order')
    const hash = columns.findIndex(({ heading }) => heading === 'transaction')
    assert.deepEqual(
      found.slice(1).map((cells) => cells[order]),
      texts,
    )
    assert.ok(found.slice(1).every((cells) => cells[hash] === row.hash))
    const amount = columns.findIndex(({ heading }) => heading === 'amount')
    assert.ok(found.slice(1).every((cells) => cells[amount] === 19.99))
  })

  test('is headed in the reader’s language, with the days of the reader’s clock', async () => {
    const late = { ...row, time: '2026-11-30T23:30:00.000Z', booked_at: '2026-11-30T23:30:00.000Z' }
    const text = decode(
      await write({ format: 'excel', locale: 'de-DE', time_zone: 'Europe/Berlin' }, [late]),
    )
    const [cells] = readCsv(text, ';')
    assert.deepEqual(
      [cells?.Datum, cells?.Uhrzeit, cells?.Art, cells?.Betrag, cells?.Netzwerk],
      ['2026-12-01', '00:30:00', 'Zahlung', '19,99', 'Base'],
    )
  })
})

test('a workbook has numbers, dates and texts of their types, in every language', async () => {
  const texts = ['00123', '1E5', '=1+1', '@SUM(A1)', 'Tasse "groß"']
  const rows = texts.map((order) => ({ ...row, order, amount: '-1234.567891' }))
  for (const locale of locales) {
    const book = read(await write({ format: 'xlsx', locale }, rows), { type: 'array' })
    const sheet = Object.values(book.Sheets)[0] ?? assert.fail('no sheet')
    const found = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true })
    const at = (heading: string) => columns.findIndex((one) => one.heading === heading)
    assert.deepEqual(
      found.slice(1).map((cells) => cells[at('order')]),
      texts,
    )
    for (const cells of found.slice(1)) {
      assert.equal(cells[at('amount')], -1234.567891)
      assert.equal(cells[at('transaction')], row.hash)
      assert.equal(typeof cells[at('date')], 'number')
    }
    const formulas = Object.values(sheet).filter(
      (cell) => cell && typeof cell === 'object' && cell.f,
    )
    assert.deepEqual(formulas, [])
  }
})

test('books in another currency have its value beside the dollars, with the rate and its source', async () => {
  const valued = {
    ...row,
    ...{ book_currency: 'EUR', book_amount: '18.42', book_rate: '1.0853' },
    book_rate_source: 'by hand',
  }
  const unknown = { ...valued, book_amount: null, book_rate: null, book_rate_source: '' }
  const names = ['EUR', 'EUR/USD', 'Quelle des Kurses'] as const
  const excel = await write({ format: 'excel', locale: 'de-DE' }, [valued, unknown], 'EUR')
  const table = readCsv(decode(excel), ';')
  assert.deepEqual(
    table.map((cells) => names.map((name) => cells[name])),
    [
      ['18,42', '1,0853', 'by hand'],
      ['', '', ''],
    ],
  )
  const workbook = await write({ format: 'xlsx', locale: 'de-DE' }, [valued], 'EUR')
  const sheet = Object.values(read(workbook, { type: 'array' }).Sheets)[0] ?? assert.fail()
  const [cells = {}] = utils.sheet_to_json<Record<string, unknown>>(sheet)
  assert.deepEqual(
    names.map((name) => cells[name]),
    [18.42, 1.0853, 'by hand'],
  )
  assert.ok(!listHeadingsOf(await write({ format: 'excel' }, [row])).includes('USD/USD'))
})

const listHeadingsOf = (file: Uint8Array) => decode(file).split('\r\n')[0] ?? ''

test('a bank statement has a line for every row in the currency of the books, also where no value is known', async () => {
  const statements = [
    ['USD', '19.99', '0.00'],
    ['EUR', '-18.42', '0.00'],
    ['JPY', '2998', '0'],
    ['KWD', '6.137', '0.000'],
  ] as const
  for (const [currency, value, none] of statements) {
    const known = { ...row, book_currency: currency, book_amount: value }
    // Its dollars are known, and no rate of its time.
    const unknown = { ...known, book_amount: null, token: 'FOO' }
    const table = readCsv(decode(await write({ format: 'statement' }, [known, unknown], currency)))
    assert.deepEqual(
      table.map((cells) => [
        cells.Date,
        cells.Amount,
        cells.Payee,
        cells.Reference,
        cells.Currency,
      ]),
      [value, none].map((amount) => [
        ...[row.time.slice(0, 10), amount, row.sender, row.hash, currency],
      ]),
    )
    assert.equal(table[0]?.Description, 'Payment, Nº 7, Mug, 19.99 USDC, Base')
    assert.match(String(table[1]?.Description), /value unknown$/)
  }
})

describe('a batch of postings for DATEV', () => {
  const datev = {
    ...{ format: 'datev' as const, ...range, time_zone: 'Europe/Berlin', locale: 'de' },
    ...{ datev_consultant: '29098', datev_client: '55003', datev_rate: '1.25' },
  }
  const lines = async (
    query: Partial<BooksQuery>,
    rows: readonly BookRow[],
    bookCurrency?: string,
  ) => new TextDecoder('windows-1252').decode(await write(query, rows, bookCurrency)).split('\r\n')

  test('has the header, the 125 columns, and the accounts of the chart', async () => {
    const refund = {
      ...row,
      kind: 'refund' as const,
      direction: 'out' as const,
      usd_amount: '-5.00',
    }
    const fee = { ...refund, kind: 'fee' as const, usd_amount: '-0.01' }
    const dust = { ...row, usd_amount: '0.00' }
    const [head = '', headings = '', ...postings] = await lines(
      { ...datev, datev_chart: 'skr04', datev_wallet: '1801' },
      [row, refund, fee, dust],
    )
    assert.match(
      head,
      /^"EXTF";700;21;"Buchungsstapel";13;\d{17};;"RE";"";"";29098;55003;20260101;4;20261101;20261201;"pay-charge";"";1;0;0;"EUR";;"";;;"04";;;"";""$/,
    )
    assert.equal(headings.split(';').length, 125)
    const cells = postings.filter((line) => line !== '').map((line) => line.split(';'))
    assert.ok(cells.every((line) => line.length === 125))
    assert.deepEqual(
      cells.map((line) => line.slice(0, 8)),
      [
        ['19,99', '"S"', '"USD"', '1,250000', '15,99', '"EUR"', '1801', '4400'],
        ['5,00', '"H"', '"USD"', '1,250000', '4,00', '"EUR"', '1801', '4400'],
        ['0,01', '"H"', '"USD"', '1,250000', '0,01', '"EUR"', '1801', '6855'],
      ],
    )
    assert.equal(cells[0]?.[10], '"N7"')
  })

  test('posts books in euros by the value of each row, without a rate', async () => {
    const { datev_rate: rate, ...query } = datev
    const euro = { ...row, book_currency: 'EUR', book_amount: '18.42' }
    // The cents are those of the books: no rate of the month would give them.
    const refund = { ...euro, kind: 'refund' as const, usd_amount: '-5.00', book_amount: '-4.61' }
    const dust = { ...euro, usd_amount: '0.01', book_amount: '0.00' }
    const [head = '', , ...postings] = await lines(query, [euro, refund, dust], 'EUR')
    assert.match(head, /;"EUR";/)
    const cells = postings.filter((line) => line !== '').map((line) => line.split(';'))
    assert.ok(cells.every((line) => line.length === 125))
    assert.deepEqual(
      cells.map((line) => line.slice(0, 8)),
      [
        ['18,42', '"S"', '"EUR"', '', '', '""', '1360', '8400'],
        ['4,61', '"H"', '"EUR"', '', '', '""', '1360', '8400'],
      ],
    )
    const unrated = { ...euro, book_amount: null }
    await assert.rejects(async () => write(query, [euro, unrated], 'EUR'), {
      code: 'conflict',
      message: /^1 of the rows have no amount in EUR.*no exchange rate of that time/,
    })
    await assert.rejects(async () => write({ ...query, datev_rate: rate }, [euro], 'EUR'), {
      code: 'invalid_request',
      field: 'datev_rate',
      message: /must be left out: these books are in EUR/,
    })
    // Another currency than that of the file, as where it was set while the rows were read.
    await assert.rejects(async () => write(query, [{ ...euro, book_currency: 'JPY' }], 'EUR'), {
      code: 'conflict',
    })
    // Books in any other currency are posted in dollars, by the rate.
    const yen = { ...row, book_currency: 'JPY', book_amount: null }
    const [, , posting] = (await lines(datev, [yen], 'JPY')).map((line) => line.split(';'))
    assert.deepEqual(posting?.slice(0, 6), ['19,99', '"S"', '"USD"', '1,250000', '15,99', '"EUR"'])
  })

  test('is refused without what it needs, and never leaves out a row without dollars', async () => {
    for (const name of ['datev_consultant', 'datev_client', 'datev_rate', 'from', 'to'] as const)
      await assert.rejects(write({ ...datev, [name]: undefined }, [row]), {
        code: 'invalid_request',
        field: name,
      })
    await assert.rejects(write({ ...datev, from: '2025-12-01T00:00:00Z' }, [row]), { field: 'to' })
    await assert.rejects(async () => write(datev, [{ ...row, usd_amount: null }]), {
      code: 'conflict',
    })
  })

  test('is written in the characters that it allows', () => {
    const text = new TextDecoder('windows-1252').decode(encodeDatev('Größe € Łódź 日本 "x"'))
    assert.equal(text, 'Größe € ?ódz ?? "x"')
  })
})

const decode = (bytes: Uint8Array) => new TextDecoder('utf-8').decode(bytes)
const toUnits = (amount: string) =>
  (amount.startsWith('-') ? -1n : 1n) * parseAmount(amount.replace('-', ''), 6)

/** A text without what protects it from a spreadsheet. */
function toPlain(text: string): string {
  const [, formula] = /^="(.*)"$/s.exec(text) ?? []
  if (formula !== undefined) return formula.replaceAll('""', '"')
  return text.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/u, '')
}
