import type { Ports } from '../ports/ports.ts'
import type { CheckoutEvent, State } from '../state.ts'
import { getOption } from '../steps.ts'
import { getComparedTransaction } from '../transitions/follow/misdirected-payment.ts'
import { isPaying } from '../transitions/open-charge.ts'
import { guardPayment } from '../transitions/pay/guard-payment.ts'
import { transition } from '../transitions/transition.ts'
import { compareUntilRead } from './compare-transfer.ts'
import { followOffer } from './resume.ts'
import type { Run } from './run.ts'
import { runEffect } from './run-effects.ts'
import { notifyTabs } from './tab-status.ts'
import { renew } from './wait.ts'

/** A running payment, which takes events and has a state. */
export interface Runner {
  readonly state: State
  /** Applies an event and runs its effects. */
  dispatch(event: CheckoutEvent): void
  /** Stops all polling and listening. A transfer that was requested from a wallet cannot be withdrawn. */
  dispose(): void
}

/**
 * Creates the runner of {@link transition}. It runs the effects through the ports and dispatches their results as events. The work
 * that an effect starts ends with its purpose:
 *
 * - The screen: loops that search, follow, report and wait. They end with the step, and when a new state of the same step starts
 *   effects itself.
 * - The offer: the messages of other tabs, and the reads that keep its price fresh, until the charge is loaded again.
 * - The hash: its comparison with the requested transfer, until there is another hash or the charge is paid.
 * - The page: the wallet's account.
 *
 * `dispose` ends them all. A request to a wallet is never withdrawn: its answer is an event on any screen, and still counts after
 * `dispose` if a payment has begun.
 *
 * @param onChange called with every new state
 * @param initialState the state to continue from
 * @example
 * const runner = createRunner(ports, (state) => render(state))
 * runner.dispatch({ type: 'start' })
 */
export function createRunner(
  ports: Ports,
  onChange: (state: State) => void,
  initialState: State = { step: 'loading' },
): Runner {
  let serial = 0
  let isDisposed = false
  let screenWatch = new AbortController()
  /** The comparison of the transaction on the screen, which outlives the screens of one hash. */
  let comparison = new AbortController()
  let comparedHash = ''
  const run: Run & Runner = {
    dispatch,
    state: initialState,
    awaited: new Set(),
    refresh: new AbortController(),
    stops: {},
    dispose() {
      isDisposed = true
      screenWatch.abort()
      run.refresh.abort()
      comparison.abort()
      for (const stop of Object.values(run.stops)) stop()
    },
  }

  function dispatch(event: CheckoutEvent) {
    const before = run.state
    // A late answer must not start a payment that no element shows.
    if (isDisposed && !isPaying(before)) return
    const [next, effects] = guardPayment(
      transition(before, event, serial++),
      event,
      ports.checkQuote,
    )
    const hasChanged = next !== before
    // The loops of a screen end with the screen, or when they are started again, so that none runs longer than needed.
    if (next.step !== before.step || (hasChanged && effects.length > 0))
      screenWatch = renew(screenWatch)
    run.state = next
    if (hasChanged) onChange(next)
    for (const effect of effects) runEffect(ports, dispatch, screenWatch.signal, run, effect)
    // Other tabs are notified last, so that they find the lock free and the receipt written when the payment is over.
    if (hasChanged && run.state === next) notifyTabs(ports, before, next)
    if (run.state === next) compareTransaction()
    if (run.state === next && before.step !== 'paid') void listRefunds()
  }

  /**
   * Compares the transaction of the state with the transfer that its wallet was asked for, once for each hash. Here and not as an
   * effect, so that no way to a hash can leave it out.
   */
  function compareTransaction() {
    // The service's answer ends it. A node that never sees the transaction would be asked forever.
    if (run.state.step === 'paid') comparison.abort()
    const transaction = getComparedTransaction(run.state)
    if (!transaction || transaction.hash === comparedHash) return
    comparison = renew(comparison)
    comparedHash = transaction.hash
    void compareUntilRead(ports, dispatch, comparison.signal, transaction)
  }

  /**
   * Reads the refunds of a charge that was paid before. This is not an effect, so that no path to its receipt can leave it out.
   * Refunds are not part of the payment: without an answer, the receipt stays unchanged.
   */
  async function listRefunds() {
    const { state } = run
    if (state.step !== 'paid' || !state.wasPaidBefore) return
    const { option } = state
    const refunds = await ports.proxy.listRefunds(option, screenWatch.signal).catch(() => [])
    if (refunds.length > 0) dispatch({ type: 'refundsListed', chargeId: option.charge.id, refunds })
  }

  const option = getOption(initialState)
  if (option) followOffer(ports, dispatch, run, option.charge.id)
  return run
}
