import { computeReference } from '../kernel/reference.ts'

/** How many refunds beyond those that are known a transfer may name, and still be recognized. */
const maxUnknown = 20

/**
 * Returns the public name of the n-th refund of a charge, from 1. It follows from the charge, so that a transfer is recognized which
 * names a refund that the database does not know: one of after the backup that it was restored from.
 */
export function computeRefundReference(chargeId: string, ordinal: number): string {
  return computeReference(`${chargeId.toLowerCase()}:refund:${ordinal}`)
}

/** Returns the names of refunds that a charge with so many refunds may have had, and that the database does not know. */
export function listUnknownReferences(chargeId: string, count: number): string[] {
  return Array.from({ length: maxUnknown }, (_, index) =>
    computeRefundReference(chargeId, count + 1 + index),
  )
}
