import type { Ports } from '../ports/ports.ts'
import type { ComparedTransaction } from '../transitions/follow/misdirected-payment.ts'
import { type Dispatch, getWaitMs, pause, settleCall } from './wait.ts'

/** Milliseconds between two reads at the end. The first wait is the time in which a node learns of a transaction. */
const longestWaitMs = 30_000

/**
 * Reads a transaction from another source than its wallet until that source knows it, and sends whether it pays another address.
 * Ends immediately without such a source. A failing source is asked again. Nothing waits for this, because the service reads the
 * transaction too.
 */
export async function compareUntilRead(
  ports: Ports,
  dispatch: Dispatch,
  signal: AbortSignal,
  { hash, intent }: ComparedTransaction,
) {
  for (let attempts = 0; !signal.aborted; attempts++) {
    const read = async () => (await ports.loadWallets()).compareTransfer(intent, hash)
    const { value } = await settleCall(read())
    if (signal.aborted || value?.result === 'unreadable') return
    if (value?.result === 'misdirected')
      return dispatch({ type: 'compared', hash, misdirection: value.misdirection })
    if (value?.result === 'notMisdirected') return dispatch({ type: 'compared', hash })
    if (!(await pause(ports, getWaitMs(ports, attempts, longestWaitMs), signal))) return
  }
}
