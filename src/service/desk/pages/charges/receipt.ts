import { html } from 'hono/html'
import { getChainName } from '../../../../api/chains/chain-names.ts'
import type { ReducedCharge } from '../../../../api/schemas/charges/charge.ts'
import type {
  ReceiptClaims,
  ReceiptPayment,
  ReceiptTransfer,
} from '../../../../api/schemas/charges/receipt.ts'
import { formatMoney, formatUnits, renderForeign } from '../../../texts/format.ts'
import { renderCopy } from '../../copy.ts'
import { renderDeskPage } from '../../document.ts'
import { describeRate, getChargeName, renderTime } from '../../format.ts'
import { icon } from '../../icons.ts'
import { buildMailLink, linkTo } from '../../paths.ts'
import type { Content, DeskView, Html } from '../../view.ts'
import { renderFacts, renderPanel } from '../panel.ts'

/** Renders what can be done with the receipt of a paid charge; nothing before it has one. */
export function renderReceiptActions(view: DeskView, charge: ReducedCharge): Content {
  if (charge.status !== 'COMPLETED') return ''
  const { language } = view
  const { text } = language
  const print = linkTo(view, '/charges/:uuid/receipt', { uuid: charge.id })
  return renderPanel(
    { title: text('receipt') },
    html`<ul class="pad ways"><li><a href="${charge.hosted_url}" rel="noreferrer" target="_blank">${text('viewReceipt')}${icon('out')}</a>${renderCopy(language, charge.hosted_url, text('receiptLink'))}</li><li><a href="${print}">${icon('print')}${text('printReceipt')}</a></li>${charge.payer_email ? html`<li><a href="${buildMail(view, charge, charge.payer_email)}">${icon('mail')}${text('mailReceipt')}</a></li>` : ''}</ul>`,
  )
}

/** Renders the main way to send the receipt: the mail to the customer, or without an address the page to print. */
export function renderSendReceipt(view: DeskView, charge: ReducedCharge): Content {
  if (charge.status !== 'COMPLETED') return ''
  const { text } = view.language
  if (charge.payer_email)
    return html`<a class="btn" href="${buildMail(view, charge, charge.payer_email)}">${icon('mail')}${text('sendReceipt')}</a>`
  return html`<a class="btn" href="${linkTo(view, '/charges/:uuid/receipt', { uuid: charge.id })}">${icon('print')}${text('printReceipt')}</a>`
}

/** Builds the message to the customer, with the link of the receipt. */
function buildMail({ language, session }: DeskView, charge: ReducedCharge, email: string): string {
  const { brand, name } = session.account
  const values = {
    order: getChargeName(charge, language),
    store: brand.organizationName || name,
    link: charge.hosted_url,
  }
  return buildMailLink(email, {
    subject: language.text('receiptSubject', values),
    body: language.text('receiptBody', values),
  })
}

/** Renders the receipt as a page to print, from the claims that the service signs. */
export function renderReceipt(
  view: DeskView,
  charge: Pick<ReducedCharge, 'id'>,
  claims: ReceiptClaims,
): Html {
  const { text, locale } = view.language
  const { order, price, payments, refunds = [], merchant, reference, completed_at } = claims
  const money = (amount: string) => formatMoney(amount, price?.currency ?? 'USD', locale)
  const title = text('receiptFor', { order: order.name || reference.slice(0, 6) })
  return renderDeskPage(
    view,
    title,
    html`<a class="up" href="${linkTo(view, '/charges/:uuid', { uuid: charge.id })}">${icon('back')}${text('openCharge')}</a>
<article class="panel receipt"><div class="ph"><div><h1>${text('receipt')}</h1><p class="note">${renderForeign(merchant.name)}</p></div><button type="button" class="btn" data-print>${icon('print')}${text('printReceipt')}</button></div>
<div class="pad">${renderFacts([
      order.name ? [text('order'), renderForeign(order.name)] : undefined,
      [text('paid'), renderTime(completed_at, view)],
      price ? [text('total'), money(price.amount)] : undefined,
      price?.rate
        ? [text('exchangeRate'), describeRate(price.currency, price.rate, locale)]
        : undefined,
    ])}
${order.line_items.length > 0 ? html`<h2>${text('items')}</h2><ul class="items">${order.line_items.map((item) => html`<li><span>${renderForeign(item.name)}${item.quantity === 1 ? '' : html`<small>${item.quantity} × ${money(item.unit_amount)}</small>`}</span>${money(item.amount)}</li>`)}</ul>${order.tax_note ? html`<p class="note">${renderForeign(order.tax_note)}</p>` : ''}` : ''}
${payments.map((payment) => renderTransfer(view, text('payment'), payment))}
${refunds.map((refund) => renderTransfer(view, text('refund'), refund))}
<p class="note">${text('receiptNote', { reference, service: claims.iss })}</p></div></article>`,
  )
}

/** Renders a transfer whole: a receipt on paper has nothing to unfold. */
function renderTransfer(
  view: DeskView,
  title: string,
  transfer: ReceiptPayment | ReceiptTransfer,
): Html {
  const { text, locale } = view.language
  const whole = (value: string) => html`<code class="id" dir="ltr">${value}</code>`
  const payer = 'payer' in transfer ? transfer.payer : undefined
  return html`<h2>${title}: ${formatUnits(transfer.amount, transfer.symbol, locale)}</h2>${renderFacts(
    [
      [text('time'), renderTime(transfer.block.time, view)],
      [text('chain'), getChainName(Number(transfer.chain.split(':')[1]))],
      payer ? [text('payer'), whole(payer)] : undefined,
      [text('recipient'), whole(transfer.recipient)],
      [text('transaction'), whole(transfer.transaction)],
    ],
  )}`
}
