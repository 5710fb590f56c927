import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callRoute } from '../../src/api/client/call.ts'
import { routes } from '../../src/api/routes/routes.ts'
import type { PayErrorCode } from '../../src/errors.ts'
import { chargeId, newPayment } from './samples.ts'
import { rejection, testTransport } from './transport.ts'
import { startUpstream } from './upstream.ts'

const codes: [status: number, code: PayErrorCode][] = [
  [400, 'invalid_request'],
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [405, 'invalid_request'],
  [408, 'timeout'],
  [409, 'conflict'],
  [413, 'too_large'],
  [415, 'invalid_request'],
  [422, 'invalid_request'],
  [429, 'rate_limited'],
  [500, 'service_failed'],
  [501, 'service_failed'],
  [502, 'bad_gateway'],
  [503, 'bad_gateway'],
  [504, 'timeout'],
  [599, 'service_failed'],
]
for (const [status, code] of codes) {
  test(`${status} is ${code}`, async (t) => {
    const { url } = await startUpstream(t, (_, response) => {
      response.writeHead(status, { 'x-request-id': 'r-9', 'retry-after': '2' })
      response.end(JSON.stringify({ error: { type: 'x', message: 'Said so.' } }))
    })
    const { transport } = testTransport(url, { retries: 0 })
    const input = { params: { uuid: chargeId }, body: newPayment }
    const error = await rejection(callRoute(transport, routes.addPayment, input))
    assert.deepEqual(
      [error.code, error.status, error.message, error.requestId, error.retryAfterMs],
      [code, status, 'Said so.', 'r-9', 2000],
    )
  })
}

const details = [{ field: 'hash', message: 'must be a hash' }]
const long = 'x'.repeat(2000)
const forms: [body: unknown, message: string, field?: string | undefined, details?: unknown][] = [
  [{ error: { type: 'a', message: 'ours', details } }, 'ours', 'hash', details],
  [{ error: { message: 'ours', details: { x: 1 } } }, 'ours', undefined, { x: 1 }],
  [{ error: { message: 'ours', details: [null] } }, 'ours', undefined, [null]],
  [{ error: {} }, 'The service answered 400.'],
  [{ error: 'text' }, 'text'],
  [{ message: 'plain' }, 'plain'],
  [{ type: 'about:blank', title: 'Title', status: 400, detail: 'Detail' }, 'Detail'],
  [{ type: 'about:blank', title: 'Title' }, 'Title'],
  [{ error: { message: '' }, message: 'second' }, 'second'],
  [{ error: { message: 7 } }, 'The service answered 400.'],
  [{ message: long }, long.slice(0, 500)],
  [{}, 'The service answered 400.'],
  [[], 'The service answered 400.'],
  [null, 'The service answered 400.'],
  ['text', 'The service answered 400.'],
  [undefined, 'The service answered 400.'],
]
for (const [body, message, field, given] of forms) {
  const text = body === undefined ? '<html>Bad Request</html>' : JSON.stringify(body)
  test(`an error body in the form ${text.slice(0, 60)}`, async (t) => {
    const { url } = await startUpstream(t, (_, response) => response.writeHead(400).end(text))
    const { transport } = testTransport(url)
    const error = await rejection(
      callRoute(transport, routes.getCharge, { params: { id: chargeId } }),
    )
    assert.deepEqual(
      [error.code, error.message, error.field, error.details],
      ['invalid_request', message, field, given],
    )
  })
}
