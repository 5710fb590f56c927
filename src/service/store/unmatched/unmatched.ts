import { type Kysely, type Selectable, sql } from 'kysely'
import type { Address } from '../../domain/chain/address.ts'
import { describeTransfer } from '../../domain/payments/assignment.ts'
import type { UnmatchedRecord, UnmatchedStore } from '../../domain/unmatched/unmatched.ts'
import { writeAudit } from '../accounts/audit.ts'
import { toTransfer } from '../charges/proof-rows.ts'
import { anyOf, arrayOf } from '../database/any-of.ts'
import type { TransferRow } from '../database/tables/payments.ts'
import type { Tables } from '../database/tables/tables.ts'
import { isHidden } from './hiding-rules.ts'

/** Creates the part of the store for transfers that no charge could claim by proof, for merchants to decide on. */
export function createUnmatchedStore(db: Kysely<Tables>): UnmatchedStore {
  return {
    async listUnmatched(accountId, { limit, cursor, status, isHidden: wantsHidden }) {
      const isNewer = cursor?.direction === 'newer'
      const cursorRow = cursor && (await findAccountTransfer(db, accountId, cursor.id))
      if (cursor && !cursorRow) return undefined
      const direction = isNewer ? 'asc' : 'desc'
      const rows = await db
        .selectFrom('destinations')
        // A range of an index for each destination, however much arrives at those of other accounts.
        .innerJoinLateral(
          (by) =>
            by
              .selectFrom('transfers')
              .selectAll()
              .whereRef('transfers.chain_id', '=', 'destinations.chain_id')
              .whereRef('transfers.token', '=', 'destinations.token')
              .whereRef('transfers.recipient', '=', 'destinations.recipient')
              .where('transfers.status', '=', status)
              // What was decided on is hidden from nobody.
              .$if(wantsHidden || status === 'UNMATCHED', (select) =>
                select.where(isHidden, '=', wantsHidden),
              )
              .$if(cursorRow !== undefined, (select) =>
                select.where('transfers.seq', isNewer ? '>' : '<', cursorRow?.seq ?? '0'),
              )
              .orderBy('transfers.seq', direction)
              .limit(limit + 1)
              .as('transfers'),
          (join) => join.onTrue(),
        )
        .selectAll('transfers')
        .select(['destinations.account_id', 'destinations.decimals', 'destinations.symbol'])
        .select(isHidden.as('is_hidden'))
        .where('destinations.account_id', '=', accountId)
        .orderBy('transfers.seq', direction)
        .limit(limit + 1)
        .execute()
      const page = rows.slice(0, limit)
      if (isNewer) page.reverse()
      return { transfers: await loadUnmatchedRecords(db, page), hasMore: rows.length > limit }
    },

    async getUnmatched(accountId, id) {
      const row = await findAccountTransfer(db, accountId, id)
      const [record] = row ? await loadUnmatchedRecords(db, [row]) : []
      return record
    },

    async ignoreTransfer(id, author) {
      return await db.transaction().execute(async (tx) => {
        const row = await tx
          .selectFrom('transfers')
          .selectAll()
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()
        if (row?.status === 'IGNORED') return true
        if (row?.status !== 'UNMATCHED') return false
        await tx.updateTable('transfers').set({ status: 'IGNORED' }).where('id', '=', id).execute()
        const to = describeTransfer(toTransfer(row))
        // The operator decides for every account that is paid there.
        for (const accountId of await listAccountsAt(tx, toTransfer(row)))
          await writeAudit(tx, accountId, author, { action: 'payment.ignored', to })
        return true
      })
    },

    async decidesAt(accountId, place) {
      const accountIds = await listAccountsAt(db, place)
      return accountIds.every((id) => id === accountId)
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

type AccountTransfer = Selectable<TransferRow> & {
  account_id: string
  is_hidden: boolean
  decimals: number
  symbol: string
}

/** Selects transfers to an account's destinations, with its decimals and symbol of their tokens; or of all accounts. */
export function selectAccountTransfers(db: Kysely<Tables>, accountId: string | undefined) {
  return db
    .selectFrom('transfers')
    .innerJoin('destinations', (join) =>
      join
        .onRef('destinations.chain_id', '=', 'transfers.chain_id')
        .onRef('destinations.token', '=', 'transfers.token')
        .onRef('destinations.recipient', '=', 'transfers.recipient'),
    )
    .selectAll('transfers')
    .select(['destinations.account_id', 'destinations.decimals', 'destinations.symbol'])
    .select(isHidden.as('is_hidden'))
    .$if(accountId !== undefined, (query) =>
      query.where('destinations.account_id', '=', accountId ?? ''),
    )
    .$if(accountId === undefined, (query) =>
      // Once, even where several accounts share the destination.
      query.where(
        'destinations.account_id',
        '=',
        sql<string>`(select min(other.account_id::text)::uuid from destinations as other
          where other.chain_id = transfers.chain_id and other.token = transfers.token
            and other.recipient = transfers.recipient)`,
      ),
    )
}

async function findAccountTransfer(
  db: Kysely<Tables>,
  accountId: string | undefined,
  id: string,
): Promise<AccountTransfer | undefined> {
  return await selectAccountTransfers(db, accountId)
    .where('transfers.id', '=', id)
    .executeTakeFirst()
}

/** Loads unmatched transfers as each is shown to the account of its row: as many statements for many as for one. */
export async function loadUnmatchedRecords(
  db: Kysely<Tables>,
  rows: readonly AccountTransfer[],
): Promise<UnmatchedRecord[]> {
  if (rows.length === 0) return []
  const transfers = rows.map((row) => ({ row, transfer: toTransfer(row) }))
  const references = transfers.flatMap(({ transfer }) => [...transfer.mentionedReferences])
  const chargeIds = transfers.flatMap(({ transfer }) => transfer.chargeId ?? [])
  const charges = await db
    .selectFrom('charges')
    .select(['id', 'reference', 'account_id'])
    .where('account_id', '=', anyOf(new Set(rows.map((row) => row.account_id)), 'uuid'))
    .where((by) =>
      by.or([by('reference', '=', anyOf(references)), by('id', '=', anyOf(chargeIds, 'uuid'))]),
    )
    .execute()
  const sharedPlaces = await listSharedPlaces(db, rows)
  return transfers.map(({ row, transfer }) => {
    const ownCharges = charges.filter(({ account_id }) => account_id === row.account_id)
    const isOwn = ({ id, reference }: { id: string; reference: string }) =>
      id === transfer.chargeId || transfer.mentionedReferences.includes(reference)
    const named = ownCharges.filter(isOwn)
    return {
      ...transfer,
      // An account must not learn which charge of another account it may belong to.
      chargeId: named.some(({ id }) => id === transfer.chargeId) ? transfer.chargeId : undefined,
      accountId: row.account_id,
      decimals: row.decimals,
      symbol: row.symbol,
      isShared: sharedPlaces.has(toPlaceKey(row)),
      isHidden: row.is_hidden,
      ownReferences: named
        .map(({ reference }) => reference)
        .filter((reference) => transfer.mentionedReferences.includes(reference)),
    }
  })
}

type Place = Pick<Selectable<TransferRow>, 'chain_id' | 'token' | 'recipient'>

const toPlaceKey = ({ chain_id, token, recipient }: Place) => `${chain_id} ${token} ${recipient}`

/** Returns the places where charges of several accounts are paid. */
async function listSharedPlaces(
  db: Kysely<Tables>,
  rows: readonly Place[],
): Promise<ReadonlySet<string>> {
  const columnOf = (name: keyof Place, type: 'bigint' | 'text') =>
    arrayOf(
      rows.map((row) => row[name]),
      type,
    )
  const { rows: places } = await sql<Place>`
    select chain_id, token, recipient from destinations
    where (chain_id, token, recipient) in (
      select * from unnest(${columnOf('chain_id', 'bigint')}, ${columnOf('token', 'text')}, ${columnOf('recipient', 'text')})
    )
    group by chain_id, token, recipient having count(*) > 1`.execute(db)
  return new Set(places.map(toPlaceKey))
}

/** Returns the accounts whose charges are paid at a place. */
async function listAccountsAt(
  db: Kysely<Tables>,
  { chainId, token, recipient }: { chainId: number; token: Address; recipient: Address },
): Promise<string[]> {
  const rows = await db
    .selectFrom('destinations')
    .select('account_id')
    .where('chain_id', '=', chainId)
    .where('token', '=', token)
    .where('recipient', '=', recipient)
    .execute()
  return rows.map(({ account_id }) => account_id)
}
