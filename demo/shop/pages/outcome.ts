import { html } from 'hono/html'
import type { ReducedCharge } from '../../../src/api/schemas/charges/charge.ts'
import type { ChargePayment } from '../../../src/api/schemas/payments/payment.ts'
import { productOf, tokenText, total } from '../order.ts'
import type { PlacedOrder } from '../orders.ts'
import { type Outcome, outcomeOf } from '../outcome.ts'
import { type Html, page, price } from './layout.ts'

/** Which address the payer was sent to. It decides the words, never whether an order is paid. */
export type Ending = 'success' | 'cancel'

/** Where a payer comes back to, with what the service knows of the charge by now. */
export function outcomePage(order: PlacedOrder, charge: ReducedCharge, ending: Ending): Html {
  const outcome = outcomeOf(charge)
  const { title, text } = words(outcome, ending)
  return page({
    title,
    content: html`<section class="outcome ${outcome}">
<header>
<span class="mark" aria-hidden="true"></span>
<h1>${title}</h1>
<p>${text}</p>
</header>
${facts(order, charge)}
${charge.payments.map((payment) => transfer(payment, charge))}
<p class="ways">${ways(outcome, order, ending)}</p>
</section>`,
  })
}

function words(outcome: Outcome, ending: Ending): { title: string; text: string } {
  switch (outcome) {
    case 'paid':
      return { title: 'Thank you.', text: 'Your payment has arrived, and we are wrapping it up.' }
    case 'confirming':
      return {
        title: 'Nearly there.',
        text: 'Your payment was sent, and the network is confirming it.',
      }
    case 'partly':
      return { title: 'A part is paid.', text: 'Some of the money has arrived; the rest is open.' }
    case 'unpaid':
      return ending === 'cancel'
        ? { title: 'Nothing was paid.', text: 'You stepped back, and your order is still here.' }
        : { title: 'Not paid yet.', text: 'No payment for this order has arrived at the shop.' }
    default:
      return outcome satisfies never
  }
}

function facts(order: PlacedOrder, { pricing }: ReducedCharge): Html {
  const { amount, currency } = pricing.settlement
  const count = order.quantity > 1 ? ` × ${order.quantity}` : ''
  return html`<dl class="receipt">
${row('Piece', `${productOf(order).name}${count}`)}
${row('Price', price(total(order)))}
${row('Amount', tokenText(amount, currency))}
${row('Order', html`<code>${order.id}</code>`)}
</dl>`
}

function transfer(payment: ChargePayment, { pricing }: ReducedCharge): Html {
  const { status, reason, payerAddress, payerTransactionHash: hash } = payment
  const arrived = tokenText(payment.paidAmountInRequestedToken, pricing.settlement.currency)
  return html`<h2>Transfer</h2>
<dl class="receipt">
${row('Status', html`<span class="status ${status.toLowerCase()}">${statusText(status, reason)}</span>`)}
${row('Arrived', arrived)}
${payerAddress && row('From', html`<code>${payerAddress}</code>`)}
${row('Transaction', html`<code>${hash}</code>`)}
</dl>`
}

function row(term: string, value: string | Html): Html {
  return html`<div><dt>${term}</dt><dd>${value}</dd></div>`
}

const statusNames: Record<ChargePayment['status'], string> = {
  NEW: 'Reported',
  PENDING: 'Confirming',
  COMPLETED: 'Confirmed',
  FAILED: 'Failed',
  EXPIRED: 'Expired',
  CANCELLED: 'Cancelled',
}

function statusText(status: ChargePayment['status'], reason: string): string {
  return reason ? `${statusNames[status]}: ${reason}` : statusNames[status]
}

function ways(outcome: Outcome, order: PlacedOrder, ending: Ending): Html {
  const shop = html`<a class="quiet" href="/">Back to the shop</a>`
  if (outcome === 'paid') return html`<a class="button" href="/">Back to the shop</a>`
  if (outcome === 'confirming') {
    return html`<a class="button" href="/orders/${order.id}/${ending}">Look again</a>${shop}`
  }
  const pay = outcome === 'partly' ? 'Pay the rest' : 'Pay now'
  return html`<a class="button" href="/orders/${order.id}">${pay}</a>${shop}`
}
