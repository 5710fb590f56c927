import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createStore } from '../../../src/service/app/store.ts'
import { transact } from '../../../src/service/db/transact.ts'
import { openDatabase } from '../../support/tables.ts'

// Two transactions that each wait for a row of the other: the database ends one, which runs again.

const skip = process.env.TEST_DATABASE_URL ? false : 'two connections need a PostgreSQL'

let database: Awaited<ReturnType<typeof openDatabase>>
before(async () => {
  database = await openDatabase()
})
after(() => database.close())

test('a transaction that a deadlock has ended runs again, and changes everything once', {
  skip,
}, async () => {
  const { db } = database
  const store = createStore(db)
  const [a, b] = [
    (await store.createAccount('a')).account.id,
    (await store.createAccount('b')).account.id,
  ]
  const held = { first: Promise.withResolvers<void>(), second: Promise.withResolvers<void>() }
  let attempts = 0
  const change = (
    ids: readonly [string, string],
    mine: PromiseWithResolvers<void>,
    theirs: PromiseWithResolvers<void>,
  ) =>
    transact(db, async (tx) => {
      attempts += 1
      const count = async (id: string) =>
        await tx
          .updateTable('accounts')
          .set((by) => ({ toleranceCents: by('toleranceCents', '+', 1) }))
          .where('id', '=', id)
          .execute()
      await count(ids[0])
      mine.resolve()
      await theirs.promise
      await count(ids[1])
    })
  await Promise.all([
    change([a, b], held.first, held.second),
    change([b, a], held.second, held.first),
  ])
  // Which of the two the database ends, and whether it meets the other once more, is the database's to decide.
  assert.ok(attempts > 2, `${attempts} attempts`)
  const rows = await db.selectFrom('accounts').select('toleranceCents').execute()
  assert.deepEqual(
    rows.map(({ toleranceCents }) => toleranceCents),
    [2, 2],
  )
})

test('what fails otherwise does not run again', async () => {
  let attempts = 0
  const work = transact(database.db, async () => {
    attempts += 1
    throw new Error('refused')
  })
  await assert.rejects(work, /refused/)
  assert.equal(attempts, 1)
})
