import { html, nothing } from 'lit/html.js'
import type { OrderSummary } from './render-context.ts'

/**
 * Keeps the place of the order (order-summary.ts), which is drawn when the rest of the code is there. More than three
 * lines are in a box that opens by a click: closed it is two rows high, for a finger.
 */
export const orderRows: OrderSummary = (charge) => {
  const lines = charge.line_items ?? []
  const rows = [charge.name, charge.description, charge.payer_email_hint, charge.tax_note]
  return html`<div class="order">${[...rows, ...(lines.length > 3 ? [1, 1] : lines)].map((row) => (row ? html`<p></p>` : nothing))}</div>`
}
