import type { Ports } from '../ports.ts'
import type { Deal } from '../quote/payment-option.ts'
import { isPaid } from '../quote/settlement.ts'
import type { State } from '../state.ts'
import { endOf, staleAt } from '../transitions/open-charge.ts'
import { pause, type Send, settled } from './wait.ts'

/**
 * Milliseconds between two polls of a charge that should have ended by this device's clock but has not. The first
 * interval is short, because a service ends a charge some seconds late. Each further one is twice as long.
 */
const firstIntervalMs = 2000
const longestIntervalMs = 60_000
/** The longest delay that a browser's timer accepts: a signed 32-bit number of milliseconds. */
const maxTimerMs = 2 ** 31 - 1

/**
 * Reads a charge again when it ends or when its price expires. The device's clock only tells when to read: it may be
 * wrong by hours.
 */
export async function keepFresh(ports: Ports, state: () => State, send: Send, signal: AbortSignal) {
  let interval = firstIntervalMs
  while (!signal.aborted) {
    const before = dealOf(state())
    const wait = before ? staleAt(before) - ports.now() : Number.POSITIVE_INFINITY
    // A charge that never ends needs no timer.
    if (wait === Number.POSITIVE_INFINITY) return
    if (!(await pause(ports, Math.min(Math.max(wait, 0), maxTimerMs), signal))) return
    const now = dealOf(state())
    // The wait may end early, when the payer returns to the page.
    if (!now || staleAt(now) > ports.now()) continue
    const { value: fresh } = await settled(ports.shop.refresh(now, signal))
    if (signal.aborted) return
    if (fresh) send({ type: 'refreshed', deal: fresh })
    if (fresh && (isPaid(fresh) || endOf(fresh.charge))) return
    if (!(await pause(ports, interval, signal))) return
    const isRenewed = fresh !== undefined && staleAt(fresh) > ports.now()
    interval = isRenewed ? firstIntervalMs : Math.min(2 * interval, longestIntervalMs)
  }
}

function dealOf(state: State): Deal | undefined {
  if (state.step === 'outside') return state.base ?? state.deal
  return 'deal' in state ? state.deal : undefined
}
