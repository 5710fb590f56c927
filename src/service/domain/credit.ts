import { quoteIn } from './pairs.ts'
import type { Judgement, MinedTransfer } from './ports.ts'
import { clockSlackMs, lateness } from './quotes.ts'
import type { ChargeRecord, ReservationRecord } from './records.ts'

// Who is credited with a transfer: whoever its sender authorised it for, and nobody else. Pure: what was read from the
// chain and the database comes in, and every reason not to credit goes out in words for the merchant.

/** All that is known beside a transfer itself. */
export interface Evidence {
  chainId: number
  /** By the clock that charges are made by. */
  minedAt: Date
  blockNumber: bigint
  /** Charges that could be meant, by id, as they stand now. */
  charges: ReadonlyMap<string, ChargeRecord>
  /** Reservations of this amount at this place. */
  reservations: readonly ReservationRecord[]
  /** Charges for which the sender has signed this transaction. */
  signedFor: readonly string[]
  /** The charge that reported it first; undefined where no report waits. */
  reportedFor: string | undefined
  /** True where the operator lets the first report take what names nobody. */
  firstReport: boolean
}

/** What a signature says in vain of a transfer that is older than its charge, as far as the clocks tell. */
export const tooOldReason = 'It is older than the charge that its sender signed it for.'

/** Judges what a transfer is. */
export function judgeTransfer(transfer: MinedTransfer, evidence: Evidence): Judgement {
  const { reportedFor } = evidence
  const { amount, references } = transfer
  if (amount === undefined) {
    return { reason: 'The chain does not tell how much came.', reportedFor }
  }
  const tries = [byReference, byAmount, bySignature, byFirstReport]
  let why = 'Nothing that its sender authorized names a charge.'
  if (references.length > 1) why = 'It names several charges, and not which part is whose.'
  for (const prove of tries) {
    const found = prove(transfer, amount, evidence)
    if (!found) continue
    if ('proof' in found) return found
    why = found.reason
    // Its sender has said whose it is: nothing weaker says otherwise. A signature is the sender's own word too.
    if (prove === byReference && evidence.signedFor.length === 0) break
  }
  return { reason: why, reportedFor }
}

type Try = (transfer: MinedTransfer, amount: bigint, evidence: Evidence) => Judgement | undefined

const byReference: Try = (transfer, amount, evidence) => {
  const [reference] = transfer.references
  if (reference === undefined || transfer.references.length > 1) return undefined
  const charge = [...evidence.charges.values()].find((one) => one.reference === reference)
  if (!charge) return { reason: 'It names a charge that is not known here.' }
  const reason = refusal(charge, transfer, evidence)
  return reason ? { reason } : { chargeId: charge.id, proof: 'reference', counted: amount }
}

const byAmount: Try = (transfer, amount, evidence) => {
  const { reservations, charges, blockNumber, minedAt } = evidence
  const live = reservations.find(
    (one) =>
      one.chainId === evidence.chainId &&
      one.token === transfer.token &&
      one.recipient === transfer.recipient &&
      one.amount === amount &&
      blockNumber > one.sinceBlock &&
      minedAt < one.expiresAt,
  )
  const charge = live && charges.get(live.chargeId)
  if (!live || !charge) return undefined
  if (transfer.references.some((one) => one !== charge.reference)) return undefined
  const reason = refusal(charge, transfer, evidence)
  return reason ? { reason } : { chargeId: charge.id, proof: 'amount', counted: live.owed }
}

const bySignature: Try = (transfer, amount, evidence) => {
  const { signedFor, charges, minedAt } = evidence
  if (signedFor.length > 1) return { reason: 'Its sender has signed it for several charges.' }
  const charge = charges.get(signedFor[0] ?? '')
  if (!charge) return undefined
  // What was sent for something else before is not sent anew by signing it.
  if (minedAt.getTime() < charge.createdAt.getTime() - clockSlackMs) {
    return { reason: tooOldReason }
  }
  const reason = refusal(charge, transfer, evidence)
  return reason ? { reason } : { chargeId: charge.id, proof: 'signature', counted: amount }
}

const byFirstReport: Try = (transfer, amount, evidence) => {
  const { firstReport, reportedFor, charges, minedAt } = evidence
  const charge = charges.get(reportedFor ?? '')
  if (!firstReport || !charge || transfer.references.length > 0) return undefined
  if (minedAt.getTime() < charge.createdAt.getTime() - clockSlackMs) {
    return { reason: 'It is older than the charge that it was reported for.' }
  }
  const reason = refusal(charge, transfer, evidence)
  return reason ? { reason } : { chargeId: charge.id, proof: 'report', counted: amount }
}

/** Returns why a charge does not take a transfer that is meant for it. */
function refusal(
  charge: ChargeRecord,
  { token, recipient }: MinedTransfer,
  { chainId, minedAt }: Evidence,
): string | undefined {
  const pair = quoteIn(charge, { chainId, token })
  if (pair?.recipient !== recipient) return 'The charge that it is meant for is not paid there.'
  if (charge.status === 'CANCELLED') return 'The charge that it is meant for was canceled.'
  return lateness(charge, pair, minedAt)
}
