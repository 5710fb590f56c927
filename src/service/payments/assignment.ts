import type { TokenMetadata, UsdRate } from '../chain/types/tokens.ts'
import { hasRoomToAssign } from '../charges/lists/payment-bounds.ts'
import { createDecidedQuote } from '../charges/pricing/decided-price.ts'
import { findQuote } from '../charges/pricing/payment-assets.ts'
import type { ChargeRecord, DecidedQuote, TransferRecord } from '../charges/records.ts'
import { createRefusal } from '../kernel/refusals.ts'
import { unmatchedReasons } from '../kernel/unmatched-reasons.ts'

/** The reason of a transfer whose assignment was undone, and of the payment that it was. */
export const unassignedReason = unmatchedReasons.undone

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

/** The merchant's statements about a transfer that is to be assigned. */
export interface StatedAssignment extends Pick<TokenMetadata, 'decimals' | 'symbol'> {
  /** The dollars that a transfer in a token that the charge does not accept is credited with; undefined for an accepted token. */
  usdAmount: string | undefined
  /** What a unit of the charge's currency was worth when the transfer was mined; undefined where that is not known. */
  unit: UsdRate | undefined
}

/**
 * Checks that an unmatched transfer may be assigned to a charge: the charge accepts this token at this address, or the merchant
 * states the value of the transfer, and the charge was not canceled. Whether a late transfer still counts is the decision of the
 * person who assigns it. Returns the price that the decision gives the charge in the token; undefined where it accepts the token.
 *
 * @throws PayError `conflict`
 */
export function checkAssignment(
  charge: ChargeRecord,
  transfer: TransferRecord,
  { usdAmount, unit, ...token }: StatedAssignment,
): DecidedQuote | undefined {
  const quote = findQuote(charge, transfer)
  const isAccepted = quote?.recipient === transfer.recipient
  // A price that the charge has holds at its own address alone.
  if (quote && !isAccepted) throw createRefusal('other_token')
  const decided = isAccepted
    ? undefined
    : createDecidedQuote(charge, transfer, token, usdAmount, unit)
  if (charge.returnedHash !== undefined && charge.returnedHash !== transfer.hash)
    throw createRefusal('returns_other')
  if (charge.status === 'CANCELLED') throw createRefusal('charge_canceled')
  if (!hasRoomToAssign(charge)) throw createRefusal('no_room_to_assign')
  return decided
}

/**
 * Checks that the assignment of a transfer to a charge may be undone: the merchant decided it, and nothing irrevocable followed
 * from it. A transfer credited by proof stays credited.
 *
 * @param hasRefunds whether a refund of the charge was sent, or may be
 * @throws PayError `conflict`
 */
export function checkUnassignment(
  { shippedAt }: ChargeRecord,
  { status, proof }: TransferRecord,
  hasRefunds: boolean,
): void {
  if (status !== 'ASSIGNED' || proof !== 'merchant') throw createRefusal('not_assigned')
  if (shippedAt) throw createRefusal('shipped_assigned')
  if (hasRefunds) throw createRefusal('refunded_assigned')
}
