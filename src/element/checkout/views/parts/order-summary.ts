import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { RenderContext } from '../../../first/views/render-context.ts'
import { fill } from '../../../i18n/messages.ts'
import { readOrder } from '../../receipt/order.ts'
import { unfold } from './icons.ts'

/**
 * The charge's order, for a page that does not fill the slot itself. It takes exactly the rows
 * that `orderRows` has kept.
 */
export function orderSummary(
  charge: Parameters<typeof readOrder>[0],
  { formatter, messages }: Pick<RenderContext, 'formatter' | 'messages'>,
): TemplateResult {
  const { name, description, taxNote, email, lines, currency } = readOrder(charge)
  const row = (text: string, kind = 'soft') =>
    text ? html`<p class=${kind} dir="auto" title=${text}>${text}</p>` : nothing
  const list = html`<ul class="lines">${lines.map(
    ({
      name,
      times,
      amount,
    }) => html`<li title=${`${name}${times}`}><span dir="auto">${name}${times && html`<span class="soft">${times}</span>`}</span>
      <bdi>${formatter.formatMoney(amount, currency)}</bdi></li>`,
  )}</ul>`
  const count = fill(messages.orderItems, { n: lines.length })
  const parts = [
    row(name, 'name'),
    row(description),
    row(email && fill(messages.orderFor, { email })),
    lines.length > 3
      ? html`<details><summary>${count}${unfold}</summary>${list}</details>`
      : lines[0]
        ? list
        : nothing,
    row(taxNote),
  ]
  // Without white space, so that it is empty where the charge has no order.
  return html`<div class="order">${parts}</div>`
}
