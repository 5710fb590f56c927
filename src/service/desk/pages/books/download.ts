import { html } from 'hono/html'
import type { BooksFormat, BooksSummary } from '../../../../api/schemas/books.ts'
import type { TextName } from '../../../texts/en.ts'
import { icon } from '../../icons.ts'
import { linkTo } from '../../paths.ts'
import type { Content, DeskView, Html } from '../../view.ts'
import { renderPanel } from '../panel.ts'
import { type Period, toQuery } from './period.ts'

/** The files that need no more than a time, each with its name and what it is for. */
const files = [
  ['xlsx', 'fileXlsx', 'fileXlsxText'],
  ['excel', 'fileTable', 'fileTableText'],
  ['statement', 'fileStatement', 'fileStatementText'],
  ['csv', 'fileCsv', 'fileAllText'],
  ['jsonl', 'fileJson', 'fileAllText'],
] as const satisfies readonly (readonly [BooksFormat, TextName, TextName])[]

/** The fields of a batch of postings: the label, an example, and what the browser checks; those without a pattern may stay empty. */
const datevFields = [
  ['datev_consultant', 'datevConsultant', '29098', '[0-9]{4,7}'],
  ['datev_client', 'datevClient', '55003', '[1-9][0-9]{0,4}'],
  ['datev_rate', 'datevRate', '1.0853', '[1-9][0-9]{0,3}[.,][0-9]{2,6}'],
  ['datev_wallet', 'datevWallet', '1360', undefined],
  ['datev_revenue', 'datevRevenue', '8400', undefined],
] as const satisfies readonly (readonly [string, TextName, string, string | undefined])[]

/** The names of what the page asks for a batch of postings. */
export const datevNames = ['datev_chart', ...datevFields.map(([name]) => name)]

/** Renders the files of a time, each with what it is for. */
export function renderDownload(view: DeskView, period: Period): Html {
  const { text } = view.language
  const rows = files.map(
    ([format, name, help]) =>
      html`<li><a class="file" href="${linkTo(view, '/books/file', {}, { format, ...toQuery(period) })}"><span><b>${text(name)}</b><small>${text(help)}</small></span>${icon('save')}</a></li>`,
  )
  return renderPanel({ title: text('booksFile') }, html`<ul class="files">${rows}</ul>`)
}

/** Renders the form of a batch of postings, or why there can be none. */
export function renderDatev(view: DeskView, period: Period, { totals }: BooksSummary): Html {
  const { text } = view.language
  const isKnown = totals.every(({ unknown_count }) => unknown_count === 0)
  const content = isKnown
    ? renderDatevForm(view, period)
    : html`<p class="note">${text('fileNoDollars')}</p>`
  return html`<details class="panel ask form"><summary>${text('fileDatev')}</summary><p class="note">${text('fileDatevText')}</p>${content}</details>`
}

function renderDatevForm(view: DeskView, period: Period): Content {
  const { text } = view.language
  const hidden = Object.entries({ format: 'datev', ...toQuery(period) }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const inputs = datevFields.map(
    ([name, label, example, pattern]) =>
      html`<label for="${name}">${text(label)}</label><input class="field" id="${name}" name="${name}" dir="ltr" inputmode="decimal" autocomplete="off" placeholder="${example}"${pattern ? html` required pattern="${pattern}"` : html` pattern="[0-9]{4}"`}>`,
  )
  return html`<form action="${linkTo(view, '/books/file')}">${hidden}<label for="datev_chart">${text('datevChart')}</label><select class="field" id="datev_chart" name="datev_chart"><option value="skr03">SKR03</option><option value="skr04">SKR04</option></select>
${inputs}<button class="btn">${text('download')}</button></form>`
}
