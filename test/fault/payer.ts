import type { CheckoutEvent, State } from '../../src/checkout/state.ts'
import { isSigner } from '../../src/checkout/transitions/sign-payment.ts'
import { payer, walletInfo } from './places.ts'

/** The events that the buttons of a screen send, the plainest first (src/element/views). */
export function offered(state: State): CheckoutEvent[] {
  switch (state.step) {
    case 'ready':
      return [{ type: 'pay' }, { type: 'cancel' }]
    case 'amount':
      return [{ type: 'amount', amount: 5n }]
    case 'wallets':
      return state.wallets
        ? [{ type: 'choose', walletId: walletInfo.id }, { type: 'back' }]
        : [{ type: 'back' }]
    case 'network':
      return state.isAwaitingWallet ? [{ type: 'back' }] : [{ type: 'pay' }, { type: 'back' }]
    case 'connecting':
    case 'checking':
      return [{ type: 'back' }]
    case 'tokens':
      return [{ type: 'pick', index: 0 }, { type: 'back' }]
    case 'outside':
      return [{ type: 'back' }]
    case 'short':
      return [{ type: 'again' }, { type: 'back' }]
    case 'sending':
      return [{ type: 'doubt' }]
    case 'unsafe':
      return [{ type: 'again' }, { type: 'consent' }, { type: 'back' }]
    case 'unsure':
      return [{ type: 'again' }, { type: 'consent' }]
    case 'dropped':
      return [{ type: 'consent' }]
    case 'earlier':
      return [{ type: 'again' }, { type: 'consent' }]
    case 'sign':
      if (state.isAwaitingWallet) return []
      if (state.isChoosingWallet) return [...choices(state.wallets), { type: 'back' }]
      if (state.account) return [{ type: 'sign' }, { type: 'consent' }]
      return [{ type: 'sign' }, ...(state.hasDeclined ? [] : [{ type: 'decline' } as const])]
    case 'void':
      return state.reason === 'refused' ? [{ type: 'consent' }] : [{ type: 'pay' }]
    case 'elsewhere':
    case 'unavailable':
    case 'cancelled':
    case 'failed':
      return [{ type: 'again' }]
    case 'loading':
    case 'recording':
    case 'confirming':
    case 'paid':
      return []
    default:
      return state satisfies never
  }
}

const choices = (wallets: unknown): CheckoutEvent[] =>
  wallets ? [{ type: 'choose', walletId: walletInfo.id }] : []

/** What a payer does who only waits and tries again. */
export function patient(state: State): CheckoutEvent | undefined {
  return offered(state).find(
    ({ type }) =>
      type === 'again' || type === 'sign' || (state.step === 'sign' && type === 'choose'),
  )
}

/** What a payer does who wants to pay, and knows that nothing was sent. */
export function eager(state: State): CheckoutEvent | undefined {
  const list = offered(state)
  const has = (type: CheckoutEvent['type']) => list.find((one) => one.type === type)
  // Nobody can sign for what another account has sent.
  if (state.step === 'sign' && !isSigner(state.signers, { address: payer }))
    return has('consent') ?? has('choose') ?? has('sign')
  // Whoever waits for a wallet does not walk away from it.
  return (
    has('pay') ?? has('sign') ?? has('choose') ?? has('consent') ?? has('amount') ?? has('again')
  )
}
