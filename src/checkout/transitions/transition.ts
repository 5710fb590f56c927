// The order of the whole payment: which phase answers which event. So it can be read, and simulated, in one place.
import type { CheckoutEvent, State } from '../state.ts'
import { keepState, reload, type TransitionResult } from './builders.ts'
import { handleCompared } from './follow/misdirected-payment.ts'
import { handleEarlierSearch, resumePayment } from './follow/resume-payment.ts'
import { handleSubmitted } from './follow/settle-payment.ts'
import { isPaying } from './open-charge.ts'
import { handleTabEvent } from './other-tabs.ts'
import { handleBeforeWallet } from './pay/before-wallet.ts'
import {
  handleAccountChange,
  handleConnection,
  handleTokenChoice,
  isWalletChoiceEvent,
} from './pay/connect-wallet.ts'
import { handleExternalPayment } from './pay/external-payment.ts'
import { handleChecked, handleConsent, handleSending, handleSent } from './pay/send-transfer.ts'
import { handleSigning } from './pay/sign-payment.ts'
import { mayHaveMovedMoney } from './progress.ts'
import { handleLoadFailed, handleRefreshed } from './refresh.ts'

/**
 * Returns the next state and the effects to run for it, without side effects. A late or repeated event changes nothing:
 * each event carries the attempt, intent or hash that it answers, and is accepted only while the state waits for that
 * one.
 *
 * @param serial the number of earlier events; it becomes the number of a new attempt, so that no number is used twice
 */
export function transition(state: State, event: CheckoutEvent, serial: number): TransitionResult {
  switch (event.type) {
    case 'start':
      // A transfer in progress is never dropped for a changed attribute: the change waits for the next start.
      return isPaying(state) ? keepState(state) : reload()
    case 'refresh':
      return mayHaveMovedMoney(state) || state.step === 'earlierPayment'
        ? keepState(state)
        : reload(true)
    case 'fetched':
      return isPaying(state)
        ? keepState(state)
        : [{ step: 'loading' }, [{ do: 'resume', option: event.option }]]
    case 'loaded':
      return state.step === 'loading' ? resumePayment(event) : keepState(state)
    case 'loadFailed':
      return state.step === 'loading'
        ? handleLoadFailed(event.error, event.entry)
        : keepState(state)
    case 'tabUpdated':
    case 'lockAcquired':
      return handleTabEvent(state, event)
    case 'sign':
    case 'decline':
    case 'signed':
    case 'signFailed':
    case 'otherSignerNeeded':
      return state.step === 'needsSignature'
        ? handleSigning(state, event, serial)
        : keepState(state)
    case 'accountChanged':
      if (state.step === 'needsSignature') return handleSigning(state, event, serial)
      return handleAccountChange(state, event.account, serial)
    case 'chooseToken':
    case 'balancesLoaded':
    case 'balancesFailed':
      return handleTokenChoice(state, event, serial)
    case 'refreshed':
      return handleRefreshed(state, event.option, serial)
    case 'payExternally':
    case 'amountReserved':
    case 'reserveFailed':
    case 'submitHash':
    case 'inspected':
    case 'inspectFailed':
    case 'watched':
      return handleExternalPayment(state, event, serial)
    case 'pay':
    case 'enterAmount':
    case 'amountRejected':
    case 'chooseWallet':
    case 'changeWallet':
    case 'openInWallet':
    case 'back':
    case 'cancel':
    case 'retry':
    case 'walletsUpdated':
    case 'walletsFailed':
      if (state.step === 'needsSignature' && isWalletChoiceEvent(event))
        return handleSigning(state, event, serial)
      return handleBeforeWallet(state, event, serial)
    case 'uriCreated':
    case 'connected':
    case 'connectDelayed':
    case 'connectFailed':
    case 'chainSwitched':
    case 'switchDelayed':
    case 'switchFailed':
      if (state.step === 'needsSignature' && isWalletChoiceEvent(event))
        return handleSigning(state, event, serial)
      return handleConnection(state, event, serial)
    case 'checked':
    case 'checkFailed':
    case 'authorizationRevived':
      return handleChecked(state, event)
    case 'consent':
      return handleConsent(state, serial)
    case 'intentWritten':
    case 'intentTaken':
    case 'intentFailed':
    case 'notSent':
    case 'outcomeUnknown':
    case 'transferDelayed':
    case 'authorized':
    case 'authorizationOutdated':
    case 'authorizationRefused':
    case 'authorizationHeld':
    case 'dataOmitted':
    case 'proposed':
    case 'reportNoResponse':
    case 'searchUpdated':
    case 'paymentPending':
    case 'searchFailed':
    case 'chargePaid':
      return state.step === 'earlierPayment'
        ? handleEarlierSearch(state, event)
        : handleSending(state, event, serial)
    case 'sent':
      return handleSent(state, event)
    case 'compared':
      return handleCompared(state, event)
    case 'refundsListed':
      return state.step === 'paid' && !state.refunds && state.option.charge.id === event.chargeId
        ? [{ ...state, refunds: event.refunds }, []]
        : keepState(state)
    case 'recorded':
    case 'reportDelayed':
    case 'reportFailed':
    case 'transactionUpdated':
    case 'statusUnavailable':
    case 'unmatched':
    case 'notListed':
    case 'settled':
    case 'transferFailed':
      return handleSubmitted(state, event)
    default:
      return event satisfies never
  }
}
