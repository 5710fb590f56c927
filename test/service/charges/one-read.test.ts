import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { createPayProxy } from '../../../src/proxy.ts'
import { createChains } from '../../../src/service/chain/chains.ts'
import { computeReference } from '../../../src/service/domain/charges/reference.ts'
import { createId } from '../../../src/service/domain/id.ts'
import { registerPageRoutes } from '../../../src/service/payment-page/routes.ts'
import { createApp } from '../../../src/service/routes/app.ts'
import { createStore } from '../../../src/service/store/store.ts'
import { brand, chargeOf, recipients } from '../../attack/reserving.ts'
import { openDatabase } from '../../support/database.ts'

// A charge and its request charge are one row. What a page needs to show a price costs one call and one reading of it.

const publicUrl = 'https://pay.example'
const hour = 3_600_000

let database: Awaited<ReturnType<typeof openDatabase>>
let app: ReturnType<typeof createApp>
let proxy: ReturnType<typeof createPayProxy>
let chargeId: string
let statements: string[] = []
let calls: string[] = []

before(async () => {
  database = await openDatabase({ onStatement: (statement) => void statements.push(statement) })
  const store = createStore(database.db)
  const { account, apiKey } = await store.createAccount('Mug shop')
  chargeId = createId()
  const created = {
    ...chargeOf(1, recipients[0] ?? '', 5n, Date.now()),
    ...{ id: chargeId, reference: computeReference(chargeId), accountId: account.id },
  }
  await store.createCharge(created, brand, undefined, { max: 10, since: new Date(0) })
  const chains = createChains({
    ...{ rpcUrls: new Map(), confirmations: new Map(), tokens: [], feeds: [] },
    ...{ ensRpcUrl: undefined },
  })
  const context = {
    ...{ store, chains, publicUrl, log: pino({ level: 'silent' }), markActive: () => undefined },
    ...{
      expiry: { defaultMs: 24 * hour, minMs: 1, maxMs: 24 * hour },
      settingsDelayMs: 0,
      findReceiverFault: () => undefined,
      quoteLifetimeMs: hour,
      watchMs: 24 * hour,
    },
    ...{ recipientsPerAccount: 10, creditsFirstReport: false, quoteSigning: undefined },
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
  // Marks the key as used, which the service does once a minute.
  await readPrice(`/charges/${chargeId}`)
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
