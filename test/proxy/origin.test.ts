import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PayProxyOptions } from '../../src/proxy.ts'
import { chargeId, newPayment, otherId } from '../api/samples.ts'
import { expectError, get, post, setup, site } from './setup.ts'

const partner = 'https://partner.example'
const path = `/pay/charges/${chargeId}`

type Case = [
  promise: string,
  headers: Record<string, string>,
  expected: { get: number; post: number },
  options?: Partial<PayProxyOptions>,
]

const fine = { get: 200, post: 201 }
const none = { get: 403, post: 403 }
const cases: Case[] = [
  ['a caller that is no browser', {}, fine],
  ['the own origin', { origin: site }, fine],
  ['the own origin, as browsers say it', { origin: site, 'sec-fetch-site': 'same-origin' }, fine],
  [
    'the own origin behind a proxy that ends TLS',
    { origin: 'https://shop.example', 'sec-fetch-site': 'same-origin' },
    fine,
  ],
  [
    'a foreign origin, as browsers say it',
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { get: 403, post: 403 },
  ],
  ['no Origin, same origin', { 'sec-fetch-site': 'same-origin' }, fine],
  ['no Origin, same site', { 'sec-fetch-site': 'same-site' }, { get: 200, post: 403 }],
  ['no Origin, cross site', { 'sec-fetch-site': 'cross-site' }, { get: 200, post: 403 }],
  ['no Origin, typed by the user', { 'sec-fetch-site': 'none' }, { get: 200, post: 403 }],
  ['another origin', { origin: 'https://evil.example' }, none],
  ['an origin that starts as ours', { origin: `${site}.evil.example` }, none],
  ['our host in another scheme', { origin: 'http://shop.example' }, none],
  ['our host on another port', { origin: `${site}:8443` }, none],
  ['a page without origin', { origin: 'null' }, none],
  ['an empty Origin', { origin: '' }, none],
  ['two origins', { origin: `${site}, https://evil.example` }, none],
  ['an allowed origin', { origin: partner }, fine, { allowedOrigins: [partner] }],
  [
    'an origin that is not the allowed one',
    { origin: 'https://evil.example' },
    none,
    { allowedOrigins: [partner] },
  ],
  [
    'forwarded headers that nobody trusts',
    {
      origin: 'https://evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    },
    none,
  ],
  [
    'the forwarded origin behind a trusted proxy',
    {
      origin: 'https://public.example',
      'x-forwarded-host': 'public.example, inner',
      'x-forwarded-proto': 'https, http',
    },
    fine,
    { trustProxy: true },
  ],
  [
    'a trusted proxy that forwards only the scheme',
    { origin: 'http://shop.example', 'x-forwarded-proto': 'http' },
    fine,
    { trustProxy: true },
  ],
  [
    'another origin than the forwarded one',
    { origin: site, 'x-forwarded-host': 'public.example', 'x-forwarded-proto': 'https' },
    none,
    { trustProxy: true },
  ],
  [
    'no origin, and a forwarded scheme that has none either',
    { origin: 'null', 'x-forwarded-proto': 'data' },
    none,
    { trustProxy: true },
  ],
]

for (const [promise, headers, expected, options] of cases) {
  test(`${promise}: GET ${expected.get}, POST ${expected.post}`, async (t) => {
    const { proxy, seen } = await setup(t, options)
    const got = await proxy(get(path, headers))
    assert.equal(got.status, expected.get)
    const paid = await proxy(post(`${path}/payments`, newPayment, headers))
    assert.equal(paid.status, expected.post)
    const made = await proxy(post('/pay/charges', {}, headers))
    assert.equal(made.status, expected.post)
    const passed = [got, paid, made].filter(({ status }) => status !== 403)
    assert.equal(seen.length, passed.length)
  })
}

test('a refusal says which origin, and what to configure', async (t) => {
  const { proxy } = await setup(t)
  const refused = await proxy(get(path, { origin: 'http://shop.example' }))
  await expectError(
    refused,
    [403, 'forbidden'],
    /pages from http:\/\/shop\.example: add it to allowedOrigins.*trustProxy: true/,
  )
  const file = await proxy(get(path, { origin: 'null' }))
  await expectError(file, [403, 'forbidden'], /serve it from an http or https address/)
  const long = await proxy(get(path, { origin: `https://${'x'.repeat(9000)}` }))
  assert.ok((await long.text()).length < 500)
})

const preflight = (route: string, origin: string) =>
  new Request(site + route, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,idempotency-key',
    },
  })

test('a preflight of an allowed origin is answered for its route', async (t) => {
  const { proxy, seen } = await setup(t, { allowedOrigins: [partner] })
  const answer = await proxy(preflight('/pay/charges', partner))
  assert.equal(answer.status, 204)
  assert.equal(await answer.text(), '')
  const headers = Object.fromEntries(answer.headers)
  assert.equal(headers['access-control-allow-origin'], partner)
  assert.equal(headers['access-control-allow-methods'], 'POST')
  assert.match(headers['access-control-allow-headers'] ?? '', /content-type, idempotency-key/)
  assert.equal(headers.vary, 'origin')
  assert.equal(headers['access-control-allow-credentials'], undefined)
  const reading = await proxy(preflight(path, partner))
  assert.equal(reading.headers.get('access-control-allow-methods'), 'GET')
  assert.equal(seen.length, 0)
})

test('a preflight of any other origin, or of a path that is not served, allows nothing', async (t) => {
  const { proxy } = await setup(t, { allowedOrigins: [partner] })
  const stranger = await proxy(preflight('/pay/charges', 'https://evil.example'))
  assert.equal(stranger.status, 403)
  assert.equal(stranger.headers.get('access-control-allow-origin'), null)
  const lost = await proxy(preflight('/pay/api-keys/receiving-wallet', partner))
  assert.equal(lost.status, 404)
  assert.equal(lost.headers.get('access-control-allow-methods'), null)
})

test('a preflight of a path with two methods allows both, and each is forwarded', async (t) => {
  const { proxy, seen } = await setup(t, { allowedOrigins: [partner] })
  const path = `/pay/charges/${chargeId}/authorizations`
  const answer = await proxy(preflight(path, partner))
  assert.equal(answer.headers.get('access-control-allow-methods'), 'GET, POST')
  await proxy(new Request(site + path))
  const hash = `0x${'ab'.repeat(32)}`
  const address = `0x${'12'.repeat(20)}`
  const seconds = { validAfter: '0', validBefore: '1800000000' }
  const authorization = { from: address, to: address, value: '1', nonce: hash, ...seconds }
  const terms = { chainId: '1', tokenAddress: address, authorization, signature: hash }
  const headers = { 'content-type': 'application/json' }
  await proxy(new Request(site + path, { method: 'POST', headers, body: JSON.stringify(terms) }))
  assert.deepEqual(
    seen.map(({ method }) => method),
    ['GET', 'POST'],
  )
})

test('OPTIONS without an origin tells the method', async (t) => {
  const { proxy } = await setup(t)
  const answer = await proxy(new Request(`${site}/pay/charges`, { method: 'OPTIONS' }))
  assert.equal(answer.status, 204)
  assert.equal(answer.headers.get('allow'), 'POST, OPTIONS')
  assert.equal(answer.headers.get('access-control-allow-methods'), null)
})

test('an allowed origin can read every answer, errors too; the own origin needs no CORS', async (t) => {
  const { proxy } = await setup(t, {
    allowedOrigins: [partner],
    allowsCharge: (id) => id === chargeId,
  })
  const asked = ['/pay/charges/1', '/pay/x', path, `/pay/charges/${otherId}`]
  for (const url of asked) {
    const { headers } = await proxy(get(url, { origin: partner }))
    assert.equal(headers.get('access-control-allow-origin'), partner)
    assert.equal(headers.get('access-control-expose-headers'), 'x-request-id, retry-after')
    assert.equal(headers.get('timing-allow-origin'), partner)
    assert.equal(headers.get('vary'), 'origin')
  }
  const own = await proxy(get(path, { origin: site }))
  assert.equal(own.headers.get('access-control-allow-origin'), null)
  assert.equal(own.headers.get('vary'), 'origin')
})
