import { computeBackoffMs } from '../../api/backoff.ts'
import { PayError } from '../../errors.ts'
import type { Ports } from '../ports.ts'
import type { PaymentOption } from '../quote/payment-option.ts'
import { type Dispatch, pause, settleCall } from './wait.ts'

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
  option: PaymentOption,
  hash: string,
  dispatch: Dispatch,
  signal: AbortSignal,
  signature?: string,
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
      const { random, monotonicNow } = ports
      const bounds = { baseMs: 1000, maxMs: 30_000, jitter: 0.5, random }
      const waitMs = Math.max(error.retryAfterMs ?? 0, computeBackoffMs(failures, bounds))
      const pausedAt = monotonicNow()
      if (!(await pause(ports, waitMs, signal))) return
      const wasCutShort = monotonicNow() - pausedAt < waitMs - timerToleranceMs
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
