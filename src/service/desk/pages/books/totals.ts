import { html } from 'hono/html'
import {
  type BookKind,
  type BooksSummary,
  BookKind as Kinds,
} from '../../../../api/schemas/books.ts'
import { formatFixed, getBookDigits, parseFixed } from '../../../books/fixed.ts'
import { formatDollars, formatMoney, formatUnits, type Money } from '../../../texts/format.ts'
import { formatDate } from '../../format.ts'
import type { Content, DeskView, Html } from '../../view.ts'
import { renderEmpty, renderPanel } from '../panel.ts'
import { formatPeriod, type Period } from './period.ts'

/** Renders what a time adds up to in the currency of the books: by kind, and by day. */
export function renderTotals(view: DeskView, period: Period, summary: BooksSummary): Html {
  const { language } = view
  const { text } = language
  const panel = { title: text('booksTotals'), note: formatPeriod(period, language) }
  if (summary.totals.length === 0) return renderPanel(panel, renderEmpty(text('booksNone')))
  return renderPanel(
    panel,
    html`${renderKinds(view, summary)}${renderUnknown(view, summary)}${renderDays(view, summary)}`,
  )
}

/** Says how many rows have no value, and why: dollars are known of all but the first, and only a rate is missing. */
function renderUnknown({ language }: DeskView, { totals }: BooksSummary): Content {
  const add = (name: 'unknown_count' | 'book_unknown_count') =>
    totals.reduce((sum, total) => sum + total[name], 0)
  const unpriced = add('unknown_count')
  const unrated = add('book_unknown_count') - unpriced
  if (unpriced + unrated === 0) return ''
  const texts = [
    unpriced > 0 ? language.count('booksUnknown', unpriced) : '',
    unrated > 0 ? language.count('booksUnrated', unrated) : '',
  ]
  return html`<p class="pad note">${texts.join(' ').trim()}</p>`
}

function renderKinds({ language }: DeskView, { totals, book_currency }: BooksSummary): Html {
  const { text, locale, words } = language
  const isUsd = book_currency === 'USD'
  const rows = Kinds.options.flatMap((kind) => {
    const ofKind = totals.filter((total) => total.kind === kind)
    if (ofKind.length === 0) return []
    // What has no value is not worth nothing.
    const isValued = ofKind.some(({ count, book_unknown_count }) => book_unknown_count < count)
    const tokens = ofKind.map(({ amount, token }) =>
      amount === null ? '' : html`<small>${formatUnits(amount, token, locale)}</small>`,
    )
    return html`<tr><td>${words[kind]}</td><td class="num">${addCounts(ofKind).toLocaleString(locale)}</td><td class="num">${isValued ? addValues(ofKind, book_currency, locale) : '—'}${tokens}</td></tr>`
  })
  const dollars = isUsd ? '' : html`<small>${addDollars(totals, locale)}</small>`
  return html`<table><thead><tr><th scope="col">${words.kind}</th><th scope="col" class="num">${text('booksRows')}</th><th scope="col" class="num">${isUsd ? words.dollars : book_currency}</th></tr></thead><tbody>${rows}</tbody>
<tfoot><tr><td><b>${text('booksTotal')}</b></td><td class="num">${addCounts(totals).toLocaleString(locale)}</td><td class="num"><b>${addValues(totals, book_currency, locale)}</b>${dollars}</td></tr></tfoot></table>`
}

function renderDays({ language }: DeskView, { days, book_currency }: BooksSummary): Content {
  const { text, locale } = language
  const add = (sums: BooksSummary['days']) => addValues(sums, book_currency, locale)
  const rows = [...Map.groupBy(days, ({ day }) => day)].map(
    ([day, ofDay]) =>
      html`<tr><td>${formatDate(day, language)}</td><td class="num">${add(ofDay.filter(isRevenue))}</td><td class="num">${add(
        ofDay.filter((one) => !isRevenue(one)),
      )}</td><td class="num wide">${addCounts(ofDay).toLocaleString(locale)}</td></tr>`,
  )
  return html`<details class="ask"><summary>${text('booksByDay')}</summary><table><thead><tr><th scope="col">${text('day')}</th><th scope="col" class="num">${text('booksRevenue')}</th><th scope="col" class="num">${text('booksOther')}</th><th scope="col" class="num wide">${text('booksRows')}</th></tr></thead><tbody>${rows}</tbody></table></details>`
}

/** Payments less refunds: what the shop has earned. */
const isRevenue = ({ kind }: { kind: BookKind }) => kind === 'payment' || kind === 'refund'

/** Returns how many rows sums have together. */
export const addCounts = (sums: readonly { count: number }[]) =>
  sums.reduce((total, { count }) => total + count, 0)

/** Adds up values in the currency of the books, with exactly its decimals. */
function addValues(
  sums: readonly { book_amount: string }[],
  currency: string,
  locale: string,
): Money {
  const units = sums.reduce((total, { book_amount }) => total + parseFixed(book_amount), 0n)
  return formatMoney(formatFixed(units, getBookDigits(currency)), currency, locale)
}

/** Adds up dollars with exactly two decimals. */
function addDollars(sums: readonly { usd_amount: string }[], locale: string): Money {
  const cents = sums.reduce((total, { usd_amount }) => total + parseFixed(usd_amount), 0n)
  return formatDollars(formatFixed(cents, 2), locale)
}
