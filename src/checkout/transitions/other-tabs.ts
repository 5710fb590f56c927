import { isIgnoredHash } from '../quote/settlement.ts'
import type { CheckoutEvent, State } from '../state.ts'
import { keepState, reload, type TransitionResult } from './builders.ts'
import { isPaying } from './open-charge.ts'
import { isBeforePayment } from './progress.ts'

type TabEvent = Extract<CheckoutEvent, { type: 'tabUpdated' | 'lockAcquired' }>

/** Handles the status of the charge in other tabs of this browser. */
export function handleTabEvent(state: State, event: TabEvent): TransitionResult {
  if (!('option' in state) || state.option?.charge.id !== event.chargeId) return keepState(state)
  const { option } = state
  if (event.type === 'lockAcquired') return state.step === 'otherTab' ? reload() : keepState(state)
  const { tabStatus } = event
  if (state.step === 'otherTab') {
    // When the lock is acquired, the charge is loaded again.
    return tabStatus.step === 'over' ? keepState(state) : [{ ...state, tabStatus }, []]
  }
  if (tabStatus.step === 'over' || isPaying(state) || !isBeforePayment(state))
    return keepState(state)
  // An ignored hash does not keep this tab from paying, or two tabs would pass it to each other forever.
  if (tabStatus.hash && isIgnoredHash(option, tabStatus.hash)) return keepState(state)
  return [
    { step: 'otherTab', option, tabStatus },
    [{ do: 'stopDiscovering' }, { do: 'waitForLock', chargeId: event.chargeId }],
  ]
}
