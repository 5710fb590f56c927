import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { call, provideHarness } from '../../support/harness.ts'
import { until } from '../../support/wait.ts'

const harness = provideHarness()

const endpoints: [method: string, path: string][] = [
  ['POST', '/charges'],
  ['GET', `/charges/${crypto.randomUUID()}`],
  ['POST', `/charges/${crypto.randomUUID()}/payments`],
  ['POST', '/api-keys/receiving-wallet'],
  ['GET', `/request-charges/${crypto.randomUUID()}`],
  ['GET', '/charges'],
  ['POST', '/api-keys/charge-webhook'],
  ['POST', '/requests'],
  ['GET', '/requests?recipient=mugs'],
  ['GET', `/requests/${crypto.randomUUID()}`],
]

/** Every error has the contract's form, and the id to find it in the log. */
function isError(answer: Awaited<ReturnType<typeof call>>, status: number, type: string) {
  assert.equal(answer.status, status, JSON.stringify(answer.body))
  const { error } = answer.body as { error: { type: string; message: string } }
  assert.equal(error.type, type)
  assert.ok(error.message.length > 10)
  assert.match(String(answer.headers.get('content-type')), /^application\/json/)
  assert.ok(answer.headers.get('x-request-id'))
}

describe('the api-key', () => {
  for (const [method, path] of endpoints) {
    test(`${method} ${path.replace(/[\da-f-]{36}/, ':uuid')} without or with a wrong one is 401`, async () => {
      const body = method === 'POST' ? {} : undefined
      for (const key of ['', 'pc_00000000_wrong', `${harness.shop.apiKey}x`]) {
        const answer = await call(harness, method, path, body, { 'api-key': key })
        isError(answer, 401, 'authentication_error')
      }
    })
  }

  test('never stands in the log', async () => {
    await call(harness, 'POST', '/charges', '{', {})
    await call(harness, 'GET', '/charges/x', undefined, { 'api-key': 'pc_11111111_secret' })
    await until('the line', () => harness.service.log.find((one) => one.route === '/charges/:id'))
    assert.ok(!harness.service.output().includes(harness.shop.apiKey))
    assert.ok(!harness.service.output().includes('pc_11111111_secret'))
  })
})

describe('X-Request-Id', () => {
  test('is the caller’s when it is a token, else made', async () => {
    const ask = async (id: string) => {
      const answer = await call(harness, 'GET', '/nowhere', undefined, { 'x-request-id': id })
      return String(answer.headers.get('x-request-id'))
    }
    assert.equal(await ask('order-7_a='), 'order-7_a=')
    for (const bad of ['a b', 'x'.repeat(256), '{"a":1}']) {
      assert.match(await ask(bad), /^[\da-f-]{36}$/)
    }
  })

  test('leads to the call’s line in the log', async () => {
    const id = crypto.randomUUID()
    await call(harness, 'POST', '/charges', {}, { 'x-request-id': id })
    const line = await until('the line', () =>
      harness.service.log.find((one) => one.requestId === id),
    )
    assert.equal(line.status, 400)
    assert.equal(line.route, '/charges')
  })
})

describe('what is not there', () => {
  for (const path of ['/', '/nowhere', '/charges/', '/charges/a/b', '/requests/']) {
    test(`${path} is 404`, async () => {
      isError(await call(harness, 'GET', path), 404, 'not_found')
    })
  }

  const wrong: [method: string, path: string, allow: string][] = [
    ['PUT', '/charges', 'POST, GET, HEAD'],
    ['PUT', '/requests', 'POST, GET, HEAD'],
    ['GET', '/api-keys/charge-webhook', 'POST'],
    ['DELETE', `/charges/${crypto.randomUUID()}`, 'GET, HEAD'],
    ['GET', `/charges/${crypto.randomUUID()}/payments`, 'POST'],
    ['GET', '/api-keys/receiving-wallet', 'POST'],
    ['POST', `/request-charges/${crypto.randomUUID()}`, 'GET, HEAD'],
  ]
  for (const [method, path, allow] of wrong) {
    test(`${method} ${path.replace(/[\da-f-]{36}/, ':uuid')} is 405, allowing ${allow}`, async () => {
      const answer = await call(harness, method, path)
      isError(answer, 405, 'method_not_allowed')
      assert.equal(answer.headers.get('allow'), allow)
    })
  }
})

describe('bodies', () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    call(harness, 'POST', '/charges', body, headers)

  test('that are no JSON are 400', async () => {
    for (const body of ['', '{', 'null x', '{"a":1,}', '\u0000']) {
      isError(await post(body), 400, 'validation_error')
    }
  })

  test('that are JSON but no object are 400', async () => {
    for (const body of ['null', '[]', '"text"', '7', 'true']) {
      isError(await post(body), 400, 'validation_error')
    }
  })

  test('that nest thousands of levels deep are 400, also with an Idempotency-Key', async () => {
    const deep = `{"metadata":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`
    isError(await post(deep), 400, 'validation_error')
    isError(await post(deep, { 'idempotency-key': 'deep' }), 400, 'validation_error')
  })

  test('of another content type are 415', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const answer = await post('{}', { 'content-type': type })
      isError(answer, 415, 'unsupported_media_type')
    }
    const answer = await post('{}', { 'content-type': 'Application/JSON; charset=utf-8' })
    isError(answer, 400, 'validation_error')
  })

  test('beyond 64 KiB are 413, with and without a declared length', async () => {
    const large = JSON.stringify({ a: 'x'.repeat(64 * 1024) })
    isError(await post(large), 413, 'payload_too_large')
    const answer = await raw(
      [
        'POST /charges HTTP/1.1',
        'host: localhost',
        'connection: close',
        `api-key: ${harness.shop.apiKey}`,
        'content-type: application/json',
        'transfer-encoding: chunked',
        '',
        `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`,
      ].join('\r\n'),
    )
    assert.match(answer, /^HTTP\/1\.1 413 /)
    assert.match(answer, /payload_too_large/)
  })

  test('that are not UTF-8 are 400', async () => {
    const answer = await raw(
      Buffer.concat([
        Buffer.from(
          'POST /charges HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n' +
            `api-key: ${harness.shop.apiKey}\r\ncontent-type: application/json\r\n` +
            'content-length: 9\r\n\r\n{"a":"',
        ),
        Buffer.from([0xff]),
        Buffer.from('"}'),
      ]),
    )
    assert.match(answer, /^HTTP\/1\.1 400 /)
  })
})

/** Sends bytes as they are and gives the whole answer. */
async function raw(bytes: string | Buffer): Promise<string> {
  const socket = connect(harness.service.port, '127.0.0.1')
  socket.write(bytes)
  return await text(socket)
}
