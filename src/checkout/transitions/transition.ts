// The transition function of the whole payment is in one file, so that its order can be read and simulated in one
// place.
import { PayError } from '../../errors.ts'
import type { Funds, JournalEntry } from '../ports.ts'
import type { PaymentOption } from '../quote/payment-option.ts'
import { findPendingHash, isIgnoredHash, isPaid, listPaymentHashes } from '../quote/settlement.ts'
import type { CheckoutEvent, State, Step } from '../state.ts'
import { isStepIn } from '../steps.ts'
import {
  keepState,
  offerPayment,
  reload,
  requestChainSwitch,
  startCheck,
  startConnecting,
  startSearch,
  type TransitionResult,
} from './builders.ts'
import { continueWithAccount, handleAccountChange, handleTokenChoice } from './connect-wallet.ts'
import { handleExternalPayment, startReserving } from './external-payment.ts'
import { handleCompared } from './misdirected-payment.ts'
import { createLoadFailedState, getChargeEndReason, isPaying } from './open-charge.ts'
import { recordEarlierPayment, resumePayment } from './resume-payment.ts'
import { finishAsPaid, handleConsent, handleSending, handleSent } from './send-transfer.ts'
import { handleSubmitted } from './settle-payment.ts'
import { handleSigning } from './sign-payment.ts'

/**
 * Returns the next state and the effects to run for it, without side effects. A late or repeated event changes nothing:
 * each event carries the attempt, intent or hash that it answers, and is accepted only while the state waits for that
 * one.
 *
 * @param serial the number of earlier events; it becomes the number of a new attempt, so that no number is used twice
 */
export function transition(state: State, event: CheckoutEvent, serial: number): TransitionResult {
  switch (event.type) {
    case 'start':
      // A transfer in progress is never dropped for a changed attribute: the change waits for the next start.
      return isPaying(state) ? keepState(state) : reload()
    case 'refresh':
      return mayHaveMovedMoney(state) || state.step === 'earlierPayment'
        ? keepState(state)
        : reload(true)
    case 'fetched':
      return isPaying(state)
        ? keepState(state)
        : [{ step: 'loading' }, [{ do: 'resume', option: event.option }]]
    case 'loaded':
      return state.step === 'loading' ? resumePayment(event) : keepState(state)
    case 'loadFailed':
      return state.step === 'loading'
        ? handleLoadFailed(event.error, event.entry)
        : keepState(state)
    case 'tabUpdated':
    case 'lockAcquired':
      return handleTabEvent(state, event)
    case 'sign':
    case 'decline':
    case 'signed':
    case 'signFailed':
    case 'otherSignerNeeded':
      return state.step === 'needsSignature'
        ? handleSigning(state, event, serial)
        : keepState(state)
    case 'accountChanged':
      if (state.step === 'needsSignature') return handleSigning(state, event, serial)
      return handleAccountChange(state, event.account, serial)
    case 'chooseToken':
    case 'balancesLoaded':
    case 'balancesFailed':
      return handleTokenChoice(state, event, serial)
    case 'refreshed':
      return handleRefreshed(state, event.option, serial)
    case 'payExternally':
    case 'amountReserved':
    case 'reserveFailed':
    case 'submitHash':
    case 'inspected':
    case 'inspectFailed':
    case 'watched':
      return handleExternalPayment(state, event, serial)
    case 'pay':
    case 'enterAmount':
    case 'amountRejected':
    case 'chooseWallet':
    case 'back':
    case 'cancel':
    case 'retry':
    case 'walletsUpdated':
    case 'walletsFailed':
      if (state.step === 'needsSignature' && isWalletChoiceEvent(event))
        return handleSigning(state, event, serial)
      return handleBeforeWallet(state, event, serial)
    case 'uriCreated':
    case 'connected':
    case 'connectDelayed':
    case 'connectFailed':
    case 'chainSwitched':
    case 'switchFailed':
    case 'checked':
    case 'checkFailed':
      if (state.step === 'needsSignature' && isWalletChoiceEvent(event))
        return handleSigning(state, event, serial)
      return handleWithWallet(state, event, serial)
    case 'consent':
      return handleConsent(state)
    case 'intentWritten':
    case 'intentTaken':
    case 'intentFailed':
    case 'notSent':
    case 'outcomeUnknown':
    case 'dataOmitted':
    case 'proposed':
    case 'reportNoResponse':
    case 'searchUpdated':
    case 'paymentPending':
    case 'searchFailed':
    case 'chargePaid':
      return state.step === 'earlierPayment'
        ? handleEarlierSearch(state, event)
        : handleSending(state, event)
    case 'sent':
      return handleSent(state, event)
    case 'compared':
      return handleCompared(state, event)
    case 'recorded':
    case 'recordDelayed':
    case 'recordFailed':
    case 'transactionUpdated':
    case 'statusUnavailable':
    case 'unmatched':
    case 'notListed':
    case 'settled':
    case 'transferFailed':
      return handleSubmitted(state, event)
    default:
      return event satisfies never
  }
}

const walletChoiceEvents = [
  'walletsUpdated',
  'walletsFailed',
  'chooseWallet',
  'uriCreated',
  'connected',
  'connectFailed',
  'back',
] as const satisfies readonly CheckoutEvent['type'][]

type WalletChoiceEvent = Extract<CheckoutEvent, { type: (typeof walletChoiceEvents)[number] }>

/** Returns whether an event belongs to choosing and connecting a wallet, for a signature as well as for a transfer. */
function isWalletChoiceEvent(event: CheckoutEvent): event is WalletChoiceEvent {
  return (walletChoiceEvents as readonly string[]).includes(event.type)
}

type SearchEvent = Parameters<typeof handleSending>[1]

/** Handles the events while an earlier payment is searched for. If found, it is reported and never requested again. */
function handleEarlierSearch(
  state: Extract<State, { step: 'earlierPayment' }>,
  event: SearchEvent,
): TransitionResult {
  const { option, intent } = state
  if (!('intentId' in event) || event.intentId !== intent.id) return keepState(state)
  switch (event.type) {
    case 'chargePaid':
      return finishAsPaid(event.option, undefined)
    case 'searchUpdated': {
      const { searchResult } = event
      if (searchResult.found === 'transfer')
        return recordEarlierPayment(option, intent, searchResult.hash)
      const { lastError: _, ...rest } = state
      return [{ ...rest, searchResult }, []]
    }
    case 'searchFailed':
      return [{ ...state, lastError: event.error }, []]
    default:
      return keepState(state)
  }
}

/**
 * Handles a charge that has ended or whose price has changed: the screen follows, but a payment in progress continues.
 */
function handleRefreshed(
  state: State,
  freshOption: PaymentOption,
  serial: number,
): TransitionResult {
  if (
    !isBeforePayment(state) ||
    !('option' in state) ||
    state.option?.charge.id !== freshOption.charge.id
  )
    return keepState(state)
  if (isPaid(freshOption))
    return [{ step: 'loading' }, [{ do: 'resume', option: freshOption.base ?? freshOption }]]
  if (getChargeEndReason(freshOption.charge))
    return [offerPayment(freshOption), [{ do: 'stopDiscovering' }]]
  const option = { ...freshOption, ignoredHashes: state.option.ignoredHashes }
  const { amount, expiresAt } = state.option.quote
  const isSame = amount === option.quote.amount && expiresAt === option.quote.expiresAt
  if (state.step === 'ready')
    return isSame ? keepState(state) : [offerPayment(option, state.notice), []]
  // An amount that was reserved for another price may be less than is owed now.
  const shownAmount =
    state.step === 'externalPayment' && (state.unreservedOption ?? state.option).quote.amount
  if (state.step === 'externalPayment' && shownAmount !== option.quote.amount)
    return startReserving({ step: 'externalPayment', option, attempt: serial }, serial)
  // Before the wallet is asked, the check reads the charge again and shows what has changed.
  return keepState(state)
}

function handleLoadFailed(error: PayError, entry: JournalEntry | undefined): TransitionResult {
  const state = createLoadFailedState(error)
  if (!entry) return [state, []]
  // The known payment is shown, and loading its charge is retried.
  return [{ ...state, entry }, error.retryable ? [{ do: 'reloadLater' }] : []]
}

type TabEvent = Extract<CheckoutEvent, { type: 'tabUpdated' | 'lockAcquired' }>

/** Handles the status of the charge in other tabs of this browser. */
function handleTabEvent(state: State, event: TabEvent): TransitionResult {
  if (!('option' in state) || state.option?.charge.id !== event.chargeId) return keepState(state)
  const { option } = state
  if (event.type === 'lockAcquired') return state.step === 'otherTab' ? reload() : keepState(state)
  const { tabStatus } = event
  if (state.step === 'otherTab') {
    // When the lock is acquired, the charge is loaded again.
    return tabStatus.step === 'over' ? keepState(state) : [{ ...state, tabStatus }, []]
  }
  if (tabStatus.step === 'over' || isPaying(state) || !isBeforePayment(state))
    return keepState(state)
  // An ignored hash does not keep this tab from paying, or two tabs would pass it to each other forever.
  if (tabStatus.hash && isIgnoredHash(option, tabStatus.hash)) return keepState(state)
  return [
    { step: 'otherTab', option, tabStatus },
    [{ do: 'stopDiscovering' }, { do: 'waitForLock', chargeId: event.chargeId }],
  ]
}

/** The steps at which no payment has been started, or at which it is certain that it paid nothing. */
const stepsBeforePayment = [
  'enteringAmount',
  'ready',
  'choosingWallet',
  'connecting',
  'choosingToken',
  'externalPayment',
  'wrongNetwork',
  'checking',
  'insufficientFunds',
  'storageBlocked',
  'notPaid',
] as const satisfies readonly Step[]

/** Returns whether the state is before a payment has started. */
function isBeforePayment({ step }: State): boolean {
  return isStepIn(stepsBeforePayment, step)
}

type WalletList = Extract<CheckoutEvent, { type: 'walletsUpdated' }>['wallets']
type BeforeWalletEvent = Extract<
  CheckoutEvent,
  {
    type:
      | 'pay'
      | 'enterAmount'
      | 'amountRejected'
      | 'chooseWallet'
      | 'back'
      | 'cancel'
      | 'retry'
      | 'walletsUpdated'
      | 'walletsFailed'
  }
>

function handleBeforeWallet(
  state: State,
  event: BeforeWalletEvent,
  serial: number,
): TransitionResult {
  switch (event.type) {
    case 'enterAmount':
      return handleAmount(state, event.amount)
    case 'amountRejected':
      return state.step === 'enteringAmount'
        ? [{ step: 'enteringAmount', option: state.option, error: event.error }, []]
        : keepState(state)
    case 'pay':
      if (state.step === 'ready')
        return [{ step: 'choosingWallet', option: state.option }, [{ do: 'discoverWallets' }]]
      if (state.step === 'wrongNetwork' && !state.isAwaitingWallet)
        return requestChainSwitch(state.option, state.account, serial)
      // The list is shown even if there is one wallet, because that one has too little.
      if (state.step === 'insufficientFunds') {
        const { option, account } = state
        return [
          { step: 'choosingWallet', option, wallets: [account.wallet] },
          [{ do: 'discoverWallets' }],
        ]
      }
      // Certainly nothing was paid. Somebody else may have paid the charge in the meantime, so it is loaded again.
      return state.step === 'notPaid' && state.reason !== 'rejected' ? reload() : keepState(state)
    case 'walletsUpdated':
      return handleWalletList(state, event.wallets, serial)
    case 'walletsFailed':
      return state.step === 'choosingWallet'
        ? [offerPayment(state.option, event.error), []]
        : keepState(state)
    case 'chooseWallet': {
      // The same wallet again: the payer chooses another token next.
      if (state.step === 'insufficientFunds' && state.account.wallet.id === event.walletId) {
        const { wallet } = state.account
        return startConnecting(state.option, [wallet], wallet, serial)
      }
      if (state.step !== 'choosingWallet') return keepState(state)
      const wallet = state.wallets?.find(({ id }) => id === event.walletId)
      return wallet
        ? startConnecting(state.option, state.wallets ?? [], wallet, serial)
        : keepState(state)
    }
    case 'back':
      return goBack(state)
    case 'retry':
      return retry(state, serial)
    case 'cancel':
      if (state.step === 'cancelled' || mayHaveMovedMoney(state)) return keepState(state)
      return [
        { step: 'cancelled', ...('option' in state && state.option && { option: state.option }) },
        [{ do: 'stopDiscovering' }, { do: 'leave', reason: 'cancel' }],
      ]
    default:
      return event satisfies never
  }
}

/** Returns whether money has moved or may move, here or in another tab, so that nothing can be canceled any more. */
function mayHaveMovedMoney(state: State): boolean {
  const isHashKnown = 'entry' in state && state.entry?.hash !== undefined
  const isSought = 'sought' in state && state.sought !== undefined
  return isPaying(state) || 'hash' in state || state.step === 'otherTab' || isHashKnown || isSought
}

/** Handles the amount that the payer of a `no_price` charge has entered. */
function handleAmount(state: State, amount: bigint): TransitionResult {
  if (state.step !== 'enteringAmount') return keepState(state)
  const { option } = state
  if (amount > 0n)
    return [{ step: 'ready', option: { ...option, quote: { ...option.quote, amount } } }, []]
  const error = new PayError('invalid_amount', 'Enter an amount above zero.')
  return [{ step: 'enteringAmount', option, error }, []]
}

function handleWalletList(state: State, wallets: WalletList, serial: number): TransitionResult {
  if (state.step === 'connecting') return [{ ...state, wallets }, []]
  if (state.step !== 'choosingWallet') return keepState(state)
  const [only, second] = wallets
  // The payer has already chosen to pay, and with one wallet there is nothing to choose. But a list that is already
  // shown, or that comes with an error, stays.
  if (only && !only.connectsByUri && !second && !state.wallets && !state.notice)
    return startConnecting(state.option, wallets, only, serial)
  return [{ ...state, wallets }, []]
}

function returnToWallets(
  { option, wallets, wallet }: Extract<State, { step: 'connecting' }>,
  notice: PayError,
): State {
  const busyWallet = notice.code === 'wallet_busy' && { busyWallet: wallet }
  return { step: 'choosingWallet', option, wallets, notice, ...busyWallet }
}

/** Goes back one screen, if nothing is in progress. */
function goBack(state: State): TransitionResult {
  switch (state.step) {
    case 'ready':
      // Only a payer who entered the amount may change it.
      return state.option.charge.pricing_type === 'no_price'
        ? [{ step: 'enteringAmount', option: toBaseOption(state.option) }, []]
        : keepState(state)
    case 'connecting':
      return [{ step: 'choosingWallet', option: state.option, wallets: state.wallets }, []]
    case 'choosingWallet':
    case 'choosingToken':
    case 'wrongNetwork':
    case 'checking':
    case 'insufficientFunds':
    case 'storageBlocked':
      return [offerPayment(state.option), [{ do: 'stopDiscovering' }]]
    case 'externalPayment':
      return [offerPayment(state.unreservedOption ?? state.option), [{ do: 'stopDiscovering' }]]
    default:
      return keepState(state)
  }
}

/** Returns the payment option in the charge's own token, in which its amount is entered. */
function toBaseOption(option: PaymentOption): PaymentOption {
  return option.base ? { ...option.base, ignoredHashes: option.ignoredHashes } : option
}

/** Retries what has failed, but never a transfer. */
function retry(state: State, serial: number): TransitionResult {
  switch (state.step) {
    case 'unavailable':
      // For a charge that has ended, another one is created if the page has an order.
      return reload(state.reason !== undefined)
    case 'externalPayment':
      return state.reservation || state.isReservationUnavailable
        ? keepState(state)
        : startReserving(state, serial)
    case 'earlierPayment': {
      const { option, intent, hash, searchResult } = state
      if (hash) return reload()
      const upTo =
        searchResult && 'toBlock' in searchResult ? { searchedToBlock: searchResult.toBlock } : {}
      // The screen is rendered again, and the last search result stays until there is a new one.
      return [{ ...state }, [{ do: 'searchTransfer', intent, option, ...upTo }]]
    }
    case 'failed':
    case 'cancelled':
    case 'notPaid':
    case 'misdirected':
    case 'otherTab':
      // The journal keeps a hash that is not recorded yet, and loading resumes with it.
      return reload()
    case 'connecting':
      return startConnecting(state.option, state.wallets, state.wallet, serial)
    case 'choosingToken':
      return continueWithAccount(state.option, state.account, state.options, serial)
    case 'insufficientFunds':
    case 'storageBlocked':
      return startCheck(state.option, state.account, serial)
    case 'unknownOutcome': {
      const { option, intent, proposal, searchResult } = state
      const searchedToBlock =
        searchResult && 'toBlock' in searchResult ? searchResult.toBlock : undefined
      const [next, effects] = startSearch(option, intent, { proposal, searchedToBlock })
      // The last search result stays until there is a new one, so that another retry also continues from there.
      return [{ ...next, ...(searchResult && { searchResult }) } as State, effects]
    }
    default:
      return keepState(state)
  }
}

type WithWalletEvent = Extract<
  CheckoutEvent,
  {
    type:
      | 'uriCreated'
      | 'connected'
      | 'connectDelayed'
      | 'connectFailed'
      | 'chainSwitched'
      | 'switchFailed'
      | 'checked'
      | 'checkFailed'
  }
>

function handleWithWallet(state: State, event: WithWalletEvent, serial: number): TransitionResult {
  if (!('attempt' in state) || state.attempt !== event.attempt) return keepState(state)
  switch (event.type) {
    case 'uriCreated':
      return state.step === 'connecting' ? [{ ...state, uri: event.uri }, []] : keepState(state)
    case 'connected':
      if (state.step !== 'connecting') return keepState(state)
      return continueWithAccount(state.option, event.account, event.options, serial)
    case 'connectDelayed':
      return state.step === 'connecting' && !state.isDelayed
        ? [{ ...state, isDelayed: true }, []]
        : keepState(state)
    case 'connectFailed':
      return state.step === 'connecting'
        ? [returnToWallets(state, event.error), []]
        : keepState(state)
    case 'chainSwitched': {
      if (state.step !== 'wrongNetwork') return keepState(state)
      return startCheck(
        state.option,
        { ...state.account, chainId: state.option.quote.chainId },
        serial,
      )
    }
    case 'switchFailed':
      if (state.step !== 'wrongNetwork') return keepState(state)
      return [{ ...state, isAwaitingWallet: false, notice: event.error }, []]
    case 'checked': {
      if (state.step !== 'checking') return keepState(state)
      const { option, account } = state
      // It was paid in the meantime, in another tab or by somebody else: loading shows the new state.
      if (event.freshOption && hasChargeChanged(option, event.freshOption)) return reload()
      const missing = findMissing(option, event.funds)
      if (missing)
        return [{ step: 'insufficientFunds', option, account, missing, funds: event.funds }, []]
      const { intent } = event
      // The intent is written before the wallet opens: if the tab is closed meanwhile, the next page searches for the
      // transfer.
      return [
        { step: 'sending', option, account, intent, wasWalletAsked: false },
        [{ do: 'writeIntent', intent, hasConsented: false }],
      ]
    }
    case 'checkFailed':
      if (state.step !== 'checking') return keepState(state)
      return [offerPayment(state.option, event.error), [{ do: 'stopDiscovering' }]]
    default:
      return event satisfies never
  }
}

/** Returns whether the charge has changed, so that what the payer was shown is not what is owed now. */
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

/** Returns what the account is missing for the transfer, if anything. */
function findMissing({ quote }: PaymentOption, funds: Funds): 'token' | 'gas' | undefined {
  if (quote.token.native) {
    if (funds.nativeBalance < quote.amount) return 'token'
    return funds.nativeBalance < quote.amount + funds.fee ? 'gas' : undefined
  }
  if (funds.tokenBalance < quote.amount) return 'token'
  return funds.nativeBalance < funds.fee ? 'gas' : undefined
}
