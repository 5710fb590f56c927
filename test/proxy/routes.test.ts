import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proxyRoutes } from '../../src/api/routes/proxy-routes.ts'
import { chargeId, hash, newPayment, otherId } from '../api/samples.ts'
import { json } from '../api/upstream.ts'
import { expectError, get, post, readError, setup, site } from './setup.ts'

test('four routes pass, each to its own path of the service, without what a host adds to the query', async (t) => {
  const { proxy, seen } = await setup(t)
  const asked = [
    post('/pay/charges?x=1', { sku: 'mug' }),
    get(`/pay/charges/${chargeId}?path=charges&path=x`),
    get(`/pay/request-charges/${chargeId.toUpperCase()}?a#b`),
    post(`/pay/charges/${chargeId}/payments?hash=0x`, newPayment),
  ]
  const statuses = []
  for (const request of asked) statuses.push((await proxy(request)).status)
  assert.deepEqual(statuses, [201, 200, 200, 201])
  assert.deepEqual(
    seen.map(({ method, url }) => `${method} ${url}`),
    [
      'POST /charges',
      `GET /charges/${chargeId}`,
      `GET /request-charges/${chargeId}`,
      `POST /charges/${chargeId}/payments`,
    ],
  )
})

for (const basePath of [undefined, '/pay']) {
  test(`a slash at the end, as some routers add one, is the same route, with basePath ${basePath}`, async (t) => {
    const { proxy } = await setup(t, { basePath })
    for (const [name, { method, path }] of Object.entries(proxyRoutes)) {
      const filled = path.replace(':hash', hash).replace(/:\w+/g, chargeId)
      const answers = []
      for (const end of ['', '/', '/?slash=1'])
        answers.push(
          await proxy(
            method === 'GET' ? get(`/pay${filled}${end}`) : post(`/pay${filled}${end}`, {}),
          ),
        )
      const [plain] = answers
      for (const { status } of answers) assert.equal(status, plain?.status, name)
      const preflights = ['', '/'].map((end) =>
        proxy(new Request(`${site}/pay${filled}${end}`, { method: 'OPTIONS' })),
      )
      for (const { status } of await Promise.all(preflights)) assert.equal(status, 204, name)
    }
  })
}

test('a path in baseUrl stays before the route', async (t) => {
  const asked: string[] = []
  const fetch = (url: string, init: RequestInit) => {
    asked.push(url)
    return globalThis.fetch(url.replace('/v1', ''), init)
  }
  const { url } = await setup(t)
  const { proxy } = await setup(t, { baseUrl: `${url}/v1/`, fetch })
  assert.equal((await proxy(get(`/pay/charges/${chargeId}`))).status, 200)
  assert.deepEqual(asked, [`${url}/v1/charges/${chargeId}`])
})

const strangers = [
  '/pay',
  '/pay/',
  '/pay/requests',
  '/pay/requests/3c90c3cc-0d44-4b50-8888-8dd25736052a',
  '/pay/api-keys/receiving-wallet',
  '/pay/api-keys/charge-webhook',
  '/pay/request-charges',
  '/pay/charges//',
  `/pay/charges/${chargeId}//`,
  `/pay/charges/${chargeId}/payments/${hash}/1`,
  `/pay/charges/${chargeId}/refund`,
  `/pay//charges/${chargeId}`,
  `/pay/charges/../api-keys/receiving-wallet`,
  `/pay/charges/%2e%2e/requests`,
  `/pay/openapi.json`,
]
for (const path of strangers) {
  test(`${path} is served by nobody`, async (t) => {
    const { proxy, seen } = await setup(t)
    await expectError(await proxy(get(path)), [404, 'not_found'])
    await expectError(await proxy(post(path, {})), [404, 'not_found'])
    assert.equal(seen.length, 0)
  })
}

for (const path of ['/', '/payments', '/paycharges', '/shop/pay/charges', `/charges/${chargeId}`]) {
  test(`${path} is outside of a proxy below /pay, which says where it is`, async (t) => {
    const { proxy, seen } = await setup(t, { basePath: '/pay' })
    await expectError(await proxy(get(path)), [404, 'not_found'], /serves paths below \/pay\./)
    assert.equal(seen.length, 0)
  })
}

for (const mount of ['', '/pay', '/api/v1/pay', '/charges', '/stage/charges/pay']) {
  test(`below "${mount}" the proxy finds its paths by itself`, async (t) => {
    const { proxy } = await setup(t)
    assert.equal((await proxy(get(`${mount}/charges/${chargeId}`))).status, 200)
    assert.equal((await proxy(get(`${mount}/request-charges/${chargeId}`))).status, 200)
    assert.equal((await proxy(post(`${mount}/charges`, {}))).status, 201)
    assert.equal(
      (await proxy(post(`${mount}/charges/${chargeId}/payments`, newPayment))).status,
      201,
    )
    await expectError(await proxy(get(`${mount}/nothing/here`)), [404, 'not_found'])
    await expectError(await proxy(get(`${mount}/other-charges/${chargeId}`)), [404, 'not_found'])
  })
}

test('another base path, and the root', async (t) => {
  const { proxy } = await setup(t, { basePath: '/shop/pay' })
  assert.equal((await proxy(get(`/shop/pay/charges/${chargeId}`))).status, 200)
  await expectError(
    await proxy(get(`/pay/charges/${chargeId}`)),
    [404, 'not_found'],
    /below \/shop\/pay/,
  )
  const root = await setup(t, { basePath: '/' })
  assert.equal((await root.proxy(get(`/charges/${chargeId}`))).status, 200)
})

const ids = [
  '1',
  'null',
  `${chargeId}0`,
  chargeId.slice(1),
  `${chargeId}%20`,
  `%2e%2e%2f${chargeId}`,
  `..%2fapi-keys`,
  `${chargeId}%2fpayments`,
  `${chargeId};x`,
  '３c90c3cc-0d44-4b50-8888-8dd25736052a',
]
for (const id of ids) {
  test(`the id ${id} is refused by the field's name`, async (t) => {
    const { proxy, seen } = await setup(t)
    const bad = [404, 'not_found']
    await expectError(await proxy(get(`/pay/charges/${id}`)), [...bad, 'id'], /UUID/)
    await expectError(await proxy(get(`/pay/request-charges/${id}`)), [...bad, 'uuid'])
    const paid = await proxy(post(`/pay/charges/${id}/payments`, newPayment))
    await expectError(paid, [...bad, 'uuid'])
    assert.equal(seen.length, 0)
  })
}

const methods: [method: string, path: string, allow: string][] = [
  ['GET', '/pay/charges', 'POST, OPTIONS'],
  ['PUT', '/pay/charges', 'POST, OPTIONS'],
  ['POST', `/pay/charges/${chargeId}`, 'GET, OPTIONS'],
  ['DELETE', `/pay/charges/${chargeId}`, 'GET, OPTIONS'],
  ['HEAD', `/pay/charges/${chargeId}`, 'GET, OPTIONS'],
  ['PATCH', `/pay/request-charges/${chargeId}`, 'GET, OPTIONS'],
  ['GET', `/pay/charges/${chargeId}/payments`, 'POST, OPTIONS'],
  ['PUT', `/pay/charges/${chargeId}/authorizations`, 'GET, POST, OPTIONS'],
]
for (const [method, path, allow] of methods) {
  test(`${method} ${path} is 405, and Allow says what is right`, async (t) => {
    const { proxy, seen } = await setup(t)
    const response = await proxy(new Request(site + path, { method }))
    assert.equal(response.headers.get('allow'), allow)
    await expectError(response, [405, 'method_not_allowed'])
    assert.equal(seen.length, 0)
  })
}

test('charges decides which ids are served; the others are as if they did not exist', async (t) => {
  const asked: string[] = []
  const { proxy, seen } = await setup(t, {
    allowsCharge: async (id, request) => {
      asked.push(`${id} ${request.headers.get('cookie')}`)
      return id === chargeId
    },
  })
  const cookie = { cookie: 'session=1' }
  assert.equal((await proxy(get(`/pay/charges/${chargeId.toUpperCase()}`, cookie))).status, 200)
  await expectError(await proxy(get(`/pay/charges/${otherId}`)), [404, 'not_found'])
  await expectError(await proxy(get(`/pay/request-charges/${otherId}`)), [404, 'not_found'])
  const paid = await proxy(post(`/pay/charges/${otherId}/payments`, newPayment))
  await expectError(paid, [404, 'not_found'])
  assert.equal(seen.length, 1)
  assert.equal(asked[0], `${chargeId} session=1`)
})

test('charges that returns something else than true serves nothing', async (t) => {
  const allowsCharge = (() => 'yes') as unknown as () => boolean
  const { proxy } = await setup(t, { allowsCharge })
  await expectError(await proxy(get(`/pay/charges/${chargeId}`)), [404, 'not_found'])
})

test('charges that fails serves nothing, and the operator hears why', async (t) => {
  const { proxy, told, seen } = await setup(t, {
    allowsCharge: () => Promise.reject(new Error('database at 10.0.0.7 is down')),
  })
  const response = await proxy(get(`/pay/charges/${chargeId}`))
  assert.doesNotMatch(await response.clone().text(), /10\.0\.0\.7/)
  await expectError(response, [500, 'internal_server_error'])
  assert.match(String(told[0]?.cause), /10\.0\.0\.7/)
  assert.equal(seen.length, 0)
})

test('a payment’s standing and a reserved amount go through, with their known fields', async (t) => {
  const standing = {
    hash,
    chainId: '8453',
    tokenAddress: newPayment.tokenAddress,
    status: 'UNMATCHED',
    reason: '',
    signers: [newPayment.tokenAddress],
  }
  const reserved = {
    chainId: '8453',
    tokenAddress: newPayment.tokenAddress,
    recipientAddress: newPayment.tokenAddress,
    amount: '19.990013',
    expiresAt: '2026-11-22T10:00:00.000Z',
  }
  const { proxy, seen } = await setup(t, {}, ({ method }, response) =>
    json(response, 200, { ...(method === 'GET' ? standing : reserved), metadata: { cart: 1 } }),
  )
  const upper = hash.replace('ab', 'AB')
  const told = await proxy(get(`/pay/charges/${chargeId}/payments/${upper}`))
  assert.deepEqual(await told.json(), standing)
  const wish = { chainId: '8453', tokenAddress: newPayment.tokenAddress }
  const given = await proxy(post(`/pay/charges/${chargeId}/reserved-amounts`, wish))
  assert.deepEqual(await given.json(), reserved)
  assert.deepEqual(
    seen.map(({ url }) => url),
    [`/charges/${chargeId}/payments/${hash}`, `/charges/${chargeId}/reserved-amounts`],
  )
})

for (const bad of ['1', '0x12', `${hash}ff`, '0xzz']) {
  test(`the hash ${bad.slice(0, 8)} of ${bad.length} characters goes to nobody`, async (t) => {
    const { proxy, seen } = await setup(t)
    const response = await proxy(get(`/pay/charges/${chargeId}/payments/${bad}`))
    await expectError(response, [404, 'not_found', 'hash'])
    assert.equal(seen.length, 0)
  })
}

test('a conflict names the charge that was asked for, and no other one', async (t) => {
  let chargeUuid = otherId
  const { proxy } = await setup(t, {}, (_, response) => {
    const details = { chargeUuid, holder: otherId }
    const error = { type: 'conflict', message: `Used by ${chargeUuid}.`, details }
    json(response, 409, { error })
  })
  const path = `/pay/charges/${chargeId}/payments`
  const strangers = await readError(await proxy(post(path, newPayment)))
  assert.deepEqual([strangers.details, strangers.message], [undefined, 'Used by ….'])
  chargeUuid = chargeId
  const own = await readError(
    await proxy(
      post(
        path
          .toUpperCase()
          .replace('/PAY/CHARGES', '/pay/charges')
          .replace('/PAYMENTS', '/payments'),
        newPayment,
      ),
    ),
  )
  assert.deepEqual(own.details, { chargeUuid: chargeId })
})

test('a field that nobody knows is named, or nothing is done', async (t) => {
  const { proxy, seen } = await setup(t)
  const path = `/pay/charges/${chargeId}`
  const reported = await proxy(post(`${path}/payments`, { ...newPayment, note: 1 }))
  assert.match(String((await reported.json()).warnings), /^`note` .* was ignored\.$/)
  const wish = { chainId: '8453', tokenAddress: newPayment.tokenAddress, note: 1 }
  const refused = await proxy(post(`${path}/reserved-amounts`, wish))
  await expectError(refused, [400, 'validation_error', 'note'])
  assert.equal(seen.length, 1)
})

test('why there is no amount to reserve is told', async (t) => {
  const { proxy } = await setup(t, {}, (_, response) => {
    const details = { reason: 'no_room', chargeUuid: otherId }
    json(response, 409, { error: { type: 'conflict', message: 'none', details } })
  })
  const wish = { chainId: '8453', tokenAddress: newPayment.tokenAddress }
  const read = await readError(await proxy(post(`/pay/charges/${chargeId}/reserved-amounts`, wish)))
  assert.deepEqual(read.details, { reason: 'no_room' })
})
