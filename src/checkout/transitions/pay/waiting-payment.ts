import type { Funds } from '../../ports/wallets.ts'
import type { PaymentOption, WaitingSign } from '../../quote/payment-option.ts'
import type { State } from '../../state.ts'
import { offerPayment, type TransitionResult } from '../builders.ts'

// One payer may use several browsers, and the storage of this one does not know the payments of another. So before a wallet is
// asked, the page shows the signs of a payment that no block shows yet. A sign proves nothing, and anyone can report one, so the
// payer can still pay, with consent.

type WaitingState = Extract<State, { step: 'waitingPayment' }>

/**
 * Returns the sign of a payment that may be on its way, if the payer has not agreed to pay despite it. A report does not name its
 * transaction: it may be the one that this browser has given up, about which the payer was already warned.
 *
 * @param funds of the account that is about to pay, once it is known
 */
export function findWaitingSign(
  { charge, acceptedSign, ignoredHashes }: PaymentOption,
  funds?: Funds,
): WaitingSign | undefined {
  if (acceptedSign === 'nonce') return undefined
  if (charge.waiting_report && !acceptedSign && !ignoredHashes?.length) return 'report'
  return funds?.hasUnmined ? 'nonce' : undefined
}

/** Warns the payer, and reads the charge again until a block or the end of the report resolves the sign. */
export function warnOfWaiting(option: PaymentOption, sign: WaitingSign): TransitionResult {
  return [
    { step: 'waitingPayment', option, sign },
    [{ do: 'stopDiscovering' }, { do: 'watchCharge', option }],
  ]
}

/** Follows the charge while the payer is warned, until its report ends. An account is read again by its own check. */
export function updateWaiting(state: WaitingState, option: PaymentOption): TransitionResult {
  return state.sign === 'nonce' || option.charge.waiting_report
    ? [{ ...state, option }, []]
    : [offerPayment(option), []]
}

/** Offers the payment despite the possible one. The account is checked again: the payer may have waited for minutes. */
export function payBesideWaiting({ option, sign }: WaitingState): TransitionResult {
  return [offerPayment({ ...option, acceptedSign: sign }), []]
}
