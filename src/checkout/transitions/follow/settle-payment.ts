import type { PayError } from '../../../errors.ts'
import type { Intent } from '../../ports/intent.ts'
import type { TransactionStatus } from '../../ports/wallets.ts'
import type { PaymentOption } from '../../quote/payment-option.ts'
import { findPayment, getReceiptHash, isPaid, isPaidByOthers } from '../../quote/settlement.ts'
import type { CheckoutEvent, Effect, State, TransactionOrigin } from '../../state.ts'
import {
  abandonIntent,
  ignoreHash,
  keepState,
  offerPayment,
  startFollowing,
  startReporting,
  startSearch,
  type TransitionResult,
} from '../builders.ts'
import { getChargeEndReason } from '../open-charge.ts'
import { endLapsed, isAuthorized } from '../pay/authorize-payment.ts'
import { handleSoughtReport, startWatching } from '../pay/external-payment.ts'
import { ignoreHashOnScreen, requestSignature } from '../pay/sign-payment.ts'

type SubmittedEvent = Extract<
  CheckoutEvent,
  {
    type:
      | 'recorded'
      | 'reportDelayed'
      | 'reportFailed'
      | 'transactionUpdated'
      | 'statusUnavailable'
      | 'unmatched'
      | 'notListed'
      | 'settled'
      | 'transferFailed'
  }
>
/** The states with a hash that the service does not know yet, or that is not final. */
type ReportingState = Extract<State, { step: 'reporting' }>
type FollowingState = Extract<State, { step: 'confirming' | 'dropped' | 'needsSignature' }>

/** Handles the events on a hash until its end: reported to the service, followed on the chain, settled or not paid. */
export function handleSubmitted(state: State, event: SubmittedEvent): TransitionResult {
  if (state.step === 'externalPayment' && event.type === 'reportFailed')
    return handleSoughtReport(state, event.hash, event.error)
  if (!('hash' in state) || state.hash !== event.hash) return keepState(state)
  if (state.step === 'reporting') return handleReporting(state, event)
  if (state.step === 'confirming' || state.step === 'dropped' || state.step === 'needsSignature')
    return handleFollowing(state, event)
  return keepState(state)
}

function handleReporting(state: ReportingState, event: SubmittedEvent): TransitionResult {
  const { option, hash, intent, origin, signers, signature } = state
  switch (event.type) {
    case 'recorded': {
      const hasSigned = signature !== undefined
      const followOptions = { intent, origin, hasSigned }
      // Without a reference there is no text to sign.
      if (signers && !hasSigned && option.quote.reference)
        return requestSignature(option, hash, event.requiredConfirmations, signers, followOptions)
      return startFollowing(option, hash, event.requiredConfirmations, followOptions)
    }
    case 'reportDelayed':
      return [{ ...state, lastError: event.error }, []]
    case 'reportFailed':
      if (origin) return rejectExternalPayment(state, origin, event.error)
      // The entry stays in the journal: the hash may be the payer's only proof.
      return [{ step: 'failed', error: event.error, option, hash, intent }, []]
    default:
      return keepState(state)
  }
}

/**
 * Handles the service's rejection of a transaction that was made outside this page. If it was only seen on the chain it
 * may be another payer's, so no error is shown.
 */
function rejectExternalPayment(
  { option, hash }: ReportingState,
  { source, screen }: TransactionOrigin,
  error: PayError,
): TransitionResult {
  const forgetEffect: Effect = { do: 'removeUnreportedHash', chargeId: option.charge.id, hash }
  if (!screen) return [offerPayment(ignoreHash(option, hash), error), [forgetEffect]]
  const [next, effects] = startWatching(ignoreHashOnScreen(screen, hash), 0)
  return [
    { ...next, ...(source === 'submitted' && { notice: error }) } as State,
    [forgetEffect, ...effects],
  ]
}

function handleFollowing(state: FollowingState, event: SubmittedEvent): TransitionResult {
  switch (event.type) {
    case 'transactionUpdated': {
      const { option = state.option, transactionStatus } = event
      // A wallet that is asked to sign keeps what it was asked for.
      return state.step === 'needsSignature'
        ? handleTransactionStatus(state, transactionStatus)
        : handleTransactionStatus({ ...state, option }, transactionStatus)
    }
    case 'statusUnavailable':
      return state.step === 'needsSignature'
        ? keepState(state)
        : [{ ...state, lastError: event.error }, []]
    case 'unmatched':
      return handleUnmatched(state, event)
    case 'notListed':
      if (!state.intent && !state.origin) return handleOthersFailure(state, state.option)
      return startReporting(state.option, state.hash, {
        intent: state.intent,
        origin: state.origin,
      })
    case 'settled':
      return handleSettled(state, event.option)
    case 'transferFailed':
      return handleTransferFailed(state, event)
    default:
      return keepState(state)
  }
}

/**
 * Asks the sender of an unmatched transfer to sign for it, if the charge has a reference to sign. Where no signature can
 * help, such as in a token that the charge does not take, the payer reads that the merchant decides.
 */
function handleUnmatched(
  state: FollowingState,
  event: Extract<CheckoutEvent, { type: 'unmatched' }>,
): TransitionResult {
  const { option, hash, requiredConfirmations } = state
  if (!option.quote.reference) return keepState(state)
  const endReason = getChargeEndReason(event.option.charge)
  // A canceled charge takes no money, whatever its payer signs.
  const signers = endReason === 'cancelled' ? [] : event.signers
  const isSame =
    state.step === 'needsSignature' &&
    signers.join() === state.signers.join() &&
    endReason === getChargeEndReason(option.charge)
  if (isSame) return keepState(state)
  if (state.step === 'needsSignature' && signers.length > 0)
    return [{ ...state, option: event.option, signers }, []]
  const followOptions = signers.length === 0 ? { ...state, hasSigned: true } : state
  return requestSignature(event.option, hash, requiredConfirmations, signers, followOptions)
}

/**
 * Handles the status of the transaction on its chain. Only the service decides whether the transfer pays, but the chain
 * shows first that it cannot.
 */
function handleTransactionStatus(
  state: FollowingState,
  transactionStatus: TransactionStatus,
): TransitionResult {
  const { option, hash, unresolvedIntent, requiredConfirmations } = state
  const intent = setTransactionNonce(state.intent, transactionStatus)
  if (
    state.step === 'needsSignature' &&
    !(
      transactionStatus.status === 'replaced' ||
      isFinallyReverted(transactionStatus, requiredConfirmations)
    )
  )
    return keepState(state)
  const { origin } = state
  const hasSigned = state.step === 'needsSignature' ? undefined : state.hasSigned
  const isOthers = state.step === 'needsSignature' ? undefined : state.isOthers
  const fields = { intent, unresolvedIntent, origin, hasSigned, isOthers }
  const nextState: Extract<FollowingState, { step: 'confirming' }> = {
    step: 'confirming',
    option,
    hash,
    ...fields,
    confirmations: 0,
    requiredConfirmations,
  }
  switch (transactionStatus.status) {
    case 'mined':
      if (isFinallyReverted(transactionStatus, requiredConfirmations))
        return showNotPaid(state, 'reverted')
      return continueFollowing(state, {
        ...nextState,
        confirmations: transactionStatus.confirmations,
      })
    case 'pending': {
      // It was in a block that a reorganization has removed.
      const wasReorged =
        state.step === 'confirming' && (state.wasReorged || state.confirmations > 0)
      return continueFollowing(state, { ...nextState, wasReorged })
    }
    case 'unknown':
      return continueFollowing(state, {
        step: 'dropped',
        option,
        hash,
        ...fields,
        requiredConfirmations,
      })
    case 'replaced':
      return handleReplaced(state, transactionStatus.hash)
    default:
      return transactionStatus satisfies never
  }
}

function isFinallyReverted(
  transactionStatus: TransactionStatus,
  requiredConfirmations: number,
): boolean {
  return (
    transactionStatus.status === 'mined' &&
    transactionStatus.isReverted &&
    transactionStatus.confirmations >= requiredConfirmations
  )
}

/** Handles a replaced transaction: sped up, so that the new hash must be reported, or cancelled. */
function handleReplaced(state: FollowingState, hash: string | undefined): TransitionResult {
  const knownIntent = state.intent ?? state.unresolvedIntent
  if (!hash && isAuthorized(state.intent) && state.intent)
    return endLapsed(state.option, state.intent, state.hash)
  if (!hash || !knownIntent) return showNotPaid(state, 'cancelled')
  // The wallet may have sent it again with another nonce, so the nonce must be read from the chain again.
  const { usedNonce: _, ...intent } = knownIntent
  // Our own replaced hash can no longer pay.
  const option = state.intent ? ignoreHash(state.option, state.hash) : state.option
  return startReporting(option, hash, { intent }, [{ do: 'writeHash', intent, hash }])
}

/** Moves to another state and keeps following the same hash. */
function continueFollowing(
  from: FollowingState,
  to: Exclude<FollowingState, { step: 'needsSignature' }>,
): TransitionResult {
  const { option, hash, intent, unresolvedIntent, hasSigned } = to
  const hasNewNonce = intent && intent.usedNonce !== from.intent?.usedNonce
  return [
    to,
    [
      ...(hasNewNonce ? [{ do: 'writeHash', intent, hash } as const] : []),
      ...(from.step === to.step && !hasNewNonce
        ? []
        : [
            {
              do: 'followPayment',
              option,
              hash,
              intent,
              unresolvedIntent,
              hasSigned,
            } as const,
          ]),
    ],
  ]
}

/** Returns the intent with the nonce seen on the chain, without which a replacement cannot be detected. */
function setTransactionNonce(
  intent: Intent | undefined,
  transactionStatus: TransactionStatus,
): Intent | undefined {
  return intent && 'nonce' in transactionStatus
    ? { ...intent, usedNonce: transactionStatus.nonce }
    : intent
}

/** Ends the payment as certainly not paid: a final transaction has taken its nonce, or it was reverted. */
function showNotPaid(state: FollowingState, reason: 'cancelled' | 'reverted'): TransitionResult {
  const { option, hash, intent } = state
  if (!intent) return handleOthersFailure(state, option)
  // Anyone may send it again until it lapses.
  if (isAuthorized(intent)) return startSearch(ignoreHash(option, hash), intent)
  const [, effects] = abandonIntent(option, intent, { hash })
  return [
    { step: 'notPaid', option: ignoreHash(option, hash), hash, reason },
    [...effects, { do: 'watchCharge', option }],
  ]
}

/**
 * Handles the failure of a payment that this browser did not make: its own unresolved intent is searched for, or the
 * payment is offered again.
 */
function handleOthersFailure(
  { unresolvedIntent, origin, hash }: FollowingState,
  option: PaymentOption,
  error?: PayError,
): TransitionResult {
  if (unresolvedIntent) return startSearch(option, unresolvedIntent)
  const chargeId = option.charge.id
  if (origin)
    return [
      offerPayment(ignoreHash(option, hash), error),
      [{ do: 'removeUnreportedHash', chargeId, hash }],
    ]
  // If a receipt has this hash, the receipt is wrong and would keep the payer from paying.
  return [offerPayment(option, error), [{ do: 'closeEntry', chargeId, hash }]]
}

function handleTransferFailed(
  state: FollowingState,
  { option, error, transactionStatus }: Extract<CheckoutEvent, { type: 'transferFailed' }>,
): TransitionResult {
  const { hash, intent } = state
  if (!intent) return handleOthersFailure(state, option, error)
  // Its transaction is not the one that moved the money: another one may, until it lapses.
  if (isAuthorized(intent) && transactionStatus && transactionStatus.status !== 'mined')
    return transactionStatus.status === 'replaced'
      ? handleTransactionStatus({ ...state, option }, transactionStatus)
      : startSearch(ignoreHash(option, hash), intent)
  if (transactionStatus?.status === 'mined' && transactionStatus.isReverted)
    return showNotPaid({ ...state, option }, 'reverted')
  if (transactionStatus?.status === 'replaced')
    return handleTransactionStatus({ ...state, option }, transactionStatus)
  // The entry stays, because a transfer that the service rejects may still have moved money.
  return [
    { step: 'notPaid', option, hash, intent, reason: 'rejected', error },
    [{ do: 'watchCharge', option }],
  ]
}

/** Handles a transfer that the service has confirmed: the charge is paid, or a part is still owed. */
function handleSettled(state: FollowingState, option: PaymentOption): TransitionResult {
  const { hash, intent, unresolvedIntent, origin } = state
  const chargeId = option.charge.id
  if (isPaid(option)) return finishSettled(state, option)
  if (unresolvedIntent) return startSearch(option, unresolvedIntent)
  const closeEffects: Effect[] = intent ? [{ do: 'closeEntry', chargeId, intentId: intent.id }] : []
  if (origin) closeEffects.push({ do: 'removeUnreportedHash', chargeId, hash })
  return [offerPayment(option), closeEffects]
}

/**
 * Ends a paid charge: with success where a payment of this browser is among those that paid it, or may be. The transaction's own
 * confirmation outweighs the account, which the payer may have changed in the wallet.
 */
function finishSettled(state: FollowingState, option: PaymentOption): TransitionResult {
  const { hash, intent, unresolvedIntent } = state
  const chargeId = option.charge.id
  const asked = intent ?? unresolvedIntent
  const isConfirmed = findPayment(option.charge, hash)?.status === 'COMPLETED'
  const isSurplus = asked && !(intent && isConfirmed) && isPaidByOthers(option, asked)
  const isOthers = isSurplus || ('isOthers' in state && state.isOthers)
  const receiptHash = intent && isSurplus ? hash : getReceiptHash(option.charge, hash)
  return [
    {
      step: 'paid',
      option,
      hash: receiptHash,
      intent,
      wasPaidBefore: !!isOthers,
      ...(isSurplus && { isSurplus }),
    },
    [{ do: 'finish', chargeId, hash: receiptHash, ...(isOthers && { isOthers }) }],
  ]
}
