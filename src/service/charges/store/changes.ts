import type { Kysely } from 'kysely'
import { formatAmount } from '../../../amount.ts'
import type { Author } from '../../accounts/accounts.ts'
import type { AuditAction } from '../../accounts/audit.ts'
import { writeAudit } from '../../accounts/store/audit.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { transact } from '../../db/transact.ts'
import { applyUpdate } from '../lifecycle.ts'
import type { ChargeRecord, ChargeUpdate, TransferRecord } from '../records.ts'
import { applyUpdates, lockCharge, lockCharges, readTransfersOfPayments } from './updates.ts'

/** Returns the change of a locked charge, from the charge and the transfers of its payments; undefined changes nothing. */
type DecideUpdate = (
  charge: ChargeRecord,
  transfers: readonly TransferRecord[],
) => ChargeUpdate | undefined

/** Creates the methods of the store that change charges, each under the lock of its charge. */
export function createChargeChanges(db: Kysely<Tables>) {
  const updateCharges = async (
    ids: readonly string[],
    decide: DecideUpdate,
  ): Promise<ReadonlyMap<string, ChargeUpdate>> =>
    await transact(db, (tx) => updateLocked(tx, ids, decide))

  return {
    /** Changes many charges in one transaction as `updateCharge` does, and returns the updates that were made, by charge. */
    updateCharges,

    /**
     * Locks a charge, calls `decide` with it and the transfers of its payments, and saves the update that `decide`
     * returns; undefined changes nothing. Returns the update that was made; undefined also when there is no such charge.
     */
    async updateCharge(id: string, decide: DecideUpdate): Promise<ChargeUpdate | undefined> {
      return (await updateCharges([id], decide)).get(id)
    },

    /** Changes a charge by a merchant's decision, which the audit log records; nothing where `decide` changes nothing. */
    async decideCharge(id: string, decision: ChargeDecision): Promise<void> {
      await transact(db, (tx) => decideCharge(tx, id, decision))
    },

    /** Records that the order of a charge was shipped, at the time of `decide`; the audit log has the first time. */
    async markShipped(
      id: string,
      author: Author,
      decide: (charge: ChargeRecord) => Date,
    ): Promise<void> {
      await transact(db, async (tx) => {
        const charge = (await lockCharge(tx, id))?.charge
        const shippedAt = charge && decide(charge)
        if (!charge || charge.shippedAt) return
        await tx.updateTable('charges').set({ shippedAt }).where('id', '=', id).execute()
        await writeAudit(tx, charge.accountId, author, {
          action: 'charge.shipped',
          to: { chargeUuid: id },
        })
      })
    },
  }
}

/** A decision of a merchant about a charge. */
export interface ChargeDecision {
  action: Extract<AuditAction, `charge.${string}`>
  author: Author
  /** Why, in the merchant's words; '' for nothing. */
  reason?: string
  decide: DecideUpdate
}

/** Changes a charge by a merchant's decision, under its lock. */
export async function decideCharge(
  tx: Kysely<Tables>,
  id: string,
  { action, author, reason = '', decide }: ChargeDecision,
): Promise<void> {
  const lockedCharges = await lockCharges(tx, [id])
  const locked = lockedCharges.get(id)
  const transfers = await readTransfersOfPayments(tx, lockedCharges)
  const update = locked && decide(locked.charge, transfers.get(id) ?? [])
  if (!locked || !update) return
  await applyUpdates(tx, [{ locked, update }])
  const to = describeCharge(applyUpdate(locked.charge, update))
  await writeAudit(tx, locked.charge.accountId, author, {
    action,
    from: describeCharge(locked.charge),
    to: { ...to, ...(reason && { reason }) },
  })
}

/** Returns the fields of a charge that the audit log shows. */
function describeCharge({ id, status, acceptedAmount, quote }: ChargeRecord) {
  const accepted = acceptedAmount !== undefined && {
    acceptedAmount: formatAmount(acceptedAmount, quote.decimals),
    tokenSymbol: quote.symbol,
  }
  return { chargeUuid: id, status, ...accepted }
}

async function updateLocked(
  tx: Kysely<Tables>,
  ids: readonly string[],
  decide: DecideUpdate,
): Promise<ReadonlyMap<string, ChargeUpdate>> {
  const lockedCharges = await lockCharges(tx, ids)
  const transfers = await readTransfersOfPayments(tx, lockedCharges)
  const changes = [...lockedCharges.values()].flatMap((locked) => {
    const update = decide(locked.charge, transfers.get(locked.charge.id) ?? [])
    return update ? [{ locked, update }] : []
  })
  await applyUpdates(tx, changes)
  return new Map(changes.map((change) => [change.locked.charge.id, change.update]))
}
