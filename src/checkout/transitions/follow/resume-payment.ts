import type { Intent } from '../../ports/intent.ts'
import type { JournalEntry, UnreportedHash } from '../../ports/journal.ts'
import { couldHaveAsked, isOffered, isSameAsset, replaceAsset } from '../../quote/payment-assets.ts'
import type { PaymentOption } from '../../quote/payment-option.ts'
import {
  findHashFromPayer,
  findPaidHash,
  findPayment,
  findPendingHash,
  getReceiptHash,
  hasPaymentFrom,
  isPaid,
  isUnresolved,
} from '../../quote/settlement.ts'
import type { CheckoutEvent, Effect, SoughtTransaction, State } from '../../state.ts'
import {
  createEarlierOption,
  keepState,
  offerPayment,
  startFollowing,
  startReporting,
  startSearch,
  type TransitionResult,
} from '../builders.ts'
import { isUnsigned } from '../pay/authorize-payment.ts'
import { startReserving, startWatching } from '../pay/external-payment.ts'
import { abandonEarlierPayment, finishAsPaid, type handleSending } from '../pay/send-transfer.ts'
import { findWaitingSign, warnOfWaiting } from '../pay/waiting-payment.ts'
import { resumeMisdirected } from './misdirected-payment.ts'

type PayableState = Extract<State, { step: 'ready' | 'enteringAmount' }>

/** Returns whether a loaded charge can be paid. */
const canPay = (state: State): state is PayableState =>
  state.step === 'ready' || state.step === 'enteringAmount'

type LoadedEvent = Extract<CheckoutEvent, { type: 'loaded' }>

/**
 * Decides the first state of a loaded charge. An unresolved payment of an earlier page is resumed before anything is
 * offered. The payer only ever sees the service's own offer: a journal entry only decides where to look.
 */
export function resumePayment(event: LoadedEvent): TransitionResult {
  const { entry, options = [] } = event
  if (entry && event.hasLock && isUnsigned(entry)) return resumeUnsigned(event, entry)
  const previousEntry =
    event.previousEntry && isUnsigned(event.previousEntry) ? undefined : event.previousEntry
  // Before anything else: this browser's wallet sent money to another address, for any offer of the charge.
  const misdirection =
    resumeMisdirected(event.option, entry) ?? resumeMisdirected(event.option, previousEntry)
  if (misdirection) return misdirection
  const option = { ...event.option, ignoredHashes: entry?.abandonedHashes }
  const allOptions = [
    option,
    ...options.map((offer) => ({ ...offer, ignoredHashes: entry?.abandonedHashes })),
  ]
  const intent = entry?.intent
  const matchingOption =
    intent &&
    allOptions.find(
      (offer) => isOffered(intent.quote, offer.quote) && couldHaveAsked(offer, intent.quote.amount),
    )
  if (isUnresolved(entry) && intent && !matchingOption && !isPaid(option))
    return searchEarlierPayment(option, intent, entry?.hash)
  // An intent that matches no offer is left out.
  const verifiedIntent = intent && matchingOption && withOfferedReference(intent, matchingOption)
  const [state, effects] = resumeFromEntry({
    ...event,
    option: matchingOption ?? option,
    entry: entry && { ...entry, intent: verifiedIntent },
  })
  const isResumable = canPay(state) || state.step === 'unavailable'
  if (isResumable && previousEntry?.intent && !isPaid(option))
    return searchEarlierPayment(option, previousEntry.intent, previousEntry.hash)
  const [next, nextEffects] = reportUnreportedHashes(
    [state, effects],
    entry?.unreportedHashes ?? [],
    allOptions,
  )
  const sign = canPay(next) && findWaitingSign(next.option)
  if (!sign) return [next, nextEffects]
  const [warning, warningEffects] = warnOfWaiting(next.option, sign)
  return [warning, [...nextEffects, ...warningEffects]]
}

/** Ends the intent of an unsigned authorization, and shows the charge as if the wallet had not been asked. */
function resumeUnsigned(event: LoadedEvent, entry: JournalEntry): TransitionResult {
  const { intent, ...fields } = entry
  const [state, effects] = resumePayment({ ...event, entry: fields })
  const chargeId = event.option.charge.id
  return [state, [{ do: 'closeEntry', chargeId, intentId: intent?.id }, ...effects]]
}

/**
 * Returns the intent with the reference that the service states. By another one, which a script may have stored, the
 * payer's own transfer would not be recognized.
 */
function withOfferedReference(intent: Intent, { quote: { reference } }: PaymentOption): Intent {
  return { ...intent, quote: { ...intent.quote, reference } }
}

/** Reports the hashes in addition to the entry's own, and looks for those that the payer submitted. */
function reportUnreportedHashes(
  [state, effects]: TransitionResult,
  unreportedHashes: readonly UnreportedHash[],
  allOptions: PaymentOption[],
): TransitionResult {
  const [base] = allOptions as [PaymentOption]
  const findOption = ({ chainId, token }: UnreportedHash) =>
    allOptions.find(({ quote }) => isSameAsset(quote, replaceAsset(quote, { chainId, token }))) ??
    base
  const createReportEffect = (transaction: UnreportedHash): Effect => {
    const reportedOption = { ...base, quote: replaceAsset(base.quote, transaction) }
    return { do: 'reportTransaction', option: reportedOption, hash: transaction.hash }
  }
  const reports = unreportedHashes.filter(({ isRecorded }) => !isRecorded)
  const submission = reports.find(({ wasSubmitted }) => !wasSubmitted)
  // A wallet has sent it, so the payer is not asked to pay again before the service has answered.
  if (canPay(state) && submission) {
    const origin = { source: 'submitted' } as const
    const next: State = {
      step: 'reporting',
      option: findOption(submission),
      hash: submission.hash,
      origin,
    }
    return [next, [...effects, { do: 'stopDiscovering' }, ...reports.map(createReportEffect)]]
  }
  // The charge lists no payment in progress, so the service may not have seen them yet.
  if (canPay(state) && unreportedHashes.length > 0) {
    const sought = unreportedHashes.map((transaction) => ({
      hash: transaction.hash,
      option: findOption(transaction),
    }))
    return lookFor(state, sought)
  }
  // They are reported in the background, on any screen.
  return [state, [...effects, ...reports.map(createReportEffect)]]
}

/**
 * Looks for transactions that the payer submitted, and shows the ways to pay meanwhile. Without an amount nothing can be paid: the
 * payer enters it first.
 */
function lookFor(
  { step, option }: PayableState,
  sought: readonly SoughtTransaction[],
): TransitionResult {
  const screen = { step: 'externalPayment', option, attempt: 0, sought } as const
  return step === 'ready'
    ? startReserving(screen, 0)
    : startWatching({ ...screen, isReservationUnavailable: true }, 0)
}

/**
 * Searches for a transfer that was not made for the current offer. It is reported under the terms it was made in, and
 * the payer is never asked to pay it.
 */
function searchEarlierPayment(
  option: PaymentOption,
  intent: Intent,
  hash: string | undefined,
): TransitionResult {
  if (hash) return reportEarlierPayment(option, intent, hash)
  return [{ step: 'earlierPayment', option, intent }, [{ do: 'searchTransfer', intent, option }]]
}

/** Reports an earlier transfer for the charge that it was made for. */
export function reportEarlierPayment(
  option: PaymentOption,
  intent: Intent,
  hash: string,
): TransitionResult {
  return [
    { step: 'earlierPayment', option, intent, hash },
    [
      { do: 'reportTransaction', option: createEarlierOption(option, intent), hash },
      { do: 'watchCharge', option },
    ],
  ]
}

function resumeFromEntry({
  option,
  entry,
  hasLock,
  requiredConfirmations,
  journalError,
  isAwaited,
}: LoadedEvent): TransitionResult {
  const chargeId = option.charge.id
  const wasAwaited = isAwaited || mayHavePaid(entry) || hasPaymentFrom(option, undefined)
  if (entry?.settledAt !== undefined) return resumeSettled(option, entry, requiredConfirmations)
  if (entry?.intent && !hasLock)
    return [{ step: 'otherTab', option }, [{ do: 'waitForLock', chargeId }]]
  const isRecorded = entry?.isRecorded || (entry?.hash && findPayment(option.charge, entry.hash))
  const countedHash = entry?.intent && isPaid(option) && findHashFromPayer(option, entry.intent)
  if (entry?.hash && !isRecorded && !countedHash)
    return startReporting(option, entry.hash, { intent: entry.intent })
  if (isPaid(option)) {
    const hash = countedHash || findReceiptHash(option, entry?.hash)
    return [
      { step: 'paid', option, hash, intent: entry?.intent, wasPaidBefore: !wasAwaited },
      wasAwaited ? [{ do: 'finish', chargeId, hash }] : [],
    ]
  }
  // The service has recorded it. The first poll shows its status at the service and on the chain.
  if (entry?.hash)
    return startFollowing(option, entry.hash, requiredConfirmations, { intent: entry.intent })
  const pendingHash = findPendingHash(option)
  if (pendingHash)
    return startFollowing(option, pendingHash, requiredConfirmations, {
      unresolvedIntent: entry?.intent,
      isOthers: !wasAwaited || undefined,
    })
  if (entry?.intent) return startSearch(option, entry.intent)
  return [offerPayment(option, journalError), []]
}

/** Returns whether the payer of this browser may have made the payment, and has not heard of its success yet. */
function mayHavePaid({ intent, isAwaited, unreportedHashes }: JournalEntry = {}): boolean {
  return !!intent || !!isAwaited || !!unreportedHashes?.some(({ wasSubmitted }) => wasSubmitted)
}

/** Returns the hash for the receipt of a paid charge. One from the storage is shown only if the service counts it. */
function findReceiptHash({ charge }: PaymentOption, hash = ''): string {
  return getReceiptHash(charge, hash) || (findPaidHash(charge) ?? '')
}

/**
 * Resumes a charge that this browser has seen as paid. Only an explicit status from the service makes it payable again.
 */
function resumeSettled(
  option: PaymentOption,
  entry: JournalEntry,
  requiredConfirmations: number,
): TransitionResult {
  const { hash = '', intent } = entry
  const payment = findPayment(option.charge, hash)
  const { payments, status } = option.charge
  // The storage is trusted only where the service gives no status for a charge.
  const hasNoStatus = !payments || payments.some((item) => item.status === undefined)
  const isUndecided =
    status === undefined && (hash === '' ? hasNoStatus : !payments || (payment && hasNoStatus))
  if (isPaid(option) || isUndecided) {
    const receiptHash = findReceiptHash(option, hash)
    return [{ step: 'paid', option, hash: receiptHash, intent, wasPaidBefore: true }, []]
  }
  // A receipt without a hash, of a charge that is not paid, would keep every payer from paying.
  if (hash === '')
    return [offerPayment(option), [{ do: 'closeEntry', chargeId: option.charge.id, hash }]]
  if (!payment) return startReporting(option, hash, { intent })
  // A reorganization has reverted it.
  if (payment.status !== 'COMPLETED')
    return startFollowing(option, hash, requiredConfirmations, { intent })
  return [offerPayment(option), []]
}

type SearchEvent = Parameters<typeof handleSending>[1]

/** Handles the events while an earlier payment is searched for. If found, it is reported and never requested again. */
export function handleEarlierSearch(
  state: Extract<State, { step: 'earlierPayment' }>,
  event: SearchEvent,
): TransitionResult {
  const { option, intent } = state
  if (!('intentId' in event) || event.intentId !== intent.id) return keepState(state)
  switch (event.type) {
    case 'chargePaid':
      return finishAsPaid(event.option, undefined, intent)
    case 'searchUpdated': {
      const { searchResult } = event
      if (searchResult.found === 'transfer')
        return reportEarlierPayment(option, intent, searchResult.hash)
      if (searchResult.found === 'lapsed') return abandonEarlierPayment(state)
      const { lastError: _, ...fields } = state
      return [{ ...fields, searchResult }, []]
    }
    case 'searchFailed':
      return [{ ...state, lastError: event.error }, []]
    default:
      return keepState(state)
  }
}
