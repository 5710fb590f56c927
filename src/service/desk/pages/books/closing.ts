import { html } from 'hono/html'
import type { BooksSummary } from '../../../../api/schemas/books.ts'
import { renderTime } from '../../format.ts'
import { icon } from '../../icons.ts'
import { buildPath } from '../../paths.ts'
import { findDayStart, toDay } from '../../time-zone.ts'
import { type Content, type DeskView, type Html, renderAction } from '../../view.ts'
import { renderPanel } from '../panel.ts'
import { findMonthStart, formatMonth, formatWholeDay } from './period.ts'

/** Renders up to when the books are closed, and the form that closes the last month. */
export function renderClosing(view: DeskView, { closed_before }: BooksSummary): Html {
  const { text } = view.language
  const state = closed_before
    ? text('booksClosedUpTo', {
        day: formatWholeDay(lastDayBefore(closed_before, view), view.language),
      })
    : text('booksOpen')
  return renderPanel(
    { title: text('booksClosing') },
    html`<div class="pad"><p>${state}</p><p class="note">${text('booksCloseText')}</p></div>${renderClose(view, closed_before)}`,
  )
}

function renderClose(view: DeskView, closedBefore: string | null): Content {
  const { text } = view.language
  const zone = view.zone.name
  const end = findDayStart(findMonthStart(toDay(view.now, zone)), zone).toISOString()
  const path = buildPath('/books/close')
  if (!view.may(path) || (closedBefore && closedBefore >= end)) return ''
  const month = formatMonth(lastDayBefore(end, view), view.language)
  // The moment itself: whoever has another time zone by now closes what the page has said.
  const action = renderAction(view, {
    path,
    label: text('booksCloseSure', { month }),
    fields: html`<input type="hidden" name="closed_before" value="${end}">`,
  })
  return html`<details class="ask"><summary>${text('booksClose', { month })}</summary>${action}</details>`
}

/** Renders how the last comparison with the chains has ended. */
export function renderVerification(
  view: DeskView,
  { last_verification: last }: BooksSummary,
): Html {
  const { text } = view.language
  const content = last
    ? html`${renderOutcome(view, last)}<p class="note">${renderTime(last.verified_at, view)}</p>`
    : html`<p class="note">${text('booksNeverVerified')}</p><p><code dir="ltr">pay-charge books verify --account ${view.session.account.id}</code></p>`
  return renderPanel({ title: text('booksVerified') }, html`<div class="pad">${content}</div>`)
}

function renderOutcome(
  { language }: DeskView,
  { outcome, row_count, difference_count }: NonNullable<BooksSummary['last_verification']>,
): Html {
  if (outcome === 'different')
    return html`<p class="st bad">${icon('stop')}${language.count('booksDifferent', difference_count)}</p>`
  return outcome === 'equal'
    ? html`<p class="st ok">${icon('check')}${language.count('booksEqual', row_count)}</p>`
    : html`<p>${language.text('booksNothing')}</p>`
}

/** Returns the last day that ends at or before a moment. */
function lastDayBefore(iso: string, { zone }: Pick<DeskView, 'zone'>): string {
  return toDay(new Date(Date.parse(iso) - 1), zone.name)
}
