import type { PayError } from '../../../errors.ts'
import type { QuoteCheck } from '../../ports/ports.ts'
import type { CheckoutEvent, Effect, State, Step } from '../../state.ts'
import type { TransitionResult } from '../builders.ts'

// Every way to pay goes through here: no screen from which money can be sent follows for a quote that the page does not
// allow.

/** Whether money can be sent from a step. A new step does not compile until it is decided here. */
const isPayableStep: Readonly<Record<Step, boolean>> = {
  loading: false,
  offered: false,
  unavailable: false,
  enteringAmount: true,
  ready: true,
  choosingWallet: true,
  connecting: true,
  choosingToken: true,
  externalPayment: true,
  wrongNetwork: true,
  checking: true,
  insufficientFunds: true,
  storageBlocked: true,
  waitingPayment: true,
  // Until the wallet is asked. From then on money may have moved, and the screens below show the result.
  sending: true,
  otherTab: false,
  unknownOutcome: false,
  earlierPayment: false,
  reporting: false,
  needsSignature: false,
  confirming: false,
  dropped: false,
  notPaid: false,
  misdirected: false,
  paid: false,
  cancelled: false,
  failed: false,
}

/**
 * The effects that are kept when a payment is refused: earlier transfers are still reported, and the journal stays in order. None
 * of them can send money.
 */
const keptEffects = [
  'stopDiscovering',
  'closeEntry',
  'updateIntent',
  'writeHash',
  'writeUnreportedHash',
  'writeMisdirection',
  'removeUnreportedHash',
  'writeAwaited',
  'reportTransaction',
] as const satisfies readonly Effect['do'][]

/** Returns whether an error forbids paying the charge's quote. */
export function isQuoteRefusal({ code }: PayError): boolean {
  return code === 'recipient_not_pinned' || code === 'quote_mismatch' || code === 'quote_not_signed'
}

/**
 * Returns the result of a transition, or the error screen in its place where the next screen would let the payer pay a
 * quote that the page does not allow, or where a step towards the wallet has found such a quote.
 */
export function guardPayment(
  [state, effects]: TransitionResult,
  event: CheckoutEvent,
  checkQuote: QuoteCheck,
): TransitionResult {
  if (!isPayable(state)) return [state, effects]
  const refusal = 'error' in event && isQuoteRefusal(event.error) ? event.error : undefined
  const error = refusal ?? findRefusal(state, checkQuote)
  if (!error) return [state, effects]
  const isKept = (effect: Effect) => (keptEffects as readonly string[]).includes(effect.do)
  return [{ step: 'failed', error }, [{ do: 'stopDiscovering' }, ...effects.filter(isKept)]]
}

function isPayable(state: State): boolean {
  return isPayableStep[state.step] && !(state.step === 'sending' && state.wasWalletAsked)
}

/** Returns why the quotes of a state must not be paid, if one of them must not. */
function findRefusal(state: State, checkQuote: QuoteCheck): PayError | undefined {
  if (!('option' in state) || !state.option) return undefined
  if (state.step === 'externalPayment' && state.unreservedOption)
    return checkQuote(state.unreservedOption, state.option)
  if (state.step === 'choosingToken') {
    const offers = [...state.options, ...(state.balances ?? []).map(({ option }) => option)]
    for (const option of offers) {
      const error = checkQuote(option)
      if (error) return error
    }
  }
  return checkQuote(state.option)
}
