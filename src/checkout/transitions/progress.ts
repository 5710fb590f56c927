import type { State, Step } from '../state.ts'
import { isStepIn } from '../steps.ts'
import { isPaying } from './open-charge.ts'

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
  'waitingPayment',
  'notPaid',
] as const satisfies readonly Step[]

/** Returns whether the state is before a payment has started. */
export function isBeforePayment({ step }: State): boolean {
  return isStepIn(stepsBeforePayment, step)
}

/** Returns whether money has moved or may move, here or in another tab, so that nothing can be canceled. */
export function mayHaveMovedMoney(state: State): boolean {
  const isHashKnown = 'entry' in state && state.entry?.hash !== undefined
  const isSought = 'sought' in state && state.sought !== undefined
  return isPaying(state) || 'hash' in state || state.step === 'otherTab' || isHashKnown || isSought
}
