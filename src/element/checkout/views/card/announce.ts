import type { Authorization } from '../../../../checkout/ports/intent.ts'
import type { PaymentOption } from '../../../../checkout/quote/payment-option.ts'
import type { State } from '../../../../checkout/state.ts'
import { getChargeEndReason } from '../../../../checkout/transitions/open-charge.ts'
import type { PayError } from '../../../../errors.ts'
import type { RenderContext } from '../../../first/views/render-context.ts'
import { formatPrice } from '../../../i18n/format.ts'
import { fill, type ScreenText } from '../../../i18n/messages.ts'
import { createUnsettledReceipt } from '../../receipt/receipt.ts'
import { getShortageText } from '../screens/shortage.ts'

/** Names the card among the regions of the page: by the store that is paid, or by the amount. */
export function getCardName(
  option: PaymentOption | undefined,
  { merchantName: store, messages, formatter }: RenderContext,
): string | undefined {
  if (store) return fill(messages.payStore, { store })
  return option && fill(messages.pay, { amount: formatPrice(option, formatter) })
}

/** Returns whether a notice above the wallets is a failure. One about the payer's own action in the wallet is not. */
export function isFailure(notice: PayError | undefined): boolean {
  return !/^wallet_(refused|busy|locked)$/.test(notice?.code ?? '')
}

/** Returns whether the notice of a screen is shown as an alert. */
function isAlert({ step, notice }: Extract<State, { notice?: PayError }>): boolean {
  if (step === 'externalPayment' || step === 'offered') return true
  if (step === 'choosingWallet') return isFailure(notice)
  return step === 'ready' && notice?.code !== 'wallet_refused'
}

/**
 * Returns the title and sentence of a screen, as its view and the announcement show them.
 *
 * @param wasTold whether this tab has told the payment's success
 */
export function getScreenText(
  state: State,
  messages: RenderContext['messages'],
  wasTold = false,
): ScreenText & { note?: string } {
  if (state.step === 'offered') return state.offer
  if (state.step === 'notPaid') return messages.notPaid[state.reason]
  if (state.step === 'unavailable' && state.reason) return messages.ended[state.reason]
  if (state.step === 'needsSignature' && state.hasDeclined) {
    const endReason = state.signers.length > 0 ? undefined : getChargeEndReason(state.option.charge)
    return endReason ? messages.paidAfterEnd[endReason] : messages.unlinked
  }
  if (state.step === 'confirming' && state.isOthers) return messages.othersPayment
  if (state.step === 'dropped' && state.isOthers) return messages.screens.waitingPayment
  if (state.step === 'paid' && state.wasPaidBefore && !wasTold) {
    const text = state.isSurplus ? messages.paidTwice : messages.alreadyPaid
    return { title: messages.screens.paid.title, text }
  }
  if (state.step === 'earlierPayment' && state.hash) return messages.earlierFound
  if (state.step === 'externalPayment' && state.sought) return messages.sought
  if (state.step === 'unknownOutcome' && state.proposal?.isForgotten) return messages.batchForgotten
  if (state.step === 'unknownOutcome' && state.intent.authorization)
    return getAuthorizedText(state.intent.authorization, state.lastError, messages)
  if (state.step === 'unknownOutcome' && state.searchResult?.found === 'used')
    return messages.nonceUsed
  return messages.screens[state.step]
}

/** Returns the text of a payment that is signed: whether the store sends it, and until when it can be sent. */
function getAuthorizedText(
  { validBefore }: Authorization,
  error: PayError | undefined,
  messages: RenderContext['messages'],
) {
  const { title, text, until, held } = messages.authorized
  const end = new Date(Number(validBefore) * 1000)
  const time = end.toLocaleTimeString(messages.lang, { timeStyle: 'short' })
  return error?.code === 'authorization_held'
    ? { title, text: fill(held, { time }) }
    : { title, text, note: fill(until, { time }) }
}

/**
 * Returns the text that a screen reader announces for a new screen: its title and sentence, where they need no
 * values. Where the screen comes back with a notice, the notice alone is the news: the payer has heard the rest.
 */
export function getAnnouncement(state: State, context: RenderContext): string {
  const { messages, redirectAfterPayment } = context
  const { title, text } = getScreenText(state, messages, redirectAfterPayment?.wasTold(state))
  if ('notice' in state && state.notice) {
    // A screen reader announces an alert on its own.
    if (isAlert(state)) return ''
    // Of a text with a wallet's own words below it, the text.
    const [text] = [messages.describeError?.(state.notice)].flat()
    return String(text ?? '')
  }
  // The screen shows the same: a payment was sent, even if something else failed.
  if (createUnsettledReceipt(state) && 'error' in state && state.step !== 'notPaid')
    return messages.sentTitle
  if (state.step === 'unknownOutcome' && state.intent.proposal && !state.proposal?.isForgotten)
    return state.intent.proposal.kind === 'batch' ? messages.batchTitle : messages.proposalTitle
  if (state.step === 'insufficientFunds') return getShortageText(state, context).title
  if (state.step === 'connecting' && state.isDelayed && !state.uri) return messages.lockedHint
  if (state.step === 'sending' && state.isDelayed) return messages.stillWaiting
  if (title.includes('{')) return text
  const announcement = text ? `${title}. ${text}` : title
  // The automatic redirect is announced before it happens (WCAG 2.2, 2.2.1).
  return redirectAfterPayment?.isLeaving ? `${announcement} ${messages.returning}` : announcement
}
