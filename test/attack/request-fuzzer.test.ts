import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createPayProxy } from '../../src/proxy.ts'
import { createDeskKey } from '../support/desk.ts'
import { visitDesk } from '../support/desk-visitor.ts'
import { clientOf, provideHarness } from '../support/harness.ts'
import { chargeBody } from '../support/paying.ts'
import { withOptions } from '../support/service-options.ts'
import { isUnbuilt } from '../support/unbuilt.ts'
import { type Call, type Known, listBodyCalls, listHeadCalls } from './requests/calls.ts'
import { doors } from './requests/doors.ts'

// Every route of the service and of the proxy, from their own tables, gets what strangers might send: bodies of 64 KB, and texts in
// each part of its path, in its query, in headers and cookies. Nothing of it is a fault of the service, and nothing keeps its processor
// busy: the time that counts is that of the processor, which a busy machine does not change.

/**
 * The most of the processor's time that an answer may take, in milliseconds. It includes the client's part. A page of the desk, which
 * calls ten routes, takes 30 to 55 on a busy machine; what grows with the square of its text takes seconds.
 */
const maxCpuMs = 100
/** How many calls are sent at once: most of a call is waiting, for the database and for a turn on a busy machine. */
const batchSize = 4
/** From here on it is no noise. */
const certainCpuMs = 1000

let proxy: (request: Request) => Promise<Response>
let known: Known
const off = { RATE_LIMIT: '0', ...withOptions({ rateLimitAddress: 0 }), RATE_LIMIT_REPORTS: '0' }
const harness = provideHarness({ ...off, TRUSTED_PROXIES: '1' })
before(async () => {
  await harness.started
  const { apiKey, id } = harness.shop
  const charge = await clientOf(harness).createCharge(chargeBody(harness))
  const person = await createDeskKey(harness.environment, id, {
    scope: 'desk:manage',
    name: 'Ruth',
  })
  const visitor = visitDesk(harness.service.baseUrl)
  await visitor.send('/desk/sign-in', { key: person.apiKey })
  await visitor.open('/desk/settings')
  const session = { cookie: `desk=${visitor.cookies.get('desk')}`, formToken: visitor.formToken() }
  assert.ok(session.formToken)
  const wrong = { apiKey: 'pc_00000000_wrong', cookie: 'desk=wrong', formToken: 'wrong' }
  // None, a wrong one, and one that opens the door.
  const callers = [{ formToken: '' }, wrong, { apiKey, ...session }]
  known = { baseUrl: harness.service.baseUrl, chargeId: charge.id, callers }
  proxy = createPayProxy({
    baseUrl: harness.service.baseUrl,
    apiKey,
    allowedOrigins: [harness.service.baseUrl],
    limits: { calls: 0, orders: 0, reports: 0 },
    trustProxy: true,
    createCharge: () => ({ pricing_type: 'fixed_price', local_price: { amount: '5' } }),
    onError: () => {},
    fetch: (url, init) => fetch(url, { ...init, headers: onItsOwn(new Headers(init.headers)) }),
  })
})

/**
 * Gives a call a connection of its own. The server ends one whose last body it had no need to read, and could not read away within half
 * a second: the next call on it would fail for that.
 */
function onItsOwn(headers: Headers): Headers {
  headers.set('connection', 'close')
  return headers
}

async function send({
  door,
  path,
  headers,
  body,
}: Call): Promise<{ status: number; text: string }> {
  const init = {
    method: door.method,
    headers: onItsOwn(new Headers(headers)),
    redirect: 'manual',
    ...(body && { body }),
  } as const
  const url = harness.service.baseUrl + path
  const response = await (door.at === 'proxy' ? proxy(new Request(url, init)) : fetch(url, init))
  return { status: response.status, text: await response.text() }
}

const faults: string[] = []
let calls = 0

const nameOf = ({ door, name }: Call) => `${door.at} ${door.method} ${door.path}: ${name}`

/** Sends calls at once, each once, and returns the processor's time of all of them, in milliseconds. */
async function attack(batch: readonly Call[]): Promise<number> {
  calls += batch.length
  const start = process.cpuUsage()
  const replies = await Promise.all(
    batch.map((call) =>
      send(call).catch((cause: Error) => ({ status: 599, text: String(cause.cause) })),
    ),
  )
  const { user, system } = process.cpuUsage(start)
  for (const [index, { status, text }] of replies.entries()) {
    const call = batch[index]
    if (call && status >= 500 && !isUnbuilt(status, text))
      faults.push(`${nameOf(call)}: ${status} ${text.slice(0, 200)}`)
  }
  return (user + system) / 1000
}

/**
 * Returns the least time of some attempts, up to the first that is short enough. A collection of garbage, a compilation and what else
 * the process does fall into some of them; what a call itself takes, it takes each time.
 */
async function leastOf(call: Call, attempts: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < attempts && least > maxCpuMs; attempt++) {
    const cpuMs = await attack([call])
    if (cpuMs > certainCpuMs) return cpuMs
    least = Math.min(least, cpuMs)
  }
  return least
}

/**
 * Returns those calls that took too long. Calls whose time is short enough together are so each alone; others are sent again, by
 * halves.
 */
async function listSuspects(batch: readonly Call[]): Promise<Call[]> {
  if ((await attack(batch)) <= maxCpuMs) return []
  const [call] = batch
  if (call && batch.length === 1) return (await leastOf(call, 3)) > maxCpuMs ? [call] : []
  const half = Math.ceil(batch.length / 2)
  return [...(await listSuspects(batch.slice(0, half))), ...(await listSuspects(batch.slice(half)))]
}

test('no door answers a stranger’s text with a fault of its own, or with more than 100 ms of the processor', async () => {
  assert.ok(doors.length > 100, `${doors.length} routes were found`)
  const start = process.cpuUsage()
  const suspects: Call[] = []
  for (const [turn, door] of doors.entries()) {
    const all = [...listHeadCalls(door, turn, known), ...listBodyCalls(door, turn, known)]
    for (let first = 0; first < all.length; first += batchSize)
      suspects.push(...(await listSuspects(all.slice(first, first + batchSize))))
    const health = await fetch(`${harness.service.baseUrl}/healthz`)
    assert.equal(health.status, 200, await health.text())
  }
  // What the machine or the process was busy with meanwhile has ended by now.
  for (const call of suspects) {
    const cpuMs = await leastOf(call, 20)
    if (cpuMs > maxCpuMs) faults.push(`${nameOf(call)}: ${Math.round(cpuMs)} ms of the processor`)
  }
  const { user, system } = process.cpuUsage(start)
  console.log(`${doors.length} routes, ${calls} calls, ${Math.round((user + system) / 1e6)} s`)
  assert.deepEqual(faults, [])
  assert.equal((await clientOf(harness).getCharge(known.chargeId)).id, known.chargeId)
})
