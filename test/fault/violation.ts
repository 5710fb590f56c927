/**
 * What must never be: the invariants of README's promise, and two of all code. `a` covers what
 * another browser has sent where the page could know of it (other-browsers.ts), and `e` holds for each browser by itself.
 */
export type Invariant = 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'rejection' | 'endless'

export const promises: Record<Invariant, string> = {
  a: 'never two transfers for one charge without the payer’s consent to the second',
  b: 'a mined transfer ends recorded',
  c: '‘paid’ is shown only when it is true',
  d: 'no schedule ends in a screen without a way out',
  e: 'the redirect fires at most once in a browser, and only after the service has recorded the payment',
  f: 'no wallet is asked for anything but what the service states for the charge',
  g: 'what a stranger does neither pays his charge with the payer’s money, nor has the payer sign for it',
  rejection: 'no rejection goes unhandled',
  endless: 'no loop runs without time passing',
}

/** A broken invariant. */
export class Violation extends Error {
  override readonly name = 'Violation'
  readonly invariant: Invariant

  constructor(invariant: Invariant, message: string) {
    super(message)
    this.invariant = invariant
  }
}
