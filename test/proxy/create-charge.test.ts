import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CreatedCharge, OrderError } from '../../src/proxy.ts'
import { charge, chargeId, newCharge } from '../api/samples.ts'
import { json } from '../api/upstream.ts'
import { expectError, post, readError, setup } from './setup.ts'

const order = { sku: 'mug', quantity: 2 }

const refusals: [options: { field?: string; status?: number }, brief: unknown[]][] = [
  [{}, [400, 'validation_error']],
  [{ field: 'sku' }, [400, 'validation_error', 'sku']],
  [{ field: 'sku', status: 404 }, [404, 'not_found', 'sku']],
  [{ status: 409 }, [409, 'conflict']],
  [{ status: 403 }, [403, 'forbidden']],
  [{ status: 429 }, [429, 'rate_limit_exceeded']],
  [{ status: 410 }, [410, 'validation_error']],
]
for (const [options, brief] of refusals) {
  test(`the merchant refuses an order with ${JSON.stringify(options)}`, async (t) => {
    const { proxy, seen, told } = await setup(t, {
      createCharge: () => {
        throw new OrderError('There is no product "mag".', options)
      },
    })
    const response = await proxy(post('/pay/charges', { sku: 'mag' }))
    await expectError(response, brief, /^There is no product "mag"\.$/)
    assert.deepEqual([seen.length, told.length], [0, 0])
  })
}

test('an OrderError has a client’s status, or is no OrderError', () => {
  for (const status of [200, 302, 399, 500, 400.5, Number.NaN]) {
    assert.throws(() => new OrderError('no', { status }), RangeError)
  }
})

for (const thrown of [new Error('db password is hunter2'), 'hunter2', undefined, null]) {
  test(`createCharge that throws ${thrown} is a 500 without internals`, async (t) => {
    const { proxy, seen, told } = await setup(t, {
      createCharge: () => Promise.reject(thrown),
    })
    const read = await readError(await proxy(post('/pay/charges', order)))
    assert.deepEqual(read.brief, [500, 'internal_server_error'])
    assert.match(read.message, /Nothing was paid/)
    assert.doesNotMatch(JSON.stringify(read), /hunter2/)
    assert.equal(seen.length, 0)
    assert.equal(told.length, 1)
    assert.equal(told[0]?.cause, thrown)
  })
}

const circle: Record<string, unknown> = {}
circle.self = circle
const invalid: [name: string, returned: unknown, field: string | undefined, message: RegExp][] = [
  ['nothing', undefined, undefined, /not valid: must be an object/],
  ['a text', '19.99', undefined, /object/],
  ['no price', { pricing_type: 'fixed_price' }, 'local_price', /local_price is required/],
  [
    'a price that is a number',
    { ...newCharge, local_price: { amount: 19.99 } },
    'local_price.amount',
    /local_price\.amount must be text in quotes/,
  ],
  [
    'a price with an exponent',
    { ...newCharge, local_price: { amount: '1e3' } },
    'local_price.amount',
    /decimal amount/,
  ],
  [
    'a sign in place of a currency',
    { ...newCharge, local_price: { amount: '1', currency: '€' } },
    'local_price.currency',
    /must be the ISO 4217 code/,
  ],
  [
    'a script to go to',
    { ...newCharge, redirect_url: 'javascript:alert(1)' },
    'redirect_url',
    /http/,
  ],
  [
    'a recipient that is none',
    { ...newCharge, requestProps: { recipientAddress: '0x1' } },
    'requestProps.recipientAddress',
    /must be an address/,
  ],
  ['metadata with a bigint', { ...newCharge, metadata: { units: 1n } }, 'metadata', /JSON/],
  ['metadata with a circle', { ...newCharge, metadata: circle }, 'metadata', /JSON/],
]
for (const [name, returned, field, message] of invalid) {
  test(`createCharge that returns ${name}: the operator hears the field, the browser nothing`, async (t) => {
    const { proxy, seen, told } = await setup(t, {
      createCharge: () => returned as typeof newCharge,
    })
    const read = await readError(await proxy(post('/pay/charges', order)))
    assert.deepEqual(read.brief, [500, 'internal_server_error'])
    assert.doesNotMatch(read.message, /createCharge|metadata|local_price/)
    assert.equal(seen.length, 0)
    assert.equal(told[0]?.field, field)
    assert.match(told[0]?.message ?? '', message)
  })
}

test('onCharge hears of the whole charge before the browser, and a fault in it is a 500', async (t) => {
  const noted: CreatedCharge[] = []
  const { proxy } = await setup(t, {
    onCharge: async (made) => {
      noted.push(made)
    },
  })
  assert.equal((await proxy(post('/pay/charges', order))).status, 201)
  assert.equal(noted[0]?.id, chargeId)
  assert.deepEqual(noted[0]?.metadata, charge.metadata)
  const failing = await setup(t, {
    onCharge: () => Promise.reject(new Error('disk full')),
  })
  const response = await failing.proxy(post('/pay/charges', order))
  await expectError(response, [500, 'internal_server_error'])
  assert.equal(failing.told[0]?.message, 'onCharge failed.')
})

test('a charge that the service refuses is told to the operator too', async (t) => {
  const { proxy, told } = await setup(t, {}, (_, response) => {
    const details = [{ field: 'requestProps', message: 'no receiving wallet' }]
    const error = { type: 'validation_error', message: 'Set a receiving wallet first.', details }
    json(response, 400, { error })
  })
  const response = await proxy(post('/pay/charges', order))
  await expectError(response, [400, 'validation_error', 'requestProps'], /receiving wallet/)
  assert.equal(told[0]?.code, 'invalid_request')
  assert.match(told[0]?.message ?? '', /POST .*\/charges: 400: Set a receiving wallet/)
})
