import { html } from 'hono/html'
import { renderDeskPage } from '../document.ts'
import { linkTo } from '../paths.ts'
import type { DeskView, Html } from '../view.ts'
import { renderTop } from './panel.ts'

/** Renders the form that downloads the books. */
export function renderBooks(view: DeskView): Html {
  const { language, now } = view
  const { text } = language
  const month = `${now.toISOString().slice(0, 7)}-01`
  return renderDeskPage(
    view,
    text('books'),
    html`${renderTop(text('books'), text('booksText'))}
<section class="panel pad form"><form action="${linkTo(view, '/books/file')}">
<label for="from">${text('booksFrom')}</label><input class="field" id="from" name="from" type="date" value="${month}">
<label for="to">${text('booksBefore')}</label><input class="field" id="to" name="to" type="date">
<label for="format">${text('booksFormat')}</label><select class="field" id="format" name="format"><option value="excel">${text('booksCsv')}</option><option value="jsonl">${text('booksLines')}</option></select>
<button class="btn">${text('download')}</button></form></section>`,
  )
}
