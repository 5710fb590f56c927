import type { Step } from './state.ts'

// Sets of steps. They are typed constants, so that a step that is renamed or misspelled does not compile.

/** The steps between a written intent and the end of its payment. No other payment may start during them. */
export const payingSteps = [
  'sending',
  'unknownOutcome',
  'recording',
  'confirming',
  'dropped',
  'needsSignature',
] as const satisfies readonly Step[]

/** The steps at which no payment has been started, or at which it is certain that it paid nothing. */
export const stepsBeforePayment = [
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

/** The steps at which a loaded charge can be paid. */
export const payableSteps = ['ready', 'enteringAmount'] as const satisfies readonly Step[]

/** The steps that continue to the transfer on their own, once the wallet or the chain has answered. */
export const stepsTowardTransfer = [
  'connecting',
  'wrongNetwork',
  'checking',
] as const satisfies readonly Step[]

/** Returns whether a step is one of a set. */
export function isStepIn<T extends Step>(steps: readonly T[], step: Step): step is T {
  return (steps as readonly Step[]).includes(step)
}
