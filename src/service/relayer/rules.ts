import { PayError } from '../../errors.ts'
import type { Fees, SignedAuthorization } from '../chain/types/authorizations.ts'
import { computeAuthorizationNonce } from '../charges/authorization-nonce.ts'
import { isPayable } from '../charges/lifecycle.ts'
import { findBoundReason } from '../charges/lists/payment-bounds.ts'
import { computeOwedAmount } from '../charges/pricing/credited-amount.ts'
import { findQuote } from '../charges/pricing/payment-assets.ts'
import type { ChargeRecord, PriceQuote } from '../charges/records.ts'
import { createInputError } from '../kernel/input-error.ts'
import type { RelayAttempt, RelayLimits, RelayRecord, RelaySlot } from './records.ts'
import type { SubmitTerms } from './relayer.ts'

// Which authorizations are relayed, and what happens to a waiting transaction. These functions are pure.

/** The least seconds that an authorization must still be valid when it is accepted: a block has to take it in time. */
export const minValiditySeconds = 60n
/** For how many seconds a program's authorization is asked to be valid. */
export const programValiditySeconds = 300
/** The longest validity of an agent's authorization, in seconds: for that long its charge accepts no other one. */
const maxProgramSeconds = 600n
/** The least factor by which nodes want a replacement to pay more, in thousandths; they ask for 10 %. */
const replacementFactor = 1125n
/** Gas of a transfer of nothing. */
export const cancelGas = 21_000n
/** The most gas that a relay may take. FiatToken takes 90,000; a contract that checks a signature some more. */
export const maxRelayGas = 500_000n

/** Returns until when an authorization of a charge may be valid, in Unix seconds: as long as its amount is owed. */
export function getQuoteEnd(charge: ChargeRecord, quote: PriceQuote): bigint {
  const { expiresAt, quoteExpiresAt } = charge
  const end = quote.priceSource === 'feed' ? (quoteExpiresAt ?? expiresAt) : expiresAt
  return BigInt(Math.floor(Math.min(+end, +expiresAt) / 1000))
}

/**
 * Returns the fee that an authorization includes, and throws when its terms differ from the charge's.
 *
 * @param fees the fees that may be added to the owed amount, the current offer first
 * @throws PayError `invalid_request` that names the field; `conflict` where the charge can no longer be paid
 */
export function checkAuthorization(
  charge: ChargeRecord,
  quote: PriceQuote,
  authorization: SignedAuthorization,
  fees: readonly bigint[],
  now: Date,
  { isProgram = false }: SubmitTerms = {},
): bigint {
  checkPayable(charge, now)
  const { recipient, value, validAfter, validBefore, nonce } = authorization
  const refuse = (field: string, text: string): PayError =>
    createInputError(`authorization.${field}`, `authorization.${field} ${text}.`)
  if (recipient !== quote.recipient) throw refuse('to', `must be ${quote.recipient}`)
  const owed = computeOwedAmount(charge, quote)
  const [offeredFee] = fees
  if (offeredFee === undefined) throw refuse('value', 'has no fee that was offered')
  const isFixed = charge.pricingType === 'fixed_price'
  const fee = isFixed ? fees.find((fee) => value === owed + fee) : offeredFee
  if (fee === undefined) throw refuse('value', `must be ${owed + offeredFee}, the owed amount`)
  if (value <= fee) throw refuse('value', `must be more than ${fee}`)
  const bound = findBoundReason(charge, quote, value - fee)
  if (bound) throw refuse('value', `would not be credited. ${bound.replace(/\.$/, '')}`)
  const expectedNonce = computeAuthorizationNonce({ ...quote, reference: charge.reference })
  if (nonce !== expectedNonce && !isProgram)
    throw refuse('nonce', `must be ${expectedNonce}, the charge's own`)
  const seconds = BigInt(Math.floor(now.getTime() / 1000))
  if (validAfter >= seconds) throw refuse('validAfter', 'must be in the past')
  if (validBefore < seconds + minValiditySeconds)
    throw refuse('validBefore', `must be at least ${minValiditySeconds} seconds from now`)
  const end = getQuoteEnd(charge, quote)
  if (isProgram && validBefore > seconds + maxProgramSeconds)
    throw refuse('validBefore', `must be at most ${maxProgramSeconds} seconds from now`)
  if (validBefore > end) throw refuse('validBefore', `must be ${end} at most, when the price ends`)
  return fee
}

/**
 * Throws when a charge accepts no authorization.
 *
 * @throws PayError `conflict`, with `details.reason`
 */
export function checkPayable(charge: ChargeRecord, now: Date): void {
  if (!isPayable(charge, now))
    throw createConflict('not_payable', 'The charge can no longer be paid.')
  if (charge.payments.some(({ status }) => status === 'PENDING'))
    throw createConflict('payment_pending', 'A payment of this charge is pending.')
}

/**
 * Returns whether a charge still needs an accepted authorization: the charge was not canceled, and no other payment has reached it,
 * not even in part. A payment counts as soon as a block has it: it is worse to debit an account for nothing than to ask it for a
 * second signature.
 *
 * @param hashes the transactions signed for this authorization, whose payments are not other payments
 */
export function isWanted(
  charge: ChargeRecord | undefined,
  relay: Pick<RelayRecord, 'chainId' | 'token' | 'value' | 'fee'>,
  hashes: readonly string[],
): boolean {
  const quote = charge && findQuote(charge, relay)
  if (!quote || charge.status === 'CANCELLED') return false
  const payments = charge.payments.filter(
    ({ status, hash }) => status !== 'FAILED' && !hashes.includes(hash),
  )
  if (payments.some(({ status }) => status === 'PENDING')) return false
  if (charge.pricingType === 'no_price') return payments.length === 0
  return relay.value <= computeOwedAmount({ ...charge, payments }, quote) + relay.fee
}

/** Returns the error for an authorization that the charge does not accept any more, or not now. */
export function createConflict(
  reason:
    | 'not_payable'
    | 'payment_pending'
    | 'authorization_pending'
    | 'authorization_used'
    | 'authorization_taken'
    | 'payment_id_used'
    | 'payment_held',
  message: string,
): PayError {
  return new PayError('conflict', message, { details: { reason } })
}

/** Returns the fees of a transaction that replaces one with these fees: enough for nodes to take it, and for the next block. */
export function raiseFees(previous: Fees, current: Fees): Fees {
  const raise = (fee: bigint, now: bigint) =>
    findLargest([(fee * replacementFactor + 999n) / 1000n, now])
  const maxPriorityFeePerGas = raise(previous.maxPriorityFeePerGas, current.maxPriorityFeePerGas)
  const maxFeePerGas = raise(previous.maxFeePerGas, current.maxFeePerGas)
  return {
    maxPriorityFeePerGas,
    maxFeePerGas: findLargest([maxFeePerGas, maxPriorityFeePerGas]),
  }
}

/**
 * Returns whether a transaction may cost so much on its chain.
 *
 * @param dataFee wei for its bytes, on chains that charge for them in addition to the gas
 */
export function isAffordable(
  { maxCosts }: RelayLimits,
  chainId: number,
  gas: bigint,
  { maxFeePerGas }: Fees,
  dataFee: bigint,
): boolean {
  return gas * maxFeePerGas + dataFee <= (maxCosts.get(chainId) ?? 0n)
}

/** What the relayer has sent in the last hour: for a merchant, and for all others. */
export interface RelayShare {
  ofMerchant: number
  ofOthers: number
  /** Whether the service has no other merchant. */
  isAlone: boolean
}

/**
 * Returns whether the relayer sends one more for a merchant in this hour. With several merchants, each takes at most half of the
 * number that the others have left. So a busy merchant, or one that pays itself, always leaves a place for the first payer of
 * another.
 *
 * @param total the most that are sent in an hour, for all
 */
export function hasShareLeft(
  { ofMerchant, ofOthers, isAlone }: RelayShare,
  total: number,
): boolean {
  if (isAlone) return ofMerchant < total
  return ofMerchant < Math.ceil((total - ofOthers) / 2)
}

/** For the last day and one chain: transactions for contracts that were reverted, or are in progress and may be. */
export interface ContractRelays {
  ofContract: number
  ofAll: number
}

/** How many transactions for contracts may be reverted in a day on a chain. */
const maxContractFailures = 20

/**
 * Returns whether a transaction is sent for an account that is a contract. Its code can detect the simulation, and its owner can
 * change its answer before the block. So past failures decide, and not the simulation.
 */
export function isContractServed({ ofContract, ofAll }: ContractRelays): boolean {
  return ofContract === 0 && ofAll < maxContractFailures
}

/** Returns the largest of some amounts; 0 for none. */
export function findLargest(values: readonly bigint[]): bigint {
  const [largest = 0n] = values.toSorted((a, b) => (a > b ? -1 : 1))
  return largest
}

/** The next step for a slot whose nonce no block has used. */
export type SlotStep =
  | { do: 'sign'; kind: RelayAttempt['kind'] }
  /** The newest transaction is sent again: a node may have dropped it. */
  | { do: 'send'; attempt: RelayAttempt }

/**
 * Decides the next step for a slot whose nonce no block has used. A transaction that can no longer be used is replaced by one that
 * only uses up the nonce; one that has waited too long is replaced with higher fees.
 *
 * @param isUseful whether the token would still accept the authorization, and the charge needs it
 */
export function decideStep(
  {
    relay,
    attempts,
    ageMs,
    minedBefore,
  }: Pick<RelaySlot, 'relay' | 'attempts' | 'ageMs' | 'minedBefore'>,
  isUseful: boolean,
  { replaceAfterMs }: Pick<RelayLimits, 'replaceAfterMs'>,
): SlotStep {
  // A transaction that was mined before is sent unchanged: its payment is awaited by its hash.
  const newest = attempts.find(({ hash }) => hash === minedBefore) ?? attempts.at(-1)
  const kind = isUseful && relay?.status === 'RELAYING' ? 'relay' : 'cancel'
  // A cancellation is never undone: both transactions would be in progress.
  if (!newest) return { do: 'sign', kind }
  if (newest.kind === 'relay' && kind === 'cancel') return { do: 'sign', kind }
  // A slot that was opened again counts from then on.
  if (Math.min(newest.ageMs, ageMs) >= replaceAfterMs) return { do: 'sign', kind: newest.kind }
  return { do: 'send', attempt: newest }
}

/** Returns why an authorization ends that no transaction has used. */
export function explainFailure(
  minedKind: RelayAttempt['kind'] | undefined,
  isStillWanted: boolean,
): string {
  if (minedKind === 'relay') return 'Its transaction was reverted.'
  return isStillWanted
    ? 'It was not sent in time.'
    : 'The charge was paid or canceled before it was sent.'
}
