import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BookRow } from '../../../src/api/schemas/books.ts'
import { openStore } from '../../../src/service/app/store.ts'
import { fxRateLifeMs } from '../../../src/service/watcher/housekeeping.ts'
import { signInAtDesk } from '../../support/desk.ts'
import { readPage } from '../../support/desk-page.ts'
import { clientOf, databaseOf, provideHarness } from '../../support/harness.ts'
import { commandsOf, refusalOf } from '../../support/operator.ts'
import { newCharge, payFor, paymentThatIs } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'

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

type Store = Awaited<ReturnType<typeof openStore>>

const hourMs = 3_600_000

/** Lets the service keep more rates than its books need, some of them old ones, and waits until the old ones are deleted. */
async function forgetOldRates(time: number): Promise<void> {
  const open = async () => await openStore(databaseOf(harness), (error) => assert.fail(error))
  const save = async (store: Store, readAt: number) =>
    await store.decideFxRate(
      {
        ...{ currency: 'EUR', answer: 2n, decimals: 0, source: 'by hand', at: new Date(readAt) },
        ...{ freshUntil: new Date(readAt + 24 * hourMs), readAt: new Date(readAt) },
      },
      new Date(readAt),
      () => ({ keeps: 'used', endsWaiting: false }),
    )
  const findOld = async (store: Store) =>
    await store.findFxRateAt('EUR', new Date(time - fxRateLifeMs - hourMs))
  await harness.restart({}, async () => {
    const store = await open()
    for (let hours = 1; hours <= 5; hours++) await save(store, time - hours * hourMs)
    // The newest of them may be what a decision at nearly that time went by.
    const future = new Date(time + hourMs)
    assert.equal(await store.deleteFxRates(future, 3), 3)
    assert.equal(await store.deleteFxRates(future, 3), 1)
    assert.equal(await store.deleteFxRates(future, 3), 0)
    await save(store, time - fxRateLifeMs - 2 * hourMs)
    assert.ok(await findOld(store))
    await store.close()
  })
  // The embedded database belongs to the service.
  if (!process.env.TEST_DATABASE_URL) return
  const store = await open()
  await until('the old rate to be deleted', async () => !(await findOld(store)) || undefined)
  await store.close()
}

/** Downloads postings at the desk, whose form asks for no rate. */
async function postInEuros(): Promise<void> {
  const { environment, shop, service } = harness
  const account = { environment, baseUrl: service.baseUrl }
  const { visitor } = await signInAtDesk(account, shop.id, { role: 'see', name: 'Ruth Sand' })
  const { html } = await visitor.open('/desk/books?show=thisMonth')
  const form = readPage(html).forms.find(({ action }) => action === '/desk/books/file')
  const names = form?.fields.map(({ name }) => name)
  assert.ok(names?.includes('datev_client') && !names.includes('datev_rate'), String(names))
  const query = new URLSearchParams({
    ...{ format: 'datev', show: 'thisMonth', datev_chart: 'skr03' },
    ...{ datev_consultant: '29098', datev_client: '55003' },
  })
  const file = await visitor.open(`/desk/books/file?${query}`)
  assert.match(file.html, /^4,00;"S";"EUR";;;"";1360;8400;/m)
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
  assert.ok(row && Date.parse(row.book_rate_at) <= Date.parse(row.time) + 60_000)
  const { baseUrl } = harness.service
  const headers = { 'api-key': harness.shop.apiKey }
  const table = await (await fetch(`${baseUrl}/books?format=excel&locale=de`, { headers })).text()
  assert.match(table, /;EUR;EUR\/USD;Quelle des Kurses;.*\r\n.*;4,00;1,25;by hand;/)
  await postInEuros()
  // A rate that values money is kept, however old; the others of its time are not.
  await forgetOldRates(Date.parse(row.time))
  assert.deepEqual(await readRow(), row)
  await setCurrency('USD')
  assert.equal((await readRow())?.book_currency, 'USD')
  await setCurrency('USD')
  const { data } = await clientOf(harness).listAuditLog({})
  assert.deepEqual(
    data
      .filter(({ action }) => action.startsWith('books.'))
      .map(({ action, author, from, to }) => [action, author, from, to]),
    [
      ['books.currency', 'cli', { currency: 'EUR' }, { currency: 'USD' }],
      ['books.currency', 'cli', { currency: 'USD' }, { currency: 'EUR' }],
    ],
  )
  // What is closed stays as it was written.
  const end = new Date(Date.parse(row.time) - 86_400_000).toISOString()
  await clientOf(harness).closeBooks({ closed_before: end })
  assert.match(await refusalOf(setCurrency('EUR')), /A part of these books is closed/)
})
