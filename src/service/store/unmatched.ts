import { type Kysely, type Selectable, sql } from 'kysely'
import { newUnmatchedEvent } from '../domain/events.ts'
import type { Store } from '../domain/ports.ts'
import type { UnmatchedRecord } from '../domain/records.ts'
import { toTransfer } from './proof-rows.ts'
import type { Tables, TransferRow } from './tables.ts'

type Unmatched = Pick<Store, 'listUnmatched' | 'unmatched' | 'ignoreTransfer' | 'countUnmatched'>

/** Money that no charge could claim by proof, for those who may decide of it. */
export function unmatchedTransfers(db: Kysely<Tables>): Unmatched {
  return {
    async listUnmatched(accountId, { limit, cursor, status }) {
      const newer = cursor?.towards === 'newer'
      const from = cursor && (await find(db, accountId, cursor.id))
      if (cursor && !from) return undefined
      let query = seenBy(db, accountId).where('transfers.status', '=', status)
      if (from) query = query.where('transfers.seq', newer ? '>' : '<', from.seq)
      const rows = await query
        .orderBy('transfers.seq', newer ? 'asc' : 'desc')
        .limit(limit + 1)
        .execute()
      const shown = rows.slice(0, limit)
      if (newer) shown.reverse()
      const transfers = await Promise.all(shown.map((row) => toUnmatched(db, row)))
      return { transfers, hasMore: rows.length > limit }
    },

    async unmatched(accountId, id) {
      const row = await find(db, accountId, id)
      return row && (await toUnmatched(db, row))
    },

    async ignoreTransfer(id) {
      const { numUpdatedRows } = await db
        .updateTable('transfers')
        .set({ status: 'IGNORED' })
        .where('id', '=', id)
        .where('status', 'in', ['UNMATCHED', 'IGNORED'])
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async countUnmatched() {
      const { count } = await db
        .selectFrom('transfers')
        .select((by) => by.fn.countAll<string>().as('count'))
        .where('status', '=', 'UNMATCHED')
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }
}

type SeenRow = Selectable<TransferRow> & {
  account_id: string
  token_decimals: number
  token_symbol: string
}

/** Transfers to where an account is paid, with what it calls their tokens; of every account where none is given. */
function seenBy(db: Kysely<Tables>, accountId: string | undefined) {
  return db
    .selectFrom('transfers')
    .innerJoin('destinations', (join) =>
      join
        .onRef('destinations.chain_id', '=', 'transfers.chain_id')
        .onRef('destinations.token', '=', 'transfers.token')
        .onRef('destinations.recipient', '=', 'transfers.recipient'),
    )
    .selectAll('transfers')
    .select(['destinations.account_id', 'destinations.token_decimals'])
    .select('destinations.token_symbol')
    .$if(accountId !== undefined, (query) =>
      query.where('destinations.account_id', '=', accountId ?? ''),
    )
    .$if(accountId === undefined, (query) =>
      // Once, whoever shares it.
      query.where(
        'destinations.account_id',
        '=',
        sql<string>`(select min(other.account_id::text)::uuid from destinations as other
          where other.chain_id = transfers.chain_id and other.token = transfers.token
            and other.recipient = transfers.recipient)`,
      ),
    )
}

async function find(
  db: Kysely<Tables>,
  accountId: string | undefined,
  id: string,
): Promise<SeenRow | undefined> {
  return await seenBy(db, accountId).where('transfers.id', '=', id).executeTakeFirst()
}

async function toUnmatched(db: Kysely<Tables>, row: SeenRow): Promise<UnmatchedRecord> {
  const transfer = toTransfer(row)
  const { count } = await db
    .selectFrom('destinations')
    .select((by) => by.fn.countAll<string>().as('count'))
    .where('chain_id', '=', transfer.chainId)
    .where('token', '=', row.token)
    .where('recipient', '=', row.recipient)
    .executeTakeFirstOrThrow()
  const names = [...transfer.references]
  const own = await db
    .selectFrom('charges')
    .select(['id', 'reference'])
    .where('account_id', '=', row.account_id)
    .where((by) =>
      by.or([
        ...(names.length > 0 ? [by('reference', 'in', names)] : []),
        ...(transfer.chargeId ? [by('id', '=', transfer.chargeId)] : []),
        by.val(false),
      ]),
    )
    .execute()
  return {
    ...transfer,
    // Whose else it may be is not for this account to know.
    chargeId: own.some(({ id }) => id === transfer.chargeId) ? transfer.chargeId : undefined,
    decimals: row.token_decimals,
    symbol: row.token_symbol,
    shared: Number(count) > 1,
    ownReferences: own.map(({ reference }) => reference).filter((one) => names.includes(one)),
  }
}

/** Tells every account that is paid there, in the transaction that writes the transfer down. */
export async function tellUnmatched(
  tx: Kysely<Tables>,
  row: Selectable<TransferRow>,
): Promise<void> {
  const seen = await seenBy(tx, undefined)
    .clearWhere()
    .innerJoin('webhook_settings', 'webhook_settings.account_id', 'destinations.account_id')
    .where('transfers.id', '=', row.id)
    .execute()
  for (const one of seen) {
    const event = newUnmatchedEvent(await toUnmatched(tx, one), new Date())
    await tx
      .insertInto('events')
      .values({
        id: event.id,
        account_id: one.account_id,
        charge_id: null,
        type: event.type,
        body: JSON.stringify(event),
        created_at: new Date(event.created_at),
      })
      .execute()
  }
}
