import type { Ports } from '../ports/ports.ts'
import type { Effect } from '../state.ts'
import { findMissing, isSameFunds } from '../transitions/pay/send-transfer.ts'
import { checkFunds } from './check-funds.ts'
import { type Dispatch, pause, readWithoutBlocking, settleCall } from './wait.ts'

/** Milliseconds between two reads of the balances. A payer who comes back to the page ends the wait. */
const fundsPollIntervalMs = 6000

/**
 * Watches the balances of an account that has too little, while the page is visible. Only a change leads to the complete check, which
 * also reads the charge.
 */
export async function watchFunds(
  ports: Ports,
  dispatch: Dispatch,
  signal: AbortSignal,
  effect: Extract<Effect, { do: 'watchFunds' }>,
) {
  const { option, account, attempt, missing, funds } = effect
  const readFunds = readWithoutBlocking(ports, signal, async () =>
    (await ports.loadWallets()).readFunds(option.quote, account.address),
  )
  while (await pause(ports, fundsPollIntervalMs, signal)) {
    if (!ports.isPageVisible()) continue
    // If the chain cannot be read, the next read may be answered.
    const { value } = (await readFunds()) ?? {}
    if (signal.aborted) return
    if (!value) continue
    if (isSameFunds(funds, value) && findMissing(option, value) === missing) continue
    const check = { do: 'checkFunds', option, account, attempt } as const
    const { error } = await settleCall(checkFunds(ports, dispatch, signal, check))
    if (error) dispatch({ type: 'checkFailed', attempt, error })
  }
}
