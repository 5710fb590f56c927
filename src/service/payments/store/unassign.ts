import type { Kysely } from 'kysely'
import type { Author } from '../../accounts/accounts.ts'
import { writeAudit } from '../../accounts/store/audit.ts'
import { applyUpdate, reopenPayment, withdrawPayment } from '../../charges/lifecycle.ts'
import { sumCreditedAmounts } from '../../charges/pricing/payment-assets.ts'
import type { ChargeRecord, ChargeUpdate, TransferRecord } from '../../charges/records.ts'
import { toTransfer } from '../../charges/store/rows.ts'
import { applyUpdates, lockCharge } from '../../charges/store/updates.ts'
import { sendSignal } from '../../db/signals.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { describeTransfer, unassignedReason } from '../assignment.ts'
import { coinPositions } from '../proof/proof.ts'
import { deleteTakenBack } from './reorganized.ts'

interface Unassignment {
  /** Of the transfer. */
  id: string
  chargeId: string
  author: Author
  /** Refuses by throwing. */
  decide: (charge: ChargeRecord, transfer: TransferRecord, hasRefunds: boolean) => void
}

/**
 * Takes a transfer out of the charge that the merchant has assigned it to, under the locks of both. Returns false when it is
 * not assigned to this charge.
 */
export async function unassignTransfer(
  tx: Kysely<Tables>,
  { id, chargeId, author, decide }: Unassignment,
): Promise<boolean> {
  const locked = await lockCharge(tx, chargeId)
  const row = await tx
    .selectFrom('transfers')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!locked || row?.chargeId !== chargeId || row.paymentId === undefined) return false
  const { charge } = locked
  const transfer = toTransfer(row)
  decide(charge, transfer, await hasRefunds(tx, chargeId))
  // A transfer that a reorganization removed belongs to no account until it is on the chain again.
  if (row.blockHash === undefined) await deleteTakenBack(tx, [row])
  else
    await tx
      .updateTable('transfers')
      .set({
        status: 'UNMATCHED',
        proof: null,
        reason: unassignedReason,
        countedAmount: null,
        paymentId: null,
        chargeId: null,
        // The merchant had to state its amount, and may state another one the next time.
        ...(row.position === coinPositions.unknown && { amount: null }),
      })
      .where('id', '=', id)
      .execute()
  await forgetDecision(tx, chargeId, transfer)
  const update = voidAcceptance(charge, await createUpdate(tx, charge, row.paymentId))
  if (update) await applyUpdates(tx, [{ locked, update }])
  const to = describeTransfer(transfer)
  const from = { ...to, chargeUuid: chargeId }
  await writeAudit(tx, charge.accountId, author, { action: 'payment.unassigned', from, to })
  // So that the rest of the payment is confirmed again now.
  await sendSignal(tx, `chain ${transfer.chainId}`)
  return true
}

/** Returns whether a refund of a charge was sent, or may be. No other can begin meanwhile: the charge is locked. */
async function hasRefunds(tx: Kysely<Tables>, chargeId: string): Promise<boolean> {
  const refund = await tx
    .selectFrom('refunds')
    .select('id')
    .where('chargeId', '=', chargeId)
    .where('status', '<>', 'CANCELLED')
    .limit(1)
    .executeTakeFirst()
  return refund !== undefined
}

/** Without this, the next read of the transaction would make the decision again. A payer's signature with it stays. */
async function forgetDecision(
  tx: Kysely<Tables>,
  chargeId: string,
  { chainId, hash }: TransferRecord,
): Promise<void> {
  await tx
    .updateTable('reportedTransactions')
    .set({
      assignedBy: null,
      assignedRequestId: null,
      status: 'ENDED',
      reason: unassignedReason,
    })
    .where('chargeId', '=', chargeId)
    .where('chainId', '=', chainId)
    .where('hash', '=', hash)
    .where('assignedBy', 'is not', null)
    .execute()
}

/** Ends the acceptance of a sum of which the money that is taken out was a part. */
function voidAcceptance(
  charge: ChargeRecord,
  update: ChargeUpdate | undefined,
): ChargeUpdate | undefined {
  if (!update || charge.acceptedAmount === undefined) return update
  const left = sumCreditedAmounts(applyUpdate(charge, update))
  return left < charge.acceptedAmount ? { ...update, acceptedAmount: null } : update
}

/** Recomputes a payment from its remaining transfers; without any, the charge is left without it. */
async function createUpdate(
  tx: Kysely<Tables>,
  charge: ChargeRecord,
  paymentId: string,
): Promise<ChargeUpdate | undefined> {
  const now = new Date()
  const left = await tx
    .selectFrom('transfers')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  if (!left) return withdrawPayment(charge, paymentId, unassignedReason, now)
  const { proof } = toTransfer(left)
  const payment = charge.payments.find(({ id }) => id === paymentId)
  const update = reopenPayment(charge, paymentId, now)
  const reckoned = update?.payment ?? payment
  return (
    reckoned && {
      ...update,
      isUndo: true,
      payment: { ...reckoned, proof: proof ?? reckoned.proof },
      statusChange: update?.statusChange,
    }
  )
}
