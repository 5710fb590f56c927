import { html } from 'hono/html'
import type { ReducedCharge } from '../../../../api/schemas/charges/charge.ts'
import type {
  SuggestionReason,
  UnmatchedPayment,
  UnmatchedReply,
  UnmatchedSuggestion,
} from '../../../../api/schemas/unmatched.ts'
import { fillHtml, formatDollars, formatUnits, renderForeign } from '../../../texts/format.ts'
import { isLess, subtractAmounts } from '../../amounts.ts'
import { formatDuration, formatPrice, renderChargeName } from '../../format.ts'
import { linkTo } from '../../paths.ts'
import type { Content, DeskView, Html } from '../../view.ts'

/** A charge that money may be for, and why. */
export interface SuggestedCharge {
  charge: ReducedCharge
  reasons: readonly SuggestionReason[]
  /** Whether one click may assign the money to it. */
  isStrong: boolean
}

/** Unmatched money with the charges that it may be for, the likeliest first. */
export interface SuggestedMoney {
  payment: UnmatchedReply
  charges: readonly SuggestedCharge[]
}

/** The reasons of a suggestion by importance: first those that decide whether it can be assigned, and its effect. */
const byWeight: readonly SuggestionReason[] = [
  'OTHER_TOKEN',
  'PAID_AGAIN',
  'MADE_AFTER',
  'LATE',
  'SHORT',
  'OVER',
  'NAMED',
  'SIGNED',
  'ACCEPTED',
  'SAME_PAYER',
  'SAME_CUSTOMER',
  'RESERVED',
  'EXACT',
  'REPORTED',
]

/**
 * Whether money was sent a second time, and so goes back: the order that it fits best is paid already, and no open order asks for
 * exactly as much, or has evidence that others cannot forge.
 */
export function isSecondPayment({ suggestions }: UnmatchedReply): boolean {
  const isPaid = ({ reasons }: UnmatchedSuggestion) => reasons.includes('PAID_AGAIN')
  const [best] = suggestions
  const open = suggestions.filter((one) => !isPaid(one))
  const isForOpen = open.some(({ strong, reasons }) => strong || reasons.includes('EXACT'))
  return best !== undefined && isPaid(best) && !isForOpen
}

/** Whether money and a charge are compared in one token. */
export function isSameToken(
  { amount, tokenSymbol }: UnmatchedPayment,
  { pricing: { settlement }, pricing_type }: ReducedCharge,
  reasons: readonly SuggestionReason[],
): boolean {
  const isFixed = pricing_type === 'fixed_price' && amount !== ''
  return isFixed && settlement.currency === tokenSymbol && !reasons.includes('OTHER_TOKEN')
}

/** Renders a charge that money may be for: what speaks for it, who ordered it when, and one sentence. */
export function renderSuggestion(
  view: DeskView,
  payment: UnmatchedReply,
  { charge, reasons }: SuggestedCharge,
): Html {
  const { language } = view
  const reason = byWeight.find((one) => reasons.includes(one)) ?? reasons[0]
  const tag = reason
    ? html`<span class="why">${describeTag(view, payment, { charge, reasons, reason })}</span><br>`
    : ''
  const parts = [
    renderChargeLink(view, charge),
    formatPrice(charge, language),
    charge.payer_email ? renderForeign(charge.payer_email) : '',
    describeAge(view, payment, charge),
  ].filter((part) => part !== '')
  const why = reason ? describeReason(view, payment, { reasons, reason }) : ''
  return html`<p class="hint">${tag}${parts.map((part, index) => html`${index > 0 ? ' · ' : ''}${part}`)}${why ? html`<br>${why}` : ''}</p>`
}

/** Renders the link of a charge by its name. */
export function renderChargeLink(view: DeskView, charge: ReducedCharge): Html {
  return html`<a href="${linkTo(view, '/charges/:uuid', { uuid: charge.id })}"><b>${renderChargeName(charge, view.language)}</b></a>`
}

/** Names the reason; of money that is too little or too much with the difference. */
function describeTag(
  { language }: DeskView,
  payment: UnmatchedPayment,
  {
    charge,
    reasons,
    reason,
  }: Pick<SuggestedCharge, 'charge' | 'reasons'> & { reason: SuggestionReason },
): Content {
  const { text, locale } = language
  const { missing_amount: missing } = charge
  const units = (amount: string) => formatUnits(amount, payment.tokenSymbol, locale)
  if (reason === 'PAID_AGAIN' || !isSameToken(payment, charge, reasons)) return text(`tag${reason}`)
  if (isLess(payment.amount, missing))
    return fillHtml(text('tagShortBy'), {
      amount: units(subtractAmounts(missing, payment.amount)),
    })
  if (reason === 'OVER')
    return fillHtml(text('excessAmount'), {
      amount: units(subtractAmounts(payment.amount, missing)),
    })
  return text(`tag${reason}`)
}

/** Says how long before or after the order the money came; the times of blocks are whole seconds. */
function describeAge({ language }: DeskView, { minedAt }: UnmatchedPayment, charge: ReducedCharge) {
  const { text, locale } = language
  const orderedAt = Math.floor(Date.parse(charge.created_at) / 1000) * 1000
  const ms = Date.parse(minedAt) - orderedAt
  const age = formatDuration(Math.abs(ms), locale)
  return text(ms < 0 ? 'orderedAfter' : 'orderedBefore', { age })
}

/** Returns the one sentence about a reason; of money in another token with what it counts as. */
function describeReason(
  { language }: DeskView,
  { usdAmount }: UnmatchedReply,
  { reasons, reason }: Pick<SuggestedCharge, 'reasons'> & { reason: SuggestionReason },
): Content {
  const { text, locale } = language
  if (reason !== 'OTHER_TOKEN' || usdAmount === '') return text(`why${reason}`)
  const name = reasons.includes('EXACT') ? 'otherTokenSame' : 'otherTokenCounts'
  return fillHtml(text(name), { amount: formatDollars(usdAmount, locale) })
}
