import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import type { PayErrorCode } from '../../src/proxy.ts'
import { chargeId, newPayment } from '../api/samples.ts'
import { json } from '../api/upstream.ts'
import { expectError, fails, get, post, readError, setup } from './setup.ts'

const path = `/pay/charges/${chargeId}`
const badGateway = [502, 'bad_gateway']

test('a wrong key is the merchant’s to mend: 502 for the browser, words for the operator', async (t) => {
  const error = { type: 'authentication_error', message: 'unknown key' }
  for (const body of [JSON.stringify({ error }), '<h1>401</h1>']) {
    const { message } = await fails(
      t,
      (response) => response.writeHead(401).end(body),
      badGateway,
      ['unauthenticated', /refuses the api-key \(401\)\. Give createPayProxy a valid apiKey/],
    )
    assert.match(message, /^The store’s payment key isn’t valid\./)
  }
})

test('a key without the scope is the merchant’s to mend too, and the browser hears nothing of scopes', async (t) => {
  const error = { type: 'forbidden', message: 'The api-key lacks the scope payments.' }
  const { message } = await fails(t, (response) => json(response, 403, { error }), badGateway, [
    'forbidden',
    /\(403\): The api-key lacks the scope payments\. .* --scope proxy/,
  ])
  assert.match(message, /^The store’s payment key isn’t valid\./)
})

const passed: [status: number, type: string, told: PayErrorCode | undefined][] = [
  [400, 'validation_error', undefined],
  [404, 'not_found', undefined],
  [409, 'conflict', undefined],
  [413, 'payload_too_large', undefined],
  [422, 'validation_error', undefined],
  [429, 'rate_limit_exceeded', undefined],
  [500, 'internal_server_error', 'service_failed'],
  [502, 'bad_gateway', 'bad_gateway'],
  [503, 'service_unavailable', 'bad_gateway'],
  [504, 'gateway_timeout', 'timeout'],
  [599, 'internal_server_error', 'service_failed'],
]
for (const [status, type, told] of passed) {
  test(`an error ${status} of the service passes with its body`, async (t) => {
    const details = [{ field: 'chainId', message: 'unknown chain' }]
    const error = { type, message: `Said by the service: ${status}.`, details }
    const read = await fails(
      t,
      (response) => json(response, status, { error, trace: 'at /srv/app.js' }),
      status === 409 ? [status, type] : [status, type, 'chainId'],
      told ? [told, /Said by the service/] : [],
    )
    assert.equal(read.message, error.message)
    // Of a conflict the browser hears no more than of the charge it asked for.
    assert.deepEqual(read.details, status === 409 ? undefined : details)
  })
}

const forms: [name: string, status: number, body: unknown, type: string, message: string][] = [
  ['{ error: text }', 404, { error: 'gone' }, 'not_found', 'gone'],
  ['{ message }', 409, { message: 'used' }, 'conflict', 'used'],
  ['problem+json', 400, { title: 'Bad', detail: 'no' }, 'validation_error', 'no'],
  ['no words', 404, {}, 'not_found', 'The payment service replied with 404.'],
  ['a list', 500, [1], 'internal_server_error', 'The payment service replied with 500.'],
  ['null', 409, null, 'conflict', 'The payment service replied with 409.'],
  [
    'a type of another status',
    409,
    { error: { type: 'not_found', message: 'used' } },
    'conflict',
    'used',
  ],
]
for (const [name, status, body, type, message] of forms) {
  test(`an error body in another form reads as ours: ${name}`, async (t) => {
    const { proxy } = await setup(t, {}, (_, response) => json(response, status, body))
    const read = await readError(await proxy(post(`${path}/payments`, newPayment)))
    assert.deepEqual(read.brief, [status, type])
    assert.equal(read.message, message)
  })
}

test('429 and 503 pass in any form, with their Retry-After', async (t) => {
  for (const [status, type] of [
    [429, 'rate_limit_exceeded'],
    [503, 'service_unavailable'],
  ] as const) {
    for (const wait of ['7', 'Sun, 06 Nov 2033 08:49:37 GMT']) {
      const reply = (response: ServerResponse) =>
        response.writeHead(status, { 'retry-after': wait }).end('<h1>Busy</h1>')
      const { proxy } = await setup(t, {}, (_, response) => reply(response))
      const response = await proxy(get(path))
      assert.equal(response.headers.get('retry-after'), wait)
      await expectError(response, [status, type])
    }
  }
})
