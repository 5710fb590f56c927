import type { CheckoutEvent, State } from '../../src/checkout/state.ts'
import { isSigner } from '../../src/checkout/transitions/pay/sign-payment.ts'
import { payer, walletInfo } from './places.ts'

/** The events that the buttons of a screen send, the plainest first (src/element/views). */
export function offered(state: State): CheckoutEvent[] {
  switch (state.step) {
    case 'ready':
      return [{ type: 'pay' }, { type: 'cancel' }]
    case 'enteringAmount':
      return [{ type: 'enterAmount', amount: 5n }]
    case 'choosingWallet':
      return state.wallets
        ? [{ type: 'chooseWallet', walletId: walletInfo.id }, { type: 'back' }]
        : [{ type: 'back' }]
    case 'wrongNetwork':
      return state.isAwaitingWallet
        ? [{ type: 'back' }]
        : [{ type: 'pay' }, { type: 'changeWallet' }, { type: 'back' }]
    case 'connecting':
    case 'checking':
      return [{ type: 'back' }]
    case 'choosingToken':
      return [{ type: 'chooseToken', index: 0 }, { type: 'back' }]
    case 'externalPayment':
      return [{ type: 'back' }]
    case 'insufficientFunds':
      return [{ type: 'retry' }, { type: 'changeWallet' }, { type: 'back' }]
    case 'sending':
      return [{ type: 'reportNoResponse' }]
    case 'storageBlocked':
      return [{ type: 'retry' }, { type: 'consent' }, { type: 'back' }]
    case 'waitingPayment':
    case 'unknownOutcome':
      return [{ type: 'retry' }, { type: 'consent' }]
    case 'dropped':
      return [{ type: 'consent' }]
    case 'earlierPayment':
      return [{ type: 'retry' }, { type: 'consent' }]
    case 'needsSignature':
      if (state.isAwaitingWallet) return []
      if (state.isChoosingWallet) return [...choices(state.wallets), { type: 'back' }]
      if (state.account) return [{ type: 'sign' }, { type: 'consent' }]
      return [{ type: 'sign' }, ...(state.hasDeclined ? [] : [{ type: 'decline' } as const])]
    case 'misdirected':
      return [{ type: 'retry' }]
    case 'notPaid':
      return state.reason === 'rejected' ? [{ type: 'consent' }] : [{ type: 'pay' }]
    case 'otherTab':
    case 'unavailable':
    case 'cancelled':
    case 'failed':
      return [{ type: 'retry' }]
    case 'loading':
    // Its customer has no charge yet.
    case 'offered':
    case 'reporting':
    case 'confirming':
    case 'paid':
      return []
    default:
      return state satisfies never
  }
}

const choices = (wallets: unknown): CheckoutEvent[] =>
  wallets ? [{ type: 'chooseWallet', walletId: walletInfo.id }] : []

/** What a payer does who only waits and tries again. */
export function patient(state: State): CheckoutEvent | undefined {
  return offered(state).find(
    ({ type }) =>
      type === 'retry' ||
      type === 'sign' ||
      (state.step === 'needsSignature' && type === 'chooseWallet'),
  )
}

/** What a payer does who wants to pay, and knows that nothing was sent. */
export function eager(state: State): CheckoutEvent | undefined {
  const list = offered(state)
  const has = (type: CheckoutEvent['type']) => list.find((one) => one.type === type)
  // Nobody can sign for what another account has sent.
  if (state.step === 'needsSignature' && !isSigner(state.signers, { address: payer }))
    return has('consent') ?? has('chooseWallet') ?? has('sign')
  // Whoever waits for a wallet does not walk away from it.
  return (
    has('pay') ??
    has('sign') ??
    has('chooseWallet') ??
    has('consent') ??
    has('enterAmount') ??
    has('retry')
  )
}
