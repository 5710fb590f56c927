import { html } from 'hono/html'
import type { ReducedCharge } from '../../../api/schemas/charges/charge.ts'
import { formatDollars } from '../../texts/format.ts'
import type { ChargeSum } from '../api/routes.ts'
import { type ChargeLists, getListPath } from '../charge-lists.ts'
import { renderDeskPage } from '../document.ts'
import { formatClock, formatDay, formatMoment } from '../format.ts'
import { icon } from '../icons.ts'
import { type DeskPath, linkTo } from '../paths.ts'
import type { Content, DeskView, Html } from '../view.ts'
import { renderChargeTable } from './charges/charges.ts'
import { renderSteps, type Steps } from './first-steps.ts'
import { addNet, compareNet, type DaySum, renderMonth } from './month.ts'
import { renderPanel, renderTop } from './panel.ts'
import { renderShopFilter } from './shop-filter.ts'
import { renderTodo, type TodoData } from './todo.ts'
import { renderUnmatchedRows } from './unmatched/list.ts'
import type { SuggestedMoney } from './unmatched/suggestion.ts'
import { renderFailing } from './webhooks.ts'

/** The data for the first page. */
export interface TodayData extends TodoData {
  waiting: ChargeSum
  /** The last days, today among them, and as many before; oldest first. */
  month: readonly DaySum[]
  before: readonly DaySum[]
  /** The newest unmatched transfers, with suggestions. */
  suggested: readonly SuggestedMoney[]
  charges: readonly ReducedCharge[]
  shops: readonly string[]
  steps: Steps
}

/** Renders the first page: what a new shop does first, three figures, what is to be done, the last days, and the latest charges. */
export function renderToday(view: DeskView, data: TodayData): Html {
  const { language, now, endpoints } = view
  const { text } = language
  const { lists, month, before, suggested, charges } = data
  const note = html`${formatDay(now, view)} · ${text('asOf', { time: formatClock(now, view) })}`
  return renderDeskPage(
    view,
    text('today'),
    html`${renderTop(text('today'), note)}
${renderSteps(view, data.steps)}
${renderShopFilter(view, '', { shop: lists.all.shop, shops: data.shops }, {}, text('shopOfAll'))}
<div class="figures">${renderPaid(view, lists, month)}${renderLastDays(view, lists, month, before)}${renderWaiting(view, lists, data.waiting)}</div>
${renderTodo(view, data)}
${renderFailing(view, endpoints)}
${
  suggested.length > 0
    ? renderPanel(
        {
          title: text('unmatchedTitle'),
          note: text('unmatchedText'),
          actions: html`<a class="btn low" href="${linkTo(view, '/unmatched')}">${text('allUnmatched')}${icon('next')}</a>`,
        },
        renderUnmatchedRows(view, suggested),
      )
    : ''
}
${renderMonth(view, lists, month, before)}
${renderPanel(
  {
    title: text('latestCharges'),
    actions: html`<a class="btn low" href="${view.base + getListPath(lists.all)}">${text('allCharges')}${icon('next')}</a>`,
  },
  renderChargeTable(view, charges),
)}`,
  )
}

/** What was paid today, without what was sent back of it. */
function renderPaid(view: DeskView, { listPaid }: ChargeLists, month: readonly DaySum[]): Content {
  const { language } = view
  const days = month.slice(-1)
  const { count = 0, refunded = '0', day = '' } = days[0] ?? {}
  const charges = language.count('chargeCount', count)
  const amount = formatDollars(refunded, language.locale)
  return renderFigure(view, {
    path: getListPath(listPaid(day, day)),
    label: language.text('paidToday'),
    value: formatDollars(addNet(days), language.locale),
    note:
      count === 0
        ? language.text('nonePaid')
        : refunded === '0'
          ? charges
          : language.text('chargesRefunded', { count: charges, amount }),
  })
}

/** What was paid in the last days, and how much more or less that is than in those before. */
function renderLastDays(
  view: DeskView,
  { listPaid }: ChargeLists,
  month: readonly DaySum[],
  before: readonly DaySum[],
): Content {
  const { text, locale } = view.language
  const [first = '', last = ''] = [month.at(0)?.day, month.at(-1)?.day]
  const change = compareNet(month, before)
  const percent = new Intl.NumberFormat(locale, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  })
  const count = month.reduce((sum, day) => sum + day.count, 0)
  return renderFigure(view, {
    path: getListPath(listPaid(first, last)),
    label: text('month'),
    value: formatDollars(addNet(month), locale),
    note:
      change === undefined
        ? view.language.count('chargeCount', count)
        : text('comparedWith', { change: percent.format(change) }),
  })
}

/** What has not arrived of open charges. */
function renderWaiting(
  view: DeskView,
  { waiting }: ChargeLists,
  { count, missing, oldest }: ChargeSum,
): Content {
  const { language } = view
  const { text } = language
  const charges = language.count('chargeCount', count)
  const note =
    oldest === ''
      ? text('noneWaiting')
      : text('waitingSince', { count: charges, time: formatMoment(oldest, view) })
  return renderFigure(view, {
    path: getListPath(waiting),
    label: text('waiting'),
    value: formatDollars(missing, language.locale),
    note,
  })
}

function renderFigure(
  { base }: DeskView,
  { path, label, value, note }: { path: DeskPath; label: string; value: Content; note: string },
): Content {
  return html`<a class="panel figure" href="${base + path}"><span class="k">${label}${icon('next')}</span><span class="v">${value}</span><small>${note}</small></a>`
}
