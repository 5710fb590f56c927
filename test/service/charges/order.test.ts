import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createPayProxy } from '../../../src/proxy.ts'
import { execute } from '../../support/aging.ts'
import { call, clientOf, provideHarness } from '../../support/harness.ts'
import { chargeBody } from '../../support/paying.ts'
import { startReceiver } from '../../support/receiver.ts'
import { withOptions } from '../../support/service-options.ts'
import { patience, until } from '../../support/wait.ts'

const email = 'ada.byron@mail.example.com'
const order = {
  name: 'Order 1042',
  description: 'Two mugs for Ada & Charles',
  line_items: [
    { name: 'Stoneware mug', description: 'Rust glaze', quantity: 2, unit_amount: '14.50' },
    { name: 'Shipping', unit_amount: '5.5' },
    { name: 'Voucher', unit_amount: '-0.01' },
  ],
  tax_note: 'Includes $2.60 VAT',
  payer_email: email,
}
/** As every reply shows it. */
const shown = {
  ...order,
  line_items: [
    {
      ...{ name: 'Stoneware mug', description: 'Rust glaze' },
      ...{ quantity: 2, unit_amount: '14.50', amount: '29.00' },
    },
    { name: 'Shipping', description: '', quantity: 1, unit_amount: '5.5', amount: '5.5' },
    { name: 'Voucher', description: '', quantity: 1, unit_amount: '-0.01', amount: '-0.01' },
  ],
  payer_email_hint: 'a•••@m•••.com',
}

const harness = provideHarness({
  ...withOptions({ minChargeExpiryMs: 600_000, maxChargeExpiryMs: 172_800_000 }),
  WEBHOOK_ALLOW_PRIVATE: 'on',
})

const body = (over: object = {}) =>
  chargeBody(harness, {}, { local_price: { amount: '34.49' }, ...over })

async function create(over: object = {}, headers: Record<string, string> = {}) {
  const answer = await call(harness, 'POST', '/charges', body(over), headers)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return (answer.body as { data: Record<string, unknown> & { id: string } }).data
}

async function refused(over: object, field: string, message: RegExp) {
  const { status, body: answer } = await call(harness, 'POST', '/charges', body(over))
  assert.equal(status, 400, JSON.stringify(answer))
  const { error } = answer as { error: { message: string; details: { field: string }[] } }
  assert.equal(error.details[0]?.field, field)
  assert.match(error.message, message)
  assert.ok(!JSON.stringify(answer).includes(email))
}

const pick = (value: object) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name in shown))

describe('what a charge says of its order', () => {
  test('stands in the reply to its creation, in one charge, in lists and in events', async () => {
    const receiver = await startReceiver()
    await clientOf(harness).setChargeWebhook({ url: receiver.url })
    const created = await create(order)
    assert.deepEqual(pick(created), shown)
    assert.equal(created.collected_email, true)
    assert.deepEqual(pick(await clientOf(harness).getCharge(created.id)), shown)
    const { data } = await clientOf(harness).listCharges({ limit: 1 })
    assert.deepEqual(pick(data[0] ?? {}), shown)
    const { event } = await until('the event', async () => receiver.received[0])
    assert.equal(event.data.id, created.id)
    assert.deepEqual(pick(event.data), shown)
    await clientOf(harness).setChargeWebhook({ url: '' })
    await receiver.die()
  })

  test('keeps every letter of every script', async () => {
    const name = '  «𝔘» 👩‍🚀 می‌خواهم <b>&amp;</b> \u200f  '
    const created = await create({ name })
    assert.equal(created.name, name)
    assert.equal((await clientOf(harness).getCharge(created.id)).name, name)
  })

  test('is text in one line, within its bounds', async () => {
    const control = /one line/
    for (const text of [
      'a\nb',
      'a\u0000',
      'a\u0085',
      'a\u2028b',
      '\u202egnp',
      'a\u2066b',
      '\ud800',
    ])
      await refused({ name: text }, 'name', control)
    await refused({ name: '   ' }, 'name', /blank/)
    await refused({ name: 'a'.repeat(201) }, 'name', /200/)
    await refused({ description: 'a'.repeat(1001) }, 'description', /1000/)
    await refused({ tax_note: 'a\u202e' }, 'tax_note', control)
    const line = { name: 'Mug', unit_amount: '34.49' }
    const items = (over: object) => ({ line_items: [{ ...line, ...over }] })
    await refused(items({ name: '\u202d' }), 'line_items.0.name', control)
    await refused(items({ quantity: 0 }), 'line_items.0.quantity', /1000000/)
    await refused(items({ quantity: 1.5 }), 'line_items.0.quantity', /whole/)
    await refused(items({ unit_amount: 34.49 }), 'line_items.0.unit_amount', /text in quotes/)
    await refused(items({ unit_amount: '1e3' }), 'line_items.0.unit_amount', /decimal amount/)
    for (const address of [
      'ada',
      'ada@',
      '@b.c',
      'a b@c.d',
      'a@b@c',
      'a\u202e@b.c',
      `a@${'b'.repeat(190)}`,
    ])
      await refused({ payer_email: address }, 'payer_email', /e-mail address/)
  })

  test('its lines are at most 50, and 16 KiB', async () => {
    const line = { name: 'Mug', unit_amount: '0.01' }
    const many = (count: number, name = 'Mug') => ({
      local_price: { amount: `${count / 100}` },
      line_items: Array.from({ length: count }, () => ({ ...line, name })),
    })
    assert.equal((await create(many(50))).line_items?.constructor, Array)
    await refused(many(51), 'line_items', /at most 50/)
    await refused(many(50, '杯'.repeat(200)), 'line_items', /bytes/)
  })

  test('its lines are together the price, to the last digit', async () => {
    const priced = (amount: string, ...unit: string[]) => ({
      local_price: { amount },
      line_items: unit.map((unit_amount) => ({ name: 'Mug', unit_amount })),
    })
    await create(priced('5.00', '10', '-5'))
    await create(priced('0.000003', '0.000002', '0.000001000000000000'))
    await refused(priced('34.50', '29', '5'), 'line_items', /add up to 34 USD.* is 34\.50/)
    await refused(priced('5', '1', '-6'), 'line_items', /add up to -5 USD/)
    await refused(
      { ...priced('5', '5'), pricing_type: 'no_price' },
      'line_items',
      /fixed_price only/,
    )
  })
})

describe('the payer’s e-mail address', () => {
  test('is given to nobody who has only the charge’s id', async () => {
    const { id } = await create(order)
    const { baseUrl } = harness.service
    for (const path of [`charges/${id}`, `charges/${id}?expand=request_charge`]) {
      const response = await fetch(`${baseUrl}/pay/${id}/${path}`)
      assert.equal(response.status, 200)
      assert.ok(!(await response.text()).includes(email), path)
    }
    const own = await (await fetch(`${baseUrl}/pay/${id}/charges/${id}`)).json()
    const { payer_email: _, ...withoutEmail } = shown
    assert.deepEqual(pick((own as { data: object }).data), withoutEmail)
    const proxy = createPayProxy({
      baseUrl,
      apiKey: harness.shop.apiKey,
      timeoutMs: patience,
      createCharge: () => body(order) as never,
      clientAddress: () => '127.0.0.1',
    })
    const ask = async (request: Request) =>
      (await (await proxy(request)).json()) as { data: object }
    const url = 'https://shop.example/pay/charges'
    const headers = { 'content-type': 'application/json' }
    const bought = await ask(new Request(url, { method: 'POST', headers, body: '{}' }))
    assert.deepEqual(pick(bought.data), withoutEmail)
    for (const query of ['', '?expand=request_charge']) {
      const read = await ask(new Request(`${url}/${id}${query}`))
      assert.deepEqual(pick(read.data), withoutEmail)
      assert.ok(!JSON.stringify(read).includes(email))
    }
  })

  test('stands in no log, also where the database refuses the charge', async () => {
    const restart = async (statement: string) => {
      await harness.restart({}, () => execute(harness, statement))
    }
    await restart(`alter table charges add constraint unlucky check (name <> 'Order 13')`)
    const answer = await call(harness, 'POST', '/charges', body({ ...order, name: 'Order 13' }))
    assert.equal(answer.status, 500)
    const log = harness.service.output()
    assert.match(log, /unlucky/)
    assert.ok(!log.includes(email))
    await restart('alter table charges drop constraint unlucky')
  })
})

describe('expires_at', () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

  test('is taken within the operator’s bounds, in any zone', async () => {
    const expires_at = inMinutes(60)
    assert.equal((await create({ expires_at })).expires_at, expires_at)
    const east = `${new Date(Date.parse(expires_at) + 7_200_000).toISOString().slice(0, -1)}+02:00`
    assert.equal((await create({ expires_at: east })).expires_at, expires_at)
    assert.ok(await create({ expires_at: inMinutes(11) }))
    assert.ok(await create({ expires_at: inMinutes(2 * 24 * 60 - 1) }))
  })

  test('beyond them it is refused, with the bounds', async () => {
    const bounds = /must be a time from \d{4}-.*Z to \d{4}-.*Z/
    for (const minutes of [-5, 9, 2 * 24 * 60 + 1])
      await refused({ expires_at: inMinutes(minutes) }, 'expires_at', bounds)
    for (const text of ['2030-01-01', '2030-02-30T00:00:00Z', '2030-01-01T00:00:00', 1_900_000_000])
      await refused({ expires_at: text }, 'expires_at', /ISO 8601/)
  })

  test('of a repeated call may be later: the first one stands', async () => {
    const key = { 'idempotency-key': 'half-an-hour' }
    const first = await create({ expires_at: inMinutes(30) }, key)
    const again = await create({ expires_at: inMinutes(31) }, key)
    assert.deepEqual(again, first)
    const other = { ...body({ name: 'another', expires_at: inMinutes(30) }) }
    assert.equal((await call(harness, 'POST', '/charges', other, key)).status, 409)
  })
})

test('no_price needs no local_price, fixed_price does', async () => {
  const open = await create({ pricing_type: 'no_price', local_price: undefined })
  assert.deepEqual(open.pricing, {
    local: { amount: '0', currency: 'USD' },
    settlement: { amount: '0', currency: 'DUSD' },
  })
  const { body: charge } = await call(harness, 'GET', `/request-charges/${open.id}`)
  assert.equal((charge as { tokenAmount: string }).tokenAmount, '0')
  await refused({ local_price: undefined }, 'local_price', /required/)
})
