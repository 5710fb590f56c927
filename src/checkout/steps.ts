import type { PaymentOption } from './quote/payment-option.ts'
import type { State, Step } from './state.ts'

// Sets of steps are typed constants, so that a renamed or misspelled step does not compile. This one is part of the first load;
// those that later code needs are next to that code.

/** The steps between a written intent and the end of its payment. No other payment may start during them. */
export const payingSteps = [
  'sending',
  'unknownOutcome',
  'reporting',
  'confirming',
  'dropped',
  'needsSignature',
] as const satisfies readonly Step[]

/** Returns whether a step is one of a set. */
export function isStepIn<T extends Step>(steps: readonly T[], step: Step): step is T {
  return (steps as readonly Step[]).includes(step)
}

/** Returns the payment option that a screen is about; undefined for one that is about none. */
export function getOption(state: State): PaymentOption | undefined {
  return 'option' in state ? state.option : undefined
}
