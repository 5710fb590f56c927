import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { clientOf, judged, provideHarness, readReadiness } from '../../support/harness.ts'
import { chargeBody, payAndReportFirst } from '../../support/paying.ts'
import { expectStatuses, forgetCalls } from '../../support/rate-limits.ts'
import { startService } from '../../support/service.ts'
import { withOptions } from '../../support/service-options.ts'
import { until } from '../../support/wait.ts'

const harness = provideHarness(withOptions({ isMetricsPublic: true }))

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(harness.service.baseUrl + path, { headers })

/** Starts the service anew with other settings. */
async function restart(extra: Record<string, string>) {
  await harness.service.end()
  await forgetCalls(harness.environment)
  harness.service = await startService({ ...harness.environment, ...extra })
}

async function metric(line: RegExp): Promise<number | undefined> {
  const text = await (await get('/metrics')).text()
  const found = text.split('\n').find((one) => line.test(one))
  return found === undefined ? undefined : Number(found.split(' ').at(-1))
}

describe('health', () => {
  test('/healthz and /readyz are ok while everything works', async () => {
    assert.deepEqual(await (await get('/healthz')).json(), { status: 'ok' })
    const ready = await until('every loop', async () => {
      const { loops } = await readReadiness(harness.service.baseUrl)
      return 'webhooks' in loops ? loops : undefined
    })
    assert.ok(Object.values(ready).every((state) => state === 'ok'))
  })
})

describe('/metrics', () => {
  test('count calls by route, payments by outcome, and how far the watcher is', async () => {
    const client = clientOf(harness)
    const { id } = await client.createCharge(chargeBody(harness))
    const { hash } = await payAndReportFirst(harness, id)
    await judged(harness, id, hash)
    const made = /_count\{method="POST",route="\/charges",status="201"\}/
    // A call is counted once its answer has ended, and a payment once its row is written: both may be seen before.
    for (const line of [
      made,
      /payments_total\{outcome="reported"\}/,
      /payments_total\{outcome="completed"\}/,
    ])
      assert.equal(
        await until(`${line} to count`, async () => (await metric(line)) || undefined),
        1,
      )
    assert.equal(await metric(/webhook_tries_total\{outcome="delivered"\}/), 0)
    assert.ok(Number(await metric(/^process_resident_memory_bytes /)) > 0)
    const lag = await until('the lag', () => metric(/watcher_lag_blocks\{chain="31337"\}/))
    assert.ok(lag >= 0)
    const text = await (await get('/metrics')).text()
    assert.ok(!text.includes(id), 'no identifier makes a series')
  })

  test('are closed unless they are opened', async () => {
    await restart(withOptions({ isMetricsPublic: false }))
    assert.equal((await get('/metrics')).status, 404)
    assert.equal((await get('/metrics', { authorization: 'Bearer undefined' })).status, 404)
  })

  test('are for those who have the token, where there is one', async () => {
    await restart({ METRICS_TOKEN: 'let-me-see' })
    assert.equal((await get('/metrics')).status, 401)
    assert.equal((await get('/metrics', { authorization: 'Bearer let-me-sea' })).status, 401)
    assert.equal((await get('/metrics', { authorization: 'Bearer let-me-see' })).status, 200)
  })
})

describe('rate limits', () => {
  const list = (apiKey: string, more: Record<string, string> = {}) =>
    get('/charges', { 'api-key': apiKey, ...more })

  test('of a key: 429 with Retry-After, and others go on', async () => {
    await restart({ RATE_LIMIT: '5', ...withOptions({ rateLimitAddress: 1000 }) })
    let answer = new Response()
    const ask = async () => {
      answer = await list(harness.shop.apiKey)
      return answer.status
    }
    await expectStatuses([ask, ask, ask, ask, ask, ask], [200, 200, 200, 200, 200, 429])
    const refused = answer
    const seconds = Number(refused.headers.get('retry-after'))
    assert.ok(seconds >= 1 && seconds <= 60)
    const { error } = (await refused.json()) as { error: { type: string } }
    assert.equal(error.type, 'rate_limit_exceeded')
    assert.ok(refused.headers.get('x-request-id'))
    assert.equal((await list(harness.other.apiKey)).status, 200)
    assert.equal((await get('/healthz')).status, 200)
  })

  test('of an address: guessed keys count, those who have a key are not held up', async () => {
    await restart(withOptions({ rateLimitAddress: 3 }))
    const guesses = [1, 2, 3, 4].map((guess) => async () => (await list(`guess-${guess}`)).status)
    const read = async () => (await get('/openapi.json')).status
    await expectStatuses([...guesses, read], [401, 401, 401, 429, 429])
    assert.equal((await list(harness.shop.apiKey)).status, 200)
  })

  test('of an address behind a proxy of ours: what the proxy saw counts, not what the caller wrote', async () => {
    await restart({ ...withOptions({ rateLimitAddress: 2 }), TRUSTED_PROXIES: '1' })
    const from = (address: string) => async () =>
      (await get('/openapi.json', { 'x-forwarded-for': address })).status
    const calls = ['198.51.100.1', '6.6.6.6, 198.51.100.1', '7.7.7.7, 198.51.100.1'].map(from)
    await expectStatuses(calls, [200, 200, 429])
    assert.equal(await from('198.51.100.2')(), 200)
  })

  test('of an address that has the port of its caller: it is read, and what cannot be read is told once', async () => {
    await restart({ ...withOptions({ rateLimitAddress: 2 }), TRUSTED_PROXIES: '1' })
    const from = (address: string) => async () =>
      (await get('/openapi.json', { 'x-forwarded-for': `6.6.6.6, ${address}` })).status
    for (const [first, second] of [
      ['198.51.100.1:40000', '198.51.100.1:40001'],
      ['[2001:db8::7]:4000', '2001:db8::8'],
      ['::ffff:198.51.100.2', '198.51.100.2,'],
    ] as const)
      await expectStatuses([from(first), from(second), from(first)], [200, 200, 429])
    await expectStatuses([from('unknown'), from('unix:'), from('_x')], [200, 200, 429])
    const told = harness.service.log.filter(({ msg }) => /X-Forwarded-For/.test(String(msg)))
    assert.equal(told.length, 1)
    assert.equal(told[0]?.entry, 'unknown')
  })

  test('of an address: no header takes a caller out of them, below /pay or elsewhere', async () => {
    await restart({ RATE_LIMIT_REPORTS: '2', ...withOptions({ rateLimitAddress: 5 }) })
    const id = crypto.randomUUID()
    const calls = (path: string, headers: (turn: number) => Record<string, string>) =>
      [0, 1, 2].map((turn) => async () => {
        const init = { method: 'POST', body: '{}', headers: headers(turn) }
        return (await fetch(`${harness.service.baseUrl}${path}`, init)).status
      })
    const json = { 'content-type': 'application/json' }
    const page = `/pay/${id}/charges/${id}/payments`
    // Nor the valid key of somebody's account.
    const key = harness.other.apiKey
    const ofPage = calls(page, (turn) => ({ ...json, 'api-key': turn ? key : 'x' }))
    await expectStatuses(ofPage, [400, 400, 429])
    await restart({ RATE_LIMIT_REPORTS: '2', ...withOptions({ rateLimitAddress: 5 }) })
    const guessed = (turn: number) => ({
      ...{ ...json, 'api-key': `guess-${turn}`, 'pay-charge-payer': `192.0.2.${turn}` },
      ...{
        'idempotency-key': `${turn}`,
        'x-request-id': `${turn}`,
        'x-forwarded-for': `192.0.2.${turn}`,
      },
    })
    await expectStatuses(calls(`/charges/${id}/payments`, guessed), [401, 401, 429])
  })

  test('of a payer by the merchant’s proxy, and of all payers together: neither counts for the backend', async () => {
    await restart({ RATE_LIMIT: '2', ...withOptions({ rateLimitAddress: 2, rateLimitPayers: 5 }) })
    const payers = [
      '192.0.2.1',
      '::ffff:192.0.2.1',
      '192.0.2.1',
      '2001:db8::1',
      '2001:db8::2:1',
      '2001:db8::3',
      // Whose address nobody knows counts with all.
      'unknown',
      '192.0.2.3',
    ]
    const calls = payers.map(
      (payer) => async () =>
        (await list(harness.shop.apiKey, { 'pay-charge-payer': payer })).status,
    )
    await expectStatuses(calls, [200, 200, 429, 200, 200, 429, 200, 429])
    const backend = await list(harness.shop.apiKey)
    assert.equal(backend.status, 200)
  })

  test('of what a payer reports, on a payment page or by the merchant’s proxy: each address has its own, and may read on', async () => {
    await restart({ RATE_LIMIT_REPORTS: '2', TRUSTED_PROXIES: '1' })
    const id = crypto.randomUUID()
    const report = async (path: string, headers: Record<string, string>) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
      const url = `${harness.service.baseUrl}${path}`
      return (await fetch(url, { ...init, body: '{}' })).status
    }
    const byPage = (address: string) =>
      report(`/pay/${id}/charges/${id}/payments`, { 'x-forwarded-for': address })
    const ofOne = [
      ...Array<string>(3).fill(`/pay/${id}/charges/${id}/payments`),
      // Where a refund goes: by the page's script, and by its form.
      `/pay/${id}/charges/${id}/refunds/${id}/recipient`,
      `/pay/${id}/refunds/${id}`,
      // Each signed transfer that is handed in asks nodes.
      `/pay/${id}/charges/${id}/authorizations`,
    ].map((path) => () => report(path, { 'x-forwarded-for': '192.0.2.1' }))
    await expectStatuses(ofOne, [400, 400, 429, 429, 429, 429])
    assert.equal(await byPage('192.0.2.2'), 400)
    assert.equal((await get('/openapi.json', { 'x-forwarded-for': '192.0.2.1' })).status, 200)
    const reserve = (more: Record<string, string>) =>
      report(`/charges/${id}/reserved-amounts`, { 'api-key': harness.shop.apiKey, ...more })
    const byPayer = () => reserve({ 'pay-charge-payer': '192.0.2.1' })
    await expectStatuses([byPayer, byPayer, byPayer], [400, 400, 429])
    // The backend's own.
    for (let call = 0; call < 5; call++) assert.equal(await reserve({}), 400)
  })

  test('of what programs hand in at a page: each that a merchant’s backend passes on has its own', async () => {
    await restart({ RATE_LIMIT_REPORTS: '2' })
    const hand = async (headers: Record<string, string>) => {
      const path = `/pay/${crypto.randomUUID()}`
      return (await get(path, { accept: '*/*', 'payment-signature': 'e30=', ...headers })).status
    }
    const by = (payer: string) => () =>
      hand({ 'api-key': harness.shop.apiKey, 'pay-charge-payer': payer })
    await expectStatuses(['192.0.2.1', '192.0.2.1', '192.0.2.1'].map(by), [404, 404, 429])
    assert.equal(await by('192.0.2.2')(), 404)
    // Without a valid key, or without a payer, it is the caller's own.
    const guess = (turn: number) => () =>
      hand({ 'api-key': `guess-${turn}`, 'pay-charge-payer': `192.0.2.${turn}` })
    const withoutPayer = () => hand({ 'api-key': harness.shop.apiKey })
    const own = [guess(7), withoutPayer, guess(8), withoutPayer]
    await expectStatuses(own, [404, 404, 429, 429])
  })

  test('a guessed key with a payer’s header counts for the address that it came from', async () => {
    await restart(withOptions({ rateLimitAddress: 2 }))
    const guesses = [1, 2, 3].map((turn) => async () => {
      const headers = { 'pay-charge-payer': `192.0.2.${turn}` }
      return (await list(`guess-${turn}`, headers)).status
    })
    await expectStatuses(guesses, [401, 401, 429])
  })

  test('are off with 0', async () => {
    await restart(withOptions({ rateLimitAddress: 0 }))
    for (let call = 0; call < 30; call++) assert.equal((await get('/openapi.json')).status, 200)
  })
})
