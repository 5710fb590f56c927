import { html } from 'hono/html'
import {
  type BookKind,
  type BooksSummary,
  BookKind as Kinds,
} from '../../../../api/schemas/books.ts'
import { formatFixed } from '../../../books/fixed.ts'
import { formatDollars, formatUnits, type Money } from '../../../texts/format.ts'
import { formatDate } from '../../format.ts'
import type { Content, DeskView, Html } from '../../view.ts'
import { renderEmpty, renderPanel } from '../panel.ts'
import { formatPeriod, type Period } from './period.ts'

/** Renders what a time adds up to: by kind, and by day. */
export function renderTotals(view: DeskView, period: Period, summary: BooksSummary): Html {
  const { language } = view
  const { text } = language
  const panel = { title: text('booksTotals'), note: formatPeriod(period, language) }
  if (summary.totals.length === 0) return renderPanel(panel, renderEmpty(text('booksNone')))
  const unknown = summary.totals.reduce((sum, { unknown_count }) => sum + unknown_count, 0)
  const note = unknown > 0 ? language.count('booksUnknown', unknown) : ''
  return renderPanel(
    panel,
    html`${renderKinds(view, summary.totals)}${note ? html`<p class="pad note">${note}</p>` : ''}${renderDays(view, summary.days)}`,
  )
}

function renderKinds(view: DeskView, totals: BooksSummary['totals']): Html {
  const { text, locale, words } = view.language
  const rows = Kinds.options.flatMap((kind) => {
    const ofKind = totals.filter((total) => total.kind === kind)
    if (ofKind.length === 0) return []
    const tokens = ofKind.map(({ amount, token }) =>
      amount === null ? '' : html`<small>${formatUnits(amount, token, locale)}</small>`,
    )
    return html`<tr><td>${words[kind]}</td><td class="num">${addCounts(ofKind).toLocaleString(locale)}</td><td class="num">${addDollars(ofKind, locale)}${tokens}</td></tr>`
  })
  return html`<table><thead><tr><th scope="col">${words.kind}</th><th scope="col" class="num">${text('booksRows')}</th><th scope="col" class="num">${words.dollars}</th></tr></thead><tbody>${rows}</tbody>
<tfoot><tr><td><b>${text('booksTotal')}</b></td><td class="num">${addCounts(totals).toLocaleString(locale)}</td><td class="num"><b>${addDollars(totals, locale)}</b></td></tr></tfoot></table>`
}

function renderDays({ language }: DeskView, days: BooksSummary['days']): Content {
  const { text, locale } = language
  const rows = [...Map.groupBy(days, ({ day }) => day)].map(
    ([day, ofDay]) =>
      html`<tr><td>${formatDate(day, language)}</td><td class="num">${addDollars(ofDay.filter(isRevenue), locale)}</td><td class="num">${addDollars(
        ofDay.filter((one) => !isRevenue(one)),
        locale,
      )}</td><td class="num wide">${addCounts(ofDay).toLocaleString(locale)}</td></tr>`,
  )
  return html`<details class="ask"><summary>${text('booksByDay')}</summary><table><thead><tr><th scope="col">${text('day')}</th><th scope="col" class="num">${text('booksRevenue')}</th><th scope="col" class="num">${text('booksOther')}</th><th scope="col" class="num wide">${text('booksRows')}</th></tr></thead><tbody>${rows}</tbody></table></details>`
}

/** Payments less refunds: what the shop has earned. */
const isRevenue = ({ kind }: { kind: BookKind }) => kind === 'payment' || kind === 'refund'

/** Returns how many rows sums have together. */
export const addCounts = (sums: readonly { count: number }[]) =>
  sums.reduce((total, { count }) => total + count, 0)

/** Adds up dollars with exactly two decimals. */
function addDollars(sums: readonly { usd_amount: string }[], locale: string): Money {
  const cents = sums.reduce(
    (total, { usd_amount }) => total + BigInt(usd_amount.replace('.', '')),
    0n,
  )
  return formatDollars(formatFixed(cents, 2), locale)
}
