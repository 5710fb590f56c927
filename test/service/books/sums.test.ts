import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { BookRow, type BooksSummary } from '../../../src/api/schemas/books.ts'
import { execute } from '../../support/aging.ts'
import { signInAtDesk } from '../../support/desk.ts'
import { clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { newCharge, payFor, paymentThatIs } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'
import { refund } from './refund.ts'

// What the books add up to is the sum of their rows, each rounded as it says, in the currency of the books: money that comes, goes
// and is booked anew, with prices and rates that leave halves of the last place, and rows whose value nobody knows.

const by = (rate: string, min: number, max: number) => ({
  ...{ min, max },
  sources: [{ rate, until: '2099-12-31' }],
})
const FX_RATES = JSON.stringify({
  EUR: by('1.0853', 0.8, 1.6),
  JPY: by('0.006543', 0.001, 0.1),
  KWD: by('3.2571', 2, 5),
})
const harness = provideHarness({ FX_RATES })

const client = () => clientOf(harness)

async function readRows(): Promise<BookRow[]> {
  const { baseUrl } = harness.service
  const headers = { 'api-key': harness.shop.apiKey }
  const response = await fetch(`${baseUrl}/books?format=jsonl`, { headers })
  const lines = (await response.text()).split('\n').filter((line) => line !== '')
  return lines.map((line) => BookRow.parse(JSON.parse(line)))
}

/** Brings money that no charge claims, and waits until the books have it. */
async function bringStray(units: bigint): Promise<{ hash: string; uuid: string }> {
  const hash = await harness.chain.transfer(harness.chain.dusd, wallet, units)
  return await until('the money to be booked', async () => {
    const { data } = await client().listUnmatched()
    const uuid = data.find((one) => one.hash === hash)?.uuid
    const isBooked = (await readRows()).some((row) => row.hash === hash)
    return uuid !== undefined && isBooked ? { hash, uuid } : undefined
  })
}

before(async () => {
  await harness.started
  const id = await newCharge(harness)
  await paymentThatIs(harness, id, await payFor(harness, id, 5_000_001n), 'COMPLETED')
  await refund(harness, id, '1.234567', 'A cup broke.')
  const [old, unpriced] = [await bringStray(2_718_281n), await bringStray(1_414_213n)]
  const decided = await bringStray(3_141_592n)
  const { timestamp } = await harness.chain.client.getBlock()
  const end = new Date((Number(timestamp) + 1) * 1000)
  await until('the time to be over', async () => new Date() > end || undefined)
  await client().closeBooks({ closed_before: end.toISOString() })
  const chargeUuid = await newCharge(harness)
  await client().assignUnmatched(decided.uuid, { chargeUuid })
  await paymentThatIs(harness, chargeUuid, decided.hash, 'COMPLETED')
  await harness.restart({}, () =>
    execute(
      harness,
      `update transfers set block_time = block_time - interval '30 days' where hash = '${old.hash}';
      update transfers set usd_price = null, usd_source = 'unavailable' where hash = '${unpriced.hash}'`,
    ),
  )
})

const digits: Readonly<Record<string, number>> = { USD: 2, EUR: 2, JPY: 0, KWD: 3 }
const toUnits = (amount: string | null) => BigInt((amount ?? '0').replace('.', ''))

/** What rows add up to, in smallest units. */
const addRows = (rows: readonly BookRow[]) => ({
  count: rows.length,
  dollars: rows.reduce((sum, { usd_amount }) => sum + toUnits(usd_amount), 0n),
  unpriced: rows.filter(({ usd_amount }) => usd_amount === null).length,
  value: rows.reduce((sum, { book_amount }) => sum + toUnits(book_amount), 0n),
  unknown: rows.filter(({ book_amount }) => book_amount === null).length,
})

const readSum = (sum: BooksSummary['days'][number] | BooksSummary['totals'][number]) => ({
  count: sum.count,
  dollars: toUnits(sum.usd_amount),
  unpriced: sum.unknown_count,
  value: toUnits(sum.book_amount),
  unknown: sum.book_unknown_count,
})

// By the first, 5.000001 tokens are half a cent and a bit; by the second, nearly half a cent; by the third, of any size.
const prices = ['0.001', '0.000999999799999999', '1.0000000000000000000001', '98765.4321']

for (const currency of Object.keys(digits))
  for (const price of prices)
    test(`the sums of books in ${currency} are those of their rows, at a price of ${price}`, async () => {
      await harness.restart({}, () =>
        execute(
          harness,
          `update accounts set book_currency = '${currency}' where id = '${harness.shop.id}';
          update transfers set usd_price = '${price}' where usd_price is not null;
          update refunds set usd_price = '${price}' where usd_price is not null`,
        ),
      )
      const rows = await readRows()
      const { totals, days, book_currency } = await client().summarizeBooks()
      assert.equal(book_currency, currency)
      for (const total of totals) {
        const ofTotal = rows.filter(
          ({ kind, token, chain }) =>
            kind === total.kind && token === total.token && chain === total.chain,
        )
        assert.deepEqual(readSum(total), addRows(ofTotal), `${total.kind} of ${total.token}`)
        assert.equal(total.book_amount.split('.')[1]?.length ?? 0, digits[currency])
      }
      assert.equal(
        totals.reduce((sum, { count }) => sum + count, 0),
        rows.length,
      )
      for (const day of days) {
        const ofDay = rows.filter(
          ({ kind, booked_at }) => kind === day.kind && booked_at.slice(0, 10) === day.day,
        )
        assert.deepEqual(readSum(day), addRows(ofDay), `${day.kind} on ${day.day}`)
      }
      assert.equal(
        days.reduce((sum, { count }) => sum + count, 0),
        rows.length,
      )
      // All kinds of rows are there: one that takes back another, one that leaves, one without a price, one without a rate.
      assert.ok(
        rows.some(
          ({ entry, direction, base_units }) =>
            entry === 'correction' && direction === 'in' && toUnits(base_units) < 0n,
        ),
      )
      assert.ok(rows.some(({ kind, usd_amount }) => kind === 'refund' && usd_amount !== null))
      assert.ok(rows.some(({ kind, usd_amount }) => kind !== 'fee' && usd_amount === null))
      const isUnrated = ({ usd_amount, book_amount }: BookRow) =>
        usd_amount !== null && book_amount === null
      assert.equal(rows.some(isUnrated), currency !== 'USD')
    })

const dayMs = 86_400_000
const readDay = (time: number) => new Date(time).toISOString().slice(0, 10)

test('the desk adds up in the currency of the books, and says which rows have no value and why', async () => {
  await harness.restart({}, () =>
    execute(
      harness,
      `update accounts set book_currency = 'JPY' where id = '${harness.shop.id}';
      update transfers set usd_price = '1' where usd_price is not null;
      update refunds set usd_price = '1' where usd_price is not null`,
    ),
  )
  const { environment, shop, service } = harness
  const account = { environment, baseUrl: service.baseUrl }
  const { visitor } = await signInAtDesk(account, shop.id, { role: 'see', name: 'Ruth Sand' })
  const range = { from: readDay(Date.now() - 60 * dayMs), to: readDay(Date.now() + dayMs) }
  const { html } = await visitor.open(`/desk/books?${new URLSearchParams(range)}`)
  assert.match(html, /<th scope="col" class="num">JPY<\/th>/)
  const { totals } = await client().summarizeBooks()
  const yen = totals.reduce((sum, { book_amount }) => sum + BigInt(book_amount), 0n)
  const cents = totals.reduce((sum, { usd_amount }) => sum + toUnits(usd_amount), 0n)
  const dollars = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
  const total = `<b><bdi class="money">¥${yen.toLocaleString('en')}</bdi></b><small><bdi class="money">$${dollars}</bdi></small>`
  assert.ok(html.includes(total), total)
  assert.match(html, /1 row has no value, because there is no exchange rate of its time\./)
  // Money without a price, and the fee in a coin without one.
  assert.match(html, /2 rows have no value, because their amount or price is not known\./)
  assert.match(html, /<td>Network fee<\/td><td class="num">1<\/td><td class="num">—<small>/)
  assert.match(html, /CSV in JPY, for Xero/)
})
