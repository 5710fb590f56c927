import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BookRow } from '../../../src/api/schemas/books.ts'
import { clientOf, provideHarness } from '../../support/harness.ts'
import { commandsOf, refusalOf } from '../../support/operator.ts'
import { newCharge, payFor, paymentThatIs } from '../../support/paying.ts'

const euro = { min: 0.8, max: 1.6, sources: [{ rate: '1.25', until: '2099-12-31' }] }
const harness = provideHarness({ FX_RATES: JSON.stringify({ EUR: euro }) })

async function readRows(): Promise<BookRow[]> {
  const { baseUrl } = harness.service
  const headers = { 'api-key': harness.shop.apiKey }
  const lines = await (await fetch(`${baseUrl}/books?format=jsonl`, { headers })).text()
  return lines
    .trim()
    .split('\n')
    .map((line) => BookRow.parse(JSON.parse(line)))
}

test('the books count in the currency of the account, by the rate of the block', async () => {
  const id = await newCharge(harness)
  const hash = await payFor(harness, id)
  await paymentThatIs(harness, id, hash, 'COMPLETED')
  const setCurrency = (currency: string) =>
    commandsOf(harness)('books', 'currency', '--account', harness.shop.id, currency)
  const readRow = async () => (await readRows()).find((row) => row.charge_id === id)
  assert.equal((await readRow())?.book_amount, '5.00')
  assert.match(
    await refusalOf(setCurrency('GBP')),
    /^currency must be USD, or a currency that FX_RATES names/,
  )
  assert.match(await setCurrency('EUR'), /^The books count in EUR\.$/m)
  const row = await readRow()
  assert.deepEqual(
    [
      row?.hash,
      row?.usd_amount,
      row?.book_currency,
      row?.book_amount,
      row?.book_rate,
      row?.book_rate_source,
    ],
    [hash, '5.00', 'EUR', '4.00', '1.25', 'by hand'],
  )
  assert.ok(row && row.book_rate_at <= row.time)
  await setCurrency('USD')
  assert.equal((await readRow())?.book_currency, 'USD')
  // What is closed stays as it was written.
  const end = new Date(Date.parse(row.time) - 86_400_000).toISOString()
  await clientOf(harness).closeBooks({ closed_before: end })
  assert.match(await refusalOf(setCurrency('EUR')), /A part of these books is closed/)
})
