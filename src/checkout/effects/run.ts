import { PayError } from '../../errors.ts'
import type { ConnectedAccount } from '../ports/wallets.ts'
import type { CheckoutEvent, State } from '../state.ts'
import type { Dispatch } from './wait.ts'

/** The data that the effects of a running payment share, and that outlives its screens. */
export interface Run {
  /** The charges for which this page has shown where to send the payment, and whose success it has not reported. */
  readonly awaited: Set<string>
  state: State
  /** The wallet's current account, as far as this page knows. */
  account?: ConnectedAccount | undefined
  /** Ends the reads that keep a charge and its price fresh. */
  refresh: AbortController
  /** The functions that stop listening to each of these. */
  readonly stops: { [source in 'wallets' | 'account' | 'tabs']?: () => void }
}

/** An event that reports a failure, without its error. */
type Failure = CheckoutEvent extends infer Event
  ? Event extends { error: PayError }
    ? Omit<Event, 'error'>
    : never
  : never

/** Runs an effect and dispatches its failure as an event. */
export function runAsync(dispatch: Dispatch, work: () => Promise<unknown>, failure: Failure) {
  work().catch((cause) => dispatch({ ...failure, error: describeFailure(cause) } as CheckoutEvent))
}

/** Returns an error as the payer sees it. Any other one is technical, such as that of a wallet whose answer has the wrong form. */
export function describeFailure(cause: unknown): PayError {
  if (cause instanceof PayError) return cause
  const details = { isWordless: true }
  return new PayError('wallet_failed', 'Your wallet reported a problem.', { cause, details })
}

/**
 * Writes to the journal without stopping on an error: money has moved, so the next steps run even if the journal
 * fails. For a hash that could not be written, the error is shown. Other failed writes only make the next load check
 * again.
 */
export function tryJournal<T>(dispatch: Dispatch, write: () => T, hash?: string): T | undefined {
  try {
    return write()
  } catch (cause) {
    if (hash !== undefined)
      dispatch({ type: 'reportDelayed', hash, error: PayError.from(cause, 'storage_unavailable') })
    return undefined
  }
}
