import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { RenderContext, ScreenView } from '../../../first/views/render-context.ts'
import { button } from '../../../first/views/shared.ts'
import { chevron, codeIcon, swapIcon } from '../parts/icons.ts'
import { tile } from '../parts/wallet-picture.ts'

/** A row of a list with another way to pay. */
export function wayRow(icon: unknown, name: string, onClick: () => void): TemplateResult {
  return html`<li><button part="button" type="button" class="wallet" @click=${onClick}>${tile(icon)}<span class="two">${name}</span>${chevron}</button></li>`
}

/** The row for payers whose wallets in this browser cannot pay. */
export function externalPaymentRow({ dispatch, messages }: RenderContext): TemplateResult {
  return wayRow(codeIcon, messages.payExternally, () => dispatch({ type: 'payExternally' }))
}

/** The row for payers whose connected wallet cannot pay. */
export function otherWalletRow({ dispatch, messages }: RenderContext): TemplateResult {
  return wayRow(swapIcon, messages.useOtherWallet, () => dispatch({ type: 'changeWallet' }))
}

/** The way without a wallet in this browser on its own: a separate list, or the first button where there is no other way. */
export function externalPaymentButton(context: RenderContext, isFirst = false): TemplateResult {
  const { dispatch, messages } = context
  if (!isFirst) return html`<ul>${externalPaymentRow(context)}</ul>`
  return html`<button part="button" type="button" @click=${() => dispatch({ type: 'payExternally' })}>${codeIcon}${messages.payExternally}</button>`
}

/** The links next to the first screen's button: another way after a failure, and the way back to the amount. */
export const besidePay: ScreenView<'ready'> = (
  { option, notice },
  { messages, dispatch, isDisabled },
) =>
  html`${notice ? button(messages.payExternally, () => dispatch({ type: 'payExternally' }), 'plain', false, isDisabled) : nothing}
    ${option.charge.pricing_type === 'no_price' ? button(messages.changeAmount, () => dispatch({ type: 'back' }), 'quiet') : nothing}`
