import type { Deal } from './deal.ts'
import { endOf, staleAt } from './opening.ts'
import type { Ports } from './ports.ts'
import { isPaid } from './settlement.ts'
import type { State } from './state.ts'
import { pause, type Send, settled } from './waiting.ts'

/**
 * Milliseconds between two looks at a charge that should have ended, by this device's clock, and has not: at first soon,
 * since a service ends it some seconds late, then twice as long each time.
 */
const firstIntervalMs = 2000
const longestIntervalMs = 60_000
/** What a timer of a browser holds at most. */
const maxTimerMs = 2 ** 31 - 1

/**
 * Reads a charge anew when it ends, or when its price holds no more. The device's clock only says when to look: it may be
 * wrong by hours.
 */
export async function keepFresh(ports: Ports, state: () => State, send: Send, signal: AbortSignal) {
  let interval = firstIntervalMs
  while (!signal.aborted) {
    const before = dealOf(state())
    const wait = before ? staleAt(before) - ports.now() : Number.POSITIVE_INFINITY
    // What never ends needs no timer.
    if (wait === Number.POSITIVE_INFINITY) return
    if (!(await pause(ports, Math.min(Math.max(wait, 0), maxTimerMs), signal))) return
    const now = dealOf(state())
    // The wait may end early, when the payer looks again.
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
