import type { Ports } from '../ports/ports.ts'
import type { TabStatus } from '../ports/tabs.ts'
import type { State } from '../state.ts'
import { getOption } from '../steps.ts'

/** Notifies the other tabs of this tab's payment, and that it is over. */
export function notifyTabs({ tabs }: Ports, before: State, after: State) {
  const status = getTabStatus(after) ?? (getTabStatus(before) && { step: 'over' as const })
  const chargeId = (getOption(after) ?? getOption(before))?.charge.id
  if (status && chargeId !== undefined) tabs.notify(chargeId, status)
}

/** Returns the status of this tab's payment for the other tabs; undefined while it makes none. */
function getTabStatus(state: State): TabStatus | undefined {
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
