import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { createPayProxy } from '../../../src/proxy.ts'
import { createApp } from '../../../src/service/app/app.ts'
import { createChains } from '../../../src/service/app/chains.ts'
import { createStore } from '../../../src/service/app/store.ts'
import { createId } from '../../../src/service/kernel/id.ts'
import { computeReference } from '../../../src/service/kernel/reference.ts'
import { registerPageRoutes } from '../../../src/service/payment-page/routes.ts'
import { noFxRates } from '../../../src/service/rates/read/rates.ts'
import { brand, chargeOf, recipients } from '../../attack/reserving.ts'
import { openDatabase } from '../../support/tables.ts'
import { until } from '../../support/wait.ts'

// A payer comes by the merchant's proxy or by the payment page. Both answer the same calls, as the API does.

const publicUrl = 'https://pay.example'
const hour = 3_600_000

let database: Awaited<ReturnType<typeof openDatabase>>
let app: ReturnType<typeof createApp>
let proxy: ReturnType<typeof createPayProxy>
let chargeId: string
let apiKey: string
let statements: string[] = []
let calls: string[] = []

before(async () => {
  database = await openDatabase({ onStatement: (statement) => void statements.push(statement) })
  const store = createStore(database.db)
  const { account, ...created } = await store.createAccount('Mug shop')
  apiKey = created.apiKey
  chargeId = createId()
  const charge = {
    ...chargeOf(1, recipients[0] ?? '', 5n, Date.now()),
    ...{ id: chargeId, reference: computeReference(chargeId), accountId: account.id },
  }
  await store.createCharge(charge, brand, undefined, { max: 10, since: new Date(0) })
  const chains = createChains({
    ...{ rpcUrls: new Map(), confirmations: new Map(), tokens: [], feeds: [] },
    ...{ ensRpcUrl: undefined },
  })
  const context = {
    ...{ store, chains, rates: noFxRates, publicUrl, log: pino({ level: 'silent' }) },
    markActive: () => undefined,
    ...{
      expiry: { defaultMs: 24 * hour, minMs: 1, maxMs: 24 * hour },
      settingsDelayMs: 0,
      findReceiverFault: () => undefined,
      quoteLifetimeMs: hour,
      finalityAboveUsd: { safe: 1e9, finalized: 1e9 },
      watchMs: 24 * hour,
    },
    ...{ recipientsPerAccount: 10, quoteSigning: undefined },
  }
  app = createApp(context, [(router) => registerPageRoutes(router, context)])
  proxy = createPayProxy({
    ...{ baseUrl: publicUrl, apiKey },
    createCharge: () => ({ pricing_type: 'no_price' }),
    async fetch(url, init) {
      calls.push(url.slice(publicUrl.length))
      return await app.request(url, init)
    },
  })
  // Marks the key as used, which the service does once a minute, after its answer.
  await readPrice(`/charges/${chargeId}`)
  await until('the key to be marked as used', async () => {
    const keys = await database.db.selectFrom('apiKeys').select('lastUsedAt').execute()
    return keys.find(({ lastUsedAt }) => lastUsedAt !== null)
  })
})
after(async () => {
  await database?.close()
})

/** What a reading of a price costs: the calls from the proxy to the service, and the statements of the database. */
async function readPrice(path: string, door: (url: string) => unknown = throughProxy) {
  statements = []
  calls = []
  const response = (await door(path)) as Response
  const body = (await response.json()) as { request_charge?: { tokenAmount: string } }
  assert.equal(response.status, 200)
  return { body, calls, statements }
}

const throughProxy = (path: string) => proxy(new Request(`https://shop.example/pay${path}`))
const throughPage = (path: string) => app.request(`${publicUrl}/pay/${chargeId}${path}`)
const countReadings = (all: readonly string[]) =>
  all.filter((statement) => statement.includes('from "charges"')).length

// A charge and its request charge are one row. What a page needs to show a price costs one call and one reading of it.

test('one price by charge-id is one call from the proxy to the service, and one reading of the charge', async (t) => {
  const alone = await readPrice(`/charges/${chargeId}`)
  const place = await readPrice(`/request-charges/${chargeId}`)
  const price = await readPrice(`/charges/${chargeId}?expand=request_charge`)
  assert.equal(price.body.request_charge?.tokenAmount, '0.000005')
  assert.deepEqual(price.calls, [`/charges/${chargeId}?expand=request_charge`])
  assert.equal(countReadings(price.statements), 1)
  // As many as the charge takes by itself: nothing is read for its request charge.
  assert.deepEqual(price.statements, alone.statements)
  t.diagnostic(
    `${price.statements.length} statements; by two calls they were ${alone.statements.length + place.statements.length}`,
  )
})

test('one price on the payment page is one reading of the charge', async () => {
  const alone = await readPrice(`/charges/${chargeId}`, throughPage)
  const price = await readPrice(`/charges/${chargeId}?expand=request_charge`, throughPage)
  assert.equal(price.body.request_charge?.tokenAmount, '0.000005')
  assert.equal(countReadings(price.statements), 1)
  assert.deepEqual(price.statements, alone.statements)
})

const place = '"chainId":"1","tokenAddress":"0x00000000000000000000000000000000000000aa"'
const json = { 'content-type': 'application/json' }
/** Calls that are wrong: what is asked for, the body, its headers, and what every door answers. */
const faults: [path: string, body: string | undefined, headers: object, expected: unknown[]][] = [
  ['/charges/1', undefined, {}, [404, 'not_found', 'id']],
  ['/request-charges/1', undefined, {}, [404, 'not_found', 'uuid']],
  ['/charges/1/payments', '{}', json, [404, 'not_found', 'uuid']],
  ['/charges/:id/payments/0x1', undefined, {}, [404, 'not_found', 'hash']],
  ['/charges/:id?expand=payments', undefined, {}, [400, 'validation_error', 'expand']],
  [
    '/charges/:id?expand=request_charge&expand=request_charge',
    undefined,
    {},
    [400, 'validation_error', 'expand'],
  ],
  ['/charges/:id/payments', '{}', {}, [415, 'unsupported_media_type', undefined]],
  ['/charges/:id/payments', '', json, [400, 'validation_error', 'body']],
  ['/charges/:id/payments', 'null', json, [400, 'validation_error', 'body']],
  ['/charges/:id/payments', `{${place}}`, json, [400, 'validation_error', 'hash']],
  ['/charges/:id/payments', '{"n":12345678901234567890}', json, [400, 'validation_error', 'body']],
  [
    '/charges/:id/payments',
    `${'['.repeat(200)}${']'.repeat(200)}`,
    json,
    [400, 'validation_error', 'body'],
  ],
  ['/charges/:id/payments', ' '.repeat(70_000), json, [413, 'payload_too_large', undefined]],
  ['/charges/:id/reserved-amounts', '{}', json, [400, 'validation_error', 'chainId']],
  ['/charges/:id/reserved-amounts', `{${place},"note":1}`, json, [400, 'validation_error', 'note']],
]

for (const [path, body, headers, expected] of faults)
  test(`every door has the same error for ${path} with ${body?.slice(0, 40) ?? 'no body'}: ${expected}`, async () => {
    const init = {
      ...(body !== undefined && { method: 'POST', body: new TextEncoder().encode(body) }),
      headers: { ...headers },
    }
    const at = path.replace(':id', chargeId)
    const responses = await Promise.all([
      app.request(publicUrl + at, { ...init, headers: { ...headers, 'api-key': apiKey } }),
      proxy(new Request(`https://shop.example/pay${at}`, init)),
      app.request(`${publicUrl}/pay/${chargeId}${at}`, init),
    ])
    const replies = await Promise.all(
      responses.map(async (response) => [response.status, await response.json()] as const),
    )
    for (const reply of replies) assert.deepEqual(reply, replies[0])
    const [status, { error }] = replies[0] as [number, { error: Record<string, unknown> }]
    const [detail] = (error.details ?? []) as { field?: string }[]
    assert.deepEqual([status, error.type, detail?.field], expected)
  })
