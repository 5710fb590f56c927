import { html } from 'hono/html'
import type { RouteOutput } from '../../../../api/routes/route.ts'
import type { ReducedCharge } from '../../../../api/schemas/charges/charge.ts'
import type { ListedEvent } from '../../../../api/schemas/events.ts'
import type { Refund } from '../../../../api/schemas/payments/refund.ts'
import type { AuditEntry } from '../../../../api/schemas/settings.ts'
import { fillHtml, formatDollars, formatUnits, renderForeign } from '../../../texts/format.ts'
import type { deskRefundRoutes } from '../../api/refund-routes.ts'
import { renderDeskPage } from '../../document.ts'
import {
  formatPrice,
  getChargeName,
  getState,
  renderId,
  renderState,
  renderTime,
} from '../../format.ts'
import { icon } from '../../icons.ts'
import { buildPath, linkTo } from '../../paths.ts'
import { type Content, type DeskView, type Html, renderAction } from '../../view.ts'
import { renderFacts, renderPanel } from '../panel.ts'
import { renderRefundOfCharge } from '../refunds.ts'
import { renderStory } from './story.ts'

/** The data for the page of one charge. */
export interface ChargeData {
  charge: ReducedCharge
  events: readonly ListedEvent[]
  decisions: readonly AuditEntry[]
  /** Oldest first. */
  refunds: readonly Refund[]
  /** The refundable amount in each token that it was paid in. */
  refundable: RouteOutput<typeof deskRefundRoutes.getRefundable>['data']
}

/** Renders the page of one charge: its details and its history. */
export function renderCharge(view: DeskView, data: ChargeData): Html {
  const { charge } = data
  const { language } = view
  const { text } = language
  const name = getChargeName(charge, language)
  const { amount, currency } = charge.pricing.settlement
  return renderDeskPage(
    view,
    name,
    html`<a class="up" href="${linkTo(view, '/charges')}">${icon('back')}${text('charges')}</a>
<div class="top"><div><h1>${renderForeign(name)}</h1><p class="big">${formatPrice(charge, language)}</p>${charge.pricing_type === 'fixed_price' ? html`<p class="note">${formatUnits(amount, currency, language.locale)}</p>` : ''}</div>${renderState(getState(charge), language)}</div>
<div class="split">
${renderPanel(
  { title: text('story') },
  html`<div class="pad">${renderStory(view, charge, data)}${charge.payments_has_more ? html`<p class="note">${text('manyPayments')}</p>` : ''}</div>`,
)}
<div class="stack">
${renderItems(view, charge)}
${renderRefunding(view, data)}
${renderDetails(view, charge)}
${renderShipping(view, charge)}
${renderCancel(view, charge)}
</div></div>`,
  )
}

function renderItems(
  { language }: DeskView,
  { line_items: items, tax_note: note }: ReducedCharge,
): Content {
  if (items.length === 0) return ''
  const { locale } = language
  return renderPanel(
    { title: language.text('items') },
    html`<div class="pad"><ul class="items">${items.map(
      ({ name, description, quantity, unit_amount, amount }) =>
        html`<li><span>${renderForeign(name)}${renderItemNote([description ? renderForeign(description) : '', quantity === 1 ? '' : html`${quantity} × ${formatDollars(unit_amount, locale)}`])}</span>${formatDollars(amount, locale)}</li>`,
    )}</ul>${note ? html`<p class="note">${renderForeign(note)}</p>` : ''}</div>`,
  )
}

function renderItemNote(parts: readonly (Html | '')[]): Content {
  const shown = parts.filter((part) => part !== '')
  return html`<small>${shown.map((part, index) => html`${index > 0 ? ' · ' : ''}${part}`)}</small>`
}

function renderDetails(view: DeskView, charge: ReducedCharge): Html {
  const { text } = view.language
  const metadata = Object.entries(charge.metadata ?? {})
  const payer = charge.payments.find(({ payerAddress }) => payerAddress !== '')?.payerAddress
  return renderPanel(
    { title: text('details') },
    html`<div class="pad">${renderFacts([
      charge.payer_email ? [text('emailAddress'), renderForeign(charge.payer_email)] : undefined,
      [text('created'), renderTime(charge.created_at, view)],
      [text('expires'), renderTime(charge.expires_at, view)],
      payer ? [text('payer'), renderId(payer)] : undefined,
      [text('id'), renderId(charge.id)],
      [text('reference'), renderId(charge.reference)],
      ...charge.payments
        .slice(0, 3)
        .map(({ payerTransactionHash: hash }) => [text('transaction'), renderId(hash)] as const),
    ])}
${metadata.length > 0 ? html`<h3>${text('metadata')}</h3>${renderFacts(metadata.map(([name, value]) => [renderForeign(name), renderForeign(typeof value === 'string' ? value : JSON.stringify(value))]))}` : ''}
<p><a href="${charge.hosted_url}" rel="noreferrer" target="_blank">${text('openPaymentPage')}${icon('out')}</a></p></div>`,
  )
}

/** Renders the refunds of a charge, its refundable amount, and the form that begins another refund. */
function renderRefunding(view: DeskView, { charge, refunds, refundable }: ChargeData): Content {
  const { language } = view
  const { text } = language
  if (refundable.length === 0 && refunds.length === 0) return ''
  const left = refundable.filter(({ amount }) => amount !== '0')
  const form = left.length > 0 ? renderRefundForm(view, charge) : ''
  if (refunds.length === 0 && form === '') return ''
  const note =
    left.length === 0
      ? text('refundNothingLeft')
      : fillHtml(text('refundLeft'), {
          amount: left.map(
            ({ amount, tokenSymbol }, index) =>
              html`${index > 0 ? ' + ' : ''}${formatUnits(amount, tokenSymbol, language.locale)}`,
          ),
        })
  return renderPanel({ title: text('refunds'), note }, [
    refunds.length > 0
      ? html`<ul class="refunds">${refunds.map((refund) => renderRefundOfCharge(view, refund))}</ul>`
      : '',
    form,
  ])
}

function renderRefundForm(view: DeskView, { id }: ReducedCharge): Content {
  const { text } = view.language
  if (!view.session.canWrite) return ''
  const fields = html`<label for="refund-amount">${text('amount')}</label><input class="field" id="refund-amount" name="amount" inputmode="decimal" autocomplete="off" maxlength="80"><label for="refund-reason">${text('refundReason')}</label><input class="field" id="refund-reason" name="reason" autocomplete="off" maxlength="500">`
  return html`<details class="ask form"><summary>${text('refundCharge')}</summary><p class="note">${text('refundChargeText')}</p>${renderAction(view, { path: buildPath('/charges/:uuid/refunds', { uuid: id }), label: text('refundBegin'), fields })}</details>`
}

/** Renders the form that marks a paid charge as shipped. */
function renderShipping(view: DeskView, { id, status, shipped_at }: ReducedCharge): Content {
  const { text } = view.language
  if (!view.session.canWrite || status !== 'COMPLETED' || shipped_at) return ''
  return html`<section class="panel pad form"><p class="note">${text('markShippedText')}</p>${renderAction(view, { path: buildPath('/charges/:uuid/shipped', { uuid: id }), label: text('markShipped') })}</section>`
}

/** Renders the form that cancels a charge, with a confirmation. Only an unpaid charge can be canceled. */
function renderCancel(view: DeskView, { id, status, payments }: ReducedCharge): Content {
  const { text } = view.language
  if (!view.session.canWrite || status !== 'NEW' || payments.length > 0) return ''
  return html`<details class="panel ask"><summary>${text('cancelCharge')}</summary><p class="note">${text('cancelChargeText')}</p>${renderAction(view, { path: buildPath('/charges/:uuid/cancel', { uuid: id }), label: text('cancelChargeSure') })}</details>`
}
