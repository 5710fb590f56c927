import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { BookRow } from '../../../src/api/schemas/books.ts'
import { clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { newCharge, payFor, paymentThatIs } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'

// A closed time: its rows never change, and what is decided later is booked when it is decided. Real money on a real chain.

const harness = provideHarness()
before(async () => {
  await harness.started
  // From its first charge on, an address is watched.
  await newCharge(harness)
})

const client = () => clientOf(harness)
const dusd = () => harness.chain.dusd

async function readRows(query: Record<string, string> = {}): Promise<BookRow[]> {
  const search = new URLSearchParams({ format: 'jsonl', ...query })
  const response = await fetch(`${harness.service.baseUrl}/books?${search}`, {
    headers: { 'api-key': harness.shop.apiKey },
  })
  assert.equal(response.status, 200)
  const lines = (await response.text()).split('\n').filter((line) => line !== '')
  return lines.map((line) => BookRow.parse(JSON.parse(line)))
}

/** Unmatched money that the books have. */
async function bringStray(units: bigint): Promise<{ hash: string; uuid: string }> {
  const hash = await harness.chain.transfer(dusd(), wallet, units)
  return await until('the money to be booked', async () => {
    const { data } = await client().listUnmatched()
    const uuid = data.find((one) => one.hash === hash)?.uuid
    const isBooked = (await readRows()).some((row) => row.hash === hash)
    return uuid !== undefined && isBooked ? { hash, uuid } : undefined
  })
}

/** Closes the books up to now: the chain's next block is later. */
async function close(): Promise<string> {
  const { timestamp } = await harness.chain.client.getBlock()
  const end = new Date((Number(timestamp) + 1) * 1000)
  await until('the time to be over', async () => new Date() > end || undefined)
  return (await client().closeBooks({ closed_before: end.toISOString() })).closed_before
}

const sumOf = (rows: readonly BookRow[]) =>
  rows.reduce((sum, { base_units }) => sum + BigInt(base_units ?? 0), 0n)
const shownOf = (rows: readonly BookRow[]) =>
  rows.map(({ kind, entry, base_units }) => [kind, entry, base_units])

describe('closed books', () => {
  let stray: { hash: string; uuid: string }
  let returned: { hash: string; uuid: string }
  let end: string
  let closed: BookRow[]

  test('take no time that is still to come, and nobody who may only read', async () => {
    const future = new Date(Date.now() + 60_000).toISOString()
    await assert.rejects(client().closeBooks({ closed_before: future }), {
      code: 'invalid_request',
    })
    assert.equal((await client().summarizeBooks()).closed_before, null)
  })

  test('have each row of their time as it was, whatever is decided later', async () => {
    stray = await bringStray(3_000_000n)
    returned = await bringStray(4_000_000n)
    end = await close()
    closed = await readRows({ to: end })
    assert.deepEqual(
      closed.filter(({ hash }) => hash === stray.hash).map(({ kind }) => kind),
      ['unmatched'],
    )
    const chargeUuid = await newCharge(harness)
    await client().assignUnmatched(stray.uuid, { chargeUuid })
    await paymentThatIs(harness, chargeUuid, stray.hash, 'COMPLETED')
    await client().returnUnmatched(returned.uuid, {})
    assert.deepEqual(await readRows({ to: end }), closed)

    const later = await readRows({ from: end })
    const ofStray = later.filter(({ hash }) => hash === stray.hash)
    assert.deepEqual(shownOf(ofStray), [
      ['unmatched', 'correction', '-3000000'],
      ['payment', 'correction', '3000000'],
    ])
    assert.deepEqual(
      ofStray.map(({ charge_id }) => charge_id),
      ['', chargeUuid],
    )
    assert.ok(ofStray.every(({ booked_at, time }) => booked_at >= end && time < end))
    assert.notEqual(ofStray[1]?.decided_at, '')
    assert.deepEqual(shownOf(later.filter(({ hash }) => hash === returned.hash)), [
      ['unmatched', 'correction', '-4000000'],
      ['returned', 'correction', '4000000'],
    ])
  })

  test('have a decision that is undone as one more pair of rows, and the same sum', async () => {
    const rows = await readRows()
    const chargeUuid = rows.find(({ hash, kind }) => hash === stray.hash && kind === 'payment')
    await client().unassignUnmatched(stray.uuid, { chargeUuid: String(chargeUuid?.charge_id) })
    const after = (await readRows()).filter(({ hash }) => hash === stray.hash)
    assert.deepEqual(shownOf(after), [
      ['unmatched', 'movement', '3000000'],
      ['unmatched', 'correction', '-3000000'],
      ['payment', 'correction', '3000000'],
      ['payment', 'correction', '-3000000'],
      ['unmatched', 'correction', '3000000'],
    ])
    assert.equal(sumOf(await readRows()), sumOf(rows))
    assert.deepEqual(await readRows({ to: end }), closed)
  })

  test('leave what is decided in an open time at its place, and say when', async () => {
    const open = await bringStray(5_000_000n)
    const chargeUuid = await newCharge(harness)
    await client().assignUnmatched(open.uuid, { chargeUuid })
    await paymentThatIs(harness, chargeUuid, open.hash, 'COMPLETED')
    const rows = (await readRows()).filter(({ hash }) => hash === open.hash)
    assert.deepEqual(shownOf(rows), [['payment', 'movement', '5000000']])
    assert.notEqual(rows[0]?.decided_at, '')
    const id = await newCharge(harness)
    const hash = await payFor(harness, id, 5_000_000n)
    await paymentThatIs(harness, id, hash, 'COMPLETED')
    const proven = (await readRows()).find((row) => row.hash === hash)
    assert.equal(proven?.decided_at, '')
  })

  test('are closed once for a time, and never opened again', async () => {
    const again = await client().closeBooks({ closed_before: '2020-01-01T00:00:00Z' })
    assert.equal(again.closed_before, end)
    assert.equal((await client().summarizeBooks()).closed_before, end)
    const { data } = await client().listAuditLog()
    assert.equal(data.filter(({ action }) => action === 'books.closed').length, 1)
  })

  test('come page by page as at once, entries among them', async () => {
    const all = await readRows()
    const seen: BookRow[] = []
    const times = [...new Set(all.map(({ booked_at }) => booked_at))]
    for (const time of times) {
      const to = new Date(Date.parse(time) + 1).toISOString()
      seen.push(...(await readRows({ from: time, to })))
    }
    assert.deepEqual(seen, all)
  })

  test('add up to what their rows say, by kind, token and day', async () => {
    const rows = await readRows()
    const summary = await client().summarizeBooks({ time_zone: 'Asia/Tokyo' })
    for (const total of summary.totals) {
      const ofTotal = rows.filter(
        ({ kind, token, chain }) =>
          kind === total.kind && token === total.token && chain === total.chain,
      )
      assert.equal(ofTotal.length, total.count)
      const cents = ofTotal.reduce((sum, { usd_amount }) => sum + toCents(usd_amount), 0n)
      assert.equal(toCents(total.usd_amount), cents)
    }
    const counted = summary.totals.reduce((sum, { count }) => sum + count, 0)
    assert.equal(counted, rows.length)
    const ofDays = summary.days.reduce((sum, { usd_amount }) => sum + toCents(usd_amount), 0n)
    assert.equal(
      ofDays,
      rows.reduce((sum, { usd_amount }) => sum + toCents(usd_amount), 0n),
    )
    const days = new Set(
      rows.map(({ booked_at }) =>
        new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Tokyo' }).format(new Date(booked_at)),
      ),
    )
    assert.deepEqual(new Set(summary.days.map(({ day }) => day)), days)
  })
})

const toCents = (amount: string | null) => BigInt((amount ?? '0.00').replace('.', ''))
