import { type Kysely, sql } from 'kysely'
import type {
  ChargeRecord,
  ChargeUpdate,
  PaymentRecord,
  TransferRecord,
} from '../../charges/records.ts'
import { toTransfer } from '../../charges/store/rows.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type {
  RecordedTransaction,
  ShownToken,
  TransactionOrigin,
  TransactionToRecord,
} from '../transfers.ts'
import { recordTransactions, selectTransfers, type WriteUnmatchedEvents } from './record.ts'
import { dropTransfers, takeBackPayment } from './reorganized.ts'

/** Creates the part of the store for transfers to watched destinations and their credits. */
export function createTransferStore(
  db: Kysely<Tables>,
  writeUnmatchedEvents: WriteUnmatchedEvents,
) {
  return {
    /**
     * Saves transfers of mined transactions of one chain with their credits, and returns a summary of each. A transaction with
     * many transfers comes in parts, one after the other; repeating one changes nothing. Locks the charges that may be credited
     * and calls `decideCredit` once for each transfer that is not credited yet. Known transfers keep their status; those whose
     * block was replaced move to the new one. Sends accounts an event for new unmatched transfers.
     *
     * @param transactions as `splitForRecording` returns them: without duplicates, and no two with the same charge
     */
    async recordTransactions(
      transactions: readonly TransactionToRecord[],
    ): Promise<readonly RecordedTransaction[]> {
      if (transactions.length === 0) return []
      return await db
        .transaction()
        .execute((tx) => recordTransactions(tx, transactions, writeUnmatchedEvents))
    },

    /** Returns the signer and nonce of a recorded transaction; undefined for one that is not recorded. */
    async getOrigin(chainId: number, hash: string): Promise<TransactionOrigin | undefined> {
      const row = await db
        .selectFrom('arrivals')
        .select(['signer', 'nonce'])
        .where('chainId', '=', chainId)
        .where('hash', '=', hash)
        .where('signer', 'is not', null)
        .executeTakeFirst()
      return row ? { sender: row.signer ?? '', nonce: row.nonce ?? 0 } : undefined
    },

    /**
     * Saves how a token is shown to the accounts that are paid at a recipient, where no charge of theirs takes it there. It
     * is watched with the other tokens of the recipient.
     */
    async saveShownToken(shown: ShownToken): Promise<void> {
      await saveShownToken(db, shown)
    },

    /** Returns the saved transfers of a transaction, in order of position. */
    async listTransfers(chainId: number, hash: string): Promise<TransferRecord[]> {
      const rows = await selectTransfers(db, chainId, [hash]).execute()
      return rows.map(toTransfer)
    },

    /**
     * Takes the block of a payment's transfers, and so the payment's, as long as no read shows them again, and changes its
     * charge. Returns whether anything has changed.
     */
    async takeBackPayment(
      payment: Pick<PaymentRecord, 'id' | 'chargeId'>,
      decide: (charge: ChargeRecord) => ChargeUpdate | undefined,
    ): Promise<boolean> {
      return await db.transaction().execute((tx) => takeBackPayment(tx, payment, decide))
    },

    /**
     * Deletes a payment's transfers that are not in this block, since the chain no longer has them, and changes its charge by
     * those that are left. The transaction is looked for as long as a reorganization can bring it back. Returns how many there
     * were.
     */
    async dropTransfers(
      payment: Pick<PaymentRecord, 'id' | 'chargeId'>,
      keptBlockHash: string,
      decide: (charge: ChargeRecord, left: readonly TransferRecord[]) => ChargeUpdate | undefined,
    ): Promise<number> {
      return await db
        .transaction()
        .execute((tx) => dropTransfers(tx, payment, keptBlockHash, decide))
    },
  }
}

/** Transfers to watched destinations, and their credits. */
export type TransferStore = ReturnType<typeof createTransferStore>

async function saveShownToken(
  db: Kysely<Tables>,
  { chainId, token, recipient, decimals, symbol }: ShownToken,
): Promise<void> {
  // No charge was created with it, so no limit includes it, and it is watched only with the recipient's other tokens.
  await sql`
    insert into destinations
      (chain_id, token, recipient, account_id, decimals, symbol, oldest_charge_at, newest_charge_at, expected_until)
    select distinct chain_id, ${token}::text, recipient, account_id, ${decimals}::smallint, ${symbol}::text,
      '-infinity'::timestamptz, '-infinity'::timestamptz, '-infinity'::timestamptz
    from destinations where chain_id = ${chainId} and recipient = ${recipient}
    order by account_id
    on conflict do nothing`.execute(db)
}
