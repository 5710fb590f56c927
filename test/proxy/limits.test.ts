import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { PayError } from '../../src/errors.ts'
import { createCallCounter } from '../../src/proxy/http/rate-limit.ts'
import { createPayProxy, toNodeListener } from '../../src/proxy.ts'
import { chargeId, newCharge, newPayment } from '../api/samples.ts'
import { listen } from '../api/upstream.ts'
import { apiKey, expectError, get, post, setup } from './setup.ts'

const path = `/pay/charges/${chargeId}`
const clientAddress = (request: Request) => request.headers.get('x-test-address') ?? undefined
const from = (address: string) => ({ 'x-test-address': address })

test('one address is held to its limit and told how long; others are not', async (t) => {
  const { proxy, seen } = await setup(t, { clientAddress, limits: { calls: 5 } })
  for (let turn = 0; turn < 5; turn++) {
    assert.equal((await proxy(get(path, from('203.0.113.7')))).status, 200)
  }
  const refused = await proxy(get(path, from('203.0.113.7')))
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d?$/)
  await expectError(refused, [429, 'rate_limit_exceeded'])
  assert.equal((await proxy(get(path, from('203.0.113.8')))).status, 200)
  assert.equal(seen.length, 6)
})

test('a /64 of IPv6 is one address, and an IPv4 one in IPv6 clothes is itself', async (t) => {
  const { proxy } = await setup(t, { clientAddress, limits: { calls: 2 } })
  const status = async (address: string) => (await proxy(get(path, from(address)))).status
  assert.deepEqual(
    [
      await status('2001:db8:1:2::1'),
      await status('2001:db8:1:2:ffff::9'),
      await status('2001:DB8:1:2::3'),
    ],
    [200, 200, 429],
  )
  assert.equal(await status('2001:db8:1:3::1'), 200)
  assert.deepEqual(
    [await status('192.0.2.1'), await status('::ffff:192.0.2.1'), await status('192.0.2.1')],
    [200, 200, 429],
  )
})

test('orders and reports have tighter limits of their own', async (t) => {
  const { proxy } = await setup(t, { clientAddress, limits: { orders: 1, reports: 1 } })
  const headers = from('203.0.113.7')
  assert.equal((await proxy(post('/pay/charges', {}, headers))).status, 201)
  assert.equal((await proxy(post('/pay/charges', {}, headers))).status, 429)
  assert.equal((await proxy(post(`${path}/payments`, newPayment, headers))).status, 201)
  const wish = { chainId: '8453', tokenAddress: newPayment.tokenAddress }
  assert.equal((await proxy(post(`${path}/reserved-amounts`, wish, headers))).status, 429)
  assert.equal((await proxy(get(path, headers))).status, 200)
})

test('the usual limits stay far above twenty tabs that poll every 1.5 s', () => {
  const count = createCallCounter({ calls: 1200, orders: 60, reports: 120 }, () => 0)
  for (let call = 0; call < 20 * 40; call++) count('calls', '203.0.113.7')
})

test('a minute later all may call again', () => {
  let now = 0
  const count = createCallCounter({ calls: 1, orders: 1, reports: 1 }, () => now)
  count('calls', '203.0.113.7')
  assert.throws(() => count('calls', '203.0.113.7'))
  now = 60_000
  count('calls', '203.0.113.7')
})

test('the service is told who pays, and never by the caller’s own word', async (t) => {
  const { proxy, seen } = await setup(t, { clientAddress })
  await proxy(get(path, { ...from('::ffff:203.0.113.7'), 'pay-charge-payer': '10.0.0.1' }))
  await proxy(get(path, { ...from('no address'), 'pay-charge-payer': '10.0.0.1' }))
  assert.deepEqual(
    seen.map(({ headers }) => headers['pay-charge-payer']),
    ['203.0.113.7', 'unknown'],
  )
})

for (const [trustProxy, expected] of [
  [false, '127.0.0.1'],
  [true, '198.51.100.9'],
] as const) {
  test(`below node:http with trustProxy ${trustProxy} the payer is ${expected}`, async (t) => {
    const { url, seen } = await setup(t)
    const proxy = createPayProxy({
      baseUrl: url,
      apiKey,
      createCharge: () => newCharge,
      trustProxy,
    })
    const server = createServer(toNodeListener(proxy))
    t.after(() => server.close().closeAllConnections())
    // Only the last was written by the reverse proxy in front.
    const headers = { 'x-forwarded-for': '192.0.2.66, 198.51.100.9' }
    assert.equal((await fetch((await listen(server)) + path, { headers })).status, 200)
    assert.equal(seen[0]?.headers['pay-charge-payer'], expected)
  })
}

test('an address is read in every form that reverse proxies write it', async (t) => {
  const { proxy, seen } = await setup(t, { trustProxy: true })
  const forms = ['203.0.113.7:40000', '[2001:db8::7]:4000', 'fe80::1%eth0', '::ffff:203.0.113.7']
  for (const form of [...forms, '203.0.113.7,'])
    await proxy(get(path, { 'x-forwarded-for': `192.0.2.66, ${form}` }))
  assert.deepEqual(
    seen.map(({ headers }) => headers['pay-charge-payer']),
    ['203.0.113.7', '2001:db8::7', 'fe80::1', '203.0.113.7', '203.0.113.7'],
  )
})

for (const text of ['unknown', 'unix:', '0x7f.1', '203.0.113.7:40000:1', ',', '']) {
  test(`callers whose address is "${text}" count as one, and the shop is told at the first call`, async (t) => {
    const options = { trustProxy: true, limits: { calls: 2 } }
    const { proxy, told } = await setup(t, options)
    const headers = { 'x-forwarded-for': text }
    const statuses = [await proxy(get(path, headers)), await proxy(get(path, headers))]
    statuses.push(await proxy(get(path, headers)))
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [200, 200, 429],
    )
    assert.equal(told.length, 1)
    assert.match(told[0]?.message ?? '', /is not an IP address/)
  })
}

test('a fault in clientAddress is the shop’s, and it hears of it', async (t) => {
  const { proxy, told } = await setup(t, {
    clientAddress: () => {
      throw new Error('no headers')
    },
  })
  await expectError(await proxy(get(path)), [500, 'internal_server_error'])
  assert.match(told[0]?.message ?? '', /clientAddress failed/)
})

for (const limits of [{ calls: -1 }, { calls: 1.5 }, { call: 5 }, 7]) {
  test(`limits ${JSON.stringify(limits)} are refused`, () => {
    assert.throws(
      () =>
        createPayProxy({
          baseUrl: 'https://pay.example',
          apiKey,
          createCharge: () => newCharge,
          limits: limits as never,
        }),
      (error) => error instanceof PayError && error.code === 'invalid_setting',
    )
  })
}
