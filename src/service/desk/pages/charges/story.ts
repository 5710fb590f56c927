import { html } from 'hono/html'
import { getChainName } from '../../../../api/chains/chain-names.ts'
import type { ReducedCharge } from '../../../../api/schemas/charges/charge.ts'
import type { ListedEvent } from '../../../../api/schemas/events.ts'
import type { ChargePayment } from '../../../../api/schemas/payments/payment.ts'
import type { Refund } from '../../../../api/schemas/payments/refund.ts'
import type { AuditEntry } from '../../../../api/schemas/settings.ts'
import type { TextName } from '../../../texts/en.ts'
import { fillHtml, formatUnits, renderEnglish, renderForeign } from '../../../texts/format.ts'
import { renderSentence } from '../../audit-sentences.ts'
import { type AuditSubjects, readText } from '../../audit-subjects.ts'
import { renderOnChain, renderTime } from '../../format.ts'
import { type IconName, icon } from '../../icons.ts'
import type { Content, DeskView, Html } from '../../view.ts'
import type { RemovedEndpoints } from '../webhook-event.ts'
import { renderEventRow } from './told.ts'

/** What the history of a charge is told from. */
export interface StoryData {
  events: readonly ListedEvent[]
  decisions: readonly AuditEntry[]
  subjects: AuditSubjects
  refunds: readonly Refund[]
  removedEndpoints: RemovedEndpoints
}

/** Something that happened to a charge. */
interface Happening {
  at: string
  icon: IconName
  /** The kind of its mark; absent when it is neither good nor bad. */
  kind?: 'ok' | 'w' | 'bad' | ''
  title: Content
  note?: Content
}

/** Renders the history of a charge, newest first: its money and the decisions about it, and a folded row for each event. */
export function renderStory(view: DeskView, charge: ReducedCharge, data: StoryData): Html {
  const { events, decisions, subjects, refunds, removedEndpoints } = data
  const happenings = [
    ...refunds.flatMap((refund) => describeRefund(view, refund)),
    ...decisions.map((entry) => describeDecision(view, { entry, subjects })),
    ...listStatusChanges(view, charge),
    ...charge.payments.flatMap((payment) => listPaymentSteps(view, charge, payment)),
    describeCreation(view, charge),
  ]
  const rows = [
    ...happenings.map((happening) => ({ at: happening.at, row: renderHappening(view, happening) })),
    ...events.map((event) => ({
      at: event.createdAt,
      row: renderEventRow(view, event, removedEndpoints),
    })),
  ]
  // The sort is stable: rows of the same time stay in this order, money before the event about it.
  rows.sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
  return html`<ol class="tl">${rows.map(({ row }) => row)}</ol>`
}

function renderHappening(
  view: DeskView,
  { at, icon: name, kind = '', title, note }: Happening,
): Html {
  return html`<li><span class="d ${kind}">${icon(name)}</span><b>${title}</b>${renderTime(at, view, { isExact: true })}${note ? html`<small>${note}</small>` : ''}</li>`
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
      note: payment.reason ? renderEnglish(payment.reason) : '',
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

function describeDecision(
  view: DeskView,
  described: { entry: AuditEntry; subjects: AuditSubjects },
): Happening {
  const reason = readText(described.entry, 'reason')
  return {
    at: described.entry.createdAt,
    icon: 'person',
    title: renderSentence(view, described),
    note: reason ? renderForeign(reason) : '',
  }
}
