import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import fc from 'fast-check'
import { callRoute } from '../../src/api/client/call.ts'
import { routes } from '../../src/api/routes/routes.ts'
import { charge, chargeId, newCharge, newPayment, payment, reducedCharge } from './samples.ts'
import { rejection, testTransport } from './transport.ts'
import { deadUrl, json, startUpstream } from './upstream.ts'

// A connection that is never let go would else be waited for without end.
const limit = { timeout: 120_000 }
const params = { id: chargeId }
const found = { data: reducedCharge, warnings: [] }
const busy = (response: ServerResponse, headers = {}) =>
  json(response, 503, { error: { type: 'service_unavailable', message: 'busy' } }, headers)

test('a call is the route’s method and path, with the transport’s headers and no more', async (t) => {
  const { url, seen } = await startUpstream(t, (_, response) => json(response, 201, payment))
  const { transport } = testTransport(`${url}/v1//`, { headers: { 'api-key': 'k' } })
  const uuid = 'a/b?c#d e'
  const input = { params: { uuid }, body: newPayment }
  const answer = await callRoute(transport, routes.addPayment, input)
  assert.deepEqual(answer, { status: 201, data: payment })
  const [sent] = seen
  assert.equal(`${sent?.method} ${sent?.url}`, 'POST /v1/charges/a%2Fb%3Fc%23d%20e/payments')
  assert.equal(sent?.headers['api-key'], 'k')
  assert.equal(sent?.headers.accept, 'application/json')
  assert.equal(sent?.headers['content-type'], 'application/json')
  assert.equal(sent?.headers['idempotency-key'], undefined)
  assert.deepEqual(JSON.parse(sent?.body ?? ''), newPayment)
})

test('an empty id asks nobody: it would be another route', async (t) => {
  const { url, seen } = await startUpstream(t, (_, response) => json(response, 200, found))
  const { transport } = testTransport(url)
  for (const given of [{ id: '' }, {} as { id: string }]) {
    const error = await rejection(callRoute(transport, routes.getCharge, { params: given }))
    assert.deepEqual([error.code, error.field, error.retryable], ['invalid_request', 'id', false])
  }
  assert.equal(seen.length, 0)
})

test('fields of a reply that nobody knows are left out', async (t) => {
  const more = { data: { ...reducedCharge, later: 1 }, warnings: ['old'], later: 2 }
  const { url } = await startUpstream(t, (_, response) => json(response, 200, more))
  const { data } = await callRoute(testTransport(url).transport, routes.getCharge, { params })
  assert.deepEqual(data, { data: reducedCharge, warnings: ['old'] })
})

test('a safe call is repeated until it is answered', async (t) => {
  const { url, seen } = await startUpstream(t, (_, response, turn) => {
    if (turn === 0) return response.destroy()
    if (turn === 1) return busy(response)
    if (turn > 2) return json(response, 200, found)
    // Breaks off in the middle of its body.
    response.writeHead(200, { 'content-length': '999' })
    response.write('{"data":', () => response.destroy())
  })
  const { transport, waits } = testTransport(url)
  const { data } = await callRoute(transport, routes.getCharge, { params })
  assert.deepEqual(data, found)
  assert.equal(seen.length, 4)
  assert.deepEqual(waits, [400, 800, 1600])
})

test('after the last try the error of that try is thrown', async (t) => {
  const { url, seen } = await startUpstream(t, (_, response) => busy(response))
  const { transport } = testTransport(url, { retries: 2 })
  const error = await rejection(callRoute(transport, routes.getCharge, { params }))
  assert.deepEqual([error.code, error.status, error.retryable], ['bad_gateway', 503, true])
  assert.equal(seen.length, 3)
})

test('a call that may not be repeated is made once, however it fails', async (t) => {
  const failures: ((response: ServerResponse) => unknown)[] = [
    busy,
    (response) => response.destroy(),
    (response) => json(response, 429, {}, { 'retry-after': '1' }),
  ]
  for (const fail of failures) {
    const { url, seen } = await startUpstream(t, (_, response) => fail(response))
    const { transport } = testTransport(url)
    const once = [
      callRoute(transport, routes.createCharge, { body: newCharge }),
      callRoute(transport, routes.createRequest, { body: new FormData() }),
      callRoute(transport, routes.setChargeWebhook, { body: { url }, idempotencyKey: 'key' }),
    ]
    for (const made of once) assert.equal((await rejection(made)).retryable, false)
    assert.equal(seen.length, once.length)
  }
})

test('a creation with a key is repeated with the same key and the same body', async (t) => {
  const { url, seen } = await startUpstream(t, (_, response, turn) =>
    turn < 3 ? busy(response) : json(response, 201, { data: charge, warnings: [] }),
  )
  const { transport } = testTransport(url)
  const input = { body: newCharge, idempotencyKey: 'order-7' }
  await callRoute(transport, routes.createCharge, input)
  assert.equal(seen.length, 4)
  const sent = seen.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`)
  assert.deepEqual(new Set(sent), new Set([`order-7 ${JSON.stringify(newCharge)}`]))
})

for (const [status, tries] of [
  [400, 1],
  [401, 1],
  [404, 1],
  [409, 1],
  [408, 4],
  [425, 4],
  [429, 4],
  [500, 4],
  [501, 1],
  [502, 4],
  [504, 4],
] as const) {
  test(`${status} is asked ${tries === 1 ? 'once' : 'again'}`, async (t) => {
    const { url, seen } = await startUpstream(t, (_, response) => json(response, status, {}))
    const { transport } = testTransport(url)
    const error = await rejection(callRoute(transport, routes.getCharge, { params }))
    assert.equal(error.status, status)
    assert.equal(seen.length, tries)
  })
}

test('the back-off grows, has an end, and is never longer than its jitter allows', async () => {
  const offline = () => Promise.reject(new TypeError('network'))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), async (dice) => {
      const turns = [...dice]
      const change = { fetch: offline, retries: dice.length, random: () => turns.shift() ?? 0 }
      const { transport, waits } = testTransport('http://pay.example', change)
      await rejection(callRoute(transport, routes.getCharge, { params }))
      const bounds = dice.map((roll, tried) => roll * Math.min(8000, 400 * 2 ** tried))
      assert.deepEqual(waits, bounds)
      assert.ok(waits.every((wait) => wait >= 0 && wait <= 8000))
    }),
  )
})

const minute = 60_000
const waitsFor: [retryAfter: () => string, least: number, most: number][] = [
  [() => '3', 3000, 3000],
  [() => '0', 400, 400],
  [() => '9999', 2 * minute, 2 * minute],
  // In whole seconds.
  [() => new Date(Date.now() + minute).toUTCString(), minute - 1000, minute],
  [() => 'Sun, 06 Nov 1994 08:49:37 GMT', 400, 400],
  [() => 'soon', 400, 400],
]
for (const [retryAfter, least, most] of waitsFor) {
  test(`Retry-After: ${retryAfter()} is waited for`, async (t) => {
    // The date stands still: a machine that does so for seconds would shorten the wait.
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
    const { url } = await startUpstream(t, (_, response, turn) =>
      turn ? json(response, 200, found) : busy(response, { 'retry-after': retryAfter() }),
    )
    const { transport, waits } = testTransport(url)
    await callRoute(transport, routes.getCharge, { params })
    const [wait = -1] = waits
    assert.ok(wait >= least && wait <= most, String(wait))
  })
}

test('no answer in time is a timeout, and the connection is let go', limit, async (t) => {
  const closed: Promise<unknown>[] = []
  let arrived = Promise.withResolvers<void>()
  const { url, seen } = await startUpstream(t, (_, response) => {
    closed.push(new Promise((resolve) => response.on('close', resolve)))
    arrived.resolve()
    arrived = Promise.withResolvers()
  })
  // Each try is given up once it has arrived, however long that takes. No back-off is as short.
  const timeoutMs = 300
  const { transport } = testTransport(url, {
    ...{ timeoutMs, retries: 1 },
    sleep: async (milliseconds) => {
      if (milliseconds === timeoutMs) await arrived.promise
    },
  })
  const error = await rejection(callRoute(transport, routes.getCharge, { params }))
  assert.deepEqual([error.code, error.retryable], ['timeout', true])
  assert.match(error.message, /0\.3 s/)
  assert.equal(seen.length, 2)
  await Promise.all(closed)
})

test('the limit covers a body that never ends', async (t) => {
  const { url } = await startUpstream(t, (_, response) => {
    response.writeHead(200)
    response.write('{"data":')
  })
  const { transport } = testTransport(url, { timeoutMs: 60, retries: 0 })
  const error = await rejection(callRoute(transport, routes.getCharge, { params }))
  assert.equal(error.code, 'timeout')
})

test('a timeout of a call that may not be repeated is not repeatable', async (t) => {
  const arrived = Promise.withResolvers<void>()
  const { url, seen } = await startUpstream(t, () => arrived.resolve())
  const { transport } = testTransport(url, { timeoutMs: 40, sleep: () => arrived.promise })
  const error = await rejection(callRoute(transport, routes.createCharge, { body: newCharge }))
  assert.deepEqual([error.code, error.retryable, seen.length], ['timeout', false, 1])
})

test('nothing listens: offline', async () => {
  const { transport, waits } = testTransport(await deadUrl())
  const error = await rejection(callRoute(transport, routes.getCharge, { params }))
  assert.deepEqual([error.code, error.retryable], ['offline', true])
  assert.equal(error.status, undefined)
  assert.equal(waits.length, 3)
})

test('a body that breaks off in a call that may not be repeated is offline, once', async (t) => {
  const { url, seen } = await startUpstream(t, (_, response) => {
    response.writeHead(201, { 'content-length': '999' })
    response.write('{"data":', () => response.destroy())
  })
  const { transport } = testTransport(url)
  const error = await rejection(callRoute(transport, routes.createCharge, { body: newCharge }))
  assert.deepEqual([error.code, error.retryable, seen.length], ['offline', false, 1])
})

test('a caller who gives up gets aborted: before, during the call, and during the back-off', async (t) => {
  const { url, seen } = await startUpstream(t, (_, response) => busy(response))
  const before = testTransport(url)
  const signal = AbortSignal.abort(new Error('left'))
  const early = callRoute(before.transport, routes.getCharge, { params, signal })
  assert.equal((await rejection(early)).code, 'aborted')
  assert.equal(seen.length, 0)

  const hanging = await startUpstream(t, () => gone.abort())
  const gone = new AbortController()
  const { transport } = testTransport(hanging.url)
  const during = callRoute(transport, routes.getCharge, { params, signal: gone.signal })
  const error = await rejection(during)
  assert.deepEqual([error.code, error.retryable], ['aborted', false])
  assert.equal(hanging.seen.length, 1)

  const bored = new AbortController()
  const waiting = testTransport(url)
  const { sleep } = waiting.transport
  waiting.transport.sleep = (milliseconds, given) => {
    if (milliseconds !== waiting.transport.timeoutMs) bored.abort()
    return sleep(milliseconds, given)
  }
  const late = callRoute(waiting.transport, routes.getCharge, { params, signal: bored.signal })
  assert.equal((await rejection(late)).code, 'aborted')
  assert.equal(seen.length, 1)
})

test('a redirect is not followed: it would carry the key away', async (t) => {
  const thief = await startUpstream(t, (_, response) => json(response, 200, found))
  const { url } = await startUpstream(t, (_, response) =>
    response.writeHead(307, { location: thief.url }).end(),
  )
  const { transport } = testTransport(url, { headers: { 'api-key': 'k' } })
  const error = await rejection(callRoute(transport, routes.getCharge, { params }))
  assert.deepEqual([error.code, error.status], ['invalid_reply', 307])
  assert.match(error.message, /redirect/)
  assert.equal(thief.seen.length, 0)
})

const unfit: [name: string, body: unknown, field: string | undefined][] = [
  ['another price', { ...found, data: { ...reducedCharge, pricing: 19.99 } }, 'data.pricing'],
  [
    'a number for an amount',
    {
      ...found,
      data: {
        ...reducedCharge,
        pricing: { ...reducedCharge.pricing, local: { amount: 1, currency: 'USD' } },
      },
    },
    'data.pricing.local.amount',
  ],
  [
    'a payment without its hash',
    { ...found, data: { ...reducedCharge, payments: [{ uuid: chargeId }] } },
    'data.payments.0.chargeUuid',
  ],
  ['no warnings', { data: reducedCharge }, 'warnings'],
]
for (const [name, body, field] of unfit) {
  test(`a reply that does not fit names the field: ${name}`, async (t) => {
    const { url, seen } = await startUpstream(t, (_, response) =>
      json(response, 200, body, { 'x-request-id': 'r-1' }),
    )
    const { transport } = testTransport(url)
    const error = await rejection(callRoute(transport, routes.getCharge, { params }))
    assert.deepEqual(
      [error.code, error.field, error.status, error.requestId, error.retryable],
      ['invalid_reply', field, 200, 'r-1', false],
    )
    assert.equal(seen.length, 1)
  })
}

for (const [status, body] of [
  [200, '<h1>Welcome</h1>'],
  [200, ''],
  [204, ''],
  [202, JSON.stringify(found)],
] as const) {
  test(`${status} "${body.slice(0, 12)}" is no answer of the interface`, async (t) => {
    const { url } = await startUpstream(t, (_, response) => response.writeHead(status).end(body))
    const { transport } = testTransport(url)
    const error = await rejection(callRoute(transport, routes.getCharge, { params }))
    assert.deepEqual([error.code, error.status], ['invalid_reply', status])
  })
}
