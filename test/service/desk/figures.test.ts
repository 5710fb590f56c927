import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { findDayStart, listDays } from '../../../src/service/desk/time-zone.ts'
import { seeded } from '../../attack/reserving.ts'
import { execute } from '../../support/aging.ts'
import { createDeskKey } from '../../support/desk.ts'
import { readPage } from '../../support/desk-page.ts'
import { type DeskVisitor, visitDesk } from '../../support/desk-visitor.ts'
import { clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { newCharge, payFor, paymentThatIs, report } from '../../support/paying.ts'
import { startService } from '../../support/service.ts'

// Each figure of the first page is the number and the sum of the rows of the list that it opens, in each zone, also at the borders
// of its days.

const harness = provideHarness()
const zones = ['UTC', 'Pacific/Auckland', 'America/Los_Angeles']
const random = seeded(41)
const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item

/** What a charge adds to each figure, in cents. */
interface Money {
  price: number
  refunded: number
  missing: number
  excess: number
}
const money = new Map<string, Money>()
let visitor: DeskVisitor

before(async () => {
  await harness.started
  const ids = await Promise.all(Array.from({ length: 90 }, () => newCharge(harness)))
  const toSend = await refundedCharge()
  const { uuid } = await clientOf(harness).createRefund(toSend, { amount: '1' })
  await clientOf(harness).approveRefund(uuid, {
    recipientAddress: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  })
  await clientOf(harness).createRefund(await refundedCharge(), { amount: '2' })
  await harness.chain.transfer(harness.chain.dusd, wallet, 777_000_000n)
  await harness.chain.client.mine({ blocks: 3 })
  await harness.service.end()
  await execute(harness, ids.map(play).join(';'))
  harness.service = await startService(harness.environment)
  const { environment, shop, service } = harness
  const key = await createDeskKey(environment, shop.id, { scope: 'desk:see', name: 'Ben Okoro' })
  visitor = visitDesk(service.baseUrl)
  await visitor.send('/desk/sign-in', { key: key.apiKey })
})

async function refundedCharge(): Promise<string> {
  const id = await newCharge(harness)
  const hash = await payFor(harness, id)
  await report(harness, id, hash)
  await paymentThatIs(harness, id, hash, 'COMPLETED')
  money.set(id, { price: 500, refunded: 0, missing: 0, excess: 0 })
  return id
}

/** Times around the borders of the days of the zones: a moment before, at, and within. */
function pickTime(): string {
  const zone = pick(zones)
  const day = pick(listDays(new Date(), zone, pick([1, 2, 30, 62])))
  const start = findDayStart(day, zone).getTime()
  const time = start + pick([-1, 0, 1, 3_600_000 * 5])
  return new Date(Math.min(time, Date.now() - 60_000)).toISOString()
}

/** Gives a charge of five dollars a state, as SQL. */
function play(id: string): string {
  const status = pick([
    'paid',
    'paid',
    'paid',
    'overpaid',
    'refunded',
    'partly_refunded',
    'unpaid',
    'part_paid',
  ])
  const isOpen = status === 'unpaid' || status === 'part_paid'
  const cents = 1 + Math.floor(random() * 499)
  const one: Money = {
    price: 500,
    refunded: status === 'refunded' ? 500 : status === 'partly_refunded' ? cents : 0,
    missing: status === 'unpaid' ? 500 : status === 'part_paid' ? cents : 0,
    excess: status === 'overpaid' ? cents : 0,
  }
  money.set(id, one)
  const units = (part: number) => `amount * ${part} / 500`
  return `update charges set payment_status = '${status}', status = '${isOpen ? 'NEW' : 'COMPLETED'}',
    paid_at = ${isOpen ? 'null' : `'${pickTime()}'`}, refunded_amount = ${units(one.refunded)},
    missing_amount = ${units(one.missing)}, excess_amount = ${units(one.excess)} where id = '${id}'`
}

/** The charges of all pages of a list. */
async function readList(path: string): Promise<string[]> {
  const { html } = await visitor.open(path)
  const rows = [...html.matchAll(/class="row" href="\/desk\/charges\/([^"]+)"/g)].map(
    ([, id = '']) => id,
  )
  const next = /rel="next" href="([^"]+)"/.exec(html)?.[1]
  return next ? [...rows, ...(await readList(next.replaceAll('&amp;', '&')))] : rows
}

const add = (ids: readonly string[], count: (one: Money) => number) =>
  ids.reduce((sum, id) => sum + count(money.get(id) ?? assert.fail(`unknown charge ${id}`)), 0)
const net = ({ price, refunded }: Money) => price - refunded
const toCents = (text: string) => Math.round(Number(text.replace(/[$,]/g, '')) * 100)

for (const zone of zones)
  test(`in ${zone} each figure is what its list adds up to`, async () => {
    visitor.cookies.set('desk-zone', encodeURIComponent(zone))
    const { html } = await visitor.open('/desk')
    const figures = [
      ...html.matchAll(
        /class="panel figure" href="([^"]+)">.*?class="v"><bdi[^>]*>(.*?)<\/bdi><\/span><small>(.*?)<\/small>/gs,
      ),
    ].map(([, path = '', value = '', note = '']) => ({
      path: path.replaceAll('&amp;', '&'),
      value: toCents(value),
      note,
    }))
    assert.equal(figures.length, 3)
    for (const [index, { path, value, note }] of figures.entries()) {
      const ids = await readList(path)
      assert.equal(value, add(ids, index === 2 ? ({ missing }) => missing : net), path)
      const counted = /^([\d,]+) charge/.exec(note)?.[1]
      if (counted) assert.equal(Number(counted), ids.length, path)
    }
    const bars = [
      ...html.matchAll(
        /<li><a href="([^"]+)"><span class="read">.*?<bdi[^>]*>(.*?)<\/bdi>, (\d+) charge/g,
      ),
    ]
    assert.equal(bars.length, 30)
    for (const [, path = '', value = '', count] of bars) {
      const ids = await readList(path.replaceAll('&amp;', '&'))
      assert.equal(ids.length, Number(count), path)
      assert.equal(toCents(value), add(ids, net), path)
    }
    const [, earlier = '', before = ''] =
      /<a href="([^"]+)"><bdi[^>]*>(.*?)<\/bdi> in the 30 days before/.exec(html) ?? assert.fail()
    assert.equal(toCents(before), add(await readList(earlier.replaceAll('&amp;', '&')), net))
  })

test('each thing to do is the number of rows of its list', async () => {
  const { html } = await visitor.open('/desk')
  const todos = [
    ...html.matchAll(/<li><a href="([^"]+)"><span class="st [^>]*>.*?<b class="count [^>]*>(\d+)/g),
  ].map(([, path = '', count]) => [path.replaceAll('&amp;', '&'), Number(count)] as const)
  const paths = todos.map(([path]) => path)
  for (const part of [
    '/unmatched',
    'show=NAMED',
    'show=APPROVED',
    'show=partPaid',
    'show=overpaid',
  ])
    assert.ok(
      paths.some((path) => path.includes(part)) === (part !== 'show=NAMED'),
      `${part}: ${paths}`,
    )
  for (const [path, count] of todos) {
    const page = (await visitor.open(path)).html
    const [kind = ''] = /(?<=\/desk\/)\w+/.exec(path) ?? []
    const rows = path.includes('/charges')
      ? await readList(path)
      : new Set(
          readPage(page).links.filter((link) =>
            new RegExp(`/desk/${kind}/[\\da-f-]{36}$`).test(link),
          ),
        )
    assert.equal('size' in rows ? rows.size : rows.length, count, path)
    const sum = path.includes('overpaid') ? 'excess' : path.includes('partPaid') ? 'missing' : ''
    if (sum === '') continue
    const dollars = add(await readList(path), (one) => one[sum]) / 100
    const shown = dollars.toLocaleString('en', { minimumFractionDigits: 2 })
    assert.ok(html.includes(`$${shown}`), `${path}: ${shown}`)
  }
})
