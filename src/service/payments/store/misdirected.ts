import { type Kysely, sql } from 'kysely'
import { insertEvents } from '../../accounts/store/events.ts'
import type { ChargeRecord } from '../../charges/records.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { MisdirectedRecord } from '../misdirected.ts'
import { createMisdirectedEvent } from '../misdirected.ts'

/** Creates the part of the store for transactions that name a charge but pay another address. */
export function createMisdirectedStore(db: Kysely<Tables>) {
  return {
    /**
     * Saves a transaction that names a charge but pays another address, and sends the charge's account an event. Does not change
     * the charge. Returns false, and sends nothing, when the transaction is known, when the charge has `limit` of them, or when the
     * money went to another address of the same account.
     */
    async recordMisdirected(
      record: MisdirectedRecord,
      charge: ChargeRecord,
      limit: number,
    ): Promise<boolean> {
      const { chainId, hash, chargeId, block } = record
      return await db.transaction().execute(async (tx) => {
        // Money at another address of the same merchant is unmatched, and not lost.
        const { rows } = await sql<{ id: string }>`
          insert into misdirected_payments (id, charge_id, chain_id, hash, token, recipient, sender, amount,
            expected_recipient, block_number, block_hash, mined_at, created_at)
          select ${record.id}::uuid, ${chargeId}::uuid, ${chainId}, ${hash}, ${record.token}, ${record.recipient},
            ${record.sender}, ${record.amount}::numeric, ${record.expectedRecipient},
            ${block.number}::bigint, ${block.hash}, ${record.minedAt}::timestamptz,
            ${record.createdAt}::timestamptz
          where not exists (
              select from destinations where account_id = ${charge.accountId}::uuid and chain_id = ${chainId}
                and recipient = ${record.recipient}
            )
            and (select count(*) from misdirected_payments where charge_id = ${chargeId}::uuid) < ${limit}
          on conflict (charge_id, chain_id, hash) do nothing
          returning id`.execute(tx)
        if (rows.length === 0) return false
        const event = createMisdirectedEvent(record, charge, new Date())
        await insertEvents(tx, [{ event, accountId: charge.accountId, chargeId }])
        return true
      })
    },
  }
}

/** Transactions that name a charge but pay another address. */
export type MisdirectedStore = ReturnType<typeof createMisdirectedStore>
