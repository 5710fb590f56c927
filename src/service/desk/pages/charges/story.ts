import { html } from 'hono/html'
import { getChainName } from '../../../../api/chains/chain-names.ts'
import type { ReducedCharge } from '../../../../api/schemas/charges/charge.ts'
import type { ListedEvent } from '../../../../api/schemas/events.ts'
import type { ChargePayment } from '../../../../api/schemas/payments/payment.ts'
import type { Refund } from '../../../../api/schemas/payments/refund.ts'
import type { AuditEntry } from '../../../../api/schemas/settings.ts'
import { shorten } from '../../../charges/lists/typed-search.ts'
import type { TextName } from '../../../texts/en.ts'
import { fillHtml, formatUnits, renderForeign } from '../../../texts/format.ts'
import { renderOnChain, renderTime } from '../../format.ts'
import { type IconName, icon } from '../../icons.ts'
import type { Content, DeskView, Html } from '../../view.ts'

/** Something that happened to a charge. */
interface Happening {
  at: string
  icon: IconName
  /** The kind of its mark; absent when it is neither good nor bad. */
  kind?: 'ok' | 'w' | 'bad'
  title: Content
  note?: Content
}

/** Renders the history of a charge, newest first. */
export function renderStory(
  view: DeskView,
  charge: ReducedCharge,
  {
    events,
    decisions,
    refunds,
  }: {
    events: readonly ListedEvent[]
    decisions: readonly AuditEntry[]
    refunds: readonly Refund[]
  },
): Html {
  const happenings = [
    ...listDeliveries(view, events),
    ...refunds.flatMap((refund) => describeRefund(view, refund)),
    ...decisions.map((decision) => describeDecision(view, decision)),
    ...listStatusChanges(view, charge),
    ...charge.payments.flatMap((payment) => listPaymentSteps(view, charge, payment)),
    describeCreation(view, charge),
  ]
  // The sort is stable: entries of the same time stay in this order.
  happenings.sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
  return html`<ol class="tl">${happenings.map(
    ({ at, icon: name, kind = '', title, note }) =>
      html`<li><span class="d ${kind}">${icon(name)}</span><b>${title}</b>${renderTime(at, view, { isExact: true })}${note ? html`<small>${note}</small>` : ''}</li>`,
  )}</ol>`
}

function describeCreation({ language }: DeskView, charge: ReducedCharge): Happening {
  const items = charge.line_items.map(
    ({ name, quantity }, index) =>
      html`${index > 0 ? ', ' : ''}${renderForeign(name)}${quantity === 1 ? '' : ` × ${quantity}`}`,
  )
  return {
    at: charge.created_at,
    icon: 'list',
    title: language.text('created'),
    note: items.length > 0 ? items : '',
  }
}

/** The status changes that no payment explains; those of a payment are covered by its steps. */
const statusTexts: Partial<
  Record<ReducedCharge['status'], [TextName, IconName, 'ok' | 'bad' | undefined]>
> = {
  COMPLETED: ['wasPaid', 'check', 'ok'],
  FAILED: ['wasFailed', 'stop', 'bad'],
  EXPIRED: ['wasExpired', 'x', undefined],
  CANCELLED: ['wasCanceled', 'x', undefined],
}

function listStatusChanges({ language }: DeskView, { timeline }: ReducedCharge): Happening[] {
  return timeline.flatMap(({ status, time }) => {
    const [text, name, kind] = statusTexts[status] ?? []
    if (!text || !name) return []
    return [{ at: time, icon: name, title: language.text(text), ...(kind && { kind }) }]
  })
}

function listPaymentSteps(
  { language }: DeskView,
  { pricing }: ReducedCharge,
  payment: ChargePayment,
): Happening[] {
  const { text } = language
  const { currency } = pricing.settlement
  const chainId = Number(payment.payerChainId)
  const chain = getChainName(chainId)
  const units = (amount: string) => formatUnits(amount, currency, language.locale)
  const { paidAmountInRequestedToken: received, creditedAmount: credited } = payment
  const hash = renderOnChain('tx', chainId, payment.payerTransactionHash)
  const isSeen = payment.minedAt !== ''
  const sender = payment.payerAddress
    ? html`<br>${fillHtml(text('from'), { account: renderOnChain('address', chainId, payment.payerAddress) })}`
    : ''
  const steps: Happening[] = [
    {
      at: payment.createdAt,
      icon: 'clock',
      title: text(isSeen ? 'seenOn' : 'reportedOn', { chain }),
      note: html`${received === '0' ? '' : html`${units(received)} · `}${hash}${sender}`,
    },
  ]
  if (payment.verifiedAt === '') return steps
  if (payment.status === 'FAILED')
    steps.push({
      at: payment.verifiedAt,
      icon: 'stop',
      kind: 'bad',
      title: text('paymentFailed'),
      note: payment.reason,
    })
  else
    steps.push({
      at: payment.verifiedAt,
      icon: 'check',
      kind: 'ok',
      title: text('confirmed'),
      note:
        credited === received
          ? units(received)
          : fillHtml(text('creditedOf'), { credited: units(credited), received: units(received) }),
    })
  return steps
}

function listDeliveries({ language }: DeskView, events: readonly ListedEvent[]): Happening[] {
  const { text } = language
  return events.flatMap(({ type, createdAt, deliveries }) =>
    deliveries.map(({ status, attempts, lastError }): Happening => {
      const name = html`<code dir="ltr">${type}</code>`
      const note = html`${name} · ${language.count('attempts', attempts)}${lastError ? html`<br>${renderForeign(lastError)}` : ''}`
      if (status === 'DELIVERED')
        return { at: createdAt, icon: 'check', kind: 'ok', title: text('storeTold'), note }
      if (status === 'FAILED')
        return { at: createdAt, icon: 'stop', kind: 'bad', title: text('storeNotTold'), note }
      return { at: createdAt, icon: 'warn', kind: 'w', title: text('storeWaits'), note }
    }),
  )
}

const decisionTexts: Readonly<Record<string, TextName>> = {
  'payment.assigned': 'assignedBy',
  'payment.unassigned': 'unassignedBy',
  'charge.canceled': 'canceledBy',
  'charge.shipped': 'shippedBy',
  'refund.created': 'refundBegunBy',
  'refund.approved': 'refundApprovedBy',
  'refund.signing': 'refundSigningBy',
  'refund.released': 'refundReleasedBy',
  'refund.canceled': 'refundCanceledBy',
}

/** Describes the transfer of a refund. Earlier steps are covered by the decisions, and by the refund's own page. */
function describeRefund({ language }: DeskView, refund: Refund): Happening[] {
  const { status, minedAt, hash, sentAmount, tokenSymbol } = refund
  if (minedAt === '') return []
  const note = html`${formatUnits(sentAmount, tokenSymbol, language.locale)} · ${renderOnChain('tx', Number(refund.chainId), hash)}`
  const isConfirmed = status === 'COMPLETED'
  return [
    {
      at: minedAt,
      icon: isConfirmed ? 'undo' : 'clock',
      ...(isConfirmed && { kind: 'ok' }),
      title: language.text(isConfirmed ? 'refundCOMPLETED' : 'refundSent'),
      note,
    },
  ]
}

function describeDecision(view: DeskView, entry: AuditEntry): Happening {
  const { author, authorName, to } = entry
  const person = author === 'cli' ? view.language.text('operator') : authorName || author
  const name = decisionTexts[entry.action] ?? 'decidedBy'
  const title = view.language.text(name, { person, action: entry.action })
  const { amount, tokenSymbol, recipientAddress } = { ...to }
  if (!entry.action.startsWith('refund.') || typeof amount !== 'string')
    return { at: entry.createdAt, icon: 'person', title }
  const units = formatUnits(amount, String(tokenSymbol), view.language.locale)
  const recipient = recipientAddress
    ? html` · <code dir="ltr" title="${String(recipientAddress)}">${shorten(String(recipientAddress))}</code>`
    : ''
  return { at: entry.createdAt, icon: 'person', title, note: html`${units}${recipient}` }
}
