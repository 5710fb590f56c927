import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { toNodeListener } from '../../src/proxy.ts'
import { charge, chargeId, newPayment } from '../api/samples.ts'
import { listen } from '../api/upstream.ts'
import { expectError, setup } from './setup.ts'

async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return await listen(server)
}

/** What a shop page does, over the wire. */
async function useShop(shop: string): Promise<void> {
  const headers = { 'content-type': 'application/json', origin: shop }
  const order = { method: 'POST', headers, body: '{"sku":"mug"}' }
  const made = await fetch(`${shop}/pay/charges`, order)
  assert.equal(made.status, 201)
  const { data } = (await made.json()) as { data: Record<string, unknown> }
  assert.equal(data.id, charge.id)
  assert.equal(data.metadata, undefined)
  assert.equal((await fetch(`${shop}/pay/charges/${chargeId}`)).status, 200)
  assert.equal((await fetch(`${shop}/pay/request-charges/${chargeId}`)).status, 200)
  const paying = { method: 'POST', headers, body: JSON.stringify(newPayment) }
  assert.equal((await fetch(`${shop}/pay/charges/${chargeId}/payments`, paying)).status, 201)
  const evil = { ...order, headers: { ...headers, origin: 'https://evil.example' } }
  await expectError(await fetch(`${shop}/pay/charges`, evil), [403, 'forbidden'])
  const long = { ...order, body: JSON.stringify('x'.repeat(300_000)) }
  await expectError(await fetch(`${shop}/pay/charges`, long), [413, 'payload_too_large'])
  // The connection is still good after a body that nobody read.
  assert.equal((await fetch(`${shop}/pay/charges/${chargeId}`)).status, 200)
}

test('on Node’s http', async (t) => {
  const { proxy } = await setup(t)
  const before = globalThis.Request
  await useShop(await serve(t, toNodeListener(proxy)))
  assert.equal(globalThis.Request, before)
})

test('on Node’s http beside a shop’s own pages', async (t) => {
  const { proxy } = await setup(t)
  const pay = toNodeListener(proxy)
  const shop = await serve(t, (request, response) =>
    request.url?.startsWith('/pay/') ? pay(request, response) : response.end('<h1>Mugs</h1>'),
  )
  await useShop(shop)
  assert.equal(await (await fetch(shop)).text(), '<h1>Mugs</h1>')
})

test('on Hono', async (t) => {
  const { proxy } = await setup(t)
  const app = new Hono()
  app.all('/pay/*', (c) => proxy(c.req.raw))
  await useShop(await serve(t, getRequestListener(app.fetch, { overrideGlobalObjects: false })))
  assert.equal((await app.request(`/pay/charges/${chargeId}`)).status, 200)
})

test('on a fetch runtime', async (t) => {
  const { proxy } = await setup(t)
  const worker = { fetch: proxy }
  const request = new Request(`https://shop.example/pay/charges/${chargeId}`)
  assert.equal((await worker.fetch(request)).status, 200)
})

test('behind what reads the body and does not keep it, the operator is told what is wrong', async (t) => {
  const { proxy, told } = await setup(t)
  const pay = toNodeListener(proxy)
  const shop = await serve(t, async (incoming, outgoing) => {
    for await (const chunk of incoming) assert.ok(chunk)
    await pay(incoming, outgoing)
  })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${shop}/pay/charges`, { method: 'POST', headers, body: '{}' })
  await expectError(response, [500, 'internal_server_error'])
  assert.match(told[0]?.message ?? '', /Mount the proxy before its reader/)
})

/** Sends bytes as they are, which fetch would not, and tells the status line. */
async function raw(shop: string, text: string): Promise<string> {
  const { hostname, port } = new URL(shop)
  const socket = connect(Number(port), hostname)
  socket.end(text)
  let answer = ''
  for await (const chunk of socket) answer += chunk
  return answer.slice(0, answer.indexOf('\r\n'))
}

test('paths that only a hand-made request has reach nothing of the service', async (t) => {
  const { proxy, seen } = await setup(t)
  const shop = await serve(t, toNodeListener(proxy))
  const targets = [
    '/pay/charges/../api-keys/receiving-wallet',
    `/pay/charges/..%2f..%2fapi-keys`,
    '/pay/../requests',
    '//pay/charges',
    '/pay\\charges',
    `http://other.example/api-keys/x`,
    `/pay/charges/${chargeId}/../../requests`,
    '/%70ay/charges',
  ]
  for (const target of targets) {
    const request = `GET ${target} HTTP/1.1\r\nhost: shop.example\r\nconnection: close\r\n\r\n`
    assert.match(await raw(shop, request), /^HTTP\/1\.1 (400|404|405) /, target)
  }
  assert.equal(seen.length, 0)
})

test('no module of the proxy loads Node before toNodeListener is called', async () => {
  const folder = fileURLToPath(new URL('../../src/proxy/', import.meta.url))
  const names = globSync('**/*.ts', { cwd: folder })
  assert.ok(names.includes(join('adapters', 'node.ts')))
  for (const name of names) {
    const text = readFileSync(join(folder, name), 'utf8')
    const node = [...text.matchAll(/^import (?!type).* from '(node:[^']+|@hono[^']+)'/gm)]
    assert.deepEqual(node, [], name)
  }
})
