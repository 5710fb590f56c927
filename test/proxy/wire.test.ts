import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createPayProxy } from '../../src/proxy.ts'
import { charge, chargeId, newCharge, newPayment } from '../api/samples.ts'
import { listen } from '../api/upstream.ts'
import { apiKey, get, post } from './setup.ts'

/** A bare TCP socket that notes what comes in, byte for byte, and then answers. */
async function bareServer(t: TestContext) {
  const heads: string[] = []
  const server = createServer((socket) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
      if (end < 0 || text.length < end + 4 + length) return
      heads.push(text.slice(0, end))
      const body = JSON.stringify({ data: charge, warnings: [] })
      const status = text.startsWith('POST') ? '201 Created' : '200 OK'
      socket.end(`HTTP/1.1 ${status}\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
    })
  })
  t.after(() => server.close())
  return { url: await listen(server), heads }
}

function read(head: string | undefined) {
  const [line = '', ...rest] = (head ?? '').split('\r\n')
  const headers = rest.map((text) => text.split(/: (.*)/s) as [string, string])
  return { line, headers: Object.fromEntries(headers), names: headers.map(([name]) => name).sort() }
}

/** What a browser, or somebody who would be taken for another, might send. */
const hostile = {
  'api-key': 'key_of_a_stranger',
  authorization: 'Bearer x',
  cookie: 'session=1',
  'x-forwarded-for': '10.0.0.1',
  forwarded: 'for=10.0.0.1',
  'x-real-ip': '10.0.0.1',
  'x-api-key': 'x',
  'x-http-method-override': 'DELETE',
  'x-original-url': '/api-keys/receiving-wallet',
  'accept-language': 'de',
  'user-agent': 'evil',
  referer: 'https://shop.example/',
  accept: 'text/html',
  'idempotency-key': 'order-7',
  'x-request-id': 'page-1',
  'pay-charge-payer': '10.0.0.1',
  'x-anything': 'x',
}

const ours = ['accept', 'api-key', 'pay-charge-payer', 'x-request-id']
// What Node's fetch writes by itself; it lets nobody leave these out.
const transport = [
  'accept-encoding',
  'accept-language',
  'connection',
  'host',
  'sec-fetch-mode',
  'user-agent',
]

/** A proxy whose merchant hears of nothing: the bare server answers a payment with a charge. */
const proxyOf = (baseUrl: string) =>
  createPayProxy({ baseUrl, apiKey, createCharge: () => newCharge, onError() {} })

test('the headers at the service are exactly ours, whatever the caller sent', async (t) => {
  const { url, heads } = await bareServer(t)
  const proxy = proxyOf(url)
  assert.equal((await proxy(get(`/pay/charges/${chargeId}?a=b`, hostile))).status, 200)
  assert.equal((await proxy(post('/pay/charges?a=b', { sku: 1 }, hostile))).status, 201)

  const reading = read(heads[0])
  assert.equal(reading.line, `GET /charges/${chargeId} HTTP/1.1`)
  assert.deepEqual(reading.names, [...ours, ...transport].sort())

  const making = read(heads[1])
  assert.equal(making.line, 'POST /charges HTTP/1.1')
  const body = ['content-length', 'content-type', 'idempotency-key']
  assert.deepEqual(making.names, [...ours, ...transport, ...body].sort())

  for (const { headers } of [reading, making]) {
    assert.equal(headers['api-key'], apiKey)
    assert.equal(headers.accept, 'application/json')
    assert.equal(headers['x-request-id'], 'page-1')
    assert.equal(headers['pay-charge-payer'], 'unknown')
    assert.equal(headers['accept-language'], '*')
    assert.equal(headers['user-agent'], 'node')
    assert.equal(headers.host, new URL(url).host)
  }
  assert.equal(making.headers['content-type'], 'application/json')
  assert.match(making.headers['idempotency-key'] ?? '', /^payer:[\da-f]{64}$/)
})

test('a payment carries no Idempotency-Key, and the body no more than the contract has', async (t) => {
  const { url, heads } = await bareServer(t)
  const proxy = proxyOf(url)
  const body = { ...newPayment, padding: 'x'.repeat(500) }
  await proxy(post(`/pay/charges/${chargeId}/payments`, body, hostile))
  const { names, headers, line } = read(heads[0])
  assert.equal(line, `POST /charges/${chargeId}/payments HTTP/1.1`)
  assert.deepEqual(names, [...ours, ...transport, 'content-length', 'content-type'].sort())
  assert.equal(Number(headers['content-length']), JSON.stringify(newPayment).length)
  assert.equal(headers['accept-language'], 'de')
})

test('of the languages of a browser, the tags of some reach the service with a payment, and nothing else', async (t) => {
  const { url, heads } = await bareServer(t)
  const proxy = proxyOf(url)
  for (const [given, sent] of [
    ['de-AT,de;q=0.9, zh-Hant-TW;q=0.8,*;q=0.1', 'de-AT, de, zh-Hant-TW'],
    [`x${'y'.repeat(9000)}, <script>, de"; drop, Basic dXNlcg==, en`, 'en'],
    ['aa,ab,ae,af,ak,am,an', 'aa, ab, ae, af, ak'],
    [`${'q,'.repeat(30)}fr`, '*'],
    ['*', '*'],
  ] as const) {
    await proxy(post(`/pay/charges/${chargeId}/payments`, newPayment, { 'accept-language': given }))
    assert.equal(read(heads.at(-1)).headers['accept-language'], sent)
  }
})
