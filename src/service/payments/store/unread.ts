import { type Kysely, type Selectable, sql } from 'kysely'
import type { WaitingCounts } from '../../chain/types/watch.ts'
import { anyOf, recordsOf } from '../../db/any-of.ts'
import { sendSignal } from '../../db/signals.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { UnreadTransactionRow } from '../../db/tables/watcher.ts'
import type { UnreadTransactionRecord } from '../unread.ts'

/** Longest wait between two attempts, in seconds. */
const maxWaitSeconds = 3600

/** Creates the part of the store for transactions that could not be read, and for counts of waiting work. */
export function createUnreadStore(db: Kysely<Tables>) {
  return {
    /** Saves transactions that are to be read later; one that is saved keeps its attempts. */
    async setTransactionsAside(
      chainId: number,
      transactions: readonly Pick<
        UnreadTransactionRecord,
        'hash' | 'block' | 'isTakenBack' | 'error'
      >[],
    ): Promise<void> {
      await saveUnread(db, chainId, transactions)
    },

    /** Returns unread transactions whose next attempt is due, and counts that attempt. The waits grow, up to an hour. */
    async claimUnread(chainId: number, limit: number): Promise<UnreadTransactionRecord[]> {
      // The attempt is counted before it is made: one that ends the process is made less and less often, too.
      const { rows } = await sql<Selectable<UnreadTransactionRow>>`
        update unread_transactions set attempts = attempts + 1, next_attempt_at =
          now() + least(power(2, least(attempts, 20)), ${maxWaitSeconds}) * interval '1 second'
        where chain_id = ${chainId} and hash in (
          select hash from unread_transactions
          where chain_id = ${chainId} and next_attempt_at <= now()
          order by next_attempt_at limit ${limit}
        ) returning *`.execute(db)
      return rows.map(toUnread)
    },

    /** Deletes transactions that were read at last. */
    async endUnread(chainId: number, hashes: readonly string[]): Promise<void> {
      await db
        .deleteFrom('unreadTransactions')
        .where('chainId', '=', chainId)
        .where('hash', '=', anyOf(hashes))
        .execute()
    },

    /** Returns unread transactions of all chains, the oldest first. */
    async listUnread(limit: number): Promise<UnreadTransactionRecord[]> {
      const rows = await db
        .selectFrom('unreadTransactions')
        .selectAll()
        .orderBy('createdAt')
        .limit(limit)
        .execute()
      return rows.map(toUnread)
    },

    /** Returns how many transactions are unread that the chain has. */
    async countUnread(): Promise<number> {
      const { count } = await db
        .selectFrom('unreadTransactions')
        .select((by) => by.fn.countAll<number>().as('count'))
        .where('isTakenBack', '=', false)
        .executeTakeFirstOrThrow()
      return count
    },

    /**
     * Returns how many webhook events wait for their delivery, to how many endpoints one has failed, and how many charges can be
     * paid.
     */
    async countOpen(): Promise<OpenCounts> {
      return await countOpen(db)
    },

    /** Lets every unread transaction be tried now, and returns how many there are. */
    async retryUnread(): Promise<number> {
      const rows = await db
        .updateTable('unreadTransactions')
        .set({ nextAttemptAt: sql<Date>`now()` })
        .returning('chainId')
        .execute()
      for (const id of new Set(rows.map(({ chainId }) => chainId)))
        await sendSignal(db, `chain ${id}`)
      return rows.length
    },
  }
}

/** Transactions that were found and could not be read. */
export type UnreadStore = ReturnType<typeof createUnreadStore>

/** How much is open besides what the watcher reads. */
export type OpenCounts = Pick<WaitingCounts, 'webhooks' | 'failingEndpoints' | 'charges'>

async function countOpen(db: Kysely<Tables>): Promise<OpenCounts> {
  // Charges by their counters, and events by an index that has only those that wait.
  const { rows } = await sql<{ webhooks: number; endpoints: number; charges: number }>`select
    (select count(*) from webhook_deliveries where status = 'WAITING') as webhooks,
    (select count(distinct endpoint_id) from webhook_deliveries
      where status = 'WAITING' and failing_since is not null) as endpoints,
    (select coalesce(sum(count), 0)::bigint from charge_counts
      where status in ('NEW', 'PENDING', 'FAILED')) as charges`.execute(db)
  const { webhooks = 0, endpoints = 0, charges = 0 } = rows[0] ?? {}
  return { webhooks, failingEndpoints: endpoints, charges }
}

/** Saves transactions that are to be read later. */
export async function saveUnread(
  db: Kysely<Tables>,
  chainId: number,
  transactions: readonly Pick<
    UnreadTransactionRecord,
    'hash' | 'block' | 'isTakenBack' | 'error'
  >[],
): Promise<void> {
  if (transactions.length === 0) return
  const rows = transactions.map(({ hash, block, error, isTakenBack }) => ({
    chainId,
    hash,
    blockNumber: block.number,
    blockHash: block.hash,
    isTakenBack,
    lastError: error.slice(0, 1000),
  }))
  await sql`
    insert into unread_transactions (chain_id, hash, block_number, block_hash, is_taken_back, last_error)
    select * from jsonb_to_recordset(${recordsOf(rows)}) as one (
      chain_id bigint, hash text, block_number numeric, block_hash text, is_taken_back boolean, last_error text
    )
    order by hash
    on conflict (chain_id, hash) do update set last_error = excluded.last_error, is_taken_back = excluded.is_taken_back,
      block_number = excluded.block_number, block_hash = excluded.block_hash`.execute(db)
}

function toUnread(row: Selectable<UnreadTransactionRow>): UnreadTransactionRecord {
  const { blockNumber, blockHash, lastError, ...columns } = row
  return { ...columns, block: { number: blockNumber, hash: blockHash }, error: lastError }
}
