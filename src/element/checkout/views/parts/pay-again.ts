import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { RenderContext } from '../../../first/views/render-context.ts'
import { button } from '../../../first/views/shared.ts'
import { fold } from './fold.ts'

/**
 * The button to pay again while the first payment may still arrive. It is folded: the screen asks the payer to wait, and a button in
 * sight would invite to pay twice.
 *
 * @param warning what happens if both payments arrive
 */
export function payAgainFold(
  { dispatch, messages, isPayAgainHidden }: RenderContext,
  warning: string,
  label = messages.payAgain,
): TemplateResult | typeof nothing {
  if (isPayAgainHidden) return nothing
  const again = button(label, () => dispatch({ type: 'consent' }), 'plain')
  return html`<div class="folds">${fold(messages.somethingWrong, html`<p class="soft">${warning}</p>${again}`)}</div>`
}
