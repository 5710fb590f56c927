import type { PayError } from '../../errors.ts'
import type { Effect, Event, State } from '../state.ts'
import { type Next, record, reload, stay } from './builders.ts'

type Outside = Extract<State, { step: 'outside' }>
type OutsideEvent = Extract<
  Event,
  {
    type:
      | 'outside'
      | 'reserved'
      | 'reserveFailed'
      | 'claim'
      | 'inspected'
      | 'inspectFailed'
      | 'watched'
  }
>

/**
 * Handles a payment outside this page: with a code that a phone scans, or a transaction that the payer has already made
 * and submits.
 */
export function outside(state: State, event: OutsideEvent, serial: number): Next {
  if (event.type === 'outside') return open(state, serial)
  if (state.step !== 'outside') return stay(state)
  if (event.type === 'claim') {
    if (state.looking) return stay(state)
    const [next, effects] = watch(quiet(state), serial)
    const { deal, base = deal } = state
    const inspect: Effect = { do: 'inspect', deal: base, text: event.text, attempt: serial }
    return [{ ...next, looking: true } as State, [...effects, inspect]]
  }
  if (event.attempt !== state.attempt) return stay(state)
  switch (event.type) {
    case 'reserved': {
      const { deal, base = deal } = state
      const { amount } = event.reservation
      const asked = { ...base, quote: { ...base.quote, amount } }
      const { notice: _, ...rest } = state
      return watch({ ...rest, base, deal: asked, reserved: event.reservation }, serial)
    }
    case 'reserveFailed':
      return reserveFailed(state, event.error, serial)
    case 'inspected':
      return inspected(state, event)
    case 'inspectFailed': {
      const { looking: _, ...rest } = state
      return [{ ...rest, notice: event.error }, []]
    }
    case 'watched':
      return event.upTo === state.from ? stay(state) : [{ ...state, from: event.upTo }, []]
    default:
      return event satisfies never
  }
}

function inspected(
  state: Outside,
  { hash, how, deal, signers }: Extract<Event, { type: 'inspected' }>,
): Next {
  const found = { ...deal, passed: state.deal.passed }
  // The hash is journaled first, so that it is reported even if this page is closed.
  const kept: Effect = { do: 'journalLate', quote: found.quote, hash, named: how === 'named' }
  const { looking: _, ...screen } = state
  // A reserved amount may be enough proof, so the service is asked first.
  const need = state.reserved ? undefined : signers
  return record(found, hash, { outside: { how, screen }, signers: need }, [kept])
}

function reserveFailed(state: Outside, error: PayError, serial: number): Next {
  const { reason } = (error.details ?? {}) as { reason?: unknown }
  if (reason === 'not_payable') return reload()
  // The token has too few decimals, or the service cannot reserve amounts, so the payer signs instead.
  if (reason === 'no_room' || error.code === 'not_found')
    return watch({ ...quiet(state), noRoom: true }, serial)
  return [{ ...state, notice: error }, []]
}

/** Returns the screen without its last error. */
function quiet({ notice: _, looking: __, ...screen }: Outside): Outside {
  return screen
}

/** Returns the screen, and starts to watch for incoming transfers. */
export function watch(screen: Outside, attempt: number): Next {
  const { deal, base, reserved, from } = screen
  const next = { ...screen, attempt }
  return [next, [{ do: 'awaitOutside', deal, base: reserved && (base ?? deal), attempt, from }]]
}

/** Requests an amount that is reserved for this charge alone. */
export function reserve(state: Outside, attempt: number): Next {
  const { deal, base = deal } = state
  const next: Outside = { step: 'outside', deal: base, base, attempt }
  return [next, [{ do: 'reserve', deal: base, attempt }]]
}

function open(state: State, attempt: number): Next {
  switch (state.step) {
    case 'ready':
    case 'wallets':
    case 'connecting':
    case 'tokens':
    case 'short':
      break
    default:
      return stay(state)
  }
  const [next, effects] = reserve({ step: 'outside', deal: state.deal, attempt }, attempt)
  return [next, [{ do: 'stopDiscovering' }, ...effects]]
}
