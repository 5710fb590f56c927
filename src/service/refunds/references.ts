import { computeReference } from '../kernel/reference.ts'

/** How many refunds beyond the known ones a transfer may name, and still be recognized. */
const maxUnknown = 20

/**
 * Returns the public name of the n-th refund of a charge, from 1. It is derived from the charge, so that a transfer is recognized
 * even if the database does not know its refund, as after restoring an older backup.
 */
export function computeRefundReference(chargeId: string, ordinal: number): string {
  return computeReference(`${chargeId.toLowerCase()}:refund:${ordinal}`)
}

/** Returns the names of possible refunds of a charge that the database does not know, given the number of known ones. */
export function listUnknownReferences(chargeId: string, count: number): string[] {
  return Array.from({ length: maxUnknown }, (_, index) =>
    computeRefundReference(chargeId, count + 1 + index),
  )
}
