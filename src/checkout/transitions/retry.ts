import type { State } from '../state.ts'
import {
  createSearchEffect,
  keepState,
  reload,
  startCheck,
  startConnecting,
  startSearch,
  type TransitionResult,
} from './builders.ts'
import { continueWithAccount } from './pay/connect-wallet.ts'
import { startReserving } from './pay/external-payment.ts'

/** Retries the failed step, but never a transfer. */
export function retry(state: State, serial: number): TransitionResult {
  switch (state.step) {
    case 'unavailable':
      // For a charge that has ended, another one is created if the page has an order.
      return reload(state.reason !== undefined)
    case 'externalPayment':
      return state.reservation || state.isReservationUnavailable
        ? keepState(state)
        : startReserving(state, serial)
    case 'earlierPayment': {
      const { option, intent, hash, searchResult } = state
      if (hash) return reload()
      // The screen is rendered again, and the last search result stays until there is a new one.
      return [{ ...state }, [createSearchEffect(option, intent, searchResult)]]
    }
    case 'failed':
    case 'cancelled':
    case 'notPaid':
    case 'misdirected':
    case 'waitingPayment':
    case 'otherTab':
      // The journal keeps a hash that is not recorded yet, and loading resumes with it.
      return reload()
    case 'connecting':
      return startConnecting(state.option, state.wallets, state.wallet, serial)
    case 'choosingToken':
      return continueWithAccount(state.option, state.account, state.options, serial)
    case 'insufficientFunds':
    case 'storageBlocked':
      return startCheck(state.option, state.account, serial)
    case 'unknownOutcome': {
      const { option, intent, proposal, searchResult } = state
      return startSearch(option, intent, { proposal, searchResult })
    }
    default:
      return keepState(state)
  }
}
