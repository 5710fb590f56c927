import { html } from 'hono/html'
import type { RouteOutput } from '../../../../api/routes/route.ts'
import type { ReducedCharge } from '../../../../api/schemas/charges/charge.ts'
import { formatUnits, type Money } from '../../../texts/format.ts'
import { isLess, subtractAmounts } from '../../amounts.ts'
import type { deskRefundRoutes } from '../../api/refund-routes.ts'
import { renderCopy } from '../../copy.ts'
import type { FormInput } from '../../fields.ts'
import { getChargeName } from '../../format.ts'
import { icon } from '../../icons.ts'
import { buildMailLink, buildPath } from '../../paths.ts'
import { type Content, type DeskView, type Html, renderAction } from '../../view.ts'
import { renderPanel } from '../panel.ts'

/** A charge, and what can be refunded of it in each token. */
export interface DecidedCharge {
  charge: ReducedCharge
  refundable: RouteOutput<typeof deskRefundRoutes.getRefundable>['data']
}

/** Renders what a person decides about a charge whose money is not its price: it stands at the head of the page. */
export function renderDecisions(view: DeskView, data: DecidedCharge): Content {
  const { charge } = data
  if (charge.payment_status === 'part_paid') return renderShort(view, charge)
  if (charge.payment_status === 'overpaid') return renderExcess(view, data)
  return charge.accepted_amount === undefined ? '' : renderAccepted(view, charge)
}

const unitsOf =
  ({ language }: DeskView, { pricing }: ReducedCharge) =>
  (amount: string): Money =>
    formatUnits(amount, pricing.settlement.currency, language.locale)

/** Renders the two ways on with a short payment: to take it as enough, and to ask for the rest. */
function renderShort(view: DeskView, charge: ReducedCharge): Html {
  const { text } = view.language
  const units = unitsOf(view, charge)
  const price = charge.pricing.settlement.amount
  const received = subtractAmounts(price, charge.missing_amount)
  const title = text('receivedOf', { received: units(received), price: units(price) })
  const note = text('missingAmount', { amount: units(charge.missing_amount) })
  // What waits for its confirmations may be the rest.
  const isSettled = charge.payments.every(({ status }) => status !== 'PENDING')
  return renderPanel({ title, note }, [
    isSettled && !charge.refunds ? renderAcceptance(view, charge, received) : '',
    charge.status === 'EXPIRED' ? '' : renderRequest(view, charge),
  ])
}

function renderAcceptance(view: DeskView, charge: ReducedCharge, received: string): Content {
  const { text } = view.language
  const path = buildPath('/charges/:uuid/accept', { uuid: charge.id })
  if (!view.may(path)) return ''
  const reason: FormInput = {
    name: 'reason',
    id: 'accept-reason',
    label: text('decisionReason'),
  }
  return html`<div class="pad form"><p class="note">${text('acceptText')}</p>${renderAction(view, {
    path,
    label: text('acceptAs', { amount: unitsOf(view, charge)(received) }),
    kind: 'main',
    fields: html`<input type="hidden" name="amount" value="${received}">`,
    inputs: [reason],
  })}</div>`
}

/** Renders how the customer is asked for what is missing: the payment link asks for no more. */
function renderRequest({ language, ...view }: DeskView, charge: ReducedCharge): Html {
  const { text } = language
  const { brand, name } = view.session.account
  const amount = unitsOf({ language, ...view }, charge)(charge.missing_amount)
  const link = charge.hosted_url
  const values = {
    amount,
    link,
    order: getChargeName(charge, language),
    store: brand.organizationName || name,
  }
  const email = charge.payer_email
  const mail = email
    ? html`<li><a href="${buildMailLink(email, { subject: text('missingSubject', values), body: text('missingBody', values) })}">${icon('mail')}${text('mailCustomer')}</a></li>`
    : ''
  return html`<details class="ask"><summary>${text('askMissing', { amount })}</summary><p class="note">${text('askMissingText')}</p><ul class="ways"><li><a href="${link}" rel="noreferrer" target="_blank">${text('openPaymentPage')}${icon('out')}</a>${renderCopy(language, link, text('paymentLink'))}</li>${mail}</ul></details>`
}

/** Renders the undo of an acceptance, until goods or money have left. */
function renderAccepted(view: DeskView, charge: ReducedCharge): Content {
  const { text } = view.language
  if (charge.shipped_at || charge.refunds) return ''
  const amount = unitsOf(view, charge)(charge.accepted_amount ?? '0')
  const undo = renderAction(view, {
    path: buildPath('/charges/:uuid/unaccept', { uuid: charge.id }),
    label: text('undo'),
  })
  return renderPanel(
    { title: text('acceptedAs', { amount }) },
    html`<div class="pad form"><p class="note">${text('acceptedText')}</p>${undo}</div>`,
  )
}

/** Renders the refund of what is too much, unless one of it is on its way. */
function renderExcess(view: DeskView, { charge, refundable }: DecidedCharge): Html {
  const { text } = view.language
  const amount = unitsOf(view, charge)(charge.excess_amount)
  const title = text('excessAmount', { amount })
  const isBegun = charge.refunds?.amounts.some(({ pending }) => pending !== '0')
  const isPaidSo = refundable.some(
    (left) =>
      left.tokenSymbol === charge.pricing.settlement.currency &&
      !isLess(left.amount, charge.excess_amount),
  )
  const sending =
    isPaidSo && !isBegun
      ? renderAction(view, {
          path: buildPath('/charges/:uuid/refunds', { uuid: charge.id }),
          label: text('sendAmountBack', { amount }),
          kind: 'main',
          fields: html`<input type="hidden" name="excess" value="true">`,
        })
      : ''
  return renderPanel(
    { title },
    html`<div class="pad form"><p class="note">${text('excessText')}</p>${sending}</div>`,
  )
}
