import assert from 'node:assert/strict'
import { test } from 'node:test'
import { charge, chargeId, otherId, reducedCharge } from '../api/samples.ts'
import { json, type Reply } from '../api/upstream.ts'
import { post, setup, site } from './setup.ts'

/** Makes another charge at each order, and tells of each. */
function shop(): Reply {
  let made = 0
  return ({ method, url }, response) => {
    if (method === 'GET') {
      return json(response, 200, { data: { ...reducedCharge, id: url.split('/').at(-1) } })
    }
    const id = [chargeId, otherId][made] ?? crypto.randomUUID()
    made += 1
    json(response, 201, { data: { ...charge, id }, warnings: [] })
  }
}

const order = { sku: 'mug', quantity: 2 }

async function read(response: Response) {
  const { data, binding } = (await response.json()) as { data: { id: string }; binding: string }
  const [cookie = ''] = response.headers.getSetCookie()
  return {
    status: response.status,
    id: data.id,
    binding,
    cookie: cookie.split(';')[0] ?? '',
    set: cookie,
  }
}

test('an order is given its own charge again, by the visitor that made it', async (t) => {
  const { proxy, seen } = await setup(t, {}, shop())
  const first = await read(await proxy(post('/pay/charges', order)))
  assert.equal(first.status, 201)
  const resume = `${first.id}.${first.binding}`
  const headers = { cookie: `theme=dark; ${first.cookie}`, 'pay-charge-resume': resume }
  const again = await read(await proxy(post('/pay/charges', order, headers)))
  assert.deepEqual([again.status, again.id, again.binding], [200, first.id, first.binding])
  assert.equal(again.set, '')
  assert.deepEqual(
    seen.map(({ method, url }) => `${method} ${url}`),
    ['POST /charges', `GET /charges/${chargeId}`],
  )
})

test('the visitor’s cookie is out of reach of scripts, and bound to the host where there is TLS', async (t) => {
  const { proxy } = await setup(t, {}, shop())
  const { set } = await read(await proxy(post('/pay/charges', order)))
  assert.match(
    set,
    /^__Host-Http-pay-charge=[\da-f]{32}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
  )
  const plain = new Request('http://127.0.0.1:3000/pay/charges', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  const { set: bare } = await read(await proxy(plain))
  assert.match(bare, /^pay-charge=[\da-f]{32}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/)
  // What ends TLS in front is seen by the page's origin.
  const ended = new Request('http://127.0.0.1:3000/pay/charges', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site, 'sec-fetch-site': 'same-origin' },
    body: '{}',
  })
  assert.match((await read(await proxy(ended))).set, /^__Host-Http-/)
})

test('what does not fit makes a new charge', async (t) => {
  const served: string[] = []
  const { proxy, seen } = await setup(
    t,
    {
      allowsCharge: (id) => {
        served.push(id)
        return id !== otherId
      },
    },
    shop(),
  )
  const first = await read(await proxy(post('/pay/charges', order)))
  const second = await read(
    await proxy(post('/pay/charges', { sku: 'bowl' }, { cookie: first.cookie })),
  )
  const fits = `${first.id}.${first.binding}`
  const mismatches: [why: string, order: unknown, headers: Record<string, string>][] = [
    ['another order', { sku: 'bowl' }, { cookie: first.cookie, 'pay-charge-resume': fits }],
    ['no visitor', order, { 'pay-charge-resume': fits }],
    [
      'another visitor',
      order,
      { cookie: `__Host-Http-pay-charge=${'0'.repeat(32)}`, 'pay-charge-resume': fits },
    ],
    [
      'the cookie of plain http',
      order,
      { cookie: first.cookie.replace('__Host-Http-', ''), 'pay-charge-resume': fits },
    ],
    [
      'a cookie planted beside ours',
      order,
      {
        cookie: `__Host-Http-pay-charge=${'0'.repeat(32)}; ${first.cookie}`,
        'pay-charge-resume': fits,
      },
    ],
    [
      'another charge',
      order,
      { cookie: first.cookie, 'pay-charge-resume': `${otherId}.${first.binding}` },
    ],
    [
      'another MAC',
      order,
      { cookie: first.cookie, 'pay-charge-resume': `${first.id}.${'A'.repeat(43)}` },
    ],
    ['no form', order, { cookie: first.cookie, 'pay-charge-resume': 'x' }],
    [
      'a charge that this proxy does not serve',
      { sku: 'bowl' },
      { cookie: first.cookie, 'pay-charge-resume': `${second.id}.${second.binding}` },
    ],
  ]
  for (const [why, body, headers] of mismatches) {
    const asked = seen.length
    const made = await read(await proxy(post('/pay/charges', body, headers)))
    assert.equal(made.status, 201, why)
    assert.deepEqual(
      seen.slice(asked).map(({ method }) => method),
      ['POST'],
      why,
    )
  }
  assert.deepEqual(served, [otherId])
})

test('an order of the same length is another order', async (t) => {
  const { proxy } = await setup(t, {}, shop())
  const first = await read(await proxy(post('/pay/charges', { sku: 'mug' })))
  const headers = { cookie: first.cookie, 'pay-charge-resume': `${first.id}.${first.binding}` }
  assert.equal((await proxy(post('/pay/charges', { sku: 'cup' }, headers))).status, 201)
})

test('a page of another origin has no visitor: nothing is resumed there', async (t) => {
  const { proxy } = await setup(t, { allowedOrigins: ['https://blog.example'] }, shop())
  const headers = { origin: 'https://blog.example' }
  const first = await read(await proxy(post('/pay/charges', order, headers)))
  assert.deepEqual([first.status, first.set], [201, ''])
  const resume = { ...headers, 'pay-charge-resume': `${first.id}.${first.binding}` }
  assert.equal((await read(await proxy(post('/pay/charges', order, resume)))).status, 201)
  const preflight = await proxy(new Request(`${site}/pay/charges`, { method: 'OPTIONS', headers }))
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /pay-charge-resume/)
})

test('a charge that the service has no more makes room for a new one; a service that is down does not', async (t) => {
  let status = 404
  const { proxy } = await setup(t, {}, (request, response, turn) => {
    if (request.method === 'POST') return shop()(request, response, turn)
    return json(response, status, { error: { type: 'not_found', message: 'gone' } })
  })
  const first = await read(await proxy(post('/pay/charges', order)))
  const headers = { cookie: first.cookie, 'pay-charge-resume': `${first.id}.${first.binding}` }
  assert.equal((await proxy(post('/pay/charges', order, headers))).status, 201)
  status = 503
  assert.equal((await proxy(post('/pay/charges', order, headers))).status, 503)
})
