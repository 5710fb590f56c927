import { type Next, record, stay } from './moves.ts'
import type { Event, State } from './state.ts'

type Outside = Extract<Event, { type: 'outside' | 'claim' | 'inspected' | 'inspectFailed' }>

/** Paid from outside this page: by a code that a phone scans, or already, with a transaction that the payer names. */
export function outside(state: State, event: Outside, serial: number): Next {
  if (event.type === 'outside') return open(state, serial)
  if (state.step !== 'outside') return stay(state)
  const { deal, attempt } = state
  switch (event.type) {
    case 'claim':
      if (state.looking) return stay(state)
      // The screen's watch begins anew with its effects.
      return [
        { step: 'outside', deal, attempt: serial, looking: true },
        [
          { do: 'awaitOutside', deal, attempt: serial },
          { do: 'inspect', deal, text: event.text, attempt: serial },
        ],
      ]
    case 'inspected': {
      if (event.attempt !== attempt) return stay(state)
      const { hash, how } = event
      const found = { ...event.deal, passed: deal.passed }
      // Known from here on: the service hears of it, whatever becomes of this page.
      const kept = { do: 'journalLate', quote: found.quote, hash } as const
      const [next, effects] = record(found, hash, undefined, [kept])
      return [{ ...next, outside: how } as State, effects]
    }
    case 'inspectFailed':
      if (event.attempt !== attempt) return stay(state)
      return [{ step: 'outside', deal, attempt, notice: event.error }, []]
    default:
      return event satisfies never
  }
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
  const { deal } = state
  return [
    { step: 'outside', deal, attempt },
    [{ do: 'stopDiscovering' }, { do: 'awaitOutside', deal, attempt }],
  ]
}
