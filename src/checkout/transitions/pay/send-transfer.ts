import { type FailureDetails, PayError } from '../../../errors.ts'
import type { Intent, Proposal } from '../../ports/intent.ts'
import type { ConnectedAccount, Funds } from '../../ports/wallets.ts'
import { convertToQuotedAsset, keepDecisions } from '../../quote/payment-assets.ts'
import type { PaymentOption } from '../../quote/payment-option.ts'
import {
  findHashFromPayer,
  findPaidHash,
  findPendingHash,
  isPaid,
  isPaidByOthers,
  listPaymentHashes,
} from '../../quote/settlement.ts'
import type { CheckoutEvent, Effect, Shortfall, State } from '../../state.ts'
import { getOption } from '../../steps.ts'
import {
  abandonIntent,
  getReportedOption,
  keepState,
  offerPayment,
  reload,
  startCheck,
  startFollowing,
  startReporting,
  startSearch,
  type TransitionResult,
} from '../builders.ts'
import { getChargeEndReason, isPaying } from '../open-charge.ts'
import {
  authorizeInstead,
  endLapsed,
  followAuthorized,
  handleAuthorized,
  handleOutdated,
  handleRefused,
  isAuthorized,
} from './authorize-payment.ts'
import { findWaitingSign, payBesideWaiting, warnOfWaiting } from './waiting-payment.ts'

type CheckEvent = Extract<
  CheckoutEvent,
  { type: 'checked' | 'checkFailed' | 'authorizationRevived' }
>

/** Handles the last look at the charge and the account before the wallet is asked. */
export function handleChecked(state: State, event: CheckEvent): TransitionResult {
  if (state.step === 'insufficientFunds') return handleFundsChanged(state, event)
  if (state.step !== 'checking' || state.attempt !== event.attempt) return keepState(state)
  const { option } = state
  if (event.type === 'checkFailed')
    return [offerPayment(option, event.error), [{ do: 'stopDiscovering' }]]
  const { intent } = event
  if (event.type === 'authorizationRevived') return startSending({ ...state, intent })
  // It was paid in the meantime, in another tab or by another account: loading shows the new state.
  if (event.freshOption && hasChargeChanged(option, event.freshOption)) return reload()
  const currentOption = keepDecisions(event.freshOption ?? option, option)
  const sign = findWaitingSign(currentOption, event.funds)
  if (sign) return warnOfWaiting(currentOption, sign)
  const { missing, signed } = findShortfall(option, event)
  if (missing) return showFunds(state, { missing, funds: event.funds, intent: signed })
  return startSending({ ...state, intent: signed ?? intent })
}

/** Returns the money that an account lacks for the transfer, and the transfer that it can sign instead. */
function findShortfall(
  option: PaymentOption,
  { funds, authorization, intent }: Extract<CheckEvent, { type: 'checked' }>,
): { missing?: Shortfall; signed?: Intent | undefined } {
  const missing = findMissing(option, funds)
  if (!missing) return {}
  const signed = authorizeInstead(intent, missing, funds, authorization)
  // Without a fee, the payer pays the shown amount. A fee has to be shown first.
  return signed && authorization?.fee === 0n ? { signed } : { missing, signed }
}

type FundsState = Extract<State, { step: 'insufficientFunds' }>

/** Shows what an account lacks, and watches what arrives. */
function showFunds(
  { option, account, attempt }: Pick<FundsState, 'option' | 'account' | 'attempt'>,
  { missing, funds, intent }: Pick<FundsState, 'missing' | 'funds' | 'intent'>,
): TransitionResult {
  return [
    { step: 'insufficientFunds', option, account, attempt, missing, funds, intent },
    [{ do: 'watchFunds', option, account, attempt, missing, funds }],
  ]
}

/** Returns whether an account has the same balances. */
export function isSameFunds(before: Funds, now: Funds): boolean {
  return before.tokenBalance === now.tokenBalance && before.nativeBalance === now.nativeBalance
}

/**
 * Handles a change of the balances of an account that had too little. The wallet is not asked by itself: the payer may be away, and
 * goes on with a click, which checks everything again.
 */
function handleFundsChanged(state: FundsState, event: CheckEvent): TransitionResult {
  if (state.attempt !== event.attempt || event.type === 'checkFailed') return keepState(state)
  const { option } = state
  if (event.type === 'authorizationRevived')
    return state.missing
      ? [{ ...state, missing: undefined, intent: undefined }, []]
      : keepState(state)
  if (event.freshOption && hasChargeChanged(option, event.freshOption)) return reload()
  const { missing, signed } = findShortfall(option, event)
  if (missing === state.missing && isSameFunds(state.funds, event.funds)) return keepState(state)
  return showFunds(state, { missing, funds: event.funds, intent: missing && signed })
}

/** Returns whether the charge has changed, so that the amount on the screen is no longer the amount due. */
function hasChargeChanged(option: PaymentOption, freshOption: PaymentOption): boolean {
  const isPayable = !isPaid(freshOption) && !findPendingHash(freshOption)
  const knownHashes = [
    ...listPaymentHashes(option),
    ...(option.ignoredHashes ?? []).map((hash) => hash.toLowerCase()),
  ]
  const hasNewHash = listPaymentHashes(freshOption).some((hash) => !knownHashes.includes(hash))
  const hasEnded = getChargeEndReason(freshOption.charge) !== undefined
  return !isPayable || hasEnded || hasNewHash || freshOption.quote.amount !== option.quote.amount
}

/** Returns the kind of money that the account lacks for the transfer, if any. */
export function findMissing({ quote }: PaymentOption, funds: Funds): Shortfall | undefined {
  if (quote.token.native) {
    if (funds.nativeBalance < quote.amount) return 'token'
    return funds.nativeBalance < quote.amount + funds.fee ? 'gas' : undefined
  }
  if (funds.tokenBalance < quote.amount) return 'token'
  return funds.nativeBalance < funds.fee ? 'gas' : undefined
}

/**
 * Writes the intent. The wallet opens only after the journal has answered (`intentWritten`): if the tab is closed
 * meanwhile, the next page searches for the transfer.
 *
 * @param hasConsented whether the payer pays although this browser cannot save the intent
 */
function startSending({
  option,
  account,
  intent,
  hasConsented = false,
}: {
  option: PaymentOption
  account: ConnectedAccount
  intent: Intent
  hasConsented?: boolean
}): TransitionResult {
  return [
    { step: 'sending', option, account, intent, wasWalletAsked: false },
    [{ do: 'writeIntent', intent, hasConsented }],
  ]
}

type SendingEvent = Extract<
  CheckoutEvent,
  {
    type:
      | 'intentWritten'
      | 'intentTaken'
      | 'intentFailed'
      | 'transferDelayed'
      | 'notSent'
      | 'outcomeUnknown'
      | 'authorized'
      | 'authorizationOutdated'
      | 'authorizationRefused'
      | 'authorizationHeld'
      | 'dataOmitted'
      | 'proposed'
      | 'reportNoResponse'
      | 'searchUpdated'
      | 'paymentPending'
      | 'searchFailed'
      | 'chargePaid'
  }
>

/** Handles the events from a written intent to a hash: answers of the journal, the wallet and the chain. */
export function handleSending(state: State, event: SendingEvent, serial: number): TransitionResult {
  if (state.step !== 'sending' && state.step !== 'unknownOutcome') return keepState(state)
  if ('intentId' in event && event.intentId !== state.intent.id) return keepState(state)
  const { option, intent } = state
  const isWritingIntent = state.step === 'sending' && !state.wasWalletAsked
  switch (event.type) {
    case 'intentWritten':
      if (!isWritingIntent) return keepState(state)
      if (isAuthorized(intent)) return followAuthorized(option, intent, state.account)
      // A wallet may send and never answer, so the chain is watched meanwhile. A wallet that only signs sends nothing.
      return [
        { ...state, wasWalletAsked: true },
        [
          { do: 'requestTransfer', intent },
          ...(intent.authorization ? [] : [{ do: 'watchWhilePending', intent, option } as const]),
        ],
      ]
    case 'intentTaken':
      // Loading resumes the unresolved payment, so this tab shows it too.
      return isWritingIntent ? reload() : keepState(state)
    case 'intentFailed':
      if (!isWritingIntent) return keepState(state)
      return [
        { step: 'storageBlocked', option, account: state.account, intent, error: event.error },
        [],
      ]
    case 'transferDelayed':
      return state.step === 'sending' && !isWritingIntent && !state.isDelayed
        ? [{ ...state, isDelayed: true }, []]
        : keepState(state)
    case 'notSent':
      // An explicit rejection, even a late one, is certain: nothing moved.
      return event.error.code === 'wallet_locked'
        ? connectAnew(option, intent, event.error)
        : abandonIntent(option, intent, { notice: event.error })
    case 'outcomeUnknown':
      return state.step === 'sending'
        ? startSearch(option, intent, { lastError: event.error })
        : keepState(state)
    case 'authorized':
      return isWritingIntent ? keepState(state) : handleAuthorized(state, event)
    case 'authorizationOutdated':
      return state.step === 'sending' && !isWritingIntent && intent.authorization
        ? handleOutdated(state, serial)
        : keepState(state)
    case 'authorizationRefused':
      return isWritingIntent || !intent.authorization
        ? keepState(state)
        : handleRefused(state, event, serial)
    case 'authorizationHeld':
      return state.step === 'unknownOutcome' && isAuthorized(intent)
        ? [{ ...state, lastError: event.error }, []]
        : keepState(state)
    case 'dataOmitted':
      if (state.step !== 'sending' || isWritingIntent || intent.withoutData) return keepState(state)
      return journalWithoutData(state)
    case 'proposed':
      return isWritingIntent ? keepState(state) : handleProposed(option, intent, event.proposal)
    case 'reportNoResponse':
      if (state.step !== 'sending' || !state.wasWalletAsked) return keepState(state)
      // A signature that comes later is dropped.
      return intent.authorization ? abandonIntent(option, intent) : startSearch(option, intent)
    case 'searchUpdated': {
      const { searchResult } = event
      if (searchResult.found === 'transfer' && !isWritingIntent) {
        const { hash, hasReference } = searchResult
        // It is ours by its nonce, although the wallet left the reference out. It is reported, then the payer signs for
        // it.
        const signers = hasReference ? undefined : [intent.from]
        return startReporting(option, hash, { intent, signers }, [
          { do: 'writeHash', intent, hash },
        ])
      }
      // While the wallet still shows the request, finding nothing means nothing.
      if (state.step !== 'unknownOutcome') return keepState(state)
      if (searchResult.found === 'lapsed') return endLapsed(option, intent)
      const proposal = ('proposal' in searchResult && searchResult.proposal) || state.proposal
      // Its own wallet states it: nothing of it is in progress.
      if (searchResult.found === 'used' && proposal?.hasFailed)
        return abandonIntent(option, intent, { notice: createNotSentError() })
      const { lastError } = state
      // The payer still has to act in the wallet, or to wait, but an error of reading the chain is over.
      const isKept = lastError?.code === 'wallet_busy' || lastError?.code === 'authorization_held'
      const keptError = isKept ? lastError : undefined
      return [{ ...state, lastError: keptError, searchResult, proposal }, []]
    }
    case 'paymentPending':
      // A page that is opened now would show the same.
      return state.step === 'unknownOutcome'
        ? startFollowing(option, event.hash, event.requiredConfirmations, {
            unresolvedIntent: intent,
          })
        : keepState(state)
    case 'chargePaid':
      return state.step === 'unknownOutcome' ? finishAsPaid(event.option, intent) : keepState(state)
    case 'searchFailed':
      return state.step === 'unknownOutcome'
        ? [{ ...state, lastError: event.error }, []]
        : keepState(state)
    default:
      return event satisfies never
  }
}

/**
 * Ends the payment as paid. The service's answer outweighs any doubt, regardless of the paying account.
 *
 * @param asked the intent that this browser has asked a wallet for
 */
export function finishAsPaid(
  option: PaymentOption,
  intent: Intent | undefined,
  asked: Intent | undefined = intent,
): TransitionResult {
  const hashFromPayer = intent && findHashFromPayer(option, intent)
  const hash = hashFromPayer ?? findPaidHash(option.charge) ?? ''
  const isOthers = asked && isPaidByOthers(option, asked)
  return [
    {
      step: 'paid',
      option,
      hash,
      intent: hashFromPayer ? intent : undefined,
      wasPaidBefore: !!isOthers,
      ...(isOthers && { isSurplus: true }),
    },
    [{ do: 'finish', chargeId: option.charge.id, hash, ...(isOthers && { isOthers }) }],
  ]
}

/** Ends the intent of a wallet that is locked. The payer connects it again, or chooses another one. */
function connectAnew(option: PaymentOption, intent: Intent, notice: PayError): TransitionResult {
  const [offerState, effects] = abandonIntent(option, intent, { notice })
  // The charge may have ended meanwhile.
  if (offerState.step !== 'ready') return [offerState, effects]
  return [
    { step: 'choosingWallet', option: offerState.option, notice },
    [...effects, { do: 'discoverWallets' }],
  ]
}

function createNotSentError(): PayError {
  const text = 'Your wallet gave up on this payment. It wasn’t sent, and nothing was paid.'
  const details = { kind: 'not_sent' } satisfies FailureDetails
  return new PayError('wallet_failed', text, { retryable: true, details })
}

/**
 * Journals that the wallet is asked again without calldata. The search must know, because this transfer does not carry
 * the charge's reference.
 */
function journalWithoutData(state: Extract<State, { step: 'sending' }>): TransitionResult {
  const intent = { ...state.intent, withoutData: true as const }
  const { option } = state
  return [
    { ...state, intent },
    [
      { do: 'updateIntent', intent },
      { do: 'watchWhilePending', intent, option },
    ],
  ]
}

/** Searches for a proposal, which is sent when others have signed or by a bundler, like for a lost answer. */
function handleProposed(
  option: PaymentOption,
  intentBefore: Intent,
  proposal: Proposal,
): TransitionResult {
  const { kind, id } = proposal
  const intent = { ...intentBefore, proposal: { kind, id } }
  const [state, effects] = startSearch(option, intent, { proposal })
  return [state, [{ do: 'updateIntent', intent }, ...effects]]
}

/** Handles the payer's consent to continue after a warning. */
export function handleConsent(state: State, serial: number): TransitionResult {
  switch (state.step) {
    case 'waitingPayment':
      return payBesideWaiting(state)
    case 'storageBlocked':
      // The payer accepted the fee for this authorization only. Before any other payment, the charge is loaded again: minutes may
      // have passed, in which the payer paid elsewhere.
      return state.intent.authorization
        ? startSending({ ...state, hasConsented: true })
        : startCheck(state.option, state.account, serial, true)
    case 'insufficientFunds': {
      const { intent } = state
      return intent ? startSending({ ...state, intent }) : keepState(state)
    }
    case 'unknownOutcome':
      return isAuthorized(state.intent)
        ? keepState(state)
        : abandonIntent(state.option, state.intent)
    case 'earlierPayment':
      return isAuthorized(state.intent) && !state.hash
        ? keepState(state)
        : abandonEarlierPayment(state)
    case 'dropped':
      if (isAuthorized(state.intent ?? state.unresolvedIntent)) return keepState(state)
      return abandonIntent(state.option, state.intent ?? state.unresolvedIntent, {
        hash: state.hash,
      })
    case 'notPaid':
      return abandonIntent(state.option, state.intent, { hash: state.hash })
    case 'needsSignature': {
      const { option, hash, intent, unresolvedIntent, account, origin } = state
      // The connected account did not send it, so a false entry must not keep the payer from paying. Its sender
      // signs for it, or leaves it to the merchant.
      return account && !origin
        ? abandonIntent(option, intent ?? unresolvedIntent, { hash })
        : keepState(state)
    }
    default:
      return keepState(state)
  }
}

/** Offers the payment although an earlier one may have been made. The offer is the service's own. */
export function abandonEarlierPayment({
  option,
  intent,
  hash,
}: Extract<State, { step: 'earlierPayment' }>): TransitionResult {
  const { chargeId } = intent.quote
  const [offerState] = abandonIntent(option, undefined, { hash })
  const closeEffect: Effect = {
    do: 'closeEntry',
    chargeId,
    intentId: intent.id,
    hash: hash || undefined,
  }
  return [offerState, [closeEffect, { do: 'stopDiscovering' }]]
}

/**
 * Handles a sent transfer. The wallet may answer after the payer has abandoned it, but the money has moved all the
 * same.
 */
export function handleSent(
  state: State,
  { intent, hash }: Extract<CheckoutEvent, { type: 'sent' }>,
): TransitionResult {
  const journalEffect: Effect = { do: 'writeHash', intent, hash }
  if ('hash' in state && state.hash === hash) return keepState(state)
  const shownOption = getOption(state)
  // Its charge is not on the screen, so the next load of that charge resumes with the hash.
  if (shownOption?.charge.id !== intent.quote.chargeId) return [state, [journalEffect]]
  // The payer may have chosen another token in the meantime.
  const option = convertToQuotedAsset(shownOption, intent.quote)
  const isAwaited =
    (state.step === 'sending' || state.step === 'unknownOutcome') && state.intent.id === intent.id
  // It was sent without the reference, so the payer signs for it.
  const signers = intent.withoutData && [intent.from]
  if (isAwaited || !isShowingPayment(state))
    return startReporting(option, hash, { intent, signers }, [journalEffect])
  // Another payment is in progress or done and stays on the screen, so this hash is reported in the background. If it
  // belongs to the same intent, another hash was found on the chain before, and that one stays the entry's own.
  const isSameIntent = 'intent' in state && state.intent?.id === intent.id
  const secondaryEffect: Effect = isSameIntent
    ? { do: 'writeUnreportedHash', quote: intent.quote, hash }
    : journalEffect
  return [
    state,
    [secondaryEffect, { do: 'reportTransaction', option: getReportedOption(option, intent), hash }],
  ]
}

/** Returns whether the screen belongs to a payment that is in progress or made. */
function isShowingPayment(state: State): boolean {
  const { step } = state
  return isPaying(state) || step === 'paid' || step === 'otherTab' || step === 'misdirected'
}
