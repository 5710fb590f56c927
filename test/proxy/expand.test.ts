import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chargeId, otherId, reducedCharge, requestCharge } from '../api/samples.ts'
import { json, type Reply } from '../api/upstream.ts'
import { expectError, get, healthy, post, setup } from './setup.ts'

const path = `/pay/charges/${chargeId}?expand=request_charge`
const later = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

/** A service with a charge that nobody has paid yet, and its request charge. */
function unpaid(charge: object = {}, destination: object = {}): Reply {
  return ({ url }, response) => {
    if (url.startsWith('/request-charges/'))
      return json(response, 200, { ...requestCharge, quoteExpiresAt: later(60), ...destination })
    const data = { ...reducedCharge, payments: [], status: 'NEW', expires_at: later(60), ...charge }
    return json(response, 200, { data, warnings: [] })
  }
}

test('a charge comes with its request charge, each without what only the merchant may see', async (t) => {
  const { proxy, seen } = await setup(t, {}, unpaid({ metadata: { cart: 1 } }))
  const body = (await (await proxy(get(path))).json()) as {
    data: { id: string }
    request_charge: { requestLink: object; quoteExpiresAt: string }
  }
  assert.equal(body.data.id, chargeId)
  assert.deepEqual(body.request_charge.requestLink, requestCharge.requestLink)
  assert.equal(JSON.stringify(body).includes('metadata'), false)
  assert.deepEqual(seen.map(({ url }) => url).sort(), [
    `/charges/${chargeId}`,
    `/request-charges/${chargeId}`,
  ])
})

const reuses: [name: string, charge: object, destination: object, expected: RegExp][] = [
  ['nothing was paid', {}, {}, /^private, max-age=5$/],
  ['the price holds 3 s', {}, { quoteExpiresAt: later(3.9) }, /^private, max-age=[123]$/],
  ['the price has expired', {}, { quoteExpiresAt: later(-1) }, /^no-store$/],
  ['the charge has expired', { expires_at: later(-1) }, {}, /^no-store$/],
  ['a payment is on its way', { status: 'PENDING' }, {}, /^no-store$/],
  ['it is canceled', { status: 'CANCELLED' }, {}, /^no-store$/],
  ['one payment is there', { payments: reducedCharge.payments }, {}, /^no-store$/],
]
for (const [name, charge, destination, expected] of reuses) {
  test(`how long a reply may be reused when ${name}`, async (t) => {
    const { proxy } = await setup(t, {}, unpaid(charge, destination))
    const response = await proxy(get(path))
    assert.match(response.headers.get('cache-control') ?? '', expected)
  })
}

test('an order is answered with where to pay it', async (t) => {
  const { proxy, seen } = await setup(t)
  const response = await proxy(post('/pay/charges?expand=request_charge', { sku: 'mug' }))
  assert.equal(response.status, 201)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const body = (await response.json()) as { request_charge: { uuid: string }; binding: string }
  assert.equal(body.request_charge.uuid, chargeId)
  assert.match(body.binding, /^[\w-]{43}$/)
  assert.deepEqual(
    seen.map(({ method, url }) => `${method} ${url}`),
    ['POST /charges', `GET /request-charges/${chargeId}`],
  )
})

test('nothing is joined that was not asked for', async (t) => {
  const { proxy, seen } = await setup(t)
  const response = await proxy(get(`/pay/charges/${chargeId}?expand=payments`))
  assert.equal('request_charge' in ((await response.json()) as object), false)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(seen.length, 1)
})

for (const status of [404, 429, 500]) {
  test(`a request charge that is ${status} keeps no price from the page, which asks for it by itself`, async (t) => {
    const { proxy } = await setup(t, {}, (call, response) => {
      if (!call.url.startsWith('/request-charges/')) return healthy(call, response, 0)
      return json(response, status, { error: { type: 'not_found', message: 'No.' } })
    })
    const ordered = await proxy(post('/pay/charges?expand=request_charge', {}))
    assert.equal(ordered.status, 201)
    const response = await proxy(get(path))
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal('request_charge' in ((await response.json()) as object), false)
  })
}

test('a charge that is not served is not read, with its request charge or without', async (t) => {
  const { proxy, seen } = await setup(t, { allowsCharge: (id) => id === otherId })
  await expectError(await proxy(get(path)), [404, 'not_found'])
  assert.equal(seen.length, 0)
})
