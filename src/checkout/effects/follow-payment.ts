import type { PaymentStatus } from '../../api/schemas/payments/payment.ts'
import { PayError } from '../../errors.ts'
import type { Intent } from '../ports/intent.ts'
import type { Ports } from '../ports/ports.ts'
import type { TransactionStatus } from '../ports/wallets.ts'
import type { PaymentOption } from '../quote/payment-option.ts'
import { findPayment, isPaid } from '../quote/settlement.ts'
import type { CheckoutEvent } from '../state.ts'
import { getReportedOption } from '../transitions/builders.ts'
import { type Dispatch, pause, readWithoutBlocking, type SettledCall, settleCall } from './wait.ts'

/** Milliseconds between two polls. */
const pollIntervalMs = 1500
/** Milliseconds that a chain must not know a transaction before it is treated as dropped. A node may lag behind. */
const droppedAfterMs = 60_000

const unknownStatus: TransactionStatus = { status: 'unknown' }
/** Milliseconds that the service has to verify a signature. */
const checkingSignatureMs = 30_000
/** The number of polls in which the service may miss a hash before it is reported again. */
const maxPolls = 2

/**
 * A hash that is followed, with the intent of its transfer. `unresolvedIntent` is an intent of this browser that may be
 * found instead.
 */
interface FollowedPayment {
  option: PaymentOption
  hash: string
  intent: Intent | undefined
  unresolvedIntent: Intent | undefined
  /** Whether the payer has just signed for it. */
  hasSigned?: boolean | undefined
}

/**
 * Follows a recorded hash: its status on the chain, read through the wallet, and whether the service has credited it.
 */
export async function followPayment(
  ports: Ports,
  dispatch: Dispatch,
  signal: AbortSignal,
  { option, hash, intent, unresolvedIntent, hasSigned }: FollowedPayment,
) {
  // Another payer's payment may be on another chain.
  const payerChainId = Number(findPayment(option.charge, hash)?.payerChainId ?? 0)
  const chainId = intent?.quote.chainId ?? (payerChainId || option.quote.chainId)
  const requiredConfirmations = ports.getRequiredConfirmations(chainId)
  let trackedIntent = intent ?? unresolvedIntent
  let unknownSince: number | undefined
  let missedPolls = 0
  const startedAt = ports.monotonicNow()
  const readStatus = readWithoutBlocking(ports, signal, async () =>
    (await ports.loadWallets()).getTransactionStatus(
      chainId,
      hash,
      trackedIntent,
      requiredConfirmations,
    ),
  )
  while (!signal.aborted) {
    const statusRead = readStatus()
    const refresh = await settleCall(ports.proxy.refresh(option, signal))
    // A confirmed payment does not wait for a slow wallet.
    if (refresh.value && isSettled(refresh.value, hash) && !signal.aborted)
      return dispatch({ type: 'settled', hash, option: refresh.value })
    const reportedStatus =
      refresh.value &&
      (await readPaymentStatus(ports, refresh.value, hash, intent ?? unresolvedIntent, signal))
    if (signal.aborted) return
    const isChecking = hasSigned && ports.monotonicNow() - startedAt < checkingSignatureMs
    if (refresh.value && reportedStatus?.value?.status === 'UNMATCHED' && !isChecking) {
      const { signers } = reportedStatus.value
      dispatch({ type: 'unmatched', hash, option: refresh.value, signers })
    }
    if (signal.aborted) return
    // Without a wallet that can read the chain, only the service reports. Then just the count on the screen is missing.
    const statusResult = await statusRead
    const transactionStatus = statusResult?.value
    if (signal.aborted) return
    const finalEvent =
      refresh.value &&
      getFinalEvent(
        refresh.value,
        hash,
        transactionStatus,
        requiredConfirmations,
        reportedStatus?.value,
      )
    // A failure may mean that it was replaced, which only the chain shows. So the chain's answer, or an error, is
    // needed.
    if (finalEvent && (finalEvent.type !== 'transferFailed' || statusResult))
      return dispatch(finalEvent)
    if (intent && trackedIntent && transactionStatus && 'nonce' in transactionStatus)
      trackedIntent = { ...trackedIntent, usedNonce: transactionStatus.nonce }
    // If neither the chain nor the service knows it, it is treated as unknown too, so that the wait ends.
    const isKnown = reportedStatus?.value && reportedStatus.value.status !== 'UNSEEN'
    const isSilent =
      refresh.value && !isKnown && findPayment(refresh.value.charge, hash)?.status === undefined
    const currentStatus = transactionStatus ?? (isSilent ? unknownStatus : undefined)
    if (currentStatus?.status === 'unknown') unknownSince ??= ports.monotonicNow()
    else if (currentStatus) unknownSince = undefined
    if (
      currentStatus &&
      (unknownSince === undefined || ports.monotonicNow() - unknownSince >= droppedAfterMs)
    ) {
      dispatch({
        type: 'transactionUpdated',
        hash,
        transactionStatus: currentStatus,
        option: refresh.value,
      })
    }
    if (signal.aborted) return
    const isListed = !refresh.value?.charge.payments || findPayment(refresh.value.charge, hash)
    const isForgotten = reportedStatus?.error?.code === 'not_found'
    if (isListed || reportedStatus?.value) missedPolls = 0
    else if (isForgotten) missedPolls++
    // Not immediately, or it would be reported forever to a service that never lists it.
    if (
      missedPolls > maxPolls &&
      (transactionStatus?.status === 'mined' || transactionStatus?.status === 'pending')
    )
      return dispatch({ type: 'notListed', hash })
    if (refresh.error) dispatch({ type: 'statusUnavailable', hash, error: refresh.error })
    if (!(await pause(ports, pollIntervalMs, signal))) return
  }
}

/** Reads the status of a hash that the charge does not list. Returns undefined if the charge lists it. */
async function readPaymentStatus(
  ports: Ports,
  option: PaymentOption,
  hash: string,
  intent: Intent | undefined,
  signal: AbortSignal,
): Promise<SettledCall<PaymentStatus> | undefined> {
  if (findPayment(option.charge, hash)?.status !== undefined) return undefined
  return await settleCall(
    ports.proxy.getPaymentStatus(getReportedOption(option, intent), hash, signal),
  )
}

/** Returns whether the service has confirmed the hash or the whole charge. */
function isSettled(option: PaymentOption, hash: string): boolean {
  return isPaid(option) || findPayment(option.charge, hash)?.status === 'COMPLETED'
}

/** Returns the final event of a hash that is not confirmed, if service or chain have decided. */
function getFinalEvent(
  option: PaymentOption,
  hash: string,
  transactionStatus: TransactionStatus | undefined,
  requiredConfirmations: number,
  reportedStatus: PaymentStatus | undefined,
): CheckoutEvent | undefined {
  const payment = findPayment(option.charge, hash)
  const current = payment?.status === undefined ? reportedStatus : payment
  if (current?.status === 'FAILED') {
    const details = { reason: current.reason }
    return {
      type: 'transferFailed',
      hash,
      option,
      error: new PayError('payment_failed', 'This transfer didn’t pay for this order.', {
        details,
      }),
      transactionStatus,
    }
  }
  // A service that gives no status has only recorded the hash, so the chain decides.
  const hasNoStatus =
    !reportedStatus && (payment ? payment.status === undefined : !option.charge.payments)
  const isFinal =
    transactionStatus?.status === 'mined' &&
    !transactionStatus.isReverted &&
    transactionStatus.confirmations >= requiredConfirmations
  if (!hasNoStatus || !isFinal) return undefined
  const paidAmount = option.price > 0n ? option.price : option.quote.amount
  return { type: 'settled', hash, option: { ...option, paidAmount } }
}

/**
 * Polls whether a charge is paid by another transaction, while its payer sees that this one does not pay, or that there may be
 * one which this browser does not know.
 */
export async function pollUntilPaid(
  ports: Ports,
  dispatch: Dispatch,
  signal: AbortSignal,
  { option }: { option: PaymentOption },
) {
  while (await pause(ports, 10_000, signal)) {
    const { value: fresh } = await settleCall(ports.proxy.refresh(option, signal))
    if (signal.aborted) return
    if (fresh && isPaid(fresh)) return dispatch({ type: 'fetched', option: fresh })
    if (fresh) dispatch({ type: 'refreshed', option: fresh })
  }
}
