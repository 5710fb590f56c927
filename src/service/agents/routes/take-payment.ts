import { HttpError } from '../../../api/server/http-error.ts'
import { PayError } from '../../../errors.ts'
import { listAuthorizationNonces } from '../../charges/authorization-nonce.ts'
import type { ChargeRecord } from '../../charges/records.ts'
import type { SubmitResult } from '../../relayer/relayer.ts'
import { describeLimit } from '../../relayer/routes/authorizations.ts'
import { createConflict } from '../../relayer/rules.ts'
import type { ProgramOffer } from '../offers.ts'
import type { PaymentRefusal, ProgramPayment } from '../payment.ts'
import { createUnknownError, retryAfterSeconds } from './answers.ts'
import { type ProgramContext, type ProgramParts, readOffers } from './context.ts'
import { readOutcome } from './read-outcome.ts'

/**
 * Submits the payment of a call to the relayer, and waits for its outcome.
 *
 * @param until when the call is answered at the latest, by the monotonic clock
 * @returns why the payment was not taken; undefined where the caller reads the outcome of the charge once more
 */
export async function takePayment(
  parts: ProgramParts,
  charge: ChargeRecord,
  payment: ProgramPayment,
  until: number,
): Promise<PaymentRefusal | undefined> {
  const refusal = findMismatch(payment, await readOffers(parts, charge))
  if (refusal) return refusal
  await checkForeignNonce(parts.context, charge, payment.body.authorization.nonce.toLowerCase())
  const { body, paymentId } = payment
  try {
    const result = await parts.sendSigned(charge, body, { isProgram: true, paymentId })
    return await answerSubmission(parts, charge, result, until)
  } catch (cause) {
    return explainRefusal(cause)
  }
}

/** Returns why a payment fits none of a charge's offers. */
function findMismatch(
  { body, findNonce }: ProgramPayment,
  offers: readonly ProgramOffer[],
): PaymentRefusal | undefined {
  const { chainId, tokenAddress, authorization } = body
  const offer = offers.find(
    (offer) =>
      offer.chainId === chainId && offer.tokenAddress.toLowerCase() === tokenAddress.toLowerCase(),
  )
  if (!offer)
    return { code: 'invalid_network', message: 'The charge is not paid in this token there.' }
  const nonce = findNonce(offer)
  if (nonce !== undefined && authorization.nonce.toLowerCase() !== nonce)
    return { code: 'invalid_payload', message: 'The nonce is not that of the challenge.' }
  return undefined
}

/** Waits for the outcome of an accepted payment. @throws HttpError where it was not accepted, and can be submitted again */
async function answerSubmission(
  { context, outcomes }: ProgramParts,
  { id }: ChargeRecord,
  result: SubmitResult,
  until: number,
): Promise<PaymentRefusal | undefined> {
  if (result.outcome === 'refused')
    return { code: 'invalid_exact_evm_payload_signature', message: result.reason }
  // An accepted payment whose transaction is not sent yet is waited for as well.
  const isAccepted = (await readOutcome(context, id)).kind !== 'payable'
  if (result.outcome === 'relaying' || isAccepted) {
    const outcome = await outcomes.wait(id, until - performance.now())
    if (outcome.kind !== 'payable') return undefined
    return { code: 'invalid_transaction_state', message: 'The token did not move the money.' }
  }
  if (result.outcome === 'limited')
    throw new HttpError('rate_limit_exceeded', describeLimit(result.by), {
      headers: { 'retry-after': retryAfterSeconds },
    })
  throw createUnknownError('The payment cannot be sent now, and was not taken. Try again.')
}

/** Refuses a nonce that another charge offers, by any protocol: the token's log would prove the payment of that charge. */
async function checkForeignNonce(
  { store, chains }: ProgramContext,
  charge: ChargeRecord,
  nonce: string,
): Promise<void> {
  const others = await store.findCharges({ authorizationNonces: [nonce] })
  const isOfOther = others.some(
    (other) =>
      other.id !== charge.id &&
      chains.ids.some((chainId) =>
        listAuthorizationNonces(other, chainId).some((own) => own.nonce === nonce),
      ),
  )
  const challenge = await store.findChallenge(nonce)
  if (isOfOther || (challenge && challenge.chargeId !== charge.id))
    throw createConflict('authorization_taken', 'This authorization pays another charge.')
}

/** Checks that a client's own name for a payment names the same payment as before. */
export async function checkPaymentId(
  { store }: ProgramContext,
  { id }: ChargeRecord,
  { paymentId, body }: ProgramPayment,
): Promise<void> {
  if (paymentId === undefined) return
  const known = await store.findRelayByPaymentId(id, paymentId)
  const { authorization, signature } = body
  const isSame =
    !known ||
    (known.nonce === authorization.nonce.toLowerCase() &&
      known.from.toLowerCase() === authorization.from.toLowerCase() &&
      known.signature === signature.toLowerCase())
  if (!isSame)
    throw createConflict('payment_id_used', 'The payment-identifier is that of another payment.')
}

/** The codes of x402 by the field that is wrong. */
const refusalCodes: Record<string, string> = {
  'authorization.to': 'invalid_exact_evm_payload_recipient_mismatch',
  'authorization.value': 'invalid_exact_evm_payload_authorization_value',
  'authorization.validAfter': 'invalid_exact_evm_payload_authorization_valid_after',
  'authorization.validBefore': 'invalid_exact_evm_payload_authorization_valid_before',
}

/** Returns why a charge does not take a payment; undefined where another payment has to be waited for. @throws anything else */
function explainRefusal(cause: unknown): PaymentRefusal | undefined {
  if (!(cause instanceof PayError)) throw cause
  if (cause.code === 'invalid_request')
    return { code: refusalCodes[cause.field ?? ''] ?? 'invalid_payload', message: cause.message }
  const { reason } = (cause.details ?? {}) as { reason?: string }
  const isWaitedFor =
    cause.code === 'conflict' &&
    ['not_payable', 'payment_pending', 'authorization_pending'].includes(reason ?? '')
  if (!isWaitedFor) throw cause
  return undefined
}
