import type { TabStatus } from '../ports.ts'
import type { State } from '../state.ts'

/** Returns the status of this tab's payment for the other tabs; undefined while it makes none. */
export function getTabStatus(state: State): TabStatus | undefined {
  switch (state.step) {
    case 'sending':
      // Before that, this tab does not have the lock yet.
      return state.wasWalletAsked ? { step: 'sending' } : undefined
    case 'unknownOutcome':
      return { step: 'unknownOutcome' }
    case 'reporting':
      return { step: 'reporting', hash: state.hash }
    case 'confirming': {
      const { hash, confirmations, requiredConfirmations } = state
      return {
        step: 'confirming',
        hash,
        confirmations,
        requiredConfirmations: requiredConfirmations,
      }
    }
    case 'dropped':
    case 'needsSignature':
      return { step: 'confirming', hash: state.hash }
    default:
      return undefined
  }
}
