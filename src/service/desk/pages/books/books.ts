import { html } from 'hono/html'
import type { BookRow, BooksSummary } from '../../../../api/schemas/books.ts'
import { formatMoney, formatUnits, renderForeign } from '../../../texts/format.ts'
import { renderDeskPage } from '../../document.ts'
import { renderTime } from '../../format.ts'
import { linkTo } from '../../paths.ts'
import type { DeskView, Html } from '../../view.ts'
import { renderEmpty, renderPanel, renderTop } from '../panel.ts'
import { renderClosing, renderVerification } from './closing.ts'
import { renderDatev, renderDownload } from './download.ts'
import { type Period, presets } from './period.ts'
import { addCounts, renderTotals } from './totals.ts'

/** The data of the page of the books. */
export interface BooksData {
  period: Period
  summary: BooksSummary
  /** The first rows of the time. */
  rows: readonly BookRow[]
}

/** Renders the books of a time: its sums, its first rows, its files, and what is closed and verified. */
export function renderBooks(view: DeskView, { period, summary, rows }: BooksData): Html {
  const { text } = view.language
  return renderDeskPage(
    view,
    text('books'),
    html`${renderTop(text('books'), text('booksText'))}
${renderPeriods(view, period)}
<div class="split"><div class="stack">${renderTotals(view, period, summary)}${renderPreview(view, rows, addCounts(summary.totals))}</div>
<div class="stack">${renderDownload(view, period, summary)}${renderDatev(view, period, summary)}${renderClosing(view, summary)}${renderVerification(view, summary)}</div></div>`,
  )
}

function renderPeriods(view: DeskView, { name, first, last }: Period): Html {
  const { text } = view.language
  const links = presets.map(
    (one) =>
      html`<li><a href="${linkTo(view, '/books', {}, { show: one })}"${one === name ? html` aria-current="page"` : ''}>${text(one)}</a></li>`,
  )
  return html`<section class="panel"><nav class="tabs" aria-label="${text('booksPeriod')}"><ul>${links}</ul></nav>
<form class="days" action="${linkTo(view, '/books')}"><div><label for="from">${text('fromDay')}</label><input class="field" id="from" name="from" type="date" value="${first}" required></div><div><label for="to">${text('toDay')}</label><input class="field" id="to" name="to" type="date" value="${last}" required></div><button class="btn">${text('applyFilters')}</button></form></section>`
}

function renderPreview(view: DeskView, rows: readonly BookRow[], count: number): Html {
  const { language } = view
  const { text, locale, words } = language
  const title = text('booksFirst')
  const ofAmounts = words.amount
  if (rows.length === 0) return renderPanel({ title }, renderEmpty(text('booksNone')))
  const lines = rows.map(
    ({ booked_at, kind, entry, order, name, amount, token, ...row }) =>
      html`<tr><td>${renderTime(booked_at, view)}</td><td>${words[kind]}${entry === 'correction' ? html`<small>${words.correction}</small>` : ''}<small class="narrow">${renderForeign(order || name)}</small></td><td class="wide">${renderForeign(order || name)}</td><td class="num">${amount === null ? '' : formatUnits(amount, token, locale)}<small>${row.book_amount === null ? '' : formatMoney(row.book_amount, row.book_currency, locale)}</small></td></tr>`,
  )
  return renderPanel(
    { title, note: `${language.count('booksRowCount', count)} · ${view.zone.name}` },
    html`<table><thead><tr><th scope="col">${words.bookedOn}</th><th scope="col">${words.kind}</th><th scope="col" class="wide">${words.order}</th><th scope="col" class="num">${ofAmounts}</th></tr></thead><tbody>${lines}</tbody></table>`,
  )
}
