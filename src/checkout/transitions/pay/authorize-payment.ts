import { PayError } from '../../../errors.ts'
import type { Authorization, Intent } from '../../ports/intent.ts'
import type { JournalEntry } from '../../ports/journal.ts'
import type { ConnectedAccount, Funds } from '../../ports/wallets.ts'
import type { PaymentOption } from '../../quote/payment-option.ts'
import type { CheckoutEvent, Effect, State } from '../../state.ts'
import {
  abandonIntent,
  createSearchEffect,
  keepState,
  reload,
  startCheck,
  type TransitionResult,
} from '../builders.ts'

// A payment that the payer signs and the service sends (EIP-3009). From the signature to its end, anyone who has it may send it, so
// the page offers nothing else meanwhile. The token accepts it once.

/** Returns whether an intent's signed authorization may still pay. Only its end on the chain ends it. */
export function isAuthorized(intent: Intent | undefined): boolean {
  return intent?.authorization?.signature !== undefined
}

/**
 * Returns whether an entry's wallet was asked for a signature that no page has received. It cannot be sent: a late signature is
 * dropped with the page that asked for it.
 */
export function isUnsigned({ intent, hash }: JournalEntry): boolean {
  return intent?.authorization !== undefined && !isAuthorized(intent) && hash === undefined
}

/**
 * Returns the intent with the transfer that its account can sign, if the account has too little native currency and enough of the
 * token.
 */
export function authorizeInstead(
  intent: Intent,
  missing: 'token' | 'gas',
  { tokenBalance }: Funds,
  authorization: Authorization | undefined,
): Intent | undefined {
  return missing === 'gas' && authorization && authorization.value <= tokenBalance
    ? { ...intent, authorization }
    : undefined
}

/** Journals a signature, and then posts it. One that the page no longer waits for is dropped, so that it cannot be sent. */
export function handleAuthorized(
  state: State,
  { signature }: Extract<CheckoutEvent, { type: 'authorized' }>,
): TransitionResult {
  if (state.step !== 'sending' || !state.intent.authorization) return keepState(state)
  const { option, account } = state
  const intent = { ...state.intent, authorization: { ...state.intent.authorization, signature } }
  return [
    { step: 'unknownOutcome', option, intent, signer: account },
    [
      { do: 'updateIntent', intent },
      createSearchEffect(option, intent),
      { do: 'postAuthorization', intent, isFirst: true },
    ],
  ]
}

/** Shows a journaled signature, searches for its payment, and posts it. The page offers nothing else until it ends. */
export function followAuthorized(
  option: PaymentOption,
  intent: Intent,
  signer: ConnectedAccount,
): TransitionResult {
  return [
    { step: 'unknownOutcome', option, intent, signer },
    [createSearchEffect(option, intent), { do: 'postAuthorization', intent }],
  ]
}

/**
 * Ends an authorization that is not sent: the account is checked again, and the ordinary ways to pay are offered. If the charge has
 * changed, it is loaded again. A posted authorization stays in the journal, since its signature may have been kept.
 */
export function handleRefused(
  state: Extract<State, { step: 'sending' | 'unknownOutcome' }>,
  { error, wasPosted }: Extract<CheckoutEvent, { type: 'authorizationRefused' }>,
  attempt: number,
): TransitionResult {
  const { option, intent } = state
  const account = state.step === 'sending' ? state.account : state.signer
  const closeEffect: Effect = {
    do: 'closeEntry',
    chargeId: option.charge.id,
    intentId: intent.id,
    refused: wasPosted ? intent : undefined,
  }
  const refusedAuthorization = { from: intent.from, error: createRefusal(error) }
  const [next, effects] =
    error.code === 'conflict' || !account
      ? reload()
      : startCheck({ ...option, refusedAuthorization }, account, attempt)
  return [next, [closeEffect, ...effects]]
}

/** Checks the account again, where an authorization would end before its payer can sign it. The wallet was not asked. */
export function handleOutdated(
  { option, intent, account }: Extract<State, { step: 'sending' }>,
  attempt: number,
): TransitionResult {
  const [next, effects] = startCheck(option, account, attempt)
  return [next, [{ do: 'closeEntry', chargeId: option.charge.id, intentId: intent.id }, ...effects]]
}

/** Ends an authorization that can no longer pay. The payer may sign again. */
export function endLapsed(
  option: PaymentOption,
  intent: Intent,
  hash?: string | undefined,
): TransitionResult {
  return abandonIntent(option, intent, { hash, notice: createLapsedError() })
}

/** Creates the payer's error for a signature that came too late, here or at the store. */
export function createLapsedError(): PayError {
  const text = 'Your signed payment wasn’t sent in time, so it’s no longer valid. Nothing was paid.'
  return new PayError('authorization_lapsed', text, { retryable: true })
}

/** Returns the payer's error: wallet or token do not accept the account's signature, or it could not be journaled. */
function createRefusal(cause: PayError): PayError {
  if (cause.code === 'storage_unavailable') return cause
  const text = 'Your wallet’s signature doesn’t work for this payment. Nothing was paid.'
  return new PayError('authorization_refused', text, { cause, retryable: true })
}
