import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PrivateKeyAccount } from 'viem/accounts'
import { requirePayment } from '../../../../src/proxy.ts'
import { createX402 } from '../../../clients/programs.ts'
import { countDebits, createAgent } from '../../../support/agents.ts'
import { patience } from '../../../support/wait.ts'
import { clients, createKey, decode, orderInit as init, type Selling } from '../selling.ts'

/** What a resource behind `requirePayment` answers. */
export function testShop(read: () => Selling): void {
  const newAgent = () => createAgent(read().chain)
  const count = (account: PrivateKeyAccount) => countDebits(read().chain, account)
  const buy = (price?: string) => read().buyAt(price)

  for (const [name, createFetch] of Object.entries(clients)) {
    test(`${name}: pays once for an order, and once more for another one`, async () => {
      const account = await newAgent()
      const pay = createFetch(account, fetch, 100)
      const [key, other] = [createKey(), createKey()]
      for (const [of, debits] of [
        [key, 1],
        [key, 1],
        [other, 2],
      ] as const) {
        const signal = AbortSignal.timeout(patience)
        const response = await pay(buy(), { ...init(of), signal })
        assert.equal(response.status, 200)
        assert.deepEqual(await response.json(), { status: 'COMPLETED', body: 'what is asked' })
        assert.equal(response.headers.get('etag'), '"1"')
        assert.ok(response.headers.get('payment-response'))
        assert.equal(await count(account), debits)
      }
    })
  }

  test('the key of a paid order with another price gets nothing', async () => {
    const [account, cheap] = [await newAgent(), createKey()]
    const { given } = read().shop
    const before = given.length
    assert.equal((await createX402(account, fetch, 100)(buy(), init(cheap))).status, 200)
    assert.equal((await fetch(buy('19'), init(cheap))).status, 409)
    assert.equal((await fetch(buy('19'), init(createKey()))).status, 402)
    assert.deepEqual(given.slice(before), [cheap])
    assert.equal(await count(account), 1)
  })

  test('the key of a paid order gets no other answer', async () => {
    const [account, key] = [await newAgent(), createKey()]
    const url = `${buy()}&question=one`
    assert.equal((await createX402(account, fetch)(url, init(key))).status, 200)
    assert.equal((await fetch(`${buy()}&question=two`, init(key))).status, 409)
    assert.equal((await fetch(url, init(key))).status, 200)
  })

  test('what is paid is given, whatever a call brings, and no cache may keep it', async () => {
    const [account, key] = [await newAgent(), createKey()]
    const signed = await read().sign('x402', account, buy(), init(key))
    const value = signed.get('payment-signature') ?? ''
    const offer = await fetch(buy(), init(key))
    assert.equal(offer.status, 402)
    assert.match(String(offer.headers.get('cache-control')), /no-store/)
    const calls: [name: string, headers: Record<string, string>][] = [
      ['the payment', { 'payment-signature': value }],
      ['the same again', { 'payment-signature': value }],
      ['nothing', {}],
      ['nothing, by a browser', { accept: 'text/html' }],
      ['what cannot be read', { 'payment-signature': 'nothing' }],
      ['what is huge', { 'payment-signature': 'A'.repeat(13_000) }],
      ['a foreign credential', { authorization: 'Payment e30' }],
      ['a payment in another header', { 'payment-authorization': value }],
    ]
    for (const [name, headers] of calls) {
      const response = await fetch(buy(), init(key, headers))
      assert.equal(response.status, 200, name)
      assert.equal(response.headers.get('cache-control'), 'private, no-store', name)
      const exposed = String(response.headers.get('access-control-expose-headers'))
      assert.match(exposed, /X-Shop/, name)
      if (headers['payment-signature'] === value) assert.match(exposed, /PAYMENT-RESPONSE/, name)
    }
    assert.equal(await count(account), 1)
  })

  test('a program that asks for HTML and pays is no browser', async () => {
    for (const name of Object.keys(clients)) {
      const [account, key] = [await newAgent(), createKey()]
      const signed = await read().sign(name, account, buy(), init(key))
      signed.set('accept', 'text/html')
      const response = await fetch(buy(), { ...init(key), headers: signed })
      assert.equal(response.status, 200, name)
      assert.equal(await count(account), 1, name)
    }
  })

  test('a preflight is no order, and any other method is one', async () => {
    const { calls } = read().shop
    const before = calls.length
    const preflight = await fetch(buy(), {
      method: 'OPTIONS',
      headers: {
        ...{ origin: 'https://agent.example', 'access-control-request-method': 'POST' },
        'access-control-request-headers': 'idempotency-key, payment-signature',
      },
    })
    assert.equal(preflight.status, 204)
    assert.equal(
      preflight.headers.get('access-control-allow-headers'),
      'idempotency-key, payment-signature',
    )
    assert.equal(preflight.headers.get('access-control-allow-origin'), null)
    assert.equal(calls.length, before)
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
      const { headers } = init(createKey())
      assert.equal((await fetch(buy(), { method, headers })).status, 402, method)
    }
    const account = await newAgent()
    const { headers } = init(createKey())
    const signed = await read().sign('x402', account, buy(), { headers })
    // A HEAD would pay for an answer without a body.
    const head = await fetch(buy(), { method: 'HEAD', headers: signed })
    assert.equal(head.status, 402)
    assert.equal(await count(account), 0)
    assert.equal((await fetch(buy(), { headers: signed })).status, 200)
    assert.equal((await fetch(buy(), { method: 'HEAD', headers })).status, 200)
    assert.equal(await count(account), 1)
  })

  test('each program has its own limit at the service, by its address', async () => {
    const { calls } = read().shop
    await fetch(buy(), init(createKey()))
    const page = calls.findLast(({ url }) => url.includes('/pay/'))
    assert.equal(page?.headers.get('pay-charge-payer'), '127.0.0.1')
    assert.ok(page?.headers.get('api-key'))
    // Of what the caller brings only the payment is passed on.
    const headers = { authorization: 'Bearer secret, Payment e30', cookie: 'a=b', 'x-more': '1' }
    assert.equal((await fetch(buy(), init(createKey(), headers))).status, 400)
    const passed = calls.findLast(({ url }) => url.includes('/pay/'))?.headers
    assert.equal(passed?.get('authorization'), 'Payment e30')
    assert.deepEqual([passed?.get('cookie'), passed?.get('x-more')], [null, null])
  })

  test('the offer names the resource', async () => {
    const response = await fetch(buy(), init(createKey()))
    assert.equal(response.status, 402)
    const required = decode(response.headers.get('payment-required')) as {
      resource: { url: string }
    }
    assert.equal(required.resource.url, buy())
    const body = (await response.json()) as { error: { type: string } }
    assert.equal(body.error.type, 'payment_required')
    assert.match(String(response.headers.get('www-authenticate')), /^Payment id=/)
  })

  test('a browser is sent to the charge’s page', async () => {
    const response = await fetch(buy(), {
      ...init(createKey(), { accept: 'text/html' }),
      redirect: 'manual',
    })
    assert.equal(response.status, 303)
    const location = String(response.headers.get('location'))
    assert.ok(location.startsWith(`${read().service.baseUrl}/pay/`), location)
  })

  test('while the service does not answer, nobody reads that nothing was paid', async () => {
    read().shop.fetch = async () => {
      throw new TypeError('Nobody listens.')
    }
    const response = await fetch(buy(), init(createKey(), { 'payment-signature': 'e30=' }))
    read().shop.fetch = fetch
    assert.ok([502, 503, 504].includes(response.status), String(response.status))
  })

  test('a refused order, and a key that can be guessed, cost nothing', async () => {
    assert.equal((await fetch(buy('none'), init(createKey()))).status, 404)
    const before = read().shop.errors.length
    assert.equal((await fetch(buy(), init('short'))).status, 500)
    assert.equal(read().shop.errors.length, before + 1)
    assert.match(String(read().shop.errors.at(-1)?.message), /key/)
    assert.throws(
      () => requirePayment({ baseUrl: read().service.baseUrl, apiKey: 'a-key-of-tests' } as never),
      /order must be a function/,
    )
  })
}
