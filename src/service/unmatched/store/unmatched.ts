import type { Kysely, Selectable } from 'kysely'
import type { Author } from '../../accounts/accounts.ts'
import type { AuditAction } from '../../accounts/audit.ts'
import { writeAudit } from '../../accounts/store/audit.ts'
import type { Address } from '../../chain/types/address.ts'
import type { TransferStatus } from '../../charges/records.ts'
import { toTransfer } from '../../charges/store/rows.ts'
import { anyOf } from '../../db/any-of.ts'
import type { TransferRow } from '../../db/tables/payments.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { transact } from '../../db/transact.ts'
import { describeTransfer } from '../../payments/assignment.ts'
import { findHolder } from '../../payments/store/reserved-amounts/address-holder.ts'
import type { ListUnmatchedQuery, UnmatchedRecord } from '../unmatched.ts'

/** Creates the part of the store for transfers that no charge could claim by proof, for merchants to decide on. */
export function createUnmatchedStore(db: Kysely<Tables>) {
  return {
    /** Returns a page of an account's unmatched transfers, newest first; undefined when the cursor names none of them. */
    async listUnmatched(
      accountId: string,
      { limit, cursor, status, isHidden, shop }: ListUnmatchedQuery,
    ): Promise<{ transfers: UnmatchedRecord[]; hasMore: boolean } | undefined> {
      const isNewer = cursor?.direction === 'newer'
      const cursorRow = cursor && (await findAccountTransfer(db, accountId, cursor.id))
      if (cursor && !cursorRow) return undefined
      const direction = isNewer ? 'asc' : 'desc'
      const rows = await selectAccountTransfers(db, accountId)
        .where('transfers.status', '=', status)
        .where('transfers.isHidden', '=', isHidden)
        // Money that is not assigned belongs to no shop.
        .$if(shop !== undefined && status === 'ASSIGNED', (select) =>
          select.where(({ exists, selectFrom }) =>
            exists(
              selectFrom('charges')
                .select('charges.id')
                .whereRef('charges.id', '=', 'transfers.chargeId')
                .where('charges.shop', '=', shop ?? ''),
            ),
          ),
        )
        .$if(cursorRow !== undefined, (select) =>
          select.where('transfers.seq', isNewer ? '>' : '<', cursorRow?.seq ?? 0),
        )
        .orderBy('transfers.seq', direction)
        .limit(limit + 1)
        .execute()
      const page = rows.slice(0, limit)
      if (isNewer) page.reverse()
      return { transfers: await loadUnmatchedRecords(db, page), hasMore: rows.length > limit }
    },

    /** Returns one such transfer in any status; of any account when no account is given. */
    async getUnmatched(
      accountId: string | undefined,
      id: string,
    ): Promise<UnmatchedRecord | undefined> {
      const row = await findAccountTransfer(db, accountId, id)
      const [record] = row ? await loadUnmatchedRecords(db, [row]) : []
      return record
    },

    /** Returns those of these transfers that an account has, in any status. */
    async readTransfers(accountId: string, ids: readonly string[]): Promise<UnmatchedRecord[]> {
      const rows = await selectAccountTransfers(db, accountId)
        .where('transfers.id', '=', anyOf(ids, 'uuid'))
        .execute()
      return await loadUnmatchedRecords(db, rows)
    },

    /**
     * Sets a transfer to IGNORED; the audit log records it. Returns false when it is neither UNMATCHED nor IGNORED.
     */
    async ignoreTransfer(id: string, author: Author): Promise<boolean> {
      return await transact(db, (tx) =>
        moveTransfer(tx, id, author, ['UNMATCHED', 'IGNORED', 'payment.ignored']),
      )
    },

    /** Sets an ignored transfer to UNMATCHED again, likewise. */
    async restoreTransfer(id: string, author: Author): Promise<boolean> {
      return await transact(db, (tx) =>
        moveTransfer(tx, id, author, ['IGNORED', 'UNMATCHED', 'payment.restored']),
      )
    },

    /** Returns whether an account holds an address, and so decides about money that arrives there without proof. */
    async isHolder(
      accountId: string,
      place: { chainId: number; recipient: Address },
    ): Promise<boolean> {
      return (await findHolder(db, place)) === accountId
    },

    /** Returns how many transfers wait for a decision, without those that are listed separately. */
    async countUnmatched(): Promise<number> {
      const { count } = await db
        .selectFrom('transfers')
        .select((by) => by.fn.countAll<number>().as('count'))
        .where('status', '=', 'UNMATCHED')
        .where('isHidden', '=', false)
        .executeTakeFirstOrThrow()
      return count
    },
  }
}

/** Transfers that no charge could claim by proof, for merchants to decide on. */
export type UnmatchedStore = ReturnType<typeof createUnmatchedStore>

/** Moves a transfer from one status to another; returns false where it has neither. */
async function moveTransfer(
  tx: Kysely<Tables>,
  id: string,
  author: Author,
  [from, to, action]: readonly [
    from: TransferStatus,
    to: TransferStatus,
    action: Extract<AuditAction, `payment.${string}`>,
  ],
): Promise<boolean> {
  const row = await tx
    .selectFrom('transfers')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row?.status === to) return true
  if (row?.status !== from) return false
  await tx.updateTable('transfers').set({ status: to }).where('id', '=', id).execute()
  await writeAudit(tx, row.accountId, author, { action, to: describeTransfer(toTransfer(row)) })
  return true
}

type AccountTransfer = Selectable<TransferRow> & {
  decimals: number
  symbol: string
}

/**
 * Selects the transfers of an account, with its decimals and symbol of their tokens; or of all accounts. A transfer belongs to the
 * account whose charge it pays, else to the holder of its address; other accounts that name the address do not see it.
 */
export function selectAccountTransfers(db: Kysely<Tables>, accountId: string | undefined) {
  return db
    .selectFrom('transfers')
    .innerJoin('destinations', (join) =>
      join
        .onRef('destinations.chainId', '=', 'transfers.chainId')
        .onRef('destinations.token', '=', 'transfers.token')
        .onRef('destinations.recipient', '=', 'transfers.recipient')
        .onRef('destinations.accountId', '=', 'transfers.accountId'),
    )
    .selectAll('transfers')
    .select(['destinations.decimals', 'destinations.symbol'])
    .$if(accountId !== undefined, (query) =>
      query.where('transfers.accountId', '=', accountId ?? ''),
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
    .select(['id', 'reference', 'accountId', 'shop'])
    .where('accountId', '=', anyOf(new Set(rows.map((row) => row.accountId)), 'uuid'))
    .where((by) =>
      by.or([by('reference', '=', anyOf(references)), by('id', '=', anyOf(chargeIds, 'uuid'))]),
    )
    .execute()
  return transfers.map(({ row, transfer }) => {
    const ownCharges = charges.filter(({ accountId }) => accountId === row.accountId)
    const isOwn = ({ id, reference }: { id: string; reference: string }) =>
      id === transfer.chargeId || transfer.mentionedReferences.includes(reference)
    const named = ownCharges.filter(isOwn)
    const own = named.find(({ id }) => id === transfer.chargeId)
    return {
      ...transfer,
      // An account must not learn which charge of another account it may belong to.
      chargeId: own?.id,
      shop: transfer.status === 'ASSIGNED' ? (own?.shop ?? '') : '',
      accountId: row.accountId,
      decimals: row.decimals,
      symbol: row.symbol,
      isHidden: row.isHidden,
      ownReferences: named
        .map(({ reference }) => reference)
        .filter((reference) => transfer.mentionedReferences.includes(reference)),
    }
  })
}
