import type { CheckoutCharge } from '../../api/schemas/charges/checkout-charge.ts'
import type { PayError } from '../../errors.ts'
import type { PaymentOption } from '../quote/payment-option.ts'
import type { ChargeEndReason, State } from '../state.ts'
import { isStepIn, payingSteps } from '../steps.ts'

// This file has everything that a page needs to show a price. The rest of the checkout is loaded when it is needed.

/**
 * Returns the first screen of a loaded charge, or undefined if only the complete checkout can decide on it: there may be
 * a payment to resume or to wait for, on the charge or in the journal, or the offer is not simply to pay.
 */
export function decideFirstState(option: PaymentOption, isInJournal: boolean): State | undefined {
  const { payments, waiting_report } = option.charge
  if (isInJournal || payments?.length || waiting_report) return undefined
  return canBePaid(option) ? { step: 'ready', option } : undefined
}

/** Returns whether a charge can be paid as it is: it has an amount, and is not over. */
export function canBePaid({ charge, quote }: PaymentOption): boolean {
  const hasAmount = charge.pricing_type === 'fixed_price' || quote.amount > 0n
  return hasAmount && !getChargeEndReason(charge)
}

/**
 * Returns the reason why a charge can no longer be paid. Only the service decides this, by its own clock: a payer's
 * clock may be wrong by hours.
 */
export function getChargeEndReason({ status }: CheckoutCharge): ChargeEndReason | undefined {
  return status === 'EXPIRED' ? 'expired' : status === 'CANCELLED' ? 'cancelled' : undefined
}

/** Returns the state of a charge that could not be loaded. */
export function createLoadFailedState(
  error: PayError,
): Extract<State, { step: 'unavailable' | 'failed' }> {
  return error.code === 'not_found' ? { step: 'unavailable', error } : { step: 'failed', error }
}

/** Returns whether a payment is between its written intent and its end, during which no other payment may start. */
export function isPaying({ step }: State): boolean {
  return isStepIn(payingSteps, step)
}
