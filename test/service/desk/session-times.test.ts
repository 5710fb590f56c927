import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { createStore, type Store } from '../../../src/service/app/store.ts'
import { openDatabase } from '../../support/tables.ts'

// How long a session of the desk lasts, and how its token is replaced. Times pass by setting back what the rows say.

const limits = { idleMs: 30 * 60_000, lifetimeMs: 12 * 3_600_000 }

let database: Awaited<ReturnType<typeof openDatabase>>
let store: Store
let token: string
before(async () => {
  database = await openDatabase()
  store = createStore(database.db)
})
after(() => database.close())
beforeEach(async () => {
  await sql`delete from desk_sessions`.execute(database.db)
  const { account } = await store.createAccount('Mug shop')
  const newKey = {
    name: 'Ruth Sand',
    scopes: ['desk:manage'],
    shop: '',
    expiresAt: undefined,
  } as const
  const { key } = await store.createApiKey(account.id, newKey)
  token = await store.startDeskSession(key.id, limits, 'Firefox · Linux')
})

const open = (of: string, rotates = true) => store.openDeskSession(of, limits, { rotates })

/** Lets minutes pass for all sessions. */
async function letPass(minutes: number): Promise<void> {
  await sql`update desk_sessions set
    created_at = created_at - ${minutes} * interval '1 minute',
    last_used_at = last_used_at - ${minutes} * interval '1 minute',
    rotated_at = rotated_at - ${minutes} * interval '1 minute',
    confirmed_at = confirmed_at - ${minutes} * interval '1 minute'`.execute(database.db)
}

describe('a session of the desk', () => {
  test('ends after its idle time, and each call begins that anew', async () => {
    for (let calls = 0; calls < 3; calls++) {
      await letPass(29)
      assert.ok(await open(token, false))
    }
    await letPass(30)
    assert.equal(await open(token, false), undefined)
  })

  test('ends after its lifetime, however it is used', async () => {
    for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
      await letPass(20)
      assert.ok(await open(token, false), `${minutes}`)
    }
    await letPass(20)
    assert.equal(await open(token, false), undefined)
  })

  test('replaces its token, and the old one holds until the new one was used and a minute longer', async () => {
    assert.equal((await open(token))?.newToken, undefined)
    await letPass(16)
    const { newToken = assert.fail('it was not replaced') } = (await open(token)) ?? {}
    // The answer with the new token was lost: the browser still has the old one.
    await letPass(5)
    assert.deepEqual((await open(token))?.newToken, undefined)
    assert.ok(await open(newToken))
    assert.ok(await open(token), 'a call that was under way')
    await letPass(1)
    assert.equal(await open(token), undefined)
    assert.ok(await open(newToken))
  })

  test('of calls at once, one replaces the token', async () => {
    await open(token)
    await letPass(16)
    const opened = await Promise.all([1, 2, 3, 4].map(() => open(token)))
    assert.equal(opened.filter((one) => one?.newToken !== undefined).length, 1)
    assert.equal(opened.filter((one) => one === undefined).length, 0)
  })

  test('has its token nowhere in the database, and is gone with the next sign-in after its end', async () => {
    const { rows } = await sql<{
      text: string
    }>`select desk_sessions::text as text from desk_sessions`.execute(database.db)
    assert.equal(rows.length, 1)
    assert.ok(!rows[0]?.text.includes(token))
    const { session } = (await open(token)) ?? assert.fail('it is not open')
    await letPass(31)
    await store.startDeskSession(session.keyId, limits, '')
    const left = await sql`select id from desk_sessions`.execute(database.db)
    assert.equal(left.rows.length, 1)
    assert.equal(await open(token), undefined)
  })

  test('ends when its key expires', async () => {
    assert.ok(await open(token))
    await sql`update api_keys set expires_at = now()`.execute(database.db)
    assert.equal(await open(token), undefined)
  })
})
