import { html } from 'hono/html'
import { getChainName } from '../../../../api/chains/chain-names.ts'
import type { ReducedCharge } from '../../../../api/schemas/charges/charge.ts'
import type { ChargePayment } from '../../../../api/schemas/payments/payment.ts'
import { formatMoney, formatUnits, renderForeign } from '../../../texts/format.ts'
import { renderCopy, renderShortId } from '../../copy.ts'
import { describeRate, renderOnChain, renderTime } from '../../format.ts'
import { icon } from '../../icons.ts'
import { deskMetadata } from '../../made-at-desk.ts'
import { linkTo } from '../../paths.ts'
import type { Content, DeskView, Html } from '../../view.ts'
import { renderFacts, renderPanel } from '../panel.ts'

/** The most payments whose accounts and transactions are shown; the history has all. */
const shownPayments = 10

/** Renders the lines of an order. */
export function renderItems(
  { language }: DeskView,
  { line_items: items, tax_note: note, pricing }: ReducedCharge,
): Content {
  if (items.length === 0) return ''
  const money = (amount: string) => formatMoney(amount, pricing.local.currency, language.locale)
  return renderPanel(
    { title: language.text('items') },
    html`<div class="pad"><ul class="items">${items.map(
      ({ name, description, quantity, unit_amount, amount }) =>
        html`<li><span>${renderForeign(name)}${renderItemNote([description ? renderForeign(description) : '', quantity === 1 ? '' : html`${quantity} × ${money(unit_amount)}`])}</span>${money(amount)}</li>`,
    )}</ul>${note ? html`<p class="note">${renderForeign(note)}</p>` : ''}</div>`,
  )
}

function renderItemNote(parts: readonly (Html | '')[]): Content {
  const shown = parts.filter((part) => part !== '')
  return html`<small>${shown.map((part, index) => html`${index > 0 ? ' · ' : ''}${part}`)}</small>`
}

/** Renders who ordered what: the customer and the order's number first, the ids of programs last. */
export function renderDetails(view: DeskView, charge: ReducedCharge): Html {
  const { language } = view
  const { text } = language
  const metadata = Object.entries(charge.metadata ?? {})
  const number = metadata.find(([name]) => isOrderNumber(name))
  const rest = metadata.filter(
    (entry) => entry !== number && !Object.hasOwn(deskMetadata, entry[0]),
  )
  const id = (name: string, value: string) => [name, renderShortId(language, value, name)] as const
  const show = (value: unknown) =>
    renderForeign(typeof value === 'string' ? value : JSON.stringify(value))
  return renderPanel(
    { title: text('details') },
    html`<div class="pad">${renderFacts([
      charge.payer_email
        ? [
            text('customer'),
            html`<span class="short">${renderForeign(charge.payer_email)}${renderCopy(language, charge.payer_email, text('emailAddress'))}</span>`,
          ]
        : undefined,
      number ? [text('orderNumber'), show(number[1])] : undefined,
      charge.payment_link
        ? [
            text('paymentLink'),
            html`<a href="${linkTo(view, '/links/:uuid', { uuid: charge.payment_link })}">${text('linkShow')}</a>`,
          ]
        : undefined,
      [text('created'), renderTime(charge.created_at, view)],
      charge.pricing.rate
        ? [
            text('exchangeRate'),
            describeRate(charge.pricing.local.currency, charge.pricing.rate, language.locale),
          ]
        : undefined,
      [text('expires'), renderTime(charge.expires_at, view)],
    ])}
${charge.payments.slice(0, shownPayments).map((payment) => renderPayment(view, charge, payment))}
${rest.length > 0 ? html`<h3>${text('metadata')}</h3>${renderFacts(rest.map(([name, value]) => [renderForeign(name), show(value)]))}` : ''}
<h3>${text('ids')}</h3>${renderFacts([id(text('chargeId'), charge.id), id(text('reference'), charge.reference)])}
<p><a href="${charge.hosted_url}" rel="noreferrer" target="_blank">${text('openPaymentPage')}${icon('out')}</a></p></div>`,
  )
}

/** Whether an entry of the metadata is the number under which the store knows the order. */
function isOrderNumber(name: string): boolean {
  return /^order([_-]?(id|no|nr|number|key))?$/i.test(name)
}

/** Renders from where a payment came, and in which transaction. */
function renderPayment(
  { language }: DeskView,
  { pricing }: ReducedCharge,
  payment: ChargePayment,
): Html {
  const { text, locale } = language
  const { payerAddress, payerChainId, payerTransactionHash: hash } = payment
  const chainId = Number(payerChainId)
  const amount = payment.paidAmountInRequestedToken
  const title =
    amount === '0' ? text('transaction') : formatUnits(amount, pricing.settlement.currency, locale)
  const link = (kind: 'tx' | 'address', value: string, name: string) =>
    [
      name,
      html`<span class="short">${renderOnChain(kind, chainId, value)}${renderCopy(language, value, name)}</span>`,
    ] as const
  return html`<h3>${title} · ${getChainName(chainId)}</h3>${renderFacts([
    payerAddress ? link('address', payerAddress, text('payer')) : undefined,
    link('tx', hash, text('transaction')),
  ])}`
}
