import { type Kysely, sql } from 'kysely'
import type { UnreadStore, UnreadTransactionRecord } from '../../domain/payments/unread.ts'
import { anyOf } from '../database/any-of.ts'
import { sendSignal } from '../database/signals.ts'
import type { Tables } from '../database/tables/tables.ts'

/** Longest wait between two attempts, in seconds. */
const maxWaitSeconds = 3600

/** Creates the part of the store for transactions that could not be read, and for counts of waiting work. */
export function createUnreadStore(db: Kysely<Tables>): UnreadStore {
  return {
    async setTransactionsAside(chainId, transactions) {
      await saveUnread(db, chainId, transactions)
    },

    async claimUnread(chainId, limit) {
      // The attempt is counted before it is made: one that ends the process is made less and less often, too.
      const { rows } = await sql<UnreadRow>`
        update unread_transactions set attempts = attempts + 1, next_attempt_at =
          now() + least(power(2, least(attempts, 20)), ${maxWaitSeconds}) * interval '1 second'
        where chain_id = ${chainId} and hash in (
          select hash from unread_transactions
          where chain_id = ${chainId} and next_attempt_at <= now()
          order by next_attempt_at limit ${limit}
        ) returning *`.execute(db)
      return rows.map(toUnread)
    },

    async endUnread(chainId, hashes) {
      await db
        .deleteFrom('unread_transactions')
        .where('chain_id', '=', chainId)
        .where('hash', '=', anyOf(hashes))
        .execute()
    },

    async listUnread(limit) {
      const rows = await db
        .selectFrom('unread_transactions')
        .selectAll()
        .orderBy('created_at')
        .limit(limit)
        .execute()
      return rows.map(toUnread)
    },

    async countUnread() {
      const { count } = await db
        .selectFrom('unread_transactions')
        .select((by) => by.fn.countAll<string>().as('count'))
        .where('is_taken_back', '=', false)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async countOpen() {
      // Charges by their counters, and events by an index that has only those that wait.
      const { rows } = await sql<{ webhooks: string; endpoints: string; charges: string }>`select
        (select count(*) from webhook_deliveries where status = 'WAITING') as webhooks,
        (select count(distinct endpoint_id) from webhook_deliveries
          where status = 'WAITING' and failing_since is not null) as endpoints,
        (select coalesce(sum(count), 0) from charge_counts
          where status in ('NEW', 'PENDING', 'FAILED')) as charges`.execute(db)
      const { webhooks = 0, endpoints = 0, charges = 0 } = rows[0] ?? {}
      return {
        webhooks: Number(webhooks),
        failingEndpoints: Number(endpoints),
        charges: Number(charges),
      }
    },

    async retryUnread() {
      const rows = await db
        .updateTable('unread_transactions')
        .set({ next_attempt_at: sql<Date>`now()` })
        .returning('chain_id')
        .execute()
      for (const id of new Set(rows.map(({ chain_id }) => Number(chain_id))))
        await sendSignal(db, `chain ${id}`)
      return rows.length
    },
  }
}

/** Saves transactions that are to be read later. */
export async function saveUnread(
  db: Kysely<Tables>,
  chainId: number,
  transactions: Parameters<UnreadStore['setTransactionsAside']>[1],
): Promise<void> {
  if (transactions.length === 0) return
  const rows = transactions.map(({ hash, block, error, isTakenBack }) => ({
    chain_id: chainId,
    hash,
    block_number: String(block.number),
    block_hash: block.hash,
    is_taken_back: isTakenBack,
    last_error: error.slice(0, 1000),
  }))
  await sql`
    insert into unread_transactions (chain_id, hash, block_number, block_hash, is_taken_back, last_error)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (
      chain_id bigint, hash text, block_number bigint, block_hash text, is_taken_back boolean, last_error text
    )
    order by hash
    on conflict (chain_id, hash) do update set last_error = excluded.last_error, is_taken_back = excluded.is_taken_back,
      block_number = excluded.block_number, block_hash = excluded.block_hash`.execute(db)
}

interface UnreadRow {
  chain_id: string | number
  hash: string
  block_number: string | number
  block_hash: string
  is_taken_back: boolean
  attempts: number
  last_error: string
  created_at: Date
  next_attempt_at: Date
}

function toUnread(row: UnreadRow): UnreadTransactionRecord {
  return {
    chainId: Number(row.chain_id),
    hash: row.hash,
    block: { number: BigInt(row.block_number), hash: row.block_hash },
    isTakenBack: row.is_taken_back,
    attempts: row.attempts,
    error: row.last_error,
    createdAt: row.created_at,
    nextAttemptAt: row.next_attempt_at,
  }
}
