import { html } from 'lit/html.js'
import type { ScreenView } from '../../../first/views/render-context.ts'
import { button, heading } from '../../../first/views/shared.ts'
import { formatOwed } from '../../../i18n/format.ts'
import { fill } from '../../../i18n/messages.ts'
import { getShortageText, isRefused, onrampLink, otherWays, topUp } from './shortage.ts'
import { externalPaymentButton } from './ways.ts'
import { renderWithScan } from './with-scan.ts'

/**
 * The screen of a payer whose account has too little. It says on which network and how much, and its first button is what helps: to
 * buy what is missing where the page has a link for that, to pay the fee in the token, or to pay from elsewhere. What arrives is
 * noticed by itself.
 */
export const insufficientFunds: ScreenView<'insufficientFunds'> = (state, context) => {
  const { missing, intent, option } = state
  const { title, text } = getShortageText(state, context)
  if (missing && (intent?.authorization || isRefused(state)))
    return html`${heading(title, text)}${renderWithScan('', ({ signingScreen }) => signingScreen(state, context), context)}`
  if (!missing) {
    const { messages, dispatch, formatter } = context
    const label = option.paidAmount > 0n ? messages.payRest : messages.pay
    const amount = formatOwed(option.quote, formatter)
    return html`${heading(title, text)}${button(fill(label, { amount }), () => dispatch({ type: 'retry' }))}`
  }
  const link = onrampLink(state, context)
  return html`${heading(title, text)}${link ?? externalPaymentButton(context, true)}${topUp(state, context)}
    <ul>${otherWays(state, context, !!link)}</ul>`
}
