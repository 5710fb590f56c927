import { html, nothing } from 'lit/html.js'
import type { ScreenView } from '../../../first/views/render-context.ts'
import { button } from '../../../first/views/shared.ts'
import { createUnsettledReceipt } from '../../receipt/receipt.ts'
import { getScreenText } from '../card/announce.ts'
import { contactLink } from '../parts/contact.ts'
import { markedHeading } from '../parts/marks.ts'
import { payAgainFold } from '../parts/pay-again.ts'
import { paymentProof, paymentSummary, transactionRow } from './receipt-actions.ts'

/** The network has dropped a transfer, and may still take it up. */
export const droppedScreen: ScreenView<'dropped'> = (state, context) => {
  const { messages } = context
  const { title, text } = getScreenText(state, messages)
  return html`${markedHeading('warn', title, state.lastError ? messages.unreachable : text)}
    ${state.isOthers ? nothing : paymentSummary(state, context)} ${payAgainFold(context, messages.droppedWarning)}`
}

const marks = { cancelled: 'none', reverted: 'bad', rejected: 'warn' } as const

/** A transfer that did not pay. The first button comes before what is kept of the transfer. */
export const notPaidScreen: ScreenView<'notPaid'> = (state, context) => {
  const { reason } = state
  const { dispatch, messages, isPayAgainHidden } = context
  const { title, text } = messages.notPaid[reason]
  const head = html`${markedHeading(marks[reason], title, text)}${transactionWell(state, context)}`
  // Its money may have arrived, which the store knows.
  const isRejected = reason === 'rejected'
  const again = isRejected
    ? html`<small>${messages.rejectedWarning}</small>${button(messages.payAgain, () => dispatch({ type: 'consent' }), 'plain')}`
    : button(messages.payAgain, () => dispatch({ type: 'pay' }))
  const payAgain = isPayAgainHidden ? nothing : again
  if (isRejected)
    return html`${head}${contactLink(state, context, '')}${paymentProof(state, context, true)}${payAgain}`
  return html`${head}${payAgain}${contactLink(state, context)}${paymentProof(state, context)}`
}

/** Why a payment failed, where that is known, and its transaction: to be read, and not to be pressed first. */
const transactionWell: ScreenView<'notPaid'> = (state, context) => {
  const { error } = state
  const receipt = createUnsettledReceipt(state)
  const reason = error && (context.messages.describeError?.(error) ?? error.message)
  return html`<div class="well proof">${reason ? html`<p>${reason}</p>` : nothing}
    ${receipt ? html`<dl>${transactionRow(receipt, context)}</dl>` : nothing}</div>`
}
