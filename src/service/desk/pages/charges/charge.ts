import { html } from 'hono/html'
import type { ReducedCharge } from '../../../../api/schemas/charges/charge.ts'
import type { ListedEvent } from '../../../../api/schemas/events.ts'
import type { Refund } from '../../../../api/schemas/payments/refund.ts'
import type { AuditEntry } from '../../../../api/schemas/settings.ts'
import { fillHtml, formatUnits, renderForeign } from '../../../texts/format.ts'
import type { AuditSubjects } from '../../audit-subjects.ts'
import { renderDeskPage } from '../../document.ts'
import type { FormInput } from '../../fields.ts'
import { formatPrice, getChargeName, getState, renderState } from '../../format.ts'
import { icon } from '../../icons.ts'
import { buildPath, linkTo } from '../../paths.ts'
import { type Content, type DeskView, type Html, isRefused, renderAction } from '../../view.ts'
import { renderPanel } from '../panel.ts'
import { renderRefundOfCharge } from '../refunds.ts'
import type { RemovedEndpoints } from '../webhook-event.ts'
import { renderAsk } from './ask.ts'
import { renderDifference, renderSettlement } from './charges.ts'
import { type DecidedCharge, renderDecisions } from './decisions.ts'
import { renderDetails, renderItems } from './details.ts'
import { renderReceiptActions, renderSendReceipt } from './receipt.ts'
import { renderStory } from './story.ts'

/** The data for the page of one charge. */
export interface ChargeData extends DecidedCharge {
  events: readonly ListedEvent[]
  decisions: readonly AuditEntry[]
  /** What the decisions are about. */
  subjects: AuditSubjects
  /** What endpoints that are gone were called. */
  removedEndpoints: RemovedEndpoints
  /** Oldest first. */
  refunds: readonly Refund[]
}

/** Renders the page of one charge: its details and its history. */
export function renderCharge(view: DeskView, data: ChargeData): Html {
  const { charge } = data
  const { language } = view
  const { text } = language
  const name = getChargeName(charge, language)
  return renderDeskPage(
    view,
    name,
    html`<a class="up" href="${linkTo(view, '/charges')}">${icon('back')}${text('charges')}</a>
<div class="top"><div><div class="t"><h1>${renderForeign(name)}</h1>${renderState(getState(charge), language)}</div><p class="big">${formatPrice(charge, language)}</p>${renderSettlement(charge, language)}${renderDifference(charge, language)}</div>${renderHeadActions(view, data)}</div>
${renderDecisions(view, data)}
<div class="split">
<div class="stack">
${renderPanel(
  { title: text('story') },
  html`<div class="pad">${renderStory(view, charge, data)}${charge.payments_has_more ? html`<p class="note">${text('manyPayments')}</p>` : ''}</div>`,
)}
${renderItems(view, charge)}
${renderRefunding(view, data)}
</div>
<div class="stack">
${renderAsk(view, charge)}
${renderDetails(view, charge)}
${renderReceiptActions(view, charge)}
${renderShipping(view, charge)}
${renderCancel(view, charge)}
</div></div>`,
  )
}

/** Renders what is mostly done with a paid charge: its money goes back, or its customer gets the receipt. */
function renderHeadActions(view: DeskView, { charge, refundable }: ChargeData): Content {
  const { text } = view.language
  const isLeft = refundable.some(({ amount }) => amount !== '0')
  const refund =
    isLeft && view.may(buildPath('/charges/:uuid/refunds', { uuid: charge.id }))
      ? html`<a class="btn" href="#${refundAmountId}">${text('refund')}</a>`
      : ''
  return html`<div class="act">${renderSendReceipt(view, charge)}${refund}</div>`
}

/** The id of the input of a refund's amount, to which the head of the page leads. */
const refundAmountId = 'refund-amount'

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
  const path = buildPath('/charges/:uuid/refunds', { uuid: id })
  if (!view.may(path)) return ''
  const inputs: FormInput[] = [
    {
      name: 'amount',
      kind: 'amount',
      label: text('amount'),
      id: refundAmountId,
    },
    {
      name: 'reason',
      label: text('refundReason'),
      id: 'refund-reason',
    },
  ]
  return html`<details class="ask form"${isRefused(view, path) ? html` open` : ''}><summary>${text('refundCharge')}</summary><p class="note">${text('refundChargeText')}</p>${renderAction(view, { path, label: text('refundBegin'), inputs })}</details>`
}

/** Renders the form that marks a paid charge as shipped. */
function renderShipping(view: DeskView, { id, status, shipped_at }: ReducedCharge): Content {
  const { text } = view.language
  const path = buildPath('/charges/:uuid/shipped', { uuid: id })
  if (!view.may(path) || status !== 'COMPLETED' || shipped_at) return ''
  return html`<section class="panel pad form"><h2>${text('markShipped')}</h2><p class="note">${text('markShippedText')}</p>${renderAction(view, { path, label: text('markShipped') })}</section>`
}

/** Renders the form that cancels a charge, with a confirmation. Only an unpaid charge can be canceled. */
function renderCancel(view: DeskView, { id, status, payments }: ReducedCharge): Content {
  const { text } = view.language
  const path = buildPath('/charges/:uuid/cancel', { uuid: id })
  if (!view.may(path) || status !== 'NEW' || payments.length > 0) return ''
  return html`<details class="panel ask"><summary>${text('cancelCharge')}</summary><p class="note">${text('cancelChargeText')}</p>${renderAction(view, { path, label: text('cancelChargeSure') })}</details>`
}
