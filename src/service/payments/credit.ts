import type { KeyAuthor } from '../accounts/accounts.ts'
import { listAuthorizationNonces } from '../charges/authorization-nonce.ts'
import { findBoundReason, hasRoomToAssign, tooManyReason } from '../charges/lists/payment-bounds.ts'
import { findQuote, listQuotes } from '../charges/pricing/payment-assets.ts'
import { clockSlackMs, findLateReason, findQuoteAt } from '../charges/pricing/quotes.ts'
import type { ChargeRecord, PaymentProof } from '../charges/records.ts'
import { describeOtherTokens, unmatchedReasons } from '../kernel/unmatched-reasons.ts'
import { computeIncludedFee, type OfferedFee } from './offered-fees.ts'
import type { ReservationRecord } from './reserved-amounts/reservations.ts'
import type { CreditDecision, Transfer } from './transfers.ts'

// The ways in which a transfer proves its charge. A transfer is credited only to the charge that its sender authorized it for, or
// that the merchant decided on. They are checked in this order (`payerProofs`, then the merchant):
//
// - authorization: the sender signed the transfer itself, with the charge's nonce (EIP-3009). The token's logs show it:
//   `proof/authorizations.ts`, `../charges/authorization-nonce.ts`.
// - reference: the sender wrote the charge's reference into what it authorized. `proof/proof.ts` asks who authorized which
//   calldata: the transaction's own sender, that of a user operation (`proof/operations.ts`), a Safe (`proof/safe.ts`).
// - amount: exactly the amount arrived that is reserved for the charge: `reserved-amounts/`.
// - signature: the sender signed a text that names charge and transaction: `src/service/watcher/attribute/signatures.ts`.
// - merchant: the merchant assigned it: `src/service/watcher/attribute/assignments.ts`.
//
// These functions are pure: they take the evidence that those files found in the chain and the database (`CreditEvidence`, gathered
// by `src/service/watcher/attribute/evidence.ts`), and return the charge, or the reason why there is none.

/** Everything that a decision about a transfer depends on, apart from the transfer itself. */
export interface CreditEvidence {
  chainId: number
  /** Corrected to the clock of this service, which also dates the charges. */
  minedAt: Date
  blockNumber: bigint
  /** The charges that it may belong to, by id, in their current state. */
  charges: ReadonlyMap<string, ChargeRecord>
  /** Reservations of these amounts for this token and recipient. */
  reservations: readonly ReservationRecord[]
  /**
   * The charge from whose challenge the transfer's nonce was derived, or for which the authorization was accepted before anything
   * was sent; undefined for none. A charge's own nonce takes precedence. A nonce that is not derived from a charge names none:
   * anyone who sees the authorization in the mempool can submit it for a charge of their own. So it is proof only in a transaction
   * that this service has sent.
   */
  accepted?: { chargeId: string; isProven: boolean } | undefined
  /** Ids of the charges for which the sender has signed this transaction. */
  signedChargeIds: readonly string[]
  /** The merchant's decisions about the transaction, in the order in which they were made. */
  assignments: readonly Assignment[]
  /** Id of the charge that reported it first; undefined when no report waits. */
  reportedChargeId: string | undefined
  /** Fees that payers were offered to add to signed transfers for these charges. */
  offeredFees: readonly OfferedFee[]
}

/** Where and when a transfer arrived. */
type Arrival = Pick<CreditEvidence, 'chainId' | 'minedAt'>

/** The merchant's decision that a transaction pays a charge. */
export interface Assignment {
  chargeId: string
  author: KeyAuthor
}

/** The reason for a signed transfer that is older than its charge, as far as the clocks show. */
export const tooOldReason = unmatchedReasons.older_signed

/** The reason for a signed transfer that was accepted for a charge, but sent by someone else. */
export const sentElsewhereReason = unmatchedReasons.sent_elsewhere

const tooOldReportReason = unmatchedReasons.older_reported
/** The reasons that depend on the clocks of the chain and of this service. */
export const tooOldReasons: ReadonlySet<string> = new Set([tooOldReason, tooOldReportReason])

/** Decides which charge a transfer is credited to, or returns why to none. */
export function decideCredit(transfer: Transfer, evidence: CreditEvidence): CreditDecision {
  let { reportedChargeId } = evidence
  const { amount, references } = transfer
  if (amount === undefined) {
    return { reason: unmatchedReasons.no_amount, reportedChargeId }
  }
  const reportedCharge = evidence.charges.get(reportedChargeId ?? '')
  const otherToken =
    reportedCharge && describeOtherToken(reportedCharge, transfer, evidence.chainId)
  let reason = otherToken ?? unmatchedReasons.unnamed
  const { accepted } = evidence
  if (accepted && !accepted.isProven) {
    reason = sentElsewhereReason
    reportedChargeId = accepted.chargeId
  }
  if (references.length > 1) reason = unmatchedReasons.several
  let isNamed = references.length > 0
  for (const prove of Object.values(payerProofs)) {
    const decision = prove(transfer, amount, evidence)
    if (!decision) continue
    if ('proof' in decision) return decision
    reason = decision.reason
    isNamed = true
    reportedChargeId = decision.reportedChargeId ?? reportedChargeId
    // The sender has named a charge, so weaker proof must not decide. A signature is as strong: it is the sender's own
    // too.
    if (namingProofs.has(prove) && evidence.signedChargeIds.length === 0) break
  }
  // A report, even the merchant's, cannot decide about a transfer that names a charge: it may be another payer's.
  const decision = isNamed ? undefined : decideByMerchant(transfer, amount, evidence)
  if (decision && 'proof' in decision) return decision
  return { reason: decision?.reason ?? reason, reportedChargeId }
}

type ProofCheck = (
  transfer: Transfer,
  amount: bigint,
  evidence: CreditEvidence,
) => CreditDecision | undefined

const proveByAuthorization: ProofCheck = (transfer, amount, evidence) => {
  const charge = findAuthorizedCharge(transfer, evidence)
  if (!charge) return undefined
  if (transfer.references.some((reference) => reference !== charge.reference))
    return { reason: unmatchedReasons.two_named }
  const reason = findRefusalReason(charge, transfer, amount, evidence)
  if (reason) return { reason, reportedChargeId: charge.id }
  const { chainId, minedAt, offeredFees } = evidence
  const quote = findQuote(charge, { chainId, token: transfer.token })
  const quoteAt = quote && (findQuoteAt(charge, quote, minedAt) ?? quote)
  const fee = quoteAt ? computeIncludedFee(charge, quoteAt, amount, offeredFees) : 0n
  return { chargeId: charge.id, proof: 'authorization', countedAmount: amount - fee }
}

/**
 * Returns the charge whose nonce the sender authorized a transfer with, or for which this service has sent the authorization;
 * undefined for any other.
 */
function findAuthorizedCharge(
  { token, authorization }: Transfer,
  { charges, chainId, accepted }: CreditEvidence,
): ChargeRecord | undefined {
  if (authorization === undefined) return undefined
  const named = [...charges.values()].find((charge) =>
    listAuthorizationNonces(charge, chainId).some(
      ({ nonce, quote }) => quote.token === token && nonce === authorization,
    ),
  )
  return named ?? (accepted?.isProven ? charges.get(accepted.chargeId) : undefined)
}

const proveByReference: ProofCheck = (transfer, amount, evidence) => {
  const [reference] = transfer.references
  if (reference === undefined || transfer.references.length > 1) return undefined
  if (findAuthorizedCharge(transfer, evidence)) return undefined
  const charge = [...evidence.charges.values()].find((charge) => charge.reference === reference)
  if (!charge) return { reason: unmatchedReasons.unknown }
  const reason = findRefusalReason(charge, transfer, amount, evidence)
  if (reason) return { reason, reportedChargeId: charge.id }
  return { chargeId: charge.id, proof: 'reference', countedAmount: amount }
}

const proveByAmount: ProofCheck = (transfer, amount, evidence) => {
  const { reservations, charges, blockNumber, minedAt } = evidence
  const reservation = reservations.find(
    (candidate) =>
      candidate.chainId === evidence.chainId &&
      candidate.token === transfer.token &&
      candidate.recipient === transfer.recipient &&
      candidate.amount === amount &&
      blockNumber > candidate.sinceBlock &&
      minedAt < candidate.expiresAt,
  )
  const charge = reservation && charges.get(reservation.chargeId)
  if (!reservation || !charge) return undefined
  if (transfer.references.some((reference) => reference !== charge.reference)) return undefined
  const authorized = findAuthorizedCharge(transfer, evidence)
  if (authorized && authorized.id !== charge.id) return undefined
  const reason = findRefusalReason(charge, transfer, amount, evidence)
  return reason
    ? { reason }
    : { chargeId: charge.id, proof: 'amount', countedAmount: reservation.owed }
}

const proveBySignature: ProofCheck = (transfer, amount, evidence) => {
  const { signedChargeIds, charges } = evidence
  if (signedChargeIds.length > 1) return { reason: unmatchedReasons.signed_several }
  const charge = charges.get(signedChargeIds[0] ?? '')
  if (!charge) return undefined
  const reason = findSignedRefusal(charge, transfer, amount, evidence)
  return reason ? { reason } : { chargeId: charge.id, proof: 'signature', countedAmount: amount }
}

/** Returns why a charge does not accept a transfer although its sender signs for it; undefined when it does. */
export function findSignedRefusal(
  charge: ChargeRecord,
  transfer: Pick<Transfer, 'token' | 'recipient'>,
  amount: bigint,
  arrival: Arrival,
): string | undefined {
  // A signature must not turn an old transfer, made for something else, into a payment of a newer charge.
  if (arrival.minedAt.getTime() < charge.createdAt.getTime() - clockSlackMs) return tooOldReason
  return findRefusalReason(charge, transfer, amount, arrival)
}

/** The payer's ways of proof by their names in replies, in the order in which they are asked. */
export const payerProofs = {
  authorization: proveByAuthorization,
  reference: proveByReference,
  amount: proveByAmount,
  signature: proveBySignature,
} satisfies Record<Exclude<PaymentProof, 'merchant'>, ProofCheck>

/** The proofs by which the sender names a charge in the transfer itself. */
const namingProofs: ReadonlySet<ProofCheck> = new Set([proveByAuthorization, proveByReference])

/** Credits the first charge of the merchant's decisions that accepts the transfer. */
const decideByMerchant: ProofCheck = (transfer, amount, evidence) => {
  const { assignments, charges } = evidence
  let refusal: CreditDecision | undefined
  for (const { chargeId, author } of assignments) {
    const charge = charges.get(chargeId)
    if (!charge) continue
    const reason =
      findReportRefusal(charge, transfer, evidence) ??
      (hasRoomToAssign(charge) ? undefined : tooManyReason)
    if (!reason) return { chargeId, proof: 'merchant', countedAmount: amount, author }
    refusal ??= { reason }
  }
  return refusal
}

/** Returns why a charge does not accept a transfer that only a report names it for; undefined when it does. */
function findReportRefusal(
  charge: ChargeRecord,
  transfer: Transfer,
  evidence: CreditEvidence,
): string | undefined {
  const isTooOld = evidence.minedAt.getTime() < charge.createdAt.getTime() - clockSlackMs
  return isTooOld ? tooOldReportReason : findTermsRefusal(charge, transfer, evidence)
}

/** Returns the reason for a transfer to a charge's recipient in another token; undefined for any other transfer. */
function describeOtherToken(
  charge: ChargeRecord,
  { token, recipient }: Pick<Transfer, 'token' | 'recipient'>,
  chainId: number,
): string | undefined {
  const quotes = listQuotes(charge).filter(
    (quote) => quote.chainId === chainId && quote.recipient === recipient,
  )
  if (quotes.length === 0 || quotes.some((quote) => quote.token === token)) return undefined
  return describeOtherTokens(quotes.map(({ symbol }) => symbol))
}

/** Returns why a charge does not accept a transfer that its sender meant for it; undefined when it does. */
function findRefusalReason(
  charge: ChargeRecord,
  transfer: Pick<Transfer, 'token' | 'recipient'>,
  amount: bigint,
  { chainId, minedAt }: Arrival,
): string | undefined {
  const refusal = findTermsRefusal(charge, transfer, { chainId, minedAt })
  const quote = findQuote(charge, { chainId, token: transfer.token })
  if (refusal !== undefined || !quote) return refusal
  return findBoundReason(charge, findQuoteAt(charge, quote, minedAt) ?? quote, amount)
}

/** Returns why the terms of a charge leave a transfer out, with any proof; undefined when they do not. */
function findTermsRefusal(
  charge: ChargeRecord,
  { token, recipient }: Pick<Transfer, 'token' | 'recipient'>,
  { chainId, minedAt }: Arrival,
): string | undefined {
  const quote = findQuote(charge, { chainId, token })
  if (quote?.recipient !== recipient)
    return describeOtherToken(charge, { token, recipient }, chainId) ?? unmatchedReasons.other_place
  if (charge.status === 'CANCELLED') return unmatchedReasons.canceled
  if (charge.returnedHash !== undefined) return unmatchedReasons.returns
  return findLateReason(charge, quote, minedAt)
}
