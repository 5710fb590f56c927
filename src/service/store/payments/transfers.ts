import { type Kysely, sql } from 'kysely'
import type { TransferStore } from '../../domain/payments/transfers.ts'
import { toTransfer } from '../charges/rows.ts'
import type { Tables } from '../database/tables/tables.ts'
import { assignTransfer, saveReturnCharge } from './assign.ts'
import { recordTransactions, selectTransfers, type WriteUnmatchedEvents } from './record.ts'
import { dropTransfers, takeBackPayment } from './reorganized.ts'
import { unassignTransfer } from './unassign.ts'

/** Creates the part of the store for transfers to watched destinations and their credits. */
export function createTransferStore(
  db: Kysely<Tables>,
  writeUnmatchedEvents: WriteUnmatchedEvents,
): TransferStore {
  return {
    async recordTransactions(transactions) {
      if (transactions.length === 0) return []
      return await db
        .transaction()
        .execute((tx) => recordTransactions(tx, transactions, writeUnmatchedEvents))
    },

    async getOrigin(chainId, hash) {
      const row = await db
        .selectFrom('arrivals')
        .select(['signer', 'nonce'])
        .where('chainId', '=', chainId)
        .where('hash', '=', hash)
        .where('signer', 'is not', null)
        .executeTakeFirst()
      return row ? { sender: row.signer ?? '', nonce: row.nonce ?? 0 } : undefined
    },

    async saveShownToken({ chainId, token, recipient, decimals, symbol }) {
      // No charge was created with it, so no limit includes it, and it is watched only with the recipient's other tokens.
      await sql`
        insert into destinations
          (chain_id, token, recipient, account_id, decimals, symbol, oldest_charge_at, newest_charge_at, expected_until)
        select distinct chain_id, ${token}::text, recipient, account_id, ${decimals}::smallint, ${symbol}::text,
          '-infinity'::timestamptz, '-infinity'::timestamptz, '-infinity'::timestamptz
        from destinations where chain_id = ${chainId} and recipient = ${recipient}
        order by account_id
        on conflict do nothing`.execute(db)
    },

    async listTransfers(chainId, hash) {
      const rows = await selectTransfers(db, chainId, [hash]).execute()
      return rows.map(toTransfer)
    },

    async takeBackPayment(payment, decide) {
      return await db.transaction().execute((tx) => takeBackPayment(tx, payment, decide))
    },

    async dropTransfers(payment, keptBlockHash, decide) {
      return await db
        .transaction()
        .execute((tx) => dropTransfers(tx, payment, keptBlockHash, decide))
    },

    async assignTransfer(id, chargeId, amount, author, decide) {
      return await db
        .transaction()
        .execute((tx) => assignTransfer(tx, { id, chargeId, amount, author, decide }))
    },

    async returnTransfer(id, charge, amount, author, decide) {
      return await db
        .transaction()
        .execute(async (tx) => {
          const chargeId = await saveReturnCharge(tx, charge)
          const isReturned = await assignTransfer(tx, { id, chargeId, amount, author, decide })
          // A charge without money is nobody's.
          if (!isReturned) throw new AlreadyDecided()
          return true
        })
        .catch((cause: unknown) => {
          if (cause instanceof AlreadyDecided) return false
          throw cause
        })
    },

    async unassignTransfer(id, chargeId, author, decide) {
      return await db
        .transaction()
        .execute((tx) => unassignTransfer(tx, { id, chargeId, author, decide }))
    },
  }
}

class AlreadyDecided extends Error {}
