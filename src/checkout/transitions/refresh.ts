import type { PayError } from '../../errors.ts'
import type { JournalEntry } from '../ports/journal.ts'
import { keepDecisions } from '../quote/payment-assets.ts'
import type { PaymentOption } from '../quote/payment-option.ts'
import { findPendingHash, isPaid } from '../quote/settlement.ts'
import type { State } from '../state.ts'
import { keepState, offerPayment, type TransitionResult } from './builders.ts'
import { createLoadFailedState, getChargeEndReason } from './open-charge.ts'
import { startReserving } from './pay/external-payment.ts'
import { findWaitingSign, updateWaiting, warnOfWaiting } from './pay/waiting-payment.ts'
import { isBeforePayment } from './progress.ts'

/**
 * Handles a charge that has ended, whose price has changed, or that is being paid elsewhere: the screen follows, but a payment in
 * progress continues.
 */
export function handleRefreshed(
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
  const option = keepDecisions(freshOption, state.option)
  // The screen of a failed or a searched transaction is about this browser's own payment.
  const isOwn = state.step === 'notPaid' || ('sought' in state && state.sought)
  if (isPaid(freshOption) || (!isOwn && findPendingHash(option)))
    return [{ step: 'loading' }, [{ do: 'resume', option: freshOption.base ?? freshOption }]]
  if (getChargeEndReason(freshOption.charge))
    return [offerPayment(freshOption), [{ do: 'stopDiscovering' }]]
  if (state.step === 'waitingPayment') return updateWaiting(state, option)
  const sign = isOwn ? undefined : findWaitingSign(option)
  if (sign) return warnOfWaiting(option, sign)
  const { amount, expiresAt } = state.option.quote
  const isSame = amount === option.quote.amount && expiresAt === option.quote.expiresAt
  if (state.step === 'ready')
    return isSame ? keepState(state) : [offerPayment(option, state.notice), []]
  // An amount that was reserved for another price may be less than is owed now.
  const shownAmount =
    state.step === 'externalPayment' && (state.unreservedOption ?? state.option).quote.amount
  if (state.step === 'externalPayment' && shownAmount !== option.quote.amount)
    return startReserving({ step: 'externalPayment', option, attempt: serial }, serial)
  // Before the wallet is asked, the check reads the charge again and shows the changes.
  return keepState(state)
}

/** Handles a charge that cannot be loaded. A payment that the journal knows is shown all the same. */
export function handleLoadFailed(
  error: PayError,
  entry: JournalEntry | undefined,
): TransitionResult {
  const state = createLoadFailedState(error)
  if (!entry) return [state, []]
  return [{ ...state, entry }, error.retryable ? [{ do: 'reloadLater' }] : []]
}
