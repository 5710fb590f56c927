import type { Deal } from './deal.ts'
import { type Next, record, stay } from './moves.ts'
import { isSamePair } from './pairs.ts'
import type { Event, State } from './state.ts'

type Outside = Extract<
  Event,
  { type: 'outside' | 'claim' | 'inspected' | 'inspectFailed' | 'watched' }
>

/** Paid from outside this page: by a code that a phone scans, or already, with a transaction that the payer names. */
export function outside(state: State, event: Outside, serial: number): Next {
  if (event.type === 'outside') return open(state, serial)
  if (state.step !== 'outside') return stay(state)
  const { deal, attempt, from } = state
  if (event.type === 'claim') {
    if (state.looking) return stay(state)
    const [next, effects] = watch(deal, serial, from)
    const inspect = { do: 'inspect', deal, text: event.text, attempt: serial } as const
    return [{ ...next, looking: true } as State, [...effects, inspect]]
  }
  if (event.attempt !== attempt) return stay(state)
  switch (event.type) {
    case 'inspected': {
      const { hash, how } = event
      const found = { ...event.deal, passed: deal.passed }
      // Known from here on: the service hears of it, whatever becomes of this page.
      const kept = { do: 'journalLate', quote: found.quote, hash } as const
      const [next, effects] = record(found, hash, undefined, [kept])
      const isOther = !isSamePair(found.quote, deal.quote)
      const origin = { how, ...(from !== undefined && { from }), ...(isOther && { shown: deal }) }
      return [{ ...next, outside: origin } as State, effects]
    }
    case 'inspectFailed': {
      const { looking: _, ...rest } = state
      return [{ ...rest, notice: event.error }, []]
    }
    case 'watched':
      return event.upTo === from ? stay(state) : [{ ...state, from: event.upTo }, []]
    default:
      return event satisfies never
  }
}

/** The screen, and its watch. */
export function watch(deal: Deal, attempt: number, from: bigint | undefined): Next {
  return [
    { step: 'outside', deal, attempt, ...(from !== undefined && { from }) },
    [{ do: 'awaitOutside', deal, attempt, from }],
  ]
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
  const [next, effects] = watch(state.deal, attempt, undefined)
  return [next, [{ do: 'stopDiscovering' }, ...effects]]
}
