import { html } from 'hono/html'
import type { BooksFormat, BooksSummary } from '../../../../api/schemas/books.ts'
import type { TextName } from '../../../texts/en.ts'
import { type FormInput, renderInput, writeAmount } from '../../fields.ts'
import { icon } from '../../icons.ts'
import { buildPath, linkTo } from '../../paths.ts'
import { type Content, type DeskView, type Html, isRefused } from '../../view.ts'
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

/** The fields of a batch of postings: the label, an example as decimal text, how it is written, and whether it must be given. */
const datevFields = [
  ['datev_consultant', 'datevConsultant', '29098', 'code', true],
  ['datev_client', 'datevClient', '55003', 'code', true],
  ['datev_rate', 'datevRate', '1.0853', 'amount', true],
  ['datev_wallet', 'datevWallet', '1360', 'code', false],
  ['datev_revenue', 'datevRevenue', '8400', 'code', false],
] as const satisfies readonly (readonly [string, TextName, string, FormInput['kind'], boolean])[]

/** The names of what the page asks for a batch of postings. */
export const datevNames = ['datev_chart', ...datevFields.map(([name]) => name)]

/** Renders the files of a time, each with what it is for. */
export function renderDownload(
  view: DeskView,
  period: Period,
  { book_currency: currency }: BooksSummary,
): Html {
  const { text } = view.language
  const rows = files.map(
    ([format, name, help]) =>
      html`<li><a class="file" href="${linkTo(view, '/books/file', {}, { format, ...toQuery(period) })}"><span><b>${text(name)}</b><small>${text(help, { currency })}</small></span>${icon('save')}</a></li>`,
  )
  return renderPanel({ title: text('booksFile') }, html`<ul class="files">${rows}</ul>`)
}

/** Renders the form of a batch of postings, or why there can be none. */
export function renderDatev(view: DeskView, period: Period, summary: BooksSummary): Html {
  const { text } = view.language
  // Euros need no rate: each row has its own value in them.
  const isEuro = summary.book_currency === 'EUR'
  const name = isEuro ? 'book_unknown_count' : 'unknown_count'
  const isKnown = summary.totals.every((total) => total[name] === 0)
  const content = isKnown
    ? renderDatevForm(view, period, isEuro)
    : html`<p class="note">${text('fileNoValues')}</p>`
  const open = isRefused(view, filePath) ? html` open` : ''
  return html`<details class="panel ask form"${open}><summary>${text('fileDatev')}</summary><p class="note">${text('fileDatevText')}</p>${content}</details>`
}

/** Where the files are. */
const filePath = buildPath('/books/file')

function renderDatevForm(view: DeskView, period: Period, isEuro: boolean): Content {
  const { language } = view
  const { text } = language
  const hidden = Object.entries({ format: 'datev', ...toQuery(period) }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const fields = datevFields.filter(([name]) => !(isEuro && name === 'datev_rate'))
  const inputs = fields.map(([name, label, example, kind, isRequired]) => {
    const placeholder = kind === 'amount' ? writeAmount(example, language) : example
    const wrong = text('numberWrong', { example: placeholder })
    const input: FormInput = { name, label: text(label), kind, placeholder, wrong, isRequired }
    return renderInput(view, filePath, input)
  })
  const options = ['skr03', 'skr04'].map((chart) => [chart, chart.toUpperCase()] as const)
  const chart: FormInput = { name: 'datev_chart', label: text('datevChart'), options }
  return html`<form action="${view.base + filePath}">${hidden}${renderInput(view, filePath, chart)}
${inputs}<button class="btn">${text('download')}</button></form>`
}
