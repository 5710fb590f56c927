import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chargeId, otherId, reducedCharge, requestCharge } from '../api/samples.ts'
import { json, type Reply } from '../api/upstream.ts'
import { expectError, get, plain, post, setup } from './setup.ts'

const path = `/pay/charges/${chargeId}?expand=request_charge`
const later = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

/** A service with a charge that nobody has paid yet, and its request charge. */
function unpaid(charge: object = {}, destination: object = {}): Reply {
  return (_, response) => {
    const data = { ...reducedCharge, payments: [], status: 'NEW', expires_at: later(60), ...charge }
    const request_charge = { ...requestCharge, quoteExpiresAt: later(60), ...destination }
    return json(response, 200, { data, warnings: [], request_charge })
  }
}

test('a charge comes with its request charge by one call, each without what only the merchant may see', async (t) => {
  const secret = { metadata: { cart: 1 }, payer_email: 'ada@example.com' }
  const { proxy, seen } = await setup(t, {}, unpaid(secret, { ...secret, unknown: 1 }))
  const body = (await (await proxy(get(path))).json()) as {
    data: { id: string }
    request_charge: { requestLink: object; quoteExpiresAt: string }
  }
  assert.equal(body.data.id, chargeId)
  assert.deepEqual(body.request_charge, {
    ...requestCharge,
    quoteExpiresAt: body.request_charge.quoteExpiresAt,
  })
  assert.doesNotMatch(JSON.stringify(body), /metadata|payer_email"|ada@/)
  assert.deepEqual(
    seen.map(({ url }) => url),
    [`/charges/${chargeId}?expand=request_charge`],
  )
})

const same = () => ({})
/** When a test begins, some seconds after this file was read, these have their times. */
const reuses: [name: string, charge: () => object, destination: () => object, expected: RegExp][] =
  [
    ['nothing was paid', same, same, /^private, max-age=5$/],
    [
      'the price holds 3 s',
      same,
      () => ({ quoteExpiresAt: later(3.9) }),
      /^private, max-age=[123]$/,
    ],
    ['the price has expired', same, () => ({ quoteExpiresAt: later(-1) }), /^no-store$/],
    ['the charge has expired', () => ({ expires_at: later(-1) }), same, /^no-store$/],
    ['a payment is on its way', () => ({ status: 'PENDING' }), same, /^no-store$/],
    ['it is canceled', () => ({ status: 'CANCELLED' }), same, /^no-store$/],
    ['one payment is there', () => ({ payments: reducedCharge.payments }), same, /^no-store$/],
  ]
for (const [name, charge, destination, expected] of reuses) {
  test(`how long a reply may be reused when ${name}`, async (t) => {
    const { proxy } = await setup(t, {}, unpaid(charge(), destination()))
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
    ['POST /charges?expand=request_charge'],
  )
})

test('nothing is joined that was not asked for', async (t) => {
  const { proxy, seen } = await setup(t)
  const response = await proxy(get(`/pay/charges/${chargeId}`))
  assert.equal('request_charge' in ((await response.json()) as object), false)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.deepEqual(
    seen.map(({ url }) => url),
    [`/charges/${chargeId}`],
  )
})

test('another value of expand is refused by its name, before anything is created', async (t) => {
  const { proxy, seen } = await setup(t)
  for (const request of [
    get(`/pay/charges/${chargeId}?expand=metadata`),
    post('/pay/charges?expand=', {}),
  ])
    await expectError(await proxy(request), [400, 'validation_error', 'expand'], /request_charge/)
  assert.equal(seen.length, 0)
})

test('a service that does not join them keeps no price from the page, which asks for it by itself', async (t) => {
  const { proxy, seen } = await setup(t, {}, plain)
  const ordered = await proxy(post('/pay/charges?expand=request_charge', {}))
  assert.equal(ordered.status, 201)
  const response = await proxy(get(path))
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal('request_charge' in ((await response.json()) as object), false)
  assert.equal(seen.length, 2)
})

test('a charge that is not served is not read, with its request charge or without', async (t) => {
  const { proxy, seen } = await setup(t, { allowsCharge: (id) => id === otherId })
  await expectError(await proxy(get(path)), [404, 'not_found'])
  assert.equal(seen.length, 0)
})
