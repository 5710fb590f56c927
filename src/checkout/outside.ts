import type { PayError } from '../errors.ts'
import { type Next, record, reload, stay } from './moves.ts'
import type { Effect, Event, State } from './state.ts'

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

/** Paid from outside this page: by a code that a phone scans, or already, with a transaction that the payer names. */
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
  // Known from here on: the service hears of it, whatever becomes of this page.
  const kept: Effect = { do: 'journalLate', quote: found.quote, hash, named: how === 'named' }
  const { looking: _, ...screen } = state
  // With an amount of its own the transfer may say enough: then the service is asked first.
  const need = state.reserved ? undefined : signers
  return record(found, hash, { outside: { how, screen }, signers: need }, [kept])
}

function reserveFailed(state: Outside, error: PayError, serial: number): Next {
  const { reason } = (error.details ?? {}) as { reason?: unknown }
  if (reason === 'not_payable') return reload()
  // The token has too few digits, or the service knows no such amounts: the payer signs instead.
  if (reason === 'no_room' || error.code === 'not_found')
    return watch({ ...quiet(state), noRoom: true }, serial)
  return [{ ...state, notice: error }, []]
}

/** The screen without what went wrong last. */
function quiet({ notice: _, looking: __, ...screen }: Outside): Outside {
  return screen
}

/** The screen, and its watch. */
export function watch(screen: Outside, attempt: number): Next {
  const { deal, base, reserved, from } = screen
  const next = { ...screen, attempt }
  return [next, [{ do: 'awaitOutside', deal, base: reserved && (base ?? deal), attempt, from }]]
}

/** Asks for an amount that is this charge's alone. */
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
