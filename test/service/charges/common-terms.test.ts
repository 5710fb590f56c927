import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { createStore } from '../../../src/service/app/store.ts'
import type { ChargeFilter } from '../../../src/service/charges/charges.ts'
import {
  createMetadataTerm,
  createTextTerm,
} from '../../../src/service/charges/lists/search-terms.ts'
import { selectCharges } from '../../../src/service/charges/store/list.ts'
import { fillShop } from '../../bench/fill-shop.ts'
import { openDatabase } from '../../support/tables.ts'

// What nearly every charge has is searched for, in a shop of a year: a page reads a page's rows, however many charges there are. It
// also shows that the shop of the measurements fits the tables.

const skip = process.env.TEST_DATABASE_URL ? false : 'the shop is filled on a PostgreSQL'
const charges = 3_000
const limit = 11

let database: Awaited<ReturnType<typeof openDatabase>>
let account: string
before(async () => {
  if (skip) return
  database = await openDatabase()
  const store = createStore(database.db)
  const accounts: string[] = []
  for (const name of ['large', 'one', 'another']) {
    accounts.push((await store.createAccount(name)).account.id)
  }
  account = accounts[0] ?? assert.fail()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await fillShop(client, accounts, charges)
  await client.end()
})
after(async () => await database?.close())

/** A step of a plan that has run, as PostgreSQL tells it. */
interface Step {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: Step[]
}

/** Adds up the rows that the steps of a plan have read, and those that they have read in vain. */
function sumRows(step: Step): number {
  const { Plans: steps = [] } = step
  const each =
    step['Actual Rows'] +
    (step['Rows Removed by Filter'] ?? 0) +
    (step['Rows Removed by Join Filter'] ?? 0)
  return steps.reduce((sum, part) => sum + sumRows(part), each * step['Actual Loops'])
}

/** Reads the first page of a list, and returns how many charges it has and how many rows that took. */
async function readFirst(filter: ChargeFilter) {
  const { charges: list, order } = selectCharges(database.db, account, filter)
  const page = list
    .select(['charges.id', 'charges.metadata'])
    .orderBy(order.time, 'desc')
    .orderBy(order.id, 'desc')
    .limit(limit)
  const [plan] = await page.explain<{ 'QUERY PLAN': [{ Plan: Step }] }>('json', sql`analyze`)
  const { Plan } = plan?.['QUERY PLAN'][0] ?? assert.fail('no plan')
  return { found: (await page.execute()).length, rows: sumRows(Plan) }
}

const common = [createTextTerm('mug'), createTextTerm('5'), createMetadataTerm('channel', 'web')]

for (const [what, filter, found] of [
  ['one term', { terms: common.slice(0, 1) }, limit],
  ['two terms', { terms: common.slice(0, 2) }, limit],
  ['three terms', { terms: common }, limit],
  ['two terms and a status', { terms: common.slice(0, 2), status: 'COMPLETED' }, limit],
  ['a term, and one of one charge', { terms: [...common.slice(0, 1), createTextTerm('a-77')] }, 1],
  ['a term, and one of none', { terms: [...common.slice(0, 1), createTextTerm('none')] }, 0],
] as const satisfies readonly (readonly [string, ChargeFilter, number])[])
  test(`by ${what}: the first page reads as many rows as it shows, not as many as there are`, {
    skip,
  }, async () => {
    const read = await readFirst(filter)
    assert.equal(read.found, found)
    assert.ok(read.rows < 40 * limit, `${read.rows} rows`)
  })
