import { html, type TemplateResult } from 'lit/html.js'
import type { State } from '../../../../checkout/state.ts'
import type { RenderContext } from '../../../first/views/render-context.ts'
import { addressBlock } from '../parts/address.ts'
import { contactLink } from '../parts/contact.ts'
import { stopIcon } from '../parts/icons.ts'
import { markedHeading } from '../parts/marks.ts'

/** One side of the comparison: a name, the amount, and the recipient's whole address. */
function side(
  name: string,
  amount: string,
  recipient: string,
  { messages }: RenderContext,
  kind = '',
): TemplateResult {
  return html`<dt class=${kind}>${name}</dt><dd class=${kind}>${amount}</dd>
    <dd class="whole">${addressBlock(recipient, messages, name)}</dd>`
}

/**
 * The requested and the sent transfer, one below the other, so that the two addresses can be compared. There is no
 * button to pay again: the next payment would go the same way.
 *
 * @param proof the transaction, with the links to keep its receipt
 */
export function misdirectedScreen(
  state: Extract<State, { step: 'misdirected' }>,
  context: RenderContext,
  proof: unknown,
): TemplateResult {
  const { intent, misdirection } = state
  const { messages, formatter } = context
  const { token, amount, recipient } = intent.quote
  const { title, text } = messages.screens.misdirected
  const isSameToken = misdirection.token.toLowerCase() === token.address.toLowerCase()
  const sentAmount = isSameToken
    ? formatter.formatToken(misdirection.amount, token)
    : messages.anotherToken
  return html`${markedHeading('bad', title, text)}
    <div part="notice" class="notice bad" role="alert">${stopIcon}<span>${messages.misdirectedWarning}</span></div>
    <dl class="compared">
      ${side(messages.askedFor, formatter.formatToken(amount, token), recipient, context)}
      ${side(messages.sentInstead, sentAmount, misdirection.recipient, context, 'harm')}
    </dl>
    ${proof}${contactLink(state, context)}
    <slot name="error"></slot>`
}
