import type { Kysely } from 'kysely'
import type { Author } from '../../accounts/accounts.ts'
import type { ChargeRecord, TransferRecord } from '../../charges/records.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { transact } from '../../db/transact.ts'
import type { AssignmentDecision } from '../transfers.ts'
import { type Acceptance, assignTransfer, type NewAssignment, saveReturnCharge } from './assign.ts'
import { unassignTransfer } from './unassign.ts'

/** Creates the part of the store for the merchant's decisions about the charge of a transfer. */
export function createAssignmentStore(db: Kysely<Tables>) {
  return {
    /**
     * Credits an unmatched transfer to a charge; the audit log records it. Returns false when the transfer is no longer UNMATCHED.
     *
     * @param acceptance accepts what has arrived for the charge then as its price; undefined does not
     */
    async assignTransfer(
      id: string,
      chargeId: string,
      amount: bigint,
      author: Author,
      decide: AssignmentDecision,
      acceptance?: Acceptance,
    ): Promise<boolean> {
      return await transact(db, (tx) =>
        assignTransfer(tx, { id, chargeId, amount, author, decide, acceptance }),
      )
    },

    /**
     * Credits an unmatched transfer to the charge that sends its money back: to this one, unless its transaction already has one.
     * The audit log records it. Returns false when the transfer is no longer UNMATCHED.
     */
    async returnTransfer(
      id: string,
      charge: ChargeRecord,
      amount: bigint,
      author: Author,
      decide: AssignmentDecision,
    ): Promise<boolean> {
      return await transact(db, (tx) =>
        returnTransfer(tx, id, charge, { amount, author, decide }),
      ).catch((cause: unknown) => {
        if (cause instanceof AlreadyDecided) return false
        throw cause
      })
    },

    /**
     * Takes a transfer that the merchant has assigned to a charge out of it, and the merchant's decision about its transaction
     * with it; the audit log records it. Returns false when it is not assigned to this charge.
     */
    async unassignTransfer(
      id: string,
      chargeId: string,
      author: Author,
      decide: (charge: ChargeRecord, transfer: TransferRecord, hasRefunds: boolean) => void,
    ): Promise<boolean> {
      return await transact(db, (tx) => unassignTransfer(tx, { id, chargeId, author, decide }))
    },
  }
}

/** The merchant's decisions about the charge of a transfer. */
export type AssignmentStore = ReturnType<typeof createAssignmentStore>

class AlreadyDecided extends Error {}

async function returnTransfer(
  tx: Kysely<Tables>,
  id: string,
  charge: ChargeRecord,
  assignment: Omit<NewAssignment, 'id' | 'chargeId'>,
): Promise<boolean> {
  const chargeId = await saveReturnCharge(tx, charge)
  const isReturned = await assignTransfer(tx, { ...assignment, id, chargeId })
  // Rolls back, since a charge without money would belong to no one.
  if (!isReturned) throw new AlreadyDecided()
  return true
}
