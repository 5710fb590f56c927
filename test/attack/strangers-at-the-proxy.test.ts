import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { createPayProxy, type PayProxyOptions, toNodeListener } from '../../src/proxy.ts'
import { listen } from '../api/upstream.ts'
import { effort, isNightly } from '../support/effort.ts'
import { type Harness, startHarness } from '../support/harness.ts'
import { chargeBody } from '../support/paying.ts'
import { CallTimer, forgetCalls } from '../support/rate-limits.ts'
import { startService } from '../support/service.ts'
import { withOptions } from '../support/service-options.ts'
import { patience } from '../support/wait.ts'

let harness: Harness
const servers: Server[] = []
before(async () => {
  harness = await startHarness()
})
after(async () => {
  for (const server of servers) server.close().closeAllConnections()
  await harness.end()
})

/** A shop's proxy behind a reverse proxy that tells each caller's address. */
async function startProxy(options: Partial<PayProxyOptions> = {}): Promise<string> {
  const proxy = createPayProxy({
    baseUrl: harness.service.baseUrl,
    apiKey: harness.shop.apiKey,
    createCharge: newCharge,
    trustProxy: true,
    timeoutMs: patience,
    ...options,
  })
  const server = createServer(toNodeListener(proxy))
  servers.push(server)
  return `${await listen(server)}/pay`
}

function newCharge(order: unknown) {
  return chargeBody(harness, {}, { metadata: { order } })
}

const nothing = `/charges/${crypto.randomUUID()}`

/** Asks for a charge that is not there: 404 for whoever is heard. */
async function ask(base: string, address: string): Promise<number> {
  const response = await fetch(base + nothing, { headers: { 'x-forwarded-for': address } })
  await response.arrayBuffer()
  return response.status
}

/** What so many calls came to, in all. */
async function flood(calls: number, once: (call: number) => Promise<number>) {
  const counts: Record<number, number> = {}
  const timer = new CallTimer()
  let next = 0
  const caller = async () => {
    while (next < calls) {
      next += 1
      const call = next
      const status = await timer.time(() => once(call))
      counts[status] = (counts[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 32 }, caller))
  return { counts, uncounted: timer.uncounted }
}

/**
 * Of so many calls as many are heard as the limit says in each minute that they take, and those that the count lacks. The others
 * are refused, and no call ends in another way.
 */
async function expectLimited(
  calls: number,
  limit: number,
  once: (call: number) => Promise<number>,
): Promise<void> {
  const started = performance.now()
  const { counts, uncounted } = await flood(calls, once)
  const { 404: heard = 0, 429: refused = 0 } = counts
  const minutes = 1 + Math.floor((performance.now() - started) / 60_000)
  assert.equal(heard + refused, calls, JSON.stringify(counts))
  const most = limit * minutes + uncounted
  assert.ok(
    heard >= limit && heard <= most,
    `${heard} in ${minutes} minutes, and ${uncounted} late`,
  )
}

const fromOne = (base: string) => () => ask(base, '203.0.113.66')

async function backend(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { 'api-key': harness.shop.apiKey, 'content-type': 'application/json' }
  return await fetch(harness.service.baseUrl + path, {
    ...init,
    headers: { ...headers, ...(init.headers as Record<string, string>) },
  })
}

/** Starts the service anew, with other limits and no calls counted. */
async function restart(extra: Record<string, string> = {}) {
  await harness.service.end()
  await forgetCalls(harness.environment)
  harness.service = await startService({ ...harness.environment, LOG_LEVEL: 'warn', ...extra })
}

const many = 1_300 * effort
/** The service's limit, which the proxy has as well: settings.test.ts has its default. */
const limit = isNightly ? 1200 : 100
describe('a flood of calls from one address shuts out nobody else', () => {
  test('at the proxy, which lets few of them through', async () => {
    await restart()
    // limits.test.ts has the proxy's default, which the night floods.
    const base = await startProxy(isNightly ? {} : { limits: { calls: limit } })
    await expectLimited(isNightly ? many : 150, limit, fromOne(base))
    assert.equal(await ask(base, '203.0.113.7'), 404)
    assert.equal((await backend('/charges')).status, 200)
  })

  test('at the service, where a proxy without limits passes all of them', async () => {
    await restart(withOptions({ rateLimitAddress: limit }))
    const base = await startProxy({ limits: { calls: 0 } })
    await expectLimited(isNightly ? many : 150, limit, fromOne(base))
    assert.equal(await ask(base, '203.0.113.7'), 404)
    assert.equal((await backend('/charges')).status, 200)
  })
})

test('a crowd of payers does not silence the backend that has the same key', async () => {
  await restart({ RATE_LIMIT: '20', ...withOptions({ rateLimitPayers: 40 }) })
  const base = await startProxy()
  await expectLimited(60, 40, (call) => ask(base, `203.0.113.${call}`))
  assert.equal((await backend('/charges')).status, 200)
})

test('a payer does not count as a new one by each address of their /64', async () => {
  await restart()
  const network = (call: number) => `2001:db8:1:2::${call.toString(16)}`
  const limited = await startProxy({ limits: { calls: 10 } })
  await expectLimited(15, 10, (call) => ask(limited, network(call)))
  await restart(withOptions({ rateLimitAddress: 10 }))
  const open = await startProxy({ limits: { calls: 0 } })
  await expectLimited(15, 10, (call) => ask(open, network(call)))
  assert.equal(await ask(open, '2001:db8:1:3::1'), 404)
})

test('a caller cannot pass for another payer by writing headers of their own', async () => {
  await restart()
  const base = await startProxy({ limits: { calls: 5 } })
  const pretend = async (call: number) => {
    const headers = {
      'x-forwarded-for': `198.51.100.${call}, 203.0.113.66`,
      'pay-charge-payer': `198.51.100.${call}`,
    }
    return (await fetch(base + nothing, { headers })).status
  }
  await expectLimited(8, 5, pretend)
})

test('a stranger who knows an Idempotency-Key of the backend neither takes its place nor gets its charge', async () => {
  await restart()
  const base = await startProxy()
  const key = 'invoice-2026-0001'
  const post = (init: object) => ({ method: 'POST', body: JSON.stringify(init) })
  const headers = { 'idempotency-key': key, 'content-type': 'application/json' }
  const planted = await fetch(`${base}/charges`, { ...post({ sku: 'mug' }), headers })
  assert.equal(planted.status, 201)
  const own = await backend('/charges', { ...post(newCharge('own')), headers })
  assert.equal(own.status, 201)
  const idOf = async (response: Response) =>
    ((await response.json()) as { data: { id: string } }).data.id
  const mine = await idOf(own)
  assert.notEqual(mine, await idOf(planted))
  const again = await fetch(`${base}/charges`, { ...post({ sku: 'mug' }), headers })
  assert.notEqual(await idOf(again), mine)
})

describe('a stored order that was swapped leads nobody to another’s charge', () => {
  const order = async (base: string, sku: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${base}/charges`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ sku }),
    })
    const { data, binding } = (await response.json()) as { data: { id: string }; binding: string }
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    return { status: response.status, id: data.id, cookie, resume: `${data.id}.${binding}` }
  }

  test('the attacker’s own valid binding, of the very same order, is refused in the victim’s browser', async () => {
    const base = await startProxy()
    const attacker = await order(base, 'mug')
    const victim = await order(base, 'mug')
    const own = { cookie: attacker.cookie, 'pay-charge-resume': attacker.resume }
    assert.deepEqual((await order(base, 'mug', own)).id, attacker.id)
    const swapped = { cookie: victim.cookie, 'pay-charge-resume': attacker.resume }
    const led = await order(base, 'mug', swapped)
    assert.equal(led.status, 201)
    assert.notEqual(led.id, attacker.id)
  })

  test('a binding of a cheap order opens no dear one, nor another charge', async () => {
    const base = await startProxy()
    const cheap = await order(base, 'mug')
    const dear = await order(base, 'vase', { cookie: cheap.cookie })
    const [, mac = ''] = cheap.resume.split('.')
    for (const [sku, resume] of [
      ['vase', cheap.resume],
      ['mug', `${dear.id}.${mac}`],
    ] as const) {
      const headers = { cookie: cheap.cookie, 'pay-charge-resume': resume }
      assert.equal((await order(base, sku, headers)).status, 201)
    }
  })

  test('a cookie that a script planted beside ours makes no visitor of the attacker’s', async () => {
    const base = await startProxy()
    const attacker = await order(base, 'mug')
    const victim = await order(base, 'mug')
    const headers = {
      cookie: `${attacker.cookie}; ${victim.cookie}`,
      'pay-charge-resume': attacker.resume,
    }
    assert.equal((await order(base, 'mug', headers)).status, 201)
  })
})
