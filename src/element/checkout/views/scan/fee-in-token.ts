import { html, type TemplateResult } from 'lit/html.js'
import type { Authorization } from '../../../../checkout/ports/intent.ts'
import type { RenderContext, ScreenView } from '../../../first/views/render-context.ts'
import { button } from '../../../first/views/shared.ts'
import { formatOwed, shortenHex } from '../../../i18n/format.ts'
import { fill } from '../../../i18n/messages.ts'
import { fillAmounts } from '../../format/fill-amounts.ts'
import { copyMark, createCopyHandler } from '../parts/copy-button.ts'
import { fold } from '../parts/fold.ts'
import { plusIcon } from '../parts/icons.ts'
import { tile } from '../parts/wallet-picture.ts'
import {
  describeShortage,
  type FundsState,
  onrampLink,
  otherWays,
  topUp,
} from '../screens/shortage.ts'

/**
 * The screen of a payer who has too little for the network fee, where a signature can pay it or was tried to: the offer with all other
 * ways folded, or the ways that are left.
 */
export const signingScreen: ScreenView<'insufficientFunds'> = (state, context) => {
  const { authorization } = state.intent ?? {}
  if (authorization) return feeOffer(state, authorization, context)
  return html`<ul>${topUpRow(state, context)}${otherWays(state, context)}</ul>`
}

/** The row that tells the same where it is one of several ways: it opens the page's link, or copies the address. */
function topUpRow(state: FundsState, context: RenderContext): TemplateResult {
  const { messages } = context
  const { address } = state.account
  const link = onrampLink(
    state,
    context,
    'wallet',
    html`${tile(plusIcon)}${topUpName(state, context)}`,
  )
  if (link) return html`<li>${link}</li>`
  return html`<li><button part="button" type="button" class="wallet" title=${address} @click=${createCopyHandler(address, messages)}>${tile(plusIcon)}${topUpName(state, context)}<span class="all">${address}</span>${copyMark(18)}</button></li>`
}

/** The same in short, as the name of a row. */
function topUpName(state: FundsState, context: RenderContext): TemplateResult {
  const { button: name, place } = context.messages.add
  const { missing: amount, network } = describeShortage(state, context)
  // Word joiners keep an address on one line.
  const address = shortenHex(state.account.address).replace('…', '\u2060…\u2060')
  return html`<span class="two">${fillAmounts(name, { amount })}<small>${fill(place, { network, address })}</small></span>`
}

/** The amounts of a payment whose network fee is paid in the token, the button to pay it, and all other ways folded. */
function feeOffer(
  state: FundsState,
  { value, fee }: Authorization,
  context: RenderContext,
): TemplateResult {
  const { dispatch, formatter, messages } = context
  const { quote } = state.option
  const total = formatter.formatToken(value, quote.token)
  const row = (name: string, amount: string) => html`<dt>${name}</dt><dd><bdi>${amount}</bdi></dd>`
  const others = html`${topUp(state, context)}<ul>${otherWays(state, context)}</ul>`
  return html`<dl class="facts">${row(messages.amount, formatOwed(quote, formatter))}
      ${row(messages.networkFee, formatter.formatToken(fee, quote.token))}${row(messages.feeInToken.total, total)}</dl>
    ${button(fill(messages.pay, { amount: total }), () => dispatch({ type: 'consent' }))}
    <div class="folds">${fold(messages.ways.more, html`<div class="claim">${others}</div>`)}</div>`
}
