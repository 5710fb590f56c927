import type { Mirror } from './ports.ts'
import type { State } from './state.ts'

/** What other tabs are told of a payment that this one makes; undefined while it makes none. */
export function mirrorOf(state: State): Mirror | undefined {
  switch (state.step) {
    case 'sending':
      // Before, the lock is not ours yet.
      return state.asked ? { step: 'sending' } : undefined
    case 'unsure':
      return { step: 'unsure' }
    case 'recording':
      return { step: 'recording', hash: state.hash }
    case 'confirming': {
      const { hash, confirmations, needed } = state
      return { step: 'confirming', hash, confirmations, needed }
    }
    case 'dropped':
    case 'sign':
      return { step: 'confirming', hash: state.hash }
    default:
      return undefined
  }
}
