import { computeBackoffMs } from '../../api/backoff.ts'
import type { Ports } from '../ports.ts'
import type { ComparedTransaction } from '../transitions/follow/misdirected-payment.ts'
import { type Dispatch, pause, settleCall } from './wait.ts'

/** Milliseconds between two reads: at first the time in which a node learns of a transaction, and more later. */
const bounds = { baseMs: 1000, maxMs: 30_000, jitter: 0.5 }

/**
 * Reads a transaction by another source than its wallet until that source knows it, and sends whether it pays somebody
 * else. Ends at once where there is no such source. A source that fails is asked again. Nothing waits for it,
 * because the service reads the transaction too.
 */
export async function compareUntilRead(
  ports: Ports,
  { hash, intent }: ComparedTransaction,
  dispatch: Dispatch,
  signal: AbortSignal,
) {
  for (let attempts = 0; !signal.aborted; attempts++) {
    const read = async () => (await ports.loadWallets()).compareTransfer(intent, hash)
    const { value } = await settleCall(read())
    if (signal.aborted || value?.result === 'unreadable') return
    if (value?.result === 'misdirected')
      return dispatch({ type: 'compared', hash, misdirection: value.misdirection })
    if (value?.result === 'notMisdirected') return dispatch({ type: 'compared', hash })
    const { random } = ports
    if (!(await pause(ports, computeBackoffMs(attempts, { ...bounds, random }), signal))) return
  }
}
