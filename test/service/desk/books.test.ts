import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { read, utils } from '@e965/xlsx'
import { presets, readPeriod, toRange } from '../../../src/service/desk/pages/books/period.ts'
import { createDeskKey } from '../../support/desk.ts'
import { type PageForm, readPage } from '../../support/desk-page.ts'
import { type DeskVisitor, visitDesk } from '../../support/desk-visitor.ts'
import { clientOf, provideHarness } from '../../support/harness.ts'
import { runOperator } from '../../support/operator.ts'
import { newCharge, payFor } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'

// The books at the desk: each of its times, files and forms, in a shop that was really paid.

const harness = provideHarness()
let visitor: DeskVisitor

async function signIn(scope: 'desk:see' | 'desk:manage'): Promise<DeskVisitor> {
  const { environment, shop, service } = harness
  const { apiKey } = await createDeskKey(environment, shop.id, { scope, name: 'Ruth Sand' })
  const person = visitDesk(service.baseUrl)
  assert.equal((await person.send('/desk/sign-in', { key: apiKey })).path, '/desk')
  return person
}

before(async () => {
  await harness.started
  await payFor(harness, await newCharge(harness))
  await until('the payment to be booked', async () => {
    const { totals } = await clientOf(harness).summarizeBooks()
    return totals.length > 0 || undefined
  })
  visitor = await signIn('desk:manage')
})

const readForms = (html: string) => readPage(html).forms
const findForm = (html: string, action: string, field: string): PageForm =>
  readForms(html).find(
    (form) => form.action === action && form.fields.some(({ name }) => name === field),
  ) ?? assert.fail(`no form ${action} with ${field}`)

/** Opens a file as a browser saves it. */
async function download(path: string): Promise<{ type: string; name: string; bytes: Uint8Array }> {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const reply = await fetch(`${harness.service.baseUrl}${path}`, { headers: { cookie } })
  assert.equal(reply.status, 200, path)
  const name = /filename="(.+)"/.exec(reply.headers.get('content-disposition') ?? '')?.[1] ?? ''
  const bytes = new Uint8Array(await reply.arrayBuffer())
  return { type: reply.headers.get('content-type') ?? '', name, bytes }
}

describe('a time of the books', () => {
  const at = new Date('2026-01-31T23:30:00Z')
  const find = (query: Record<string, string>, zone: string) =>
    readPeriod((name) => query[name], at, zone)

  test('is named, by the months and quarters of the reader’s zone', () => {
    const days = (zone: string) =>
      presets.map((show) => {
        const { first, last } = find({ show }, zone)
        return `${first} ${last}`
      })
    assert.deepEqual(days('UTC'), [
      '2026-01-01 2026-01-31',
      '2025-12-01 2025-12-31',
      '2026-01-01 2026-03-31',
      '2025-10-01 2025-12-31',
      '2026-01-01 2026-12-31',
    ])
    // There it is February.
    assert.deepEqual(days('Europe/Berlin').slice(0, 2), [
      '2026-02-01 2026-02-28',
      '2026-01-01 2026-01-31',
    ])
  })

  test('begins and ends where its days do, also where the clock changes', () => {
    const period = find({ from: '2026-03-01', to: '2026-03-31' }, 'Europe/Berlin')
    assert.deepEqual(toRange(period, 'Europe/Berlin'), {
      from: '2026-02-28T23:00:00.000Z',
      to: '2026-03-31T22:00:00.000Z',
    })
  })

  test('is this month for what is no time', () => {
    for (const query of [
      { from: '2026-02-30', to: '2026-03-01' },
      { from: '2026-03-02', to: '2026-03-01' },
      { from: '9999-12-31', to: '9999-12-31' },
      { show: 'constructor' },
      {},
    ])
      assert.equal(find(query, 'UTC').name, 'thisMonth', JSON.stringify(query))
  })
})

describe('the page of the books', () => {
  test('adds up each of its times, and shows the first rows', async () => {
    const { html } = await visitor.open('/desk/books')
    for (const preset of presets)
      assert.ok(readPage(html).links.includes(`/desk/books?show=${preset}`), preset)
    for (const path of ['/desk/books?show=thisMonth', '/desk/books?show=thisYear']) {
      const page = (await visitor.open(path)).html
      assert.match(page, /<td>Payment<\/td><td class="num">1<\/td>/)
      assert.match(page, /1 row ·/)
      assert.match(page, /5\.00 DUSD/)
    }
    const other = (await visitor.open('/desk/books?from=2020-01-01&to=2020-01-31')).html
    assert.match(other, /No money moved in this time\./)
    const { fields } = findForm(other, '/desk/books', 'from')
    assert.deepEqual(
      fields.map(({ name, value }) => [name, value]),
      [
        ['from', '2020-01-01'],
        ['to', '2020-01-31'],
      ],
    )
  })

  test('leads to each file, of the time that it shows', async () => {
    const { html } = await visitor.open('/desk/books?show=thisYear')
    const links = readPage(html).links.filter((link) => link.startsWith('/desk/books/file'))
    const files = await Promise.all(links.map(download))
    const year = new Date().getUTCFullYear()
    const days = `${year}-01-01-${year + 1}-01-01`
    assert.deepEqual(
      files.map(({ name }) => name),
      [
        `books-${days}.xlsx`,
        `books-${days}.csv`,
        `statement-${days}.csv`,
        `books-${days}.csv`,
        `books-${days}.jsonl`,
      ],
    )
    const [workbook, table, ...plain] = files
    for (const file of [workbook, table]) {
      const sheet = Object.values(read(file?.bytes, { type: 'array' }).Sheets)[0]
      const [first] = utils.sheet_to_json<Record<string, unknown>>(sheet ?? {})
      assert.deepEqual([first?.Kind, first?.Amount, first?.Token], ['Payment', 5, 'DUSD'])
    }
    for (const { bytes } of plain) assert.match(new TextDecoder().decode(bytes), /5\.00|"5"|,5,/)
  })

  test('writes postings by its form', async () => {
    const { html } = await visitor.open('/desk/books?show=thisMonth')
    const form = findForm(html, '/desk/books/file', 'datev_client')
    const fill = (values: Record<string, string>) =>
      new URLSearchParams(
        form.fields.map(({ name, value, options }) => [name, values[name] ?? options[0] ?? value]),
      )
    const right = { datev_consultant: '29098', datev_client: '55003', datev_rate: '1.0853' }
    const { name, bytes, type } = await download(`/desk/books/file?${fill(right)}`)
    assert.match(name, /^EXTF_Buchungsstapel-/)
    assert.match(type, /windows-1252/)
    assert.match(new TextDecoder('latin1').decode(bytes), /^5,00;"S";"USD";1,085300;4,61;/m)
  })

  test('says how the books were compared with the chains', async () => {
    assert.match((await visitor.open('/desk/books')).html, /Not compared yet/)
    const command = ['books', 'verify', '--account', harness.shop.id]
    // A block is compared once the search has proved that nothing of it is missing: a minute later.
    const outcome = await runOperator(command, harness.environment).then(
      () => /1 row equals the chains/,
      ({ code }: { code: number }) => (code === 2 ? /There was nothing to compare/ : assert.fail()),
    )
    assert.match((await visitor.open('/desk/books')).html, outcome)
  })

  test('closes the last month by one form, for whoever decides', async () => {
    const reader = await signIn('desk:see')
    const action = '/desk/books/close'
    const acts = (html: string) => readForms(html).some((form) => form.action === action)
    assert.equal(acts((await reader.open('/desk/books')).html), false)
    const { html } = await visitor.open('/desk/books')
    assert.match(html, /No month is closed yet/)
    const { fields } = findForm(html, action, 'closed_before')
    const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]))
    const refused = await reader.send(action, { ...values, form_token: reader.formToken() })
    assert.equal(refused.status, 403)
    const closed = await visitor.send(action, values)
    assert.equal(closed.path, '/desk/books')
    assert.match(closed.html, /The month is closed\./)
    assert.match(closed.html, /Closed up to /)
    assert.equal(acts(closed.html), false)
    const { closed_before } = await clientOf(harness).summarizeBooks()
    assert.equal(closed_before, values.closed_before)
    const { data } = await clientOf(harness).listAuditLog({ limit: 1 })
    assert.deepEqual([data[0]?.action, data[0]?.authorName], ['books.closed', 'Ruth Sand'])
  })
})
