import { html } from 'hono/html'
import { formatAmount, parseAmount } from '../../../amount.ts'
import { fillHtml, formatMoney } from '../../texts/format.ts'
import type { ChargeSum } from '../api/routes.ts'
import { type ChargeLists, getListPath } from '../charge-lists.ts'
import { formatDate, formatWeekday } from '../format.ts'
import type { DeskPath } from '../paths.ts'
import type { Content, DeskView, Html } from '../view.ts'
import { renderPanel } from './panel.ts'

/** The sum paid on a day. */
export interface DaySum extends ChargeSum {
  /** `2026-11-26`, in the zone of the page. */
  day: string
}

/** The last days in one currency, today among them, and as many before; oldest first. */
export interface Month {
  /** ISO 4217. */
  currency: string
  /** Of its charges. */
  lists: ChargeLists
  days: readonly DaySum[]
  before: readonly DaySum[]
}

/** Decimals of sums that are added here. */
const decimals = 18

const toNet = ({ amount, refunded }: ChargeSum) =>
  parseAmount(amount, decimals) - parseAmount(refunded, decimals)
const add = (days: readonly DaySum[]) => days.reduce((sum, day) => sum + toNet(day), 0n)
const toDecimal = (amount: bigint) => formatAmount(amount, decimals)

/** Returns what was paid on days, without what was sent back of it: decimal text, in their currency. */
export function addNet(days: readonly DaySum[]): string {
  return toDecimal(add(days))
}

/** Returns by which part days have more than those before; undefined where these have nothing. */
export function compareNet(days: readonly DaySum[], before: readonly DaySum[]): number | undefined {
  const past = add(before)
  return past > 0n ? Number(((add(days) - past) * 10_000n) / past) / 10_000 : undefined
}

/** Renders the sums of the last days as bars with a scale, and as a table. Renders nothing if nothing was paid. */
export function renderMonth(
  view: DeskView,
  { currency, lists: { listPaid }, days, before }: Month,
): Content {
  const { language, base } = view
  const { text, locale } = language
  const nets = days.map(toNet)
  const [most = 0n] = nets.toSorted((a, b) => (a < b ? 1 : -1))
  if (add(days) === 0n && add(before) === 0n) return ''
  const [first = '', last = ''] = [before.at(0)?.day, before.at(-1)?.day]
  const money = (amount: string) => formatMoney(amount, currency, locale)
  const earlier = html`<a href="${base + getListPath(listPaid(first, last))}">${fillHtml(text('daysBefore'), { amount: money(addNet(before)) })}</a>`
  const top = findTop(most)
  // The newest first: where the chart is wider than the screen, it is the part that is seen.
  const newest = days.toReversed()
  return renderPanel(
    {
      title: text('month'),
      note: html`${fillHtml(text('monthText'), { paid: money(addNet(days)) })} · ${earlier}`,
    },
    html`<div class="month"><ul class="scale note" aria-hidden="true">${[top, top / 2n, 0n].map((mark) => html`<li>${money(toDecimal(mark))}</li>`)}</ul><div class="marks" aria-hidden="true"></div><ol class="bars" aria-label="${text('month')}">${newest.map((day) => renderBar(view, day, { top, path: getListPath(listPaid(day.day, day.day)) }))}</ol></div>
<details class="ask"><summary>${text('monthTable')}</summary><table><thead><tr><th scope="col">${text('day')}</th><th scope="col" class="num">${text('charges')}</th><th scope="col" class="num">${text('paid')}</th></tr></thead><tbody>${newest.map(
      (day) =>
        html`<tr><td><a href="${base + getListPath(listPaid(day.day, day.day))}">${formatDate(day.day, language)}</a></td><td class="num">${day.count.toLocaleString(locale)}</td><td class="num">${money(addNet([day]))}</td></tr>`,
    )}</tbody></table></details>`,
  )
}

/** Returns the end of the scale: the first round number that no day is above, of 1, 2 and 5 with zeros, or of a cent. */
function findTop(most: bigint): bigint {
  for (let unit = 10n ** BigInt(decimals - 2); ; unit *= 10n)
    for (const times of [1n, 2n, 5n]) if (unit * times >= most) return unit * times
}

/** Renders the bar of a day, which opens the charges that it adds up. Its values are shown while it has the pointer or the focus. */
function renderBar(
  { base, language }: DeskView,
  day: DaySum,
  { top, path }: { top: bigint; path: DeskPath },
): Html {
  const percent = Number((toNet(day) * 10_000n) / top) / 100
  const size =
    percent > 0 ? html`height="${Math.max(1.5, percent)}%"` : html`height="2" class="none"`
  const date = formatDate(day.day, language)
  const weekday = formatWeekday(day.day, language, 'long')
  const net = formatMoney(addNet([day]), day.currency, language.locale)
  return html`<li><a href="${base + path}"><span class="read">${weekday}, ${date}: ${net}, ${language.count('chargeCount', day.count)}</span><span class="bar"><svg ${size} width="100%" aria-hidden="true"><rect width="100%" height="100%" rx="2"/></svg></span><span aria-hidden="true">${formatWeekday(day.day, language, 'narrow')}<br>${Number(day.day.slice(-2)).toLocaleString(language.locale)}</span></a></li>`
}
