import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { PayErrorCode, PayProxyOptions } from '../../src/proxy.ts'
import { chargeId, reducedCharge } from '../api/samples.ts'
import { deadUrl, json, startUpstream } from '../api/upstream.ts'
import { expectError, fails, get, setup } from './setup.ts'

const path = `/pay/charges/${chargeId}`
// A connection that is never let go would else be waited for without end.
const limit = { timeout: 120_000 }
const badGateway = [502, 'bad_gateway']

/** Lets the time for a reply be over once the reply has begun, however long that takes. */
function limitOnceBegun(t: TestContext): Pick<PayProxyOptions, 'fetch'> {
  const limit = new AbortController()
  t.mock.method(AbortSignal, 'timeout', () => limit.signal)
  return {
    async fetch(url, init) {
      const response = await fetch(url, init)
      // The proxy reads the body by then.
      setImmediate(() => limit.abort(new DOMException('The time is over.', 'TimeoutError')))
      return response
    },
  }
}

test('a service that is not there is 502, and the operator reads why', async (t) => {
  const baseUrl = await deadUrl()
  const { proxy, told } = await setup(t, { baseUrl })
  await expectError(await proxy(get(path)), badGateway, /no usable reply\. Try again later/)
  assert.equal(told[0]?.code, 'bad_gateway')
  const why = new RegExp(`^GET ${baseUrl}/charges/${chargeId}: no reply: .*ECONNREFUSED`)
  assert.match(told[0]?.message ?? '', why)
  assert.ok(told[0]?.requestId)
})

test('a service that hangs is 504', async (t) => {
  await fails(t, () => {}, [504, 'gateway_timeout'], ['timeout', /within 0\.06 s/], {
    timeoutMs: 60,
  })
})

test('a service that hangs in the middle of its reply is 504', async (t) => {
  await fails(
    t,
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"data":')
    },
    [504, 'gateway_timeout'],
    ['timeout', /no complete reply/],
    limitOnceBegun(t),
  )
})

test('a service that drips for ever is 504', async (t) => {
  await fails(
    t,
    (response) => {
      const drip = setInterval(() => response.write(' '), 5)
      response.on('close', () => clearInterval(drip))
    },
    [504, 'gateway_timeout'],
    ['timeout', /no complete reply/],
    limitOnceBegun(t),
  )
})

test('a fetch that does not heed its signal is given up all the same', async (t) => {
  const { proxy } = await setup(t, { timeoutMs: 40, fetch: () => new Promise(() => {}) })
  // A socket keeps the process alive while nothing else does.
  await startUpstream(t, () => {})
  await expectError(await proxy(get(path)), [504, 'gateway_timeout'])
})

test('a connection that closes before the reply is 502', async (t) => {
  await fails(t, (response) => response.destroy(), badGateway, ['bad_gateway', /no reply/])
})

test('a connection that closes in the middle of the reply is 502', async (t) => {
  await fails(
    t,
    (response) => {
      response.writeHead(200, { 'content-length': '500' })
      response.write('{"data":', () => response.destroy())
    },
    badGateway,
    ['bad_gateway', /the reply was cut off/],
  )
})

for (const status of [301, 302, 303, 307, 308]) {
  test(`a redirect (${status}) is not followed`, async (t) => {
    const target = await startUpstream(t, (_, response) => json(response, 200, {}))
    const location = `${target.url}/charges/${chargeId}`
    const redirect = (response: ServerResponse) =>
      response.writeHead(status, { location }).end('moved')
    await fails(t, redirect, badGateway, ['bad_gateway', /redirect.*Check baseUrl/])
    assert.equal(target.seen.length, 0)
  })
}

const unfit: [name: string, status: number, body: string, told: RegExp][] = [
  ['HTML', 200, '<html>Welcome to nginx</html>', /200 with a body that is not JSON/],
  ['nothing', 200, '', /not JSON/],
  ['a 204', 204, '', /not JSON/],
  ['a torn reply', 200, '{"data":{"id":"3c', /not JSON/],
  ['another status of success', 202, JSON.stringify({ data: reducedCharge }), /202 where 200/],
  ['null', 200, 'null', /is not valid: must be an object/],
  [
    'a charge without its wrapper',
    200,
    JSON.stringify(reducedCharge),
    /is not valid: data is required/,
  ],
  [
    'a charge without a price kind',
    200,
    JSON.stringify({ data: { ...reducedCharge, pricing_type: 'free' } }),
    /data\.pricing_type must be fixed_price or no_price/,
  ],
  ['an HTML 404 of another server', 404, '<h1>Not Found</h1>', /404 with a body that is not JSON/],
  ['an HTML 500', 500, '<h1>Oops</h1>', /500 with a body that is not JSON/],
]
for (const [name, status, body, told] of unfit) {
  test(`a reply that does not fit is 502: ${name}`, async (t) => {
    const reply = (response: ServerResponse) => response.writeHead(status).end(body)
    const code = status < 400 ? 'invalid_reply' : 'bad_gateway'
    await fails(t, reply, badGateway, [code, told])
  })
}

test('a reply over 1 MiB is 502, declared or not, compressed or not', async (t) => {
  const long = JSON.stringify({ data: reducedCharge, pad: 'x'.repeat(1_048_576) })
  const told: [PayErrorCode, RegExp] = ['bad_gateway', /the reply was too large/]
  await fails(t, (response) => response.end(long), badGateway, told)
  await fails(t, (response) => response.writeHead(200).end(long), badGateway, told)
  const zipped = gzipSync(long)
  assert.ok(zipped.length < 10_000)
  const encoded = { 'content-encoding': 'gzip' }
  await fails(t, (response) => response.writeHead(200, encoded).end(zipped), badGateway, told)
})

test('an endless reply is cut at 1 MiB, and its connection is let go', limit, async (t) => {
  let closed: Promise<unknown> = Promise.resolve()
  await fails(
    t,
    (response) => {
      closed = new Promise((resolve) => response.on('close', resolve))
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    },
    badGateway,
    ['bad_gateway', /too large/],
  )
  await closed
})
