import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { type TestContext, test } from 'node:test'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { toExpressHandler } from '../../src/proxy/adapters/express.ts'
import { toFastifyHandler } from '../../src/proxy/adapters/fastify.ts'
import { toHonoHandler } from '../../src/proxy/adapters/hono.ts'
import { toNextHandlers } from '../../src/proxy/adapters/next.ts'
import { type PayProxy, toNodeListener } from '../../src/proxy.ts'
import { charge, chargeId, newPayment } from '../api/samples.ts'
import { listen } from '../api/upstream.ts'
import { expectError, post, setup, site } from './setup.ts'

const order = '{"sku":"mug",  "quantity":2}'

/** Serves a shop, and does over the wire what its page does. */
async function useShop(t: TestContext, listener: RequestListener, mount = '/pay'): Promise<string> {
  const server = createServer(listener)
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const shop = await listen(server)
  const headers = { 'content-type': 'application/json', origin: shop }
  const ordering = { method: 'POST', headers, body: order }
  const ordered = await fetch(`${shop}${mount}/charges`, ordering)
  assert.equal(ordered.status, 201, await ordered.clone().text())
  const { data, binding } = (await ordered.json()) as { data: { id: string }; binding: string }
  assert.equal(data.id, charge.id)
  assert.match(ordered.headers.get('set-cookie') ?? '', /^pay-charge=[\da-f]{32}; Path=\/;/)
  // The same order of the same visitor: what was parsed and written again is still the same order.
  const cookie = ordered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const again = { ...headers, cookie, 'pay-charge-resume': `${data.id}.${binding}` }
  const resumed = await fetch(`${shop}${mount}/charges`, { ...ordering, headers: again })
  assert.equal(resumed.status, 200)
  const read = await fetch(`${shop}${mount}/charges/${chargeId}?expand=request_charge`)
  assert.equal(read.status, 200)
  assert.ok(((await read.json()) as { request_charge?: unknown }).request_charge)
  const paying = { method: 'POST', headers, body: JSON.stringify(newPayment) }
  assert.equal((await fetch(`${shop}${mount}/charges/${chargeId}/payments`, paying)).status, 201)
  const foreign = { ...ordering, headers: { ...headers, origin: 'https://evil.example' } }
  await expectError(await fetch(`${shop}${mount}/charges`, foreign), [403, 'forbidden'])
  await expectError(await fetch(`${shop}${mount}/nothing`), [404, 'not_found'])
  return shop
}

type Mounting = (app: express.Express, proxy: PayProxy) => unknown

const expressMounts: Record<string, Mounting> = {
  'app.use, behind express.json()': (app, proxy) =>
    app.use(express.json()).use('/pay', toExpressHandler(proxy)),
  'app.use, before express.json()': (app, proxy) =>
    app.use('/pay', toExpressHandler(proxy)).use(express.json()),
  'app.all, behind express.json()': (app, proxy) =>
    app.use(express.json()).all('/pay/*splat', toExpressHandler(proxy)),
  'a Router, behind express.json()': (app, proxy) =>
    app.use(express.json()).use('/pay', express.Router().use(toExpressHandler(proxy))),
  'a Router in a Router': (app, proxy) => {
    const inner = express.Router().all('/*splat', toExpressHandler(proxy))
    return app.use('/pay', express.Router().use('/', inner))
  },
  'behind express.text()': (app, proxy) =>
    app.use(express.text({ type: '*/*' })).use('/pay', toExpressHandler(proxy)),
  'behind express.raw()': (app, proxy) =>
    app.use(express.raw({ type: '*/*' })).use('/pay', toExpressHandler(proxy)),
  'behind a parser of forms, which reads no JSON': (app, proxy) =>
    app.use(express.urlencoded({ extended: true })).use('/pay', toExpressHandler(proxy)),
  'toNodeListener, behind express.json()': (app, proxy) =>
    app.use(express.json()).use('/pay', toNodeListener(proxy)),
}

for (const [name, mount] of Object.entries(expressMounts)) {
  for (const basePath of [undefined, '/pay']) {
    test(`Express: ${name}, basePath ${basePath}`, async (t) => {
      const { proxy, told } = await setup(t, basePath === undefined ? {} : { basePath })
      const app = express()
      mount(app, proxy)
      await useShop(t, app)
      assert.deepEqual(told, [])
    })
  }
}

test('Express: an order is limited, whoever reads its body', async (t) => {
  const { proxy } = await setup(t, { maxBodyBytes: 1000 })
  const app = express().use(express.json()).use('/pay', toExpressHandler(proxy))
  const shop = await useShop(t, app)
  const headers = { 'content-type': 'application/json', origin: shop }
  const body = JSON.stringify({ note: 'x'.repeat(2000) })
  const long = await fetch(`${shop}/pay/charges`, { method: 'POST', headers, body })
  await expectError(long, [413, 'payload_too_large'])
})

test('Express: createCharge gets the order as the page sent it, and the whole address', async (t) => {
  const seen: unknown[] = []
  const { proxy } = await setup(t, {
    createCharge(value, { url }) {
      seen.push(value, new URL(url).pathname)
      throw new Error('enough')
    },
  })
  const app = express()
    .use(express.json({ strict: false }))
    .use('/pay', toExpressHandler(proxy))
  const server = createServer(app)
  t.after(() => server.close())
  const shop = await listen(server)
  const headers = { 'content-type': 'application/json' }
  for (const body of ['"mug"', '[1]', '7', 'null', order]) {
    await (await fetch(`${shop}/pay/charges`, { method: 'POST', headers, body })).text()
    assert.deepEqual(seen.splice(0), [JSON.parse(body), '/pay/charges'])
  }
})

test('Fastify: app.all, and a plugin with a prefix', async (t) => {
  const { proxy, told } = await setup(t)
  const app = fastify()
  app.all('/pay/*', toFastifyHandler(proxy))
  await app.register(async (inner) => inner.all('/*', toFastifyHandler(proxy)), {
    prefix: '/shop/pay',
  })
  await app.ready()
  t.after(() => app.close())
  await useShop(t, app.routing)
  await useShop(t, app.routing, '/shop/pay')
  assert.deepEqual(told, [])
})

test('Fastify: calls are limited by the address that Fastify tells', async (t) => {
  const { proxy } = await setup(t, { limits: { calls: 2 } })
  const app = fastify({ trustProxy: true })
  app.all('/pay/*', toFastifyHandler(proxy))
  t.after(() => app.close())
  const call = async (address: string) => {
    const headers = { 'x-forwarded-for': address }
    return (await app.inject({ url: `/pay/charges/${chargeId}`, headers })).statusCode
  }
  const statuses = []
  for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'])
    statuses.push(await call(address))
  assert.deepEqual(statuses, [200, 200, 429, 200])
})

const honoMounts: Record<string, (app: Hono, proxy: PayProxy) => unknown> = {
  'app.all': (app, proxy) => app.all('/pay/*', toHonoHandler(proxy)),
  'app.all with the proxy itself': (app, proxy) => app.all('/pay/*', (c) => proxy(c.req.raw)),
  'app.route': (app, proxy) => app.route('/pay', new Hono().all('/*', toHonoHandler(proxy))),
  'app.mount, which takes the path away': (app, proxy) => app.mount('/pay', proxy),
  'behind a middleware that reads JSON': (app, proxy) =>
    app
      .use(async (c, next) => {
        if (c.req.method === 'POST') await c.req.json()
        await next()
      })
      .all('/pay/*', toHonoHandler(proxy)),
}

for (const [name, mount] of Object.entries(honoMounts)) {
  test(`Hono: ${name}`, async (t) => {
    const { proxy, told } = await setup(t)
    const app = new Hono()
    mount(app, proxy)
    await useShop(t, getRequestListener(app.fetch, { overrideGlobalObjects: false }))
    assert.deepEqual(told, [])
  })
}

test('Hono: calls are limited by the connection’s address', async (t) => {
  const { proxy } = await setup(t, { limits: { calls: 1 } })
  const app = new Hono().all('/pay/*', toHonoHandler(proxy))
  const call = (remoteAddress: string) =>
    app.request(`/pay/charges/${chargeId}`, {}, { incoming: { socket: { remoteAddress } } })
  assert.equal((await call('192.0.2.1')).status, 200)
  assert.equal((await call('192.0.2.1')).status, 429)
  assert.equal((await call('192.0.2.2')).status, 200)
})

test('Next: the handlers of a route of the App Router', async (t) => {
  const { proxy } = await setup(t)
  const { GET, POST, OPTIONS } = toNextHandlers(proxy)
  assert.equal((await GET(new Request(`${site}/api/pay/charges/${chargeId}`))).status, 200)
  assert.equal((await POST(post('/api/pay/charges', order))).status, 201)
  const asking = new Request(`${site}/api/pay/charges`, { method: 'OPTIONS' })
  assert.equal((await OPTIONS(asking)).status, 204)
})

test('Next: the Pages Router, whose parser has read the body', async (t) => {
  const { proxy, told } = await setup(t)
  const listener = toNodeListener(proxy)
  // As Next does: the parsed body is in `body`, and the stream has ended.
  const page: RequestListener = async (incoming, outgoing) => {
    let text = ''
    for await (const chunk of incoming) text += chunk
    await listener(Object.assign(incoming, { body: text && JSON.parse(text) }), outgoing)
  }
  await useShop(t, page, '/api/pay')
  assert.deepEqual(told, [])
})
