import { PayError } from '../../errors.ts'
import type { Ports } from '../ports/ports.ts'
import type { Effect } from '../state.ts'
import { type Dispatch, getWaitMs, pause, settleCall } from './wait.ts'

/** Milliseconds by which a timer may end early. */
const timerToleranceMs = 50

/**
 * Reports a hash (POST /charges/:uuid/payments) until the service has answered. An error that may pass never drops a known hash.
 * The waits grow, and are short again after one that was cut short: the network or the payer is back then, and a call
 * that fails at that moment may succeed a second later.
 *
 * @see interface 4.6
 */
export async function reportUntilAnswered(
  ports: Ports,
  dispatch: Dispatch,
  signal: AbortSignal,
  { option, hash, signature }: Extract<Effect, { do: 'reportTransaction' }>,
) {
  let failures = 0
  while (!signal.aborted) {
    try {
      await ports.proxy.reportTransaction(option, hash, signal, signature)
      return dispatch({
        type: 'recorded',
        hash,
        requiredConfirmations: ports.getRequiredConfirmations(option.quote.chainId),
      })
    } catch (cause) {
      if (signal.aborted) return
      const error = PayError.from(cause, 'service_failed')
      if (!error.retryable) return dispatch({ type: 'reportFailed', hash, error })
      dispatch({ type: 'reportDelayed', hash, error })
      const waitMs = getWaitMs(ports, failures, 30_000, error)
      const pausedAt = ports.monotonicNow()
      if (!(await pause(ports, waitMs, signal))) return
      const wasCutShort = ports.monotonicNow() - pausedAt < waitMs - timerToleranceMs
      failures = wasCutShort ? 0 : failures + 1
    }
  }
}

/** Retries loading a charge in the background, while the screen shows its known payment. */
export async function retryLoad(ports: Ports, dispatch: Dispatch, signal: AbortSignal) {
  while (await pause(ports, 10_000, signal)) {
    const { value: option } = await settleCall(ports.proxy.load(signal))
    if (signal.aborted) return
    if (option) return dispatch({ type: 'fetched', option })
  }
}
