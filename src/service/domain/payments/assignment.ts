import { PayError } from '../../../errors.ts'
import { hasRoomToAssign } from '../charges/lists/payment-bounds.ts'
import { findQuote } from '../charges/pricing/payment-assets.ts'
import type { ChargeRecord, TransferRecord } from '../charges/records.ts'

/** The reason of a transfer whose assignment was undone, and of the payment that it was. */
export const unassignedReason = 'The merchant has taken its assignment back.'

/** Returns the fields of a decided transfer that the audit log shows. */
export function describeTransfer(transfer: TransferRecord) {
  const { id, chainId, hash, token, recipient, amount } = transfer
  return {
    uuid: id,
    chainId: String(chainId),
    hash,
    tokenAddress: token,
    recipientAddress: recipient,
    amountUnits: amount === undefined ? '' : String(amount),
  }
}

/**
 * Checks that an unmatched transfer may be assigned to a charge: the charge is paid in this token at this address and
 * was not canceled. Whether a late transfer still counts is the decision of the person who assigns it.
 *
 * @throws PayError `conflict`
 */
export function checkAssignment(charge: ChargeRecord, transfer: TransferRecord): void {
  const quote = findQuote(charge, transfer)
  if (quote?.recipient !== transfer.recipient) {
    throw new PayError('conflict', 'The charge is not paid in this token at this address.')
  }
  if (charge.returnedHash !== undefined && charge.returnedHash !== transfer.hash)
    throw new PayError('conflict', 'The charge sends the money of another transaction back.')
  if (charge.status === 'CANCELLED') throw new PayError('conflict', 'The charge was canceled.')
  if (!hasRoomToAssign(charge))
    throw new PayError(
      'conflict',
      'The charge has as many payments as it keeps. Assign it to another one.',
    )
}

/**
 * Checks that the assignment of a transfer to a charge may be undone: it is a decision, and nothing that cannot be taken back
 * followed from it. What proof credits stays credited.
 *
 * @param hasRefunds whether a refund of the charge was sent, or may be
 * @throws PayError `conflict`
 */
export function checkUnassignment(
  { shippedAt }: ChargeRecord,
  { status, proof }: TransferRecord,
  hasRefunds: boolean,
): void {
  if (status !== 'ASSIGNED' || proof !== 'merchant')
    throw new PayError('conflict', 'No decision of the merchant credits this transfer.')
  if (shippedAt)
    throw new PayError('conflict', 'The order was shipped, so its payment cannot be taken back.')
  if (hasRefunds)
    throw new PayError(
      'conflict',
      'The charge has a refund, so its payment cannot be taken back. Cancel the refund first, if it was not sent.',
    )
}
