import type { Ports } from '../ports/ports.ts'
import type { PaymentOption } from '../quote/payment-option.ts'
import { getRefreshTime } from '../quote/refresh-time.ts'
import { isPaid } from '../quote/settlement.ts'
import type { State } from '../state.ts'
import { getOption } from '../steps.ts'
import { getChargeEndReason } from '../transitions/open-charge.ts'
import { type Dispatch, pause, settleCall } from './wait.ts'

/**
 * Milliseconds between two polls of a charge that should have ended by this device's clock but has not. The first
 * interval is short, because a service ends a charge some seconds late. Each further one is twice as long.
 */
const firstIntervalMs = 2000
const longestIntervalMs = 60_000
/** The longest delay that a browser's timer accepts: a signed 32-bit number of milliseconds. */
const maxTimerMs = 2 ** 31 - 1

/**
 * Reads a charge again when it ends or when its price expires. The device's clock only decides when to read: it may be
 * wrong by hours.
 */
export async function refreshPrices(
  ports: Ports,
  dispatch: Dispatch,
  signal: AbortSignal,
  state: () => State,
) {
  let intervalMs = firstIntervalMs
  while (!signal.aborted) {
    const previousOption = getUnreservedOption(state())
    const waitMs = previousOption
      ? getRefreshTime(previousOption) - ports.now()
      : Number.POSITIVE_INFINITY
    // A charge that never ends needs no timer.
    if (waitMs === Number.POSITIVE_INFINITY) return
    if (!(await pause(ports, Math.min(Math.max(waitMs, 0), maxTimerMs), signal))) return
    const currentOption = getUnreservedOption(state())
    // The wait may end early, when the payer returns to the page.
    if (!currentOption || getRefreshTime(currentOption) > ports.now()) continue
    const { value: fresh } = await settleCall(ports.proxy.refresh(currentOption, signal))
    if (signal.aborted) return
    if (fresh) dispatch({ type: 'refreshed', option: fresh })
    if (fresh && (isPaid(fresh) || getChargeEndReason(fresh.charge))) return
    if (!(await pause(ports, intervalMs, signal))) return
    const isRenewed = fresh !== undefined && getRefreshTime(fresh) > ports.now()
    intervalMs = isRenewed ? firstIntervalMs : Math.min(2 * intervalMs, longestIntervalMs)
  }
}

function getUnreservedOption(state: State): PaymentOption | undefined {
  if (state.step === 'externalPayment') return state.unreservedOption ?? state.option
  return getOption(state)
}
