import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createStore } from '../../../src/service/app/store.ts'
import { openDatabase } from '../../support/tables.ts'
import { until } from '../../support/wait.ts'
import { anyAddress, skip } from './mail.ts'

// Which process has a message, where one is slower than its lease.

const bounds = { perAccount: 100, perRecipient: 10 }
const minuteMs = 60_000

test('a message that its slow holder hands over while another process claims it is not claimed', {
  skip,
}, async (t) => {
  const { db, url, close } = await openDatabase()
  const [holder, observer] = [
    new pg.Client({ connectionString: url }),
    new pg.Client({ connectionString: url }),
  ]
  t.after(async () => {
    await Promise.all([holder.end(), observer.end()])
    await close()
  })
  await Promise.all([holder.connect(), observer.connect()])
  const store = createStore(db)
  const { id } = (await store.createAccount('shop')).account
  await holder.query(
    `insert into mail_messages (id, account_id, kind, subject_id, matter, recipient, locale)
      values (gen_random_uuid(), $1, 'receipt', gen_random_uuid(), 'receipt', $2, 'en')`,
    [id, anyAddress()],
  )
  // A lease that ends at once.
  const message = await store.claimMessage(bounds, 0)
  assert.ok(message)
  await holder.query('begin')
  await holder.query('update mail_messages set handed_over_at = now() where id = $1', [message.id])
  const claiming = store.claimMessage(bounds, minuteMs)
  await until('the other process to wait', async () => {
    const { rowCount } = await observer.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    return rowCount === 1 || undefined
  })
  await holder.query('commit')
  assert.equal(await claiming, undefined)
  assert.equal(await store.claimMessage(bounds, minuteMs), undefined)
  const { rows } = await observer.query('select status, attempts from mail_messages')
  assert.deepEqual(rows, [{ status: 'UNKNOWN', attempts: 1 }])
})

test('a holder whose message another process has claimed hands nothing over', async (t) => {
  const { db, close } = await openDatabase()
  t.after(close)
  const store = createStore(db)
  const { id } = (await store.createAccount('shop')).account
  await db
    .insertInto('mailMessages')
    .values({
      ...{
        id: crypto.randomUUID(),
        accountId: id,
        kind: 'receipt',
        subjectId: crypto.randomUUID(),
      },
      ...{ matter: 'receipt', recipient: anyAddress(), locale: 'en' },
    })
    .execute()
  const first = await store.claimMessage(bounds, 0)
  const second = await store.claimMessage(bounds, minuteMs)
  assert.ok(first && second)
  assert.equal(await store.markHandedOver(first), false)
  assert.equal(await store.markHandedOver(second), true)
})
