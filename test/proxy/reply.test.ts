import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPayProxy } from '../../src/proxy.ts'
import { charge, chargeId, newPayment, payment, reducedCharge } from '../api/samples.ts'
import { deadUrl, json } from '../api/upstream.ts'
import { expectError, get, post, readError, setup } from './setup.ts'

const path = `/pay/charges/${chargeId}`
const badGateway = [502, 'bad_gateway']

test('the browser gets known fields only, and metadata nowhere', async (t) => {
  const { proxy } = await setup(t, {}, ({ method, url }, response) => {
    if (url.endsWith('/payments')) {
      const requestCharge = { ...payment.requestCharge, metadata: { cart: 'private' } }
      return json(response, 201, { ...payment, internal: 1, requestCharge })
    }
    const data = { ...charge, internal: 'ledger 9', payments: [{ metadata: 'private' }] }
    json(response, method === 'POST' ? 201 : 200, { data, metadata: 'private', warnings: ['x'] })
  })
  const answer = await (await proxy(post('/pay/charges', {}))).json()
  const { binding, ...made } = answer as { binding: string }
  assert.match(binding, /^[\w-]{43}$/)
  const { id, hosted_url, created_at, pricing_type, pricing } = charge
  const { redirects, brand_color, brand_logo_url, organization_name, support_url } = charge
  const brand = { redirects, brand_color, brand_logo_url, organization_name, support_url }
  const { status, expires_at, reference, livemode } = charge
  const life = { status, expires_at, reference, livemode }
  const { name, description, line_items, tax_note, payer_email_hint } = charge
  const order = { name, description, line_items, tax_note, payer_email_hint }
  const shown = {
    ...{ id, hosted_url, created_at, pricing_type, pricing, payments: [{}] },
    ...life,
    ...order,
    ...brand,
  }
  assert.deepEqual(made, { data: shown })
  assert.deepEqual(await (await proxy(get(path))).json(), { data: shown })
  const paid = await (await proxy(post(`${path}/payments`, newPayment))).json()
  assert.deepEqual(paid, payment)
})

test('metadata is stripped from the details of an error as well', async (t) => {
  const details = { charge: { id: chargeId, metadata: { cart: 'private' } } }
  const error = { type: 'validation_error', message: 'used', details }
  const { proxy } = await setup(t, {}, (_, response) => json(response, 400, { error }))
  const read = await readError(await proxy(post(`${path}/payments`, newPayment)))
  assert.deepEqual(read.details, { charge: { id: chargeId } })
})

test('the browser gets our headers only', async (t) => {
  const { proxy } = await setup(t, {}, (_, response) =>
    json(
      response,
      200,
      { data: reducedCharge, warnings: [] },
      {
        'x-request-id': 'service-77',
        'set-cookie': 'sid=1',
        server: 'secret/1.0',
        'cache-control': 'public, max-age=9999',
        'access-control-allow-origin': '*',
        'content-type': 'text/html',
        'x-powered-by': 'x',
      },
    ),
  )
  const response = await proxy(get(path))
  assert.deepEqual(Object.fromEntries(response.headers), {
    'cache-control': 'no-store',
    'content-type': 'application/json',
    vary: 'origin',
    'x-content-type-options': 'nosniff',
    'x-request-id': 'service-77',
  })
})

test('the request id of the caller goes on when it is sane, else a fresh one', async (t) => {
  const { proxy, seen } = await setup(t)
  const ids = ['page-1.2:3', 'x'.repeat(129), 'a b', '<script>', undefined]
  for (const id of ids) {
    const response = await proxy(get(path, id === undefined ? {} : { 'x-request-id': id }))
    assert.equal(response.headers.get('x-request-id'), seen.at(-1)?.headers['x-request-id'])
  }
  const sent = seen.map(({ headers }) => headers['x-request-id'])
  assert.equal(sent[0], 'page-1.2:3')
  for (const id of sent.slice(1)) assert.match(String(id), /^[\da-f-]{36}$/)
  assert.equal(new Set(sent).size, ids.length)
})

test('a payer who leaves does not take the report of the payment along', async (t) => {
  const gone = new AbortController()
  const { proxy, seen } = await setup(t, {}, (_, response) => {
    gone.abort()
    setTimeout(() => json(response, 201, payment), 20)
  })
  const request = new Request(post(`${path}/payments`, newPayment), { signal: gone.signal })
  assert.equal((await proxy(request)).status, 201)
  assert.equal(seen.length, 1)
})

test('an onError that fails costs the browser nothing', async (t) => {
  const said = t.mock.method(console, 'error', () => {})
  for (const onError of [
    () => {
      throw new Error('log is full')
    },
    () => Promise.reject(new Error('log is full')),
  ]) {
    const { proxy } = await setup(t, { baseUrl: await deadUrl(), onError })
    await expectError(await proxy(get(path)), badGateway)
  }
  // Both the fault and why nobody heard of it.
  assert.equal(said.mock.callCount(), 2)
  assert.match(String(said.mock.calls[0]?.arguments), /ECONNREFUSED.*log is full/)
})

test('without onError the operator reads it on the console', async (t) => {
  const said = t.mock.method(console, 'error', () => {})
  const baseUrl = await deadUrl()
  const createCharge = () => ({ pricing_type: 'no_price', local_price: { amount: '0' } }) as const
  const proxy = createPayProxy({ baseUrl, apiKey: 'key_0123456789', createCharge })
  await expectError(await proxy(get(path)), badGateway)
  assert.match(String(said.mock.calls[0]?.arguments[0]), /ECONNREFUSED/)
})
