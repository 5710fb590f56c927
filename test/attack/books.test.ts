import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { isNightly } from '../support/effort.ts'
import { coin } from './ledger/cast.ts'
import { checkBooks } from './ledger/check.ts'
import { verifyBooks } from './ledger/export.ts'
import { allFeatures } from './ledger/features.ts'
import { createFigures } from './ledger/figures.ts'
import { createEpisode, play } from './ledger/play.ts'
import { checkRefunds, playRefunds } from './ledger/refunds.ts'
import { type Database, openDatabase } from './ledger/service.ts'
import type { World } from './ledger/world.ts'

// Random histories with reorganizations: the books equal the chain, and whatever is changed in them is found.

let database: Database
before(async () => {
  database = await openDatabase()
})
after(() => database.close())

interface Row {
  id: string
  hash: string
  paymentId: string | undefined
}

/** What each change makes of a row, and how the verification must name it. */
const changes: Record<string, { kind: string; change: (row: Row) => string[] }> = {
  'a row that is lost': {
    kind: 'missing',
    change: ({ id }) => [`delete from transfers where id = '${id}'`],
  },
  'a base unit less': {
    kind: 'amount',
    change: ({ id }) => [
      `update transfers set amount = amount - 1,
        counted_amount = case when counted_amount = amount then amount - 1 else counted_amount end where id = '${id}'`,
    ],
  },
  'a row of another block': {
    kind: 'block',
    change: ({ id }) => [`update transfers set block_number = block_number + 1 where id = '${id}'`],
  },
  'a row of another transaction': {
    kind: 'extra',
    change: ({ id }) => [
      `insert into arrivals (chain_id, hash, token, recipient, amount, block_hash)
        select chain_id, overlay(hash placing 'eeee' from 3), token, recipient, 7, block_hash from transfers where id = '${id}'`,
      `insert into transfers (id, chain_id, hash, position, token, recipient, sender, amount, block_number, block_hash, mined_at,
          status, reason, mentioned_references, created_at)
        select gen_random_uuid(), chain_id, overlay(hash placing 'eeee' from 3), position, token, recipient, sender, 7,
          block_number, block_hash, mined_at, 'UNMATCHED', '', '', now() from transfers where id = '${id}'`,
    ],
  },
  'a row at another time': {
    kind: 'block',
    change: ({ id }) => [
      `update transfers set block_time = block_time + interval '1 year' where id = '${id}'`,
    ],
  },
}

/** The same of refunds. */
const refundChanges: typeof changes = {
  'a refund that is lost': {
    kind: 'missing',
    change: ({ id }) => [
      `update refunds set status = 'SIGNING', position = null, sent_amount = null, block_number = null, block_hash = null,
        mined_at = null, sender = null, block_time = null, usd_price = null, usd_source = null, fee = null, fee_symbol = null,
        fee_usd_price = null, fee_usd_source = null where id = '${id}'`,
    ],
  },
  'a base unit less of a refund': {
    kind: 'amount',
    change: ({ id }) => [`update refunds set sent_amount = sent_amount - 1 where id = '${id}'`],
  },
  'a refund of another block': {
    kind: 'block',
    change: ({ id }) => [`update refunds set block_number = block_number + 1 where id = '${id}'`],
  },
  'a refund at another time': {
    kind: 'block',
    change: ({ id }) => [
      `update refunds set block_time = block_time + interval '1 year' where id = '${id}'`,
    ],
  },
  'a refund to another address': {
    kind: 'extra',
    change: ({ id }) => [`update refunds set recipient = token where id = '${id}'`],
  },
  'a refund that is not confirmed': {
    kind: 'unconfirmed',
    change: ({ id }) => [`update refunds set status = 'PENDING' where id = '${id}'`],
  },
}

/** Applies changes to rows one after the other, and takes each back before the next. */
async function findChanges(world: World, found: Map<string, number>): Promise<void> {
  const { db } = world.service
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
  await run([
    'create table kept as select * from transfers',
    'create table kept_refunds as select * from refunds',
  ])
  const { rows: transfers } = await sql<Row>`
    select id, hash, payment_id from transfers where token <> ${coin} and amount > 1 order by md5(hash) limit 3`.execute(
    db,
  )
  const { rows: refunds } = await sql<Row>`
    select id, hash, null as payment_id from refunds where token <> ${coin} and sent_amount > 1
    order by md5(hash) limit 3`.execute(db)
  for (const [rows, ofRows] of [[transfers, changes] as const, [refunds, refundChanges] as const])
    for (const row of rows)
      for (const [name, { kind, change }] of Object.entries(ofRows)) {
        await run(change(row))
        const { differences } = await verifyBooks(world)
        const [difference, ...others] = differences
        assert.equal(difference?.kind, kind, `${name} in ${row.hash}`)
        assert.deepEqual(others, [], name)
        assert.equal(difference.hash === row.hash, name !== 'a row of another transaction', name)
        await run([
          'delete from transfers',
          'insert into transfers overriding system value select * from kept',
          'delete from arrivals where not exists (select from kept where kept.hash = arrivals.hash)',
          // Nothing of a refund refers to it, and what they may sum up to is checked elsewhere.
          'alter table refunds disable trigger user',
          'delete from refunds',
          'insert into refunds select * from kept_refunds',
          'alter table refunds enable trigger user',
        ])
        found.set(name, (found.get(name) ?? 0) + 1)
      }
  assert.deepEqual((await verifyBooks(world)).differences, [])
}

test('the books equal the chain after every history, and each change of a row is found', async () => {
  const found = new Map<string, number>()
  const seeds = Array.from({ length: isNightly ? 20 : 1 }, (_, index) => 101 + index)
  for (const seed of seeds) {
    const { violation } = await play(
      database,
      allFeatures,
      createFigures(),
      createEpisode(seed, 60),
      async (world) => {
        await checkBooks(world)
        await checkRefunds(world, await playRefunds(world, seed))
        await checkBooks(world)
        await findChanges(world, found)
      },
    )
    assert.equal(violation, undefined, `seed ${seed}: ${violation?.message}`)
  }
  for (const name of Object.keys({ ...changes, ...refundChanges }))
    assert.ok((found.get(name) ?? 0) >= seeds.length, `${name}: ${found.get(name)}`)
})
