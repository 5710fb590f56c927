import type { Funds } from '../../ports/wallets.ts'
import type { PaymentOption, WaitingSign } from '../../quote/payment-option.ts'
import type { State } from '../../state.ts'
import { offerPayment, type TransitionResult } from '../builders.ts'

// A payer has one purse and several browsers: the storage of this one does not know what another one has paid. So before a
// wallet is asked, the page says which signs there are of a payment that no block shows yet. A sign proves nothing, and
// anybody can report: the way to pay stays, with the payer's consent.

type WaitingState = Extract<State, { step: 'waitingPayment' }>

/**
 * Returns the sign of a payment that may be on its way, if the payer has not agreed to pay beside it. A report does not say
 * what it is of, and a browser that has given up a transaction of its own was warned by that.
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

/** Warns the payer, and reads the charge again until a block or the end of the report shows what it was. */
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

/** Offers the payment beside the possible one. The account is checked anew: the payer may have waited for minutes. */
export function payBesideWaiting({ option, sign }: WaitingState): TransitionResult {
  return [offerPayment({ ...option, acceptedSign: sign }), []]
}
