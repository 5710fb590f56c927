import { html } from 'hono/html'
import { getExplorerBase } from '../../api/chains/chains.ts'
import { buildCallUrl } from '../../api/client/call-url.ts'
import type { Pricing, ReducedCharge } from '../../api/schemas/charges/charge.ts'
import { shorten } from '../charges/lists/typed-search.ts'
import { getDateFormat } from '../texts/date-format.ts'
import type { TextName } from '../texts/en.ts'
import { formatMoney, formatUnits, type Money, renderForeign } from '../texts/format.ts'
import { type IconName, icon } from './icons.ts'
import type { DeskLanguage } from './language.ts'
import { isOverdue } from './made-at-desk.ts'
import { toDay } from './time-zone.ts'
import type { DeskView, Html } from './view.ts'

const time: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' }
const exactTime: Intl.DateTimeFormatOptions = { ...time, second: '2-digit' }
const date: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' }

/** The parts of the view by which a time is shown. */
type TimeView = Pick<DeskView, 'language' | 'now' | 'zone'>

function formatTime(
  at: Date,
  { language, zone }: Pick<TimeView, 'language' | 'zone'>,
  options: Intl.DateTimeFormatOptions,
): string {
  return getDateFormat(language.locale, { timeZone: zone.name, ...options }).format(at)
}

/** Formats the day of a page. */
export function formatDay(at: Date, view: Pick<TimeView, 'language' | 'zone'>): string {
  return formatTime(at, view, { weekday: 'long', month: 'long', day: 'numeric' })
}

/** Formats a day, given as `2026-11-26`. */
export function formatDate(day: string, { locale }: Pick<DeskLanguage, 'locale'>): string {
  const format = getDateFormat(locale, { timeZone: 'UTC', ...date })
  return format.format(new Date(`${day}T00:00:00Z`))
}

/** Formats the weekday of a day, given as `2026-11-26`. */
export function formatWeekday(
  day: string,
  { locale }: Pick<DeskLanguage, 'locale'>,
  weekday: 'long' | 'narrow',
): string {
  const format = getDateFormat(locale, { timeZone: 'UTC', weekday })
  return format.format(new Date(`${day}T00:00:00Z`))
}

/** Formats a time of day, with its zone. */
export function formatClock(at: Date, view: Pick<TimeView, 'language' | 'zone'>): string {
  return formatTime(at, view, { ...time, timeZoneName: 'short' })
}

/** Formats a moment in the shortest unambiguous form: without the date today, without the year this year. */
export function formatMoment(iso: string, view: TimeView, clock = time): string {
  const at = new Date(iso)
  const [day, today] = [toDay(at, view.zone.name), toDay(view.now, view.zone.name)]
  if (day === today) return formatTime(at, view, clock)
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return formatTime(at, view, { ...date, ...(isThisYear ? clock : { year: 'numeric' }) })
}

/** Renders a moment, with the full date as a tooltip. */
export function renderTime(
  iso: string,
  view: TimeView,
  { isExact = false }: { isExact?: boolean } = {},
): Html {
  const whole = formatTime(new Date(iso), view, { dateStyle: 'long', timeStyle: 'long' })
  return html`<time datetime="${iso}" title="${whole}">${formatMoment(iso, view, isExact ? exactTime : time)}</time>`
}

/** The units of a duration in milliseconds, each used from so many of them on. */
const durationUnits = [
  ['day', 86_400_000, 2],
  ['hour', 3_600_000, 1],
  ['minute', 60_000, 1],
  ['second', 1000, 0],
] as const

/** Formats a duration by its largest unit: `12 min`, `3 hr`, `2 days`. */
export function formatDuration(ms: number, locale: string): string {
  const [unit, length] =
    durationUnits.find(([, each, from]) => ms >= each * from) ?? durationUnits[3]
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' })
  return format.format(Math.round(ms / length))
}

/** Renders a rate as `€1.00 = $1.0853`, with its source as the title. */
export function describeRate(
  currency: string,
  { usd, source, source_url: url }: NonNullable<Pricing['rate']>,
  locale: string,
): Html {
  const [unit, dollars] = [formatMoney('1', currency, locale), formatMoney(usd, 'USD', locale)]
  return html`<span title="${url ?? source}">${unit}\u00a0= ${dollars}</span>`
}

/** Formats the price of a charge as its merchant asked for it. */
export function formatPrice(
  { pricing_type, pricing }: Pick<ReducedCharge, 'pricing_type' | 'pricing'>,
  language: DeskLanguage,
): Money | string {
  if (pricing_type === 'fixed_price') {
    const { amount, currency } = pricing.local
    return formatMoney(amount, currency, language.locale)
  }
  const { amount, currency } = pricing.settlement
  return amount === '0'
    ? language.text('anyAmount')
    : formatUnits(amount, currency, language.locale)
}

/** Returns the name of a charge: the order's, or the beginning of its reference. */
export function getChargeName(
  { name, reference }: Pick<ReducedCharge, 'name' | 'reference'>,
  language: DeskLanguage,
): string {
  return name || language.text('unnamed', { reference: reference.slice(0, 6) })
}

/** Renders the name of a charge. */
export function renderChargeName(
  charge: Pick<ReducedCharge, 'name' | 'reference'>,
  language: DeskLanguage,
): Html {
  return renderForeign(getChargeName(charge, language))
}

/** Renders a text to compare or copy: one click selects all of it. */
export function renderId(text: string): Html {
  return html`<code class="id" dir="ltr">${text}</code>`
}

/** Renders an address or a hash in its short form, as a link to the chain's explorer where one is known. */
export function renderOnChain(kind: 'tx' | 'address', chainId: number, text: string): Html {
  const explorer = getExplorerBase(chainId)
  const code = html`<code dir="ltr" title="${text}">${shorten(text)}</code>`
  if (!explorer) return code
  const link = buildCallUrl(explorer, { path: '/:kind/:text' }, { params: { kind, text } })
  return html`<a href="${link}" rel="noreferrer" target="_blank">${code}${icon('out')}</a>`
}

type StateKind = 'ok' | 'wait' | 'look' | 'no' | 'bad'

/** How a state is shown: its color, its icon and its word, so that color is never alone. */
export interface State {
  kind: StateKind
  icon: IconName
  text: TextName
}

const states: Readonly<Record<ReducedCharge['status'], State>> = {
  NEW: { kind: 'wait', icon: 'clock', text: 'waiting' },
  PENDING: { kind: 'wait', icon: 'clock', text: 'confirming' },
  COMPLETED: { kind: 'ok', icon: 'check', text: 'paid' },
  FAILED: { kind: 'bad', icon: 'stop', text: 'failed' },
  EXPIRED: { kind: 'no', icon: 'x', text: 'expired' },
  CANCELLED: { kind: 'no', icon: 'x', text: 'canceled' },
}

/** The states in which the money of a charge says more than its status. */
const moneyStates: Readonly<Partial<Record<ReducedCharge['payment_status'], State>>> = {
  part_paid: { kind: 'look', icon: 'warn', text: 'partPaid' },
  overpaid: { kind: 'look', icon: 'warn', text: 'overpaid' },
  partly_refunded: { kind: 'no', icon: 'undo', text: 'partlyRefunded' },
  refunded: { kind: 'no', icon: 'undo', text: 'refunded' },
}

/** Returns how the state of a charge is shown. */
export function getState(
  charge: Pick<ReducedCharge, 'status' | 'payment_status' | 'metadata'>,
): State {
  if (isOverdue(charge)) return { kind: 'look', icon: 'warn', text: 'overdue' }
  return moneyStates[charge.payment_status] ?? states[charge.status]
}

/** Renders a state. */
export function renderState({ kind, icon: name, text }: State, language: DeskLanguage): Html {
  return html`<span class="st ${kind}">${icon(name)}${language.text(text)}</span>`
}
