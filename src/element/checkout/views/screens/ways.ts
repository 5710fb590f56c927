import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { ConnectedAccount } from '../../../../checkout/ports/wallets.ts'
import type { RenderContext, ScreenView } from '../../../first/views/render-context.ts'
import { button } from '../../../first/views/shared.ts'
import { fill } from '../../../i18n/messages.ts'
import { chevron, codeIcon, swapIcon } from '../parts/icons.ts'
import { tile } from '../parts/wallet-picture.ts'

/** A row of a list with another way to pay. */
export function wayRow(
  icon: unknown,
  name: string,
  onClick: () => void,
  note?: string,
): TemplateResult {
  return html`<li><button part="button" type="button" class="wallet" @click=${onClick}>${tile(icon)}<span class="two">${name}${note ? html` <small>${note}</small>` : nothing}</span>${chevron}</button></li>`
}

/** The row for payers whose wallets in this browser cannot pay. */
export function externalPaymentRow({ dispatch, messages }: RenderContext): TemplateResult {
  const pay = () => dispatch({ type: 'payExternally' })
  return wayRow(codeIcon, messages.payExternally, pay, messages.ways.any)
}

/** The row for payers whose connected wallet cannot pay. */
export function otherWalletRow(
  { dispatch, messages }: RenderContext,
  { wallet }: ConnectedAccount,
): TemplateResult {
  const note = fill(messages.ways.connected, { wallet: wallet.name })
  return wayRow(swapIcon, messages.useOtherWallet, () => dispatch({ type: 'changeWallet' }), note)
}

/** The way without a wallet in this browser on its own: a separate list, or the first button where there is no other way. */
export function externalPaymentButton(context: RenderContext, isFirst = false): TemplateResult {
  const { dispatch, messages } = context
  if (!isFirst) return html`<ul>${externalPaymentRow(context)}</ul>`
  return html`<button part="button" type="button" @click=${() => dispatch({ type: 'payExternally' })}>${codeIcon}${messages.payExternally}</button>`
}

/** The buttons below the ways to pay: the way back to the amount, and to the store. */
export const besidePay: ScreenView<'ready'> = ({ option }, { messages, dispatch, canCancel }) =>
  html`${option.charge.pricing_type === 'no_price' ? button(messages.changeAmount, () => dispatch({ type: 'back' }), 'quiet') : nothing}
    ${canCancel ? html`<button part="button cancel" type="button" class="quiet" @click=${() => dispatch({ type: 'cancel' })}>${messages.cancel}</button>` : nothing}`
