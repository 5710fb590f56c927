import { html } from 'hono/html'
import type { ReducedCharge } from '../../../api/schemas/charges/charge.ts'
import { joinMoney } from '../../texts/format.ts'
import type { ChargeSum } from '../api/routes.ts'
import { type ChargeLists, getListPath } from '../charge-lists.ts'
import { renderDeskPage } from '../document.ts'
import { formatClock, formatDay, formatMoment } from '../format.ts'
import { icon } from '../icons.ts'
import { type DeskPath, linkTo } from '../paths.ts'
import type { Content, DeskView, Html } from '../view.ts'
import { renderChargeTable } from './charges/charges.ts'
import { renderSteps, type Steps } from './first-steps.ts'
import { addNet, compareNet, type Month, renderMonth } from './month.ts'
import { renderPanel, renderTop } from './panel.ts'
import { renderShopFilter } from './shop-filter.ts'
import { renderTodo, type TodoData } from './todo.ts'
import { renderUnmatchedRows } from './unmatched/list.ts'
import type { SuggestedMoney } from './unmatched/suggestion.ts'
import { renderFailing } from './webhooks.ts'

/** The data for the first page. */
export interface TodayData extends TodoData {
  /** Of each currency. */
  waiting: readonly ChargeSum[]
  /** Of each currency, the main one first. */
  months: readonly Month[]
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
  const { lists, months, suggested, charges } = data
  const note = html`${formatDay(now, view)} · ${text('asOf', { time: formatClock(now, view) })}`
  return renderDeskPage(
    view,
    text('today'),
    html`${renderTop(text('today'), note)}
${renderSteps(view, data.steps)}
${renderShopFilter(view, '', { shop: lists.all.shop, shops: data.shops }, {}, text('shopOfAll'))}
<div class="figures">${renderPaid(view, lists, months)}${renderLastDays(view, lists, months)}${renderWaiting(view, lists, data.waiting, months[0]?.currency ?? 'USD')}</div>
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
${months.map((month) => renderMonth(view, month))}
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
function renderPaid(view: DeskView, { listPaid }: ChargeLists, months: readonly Month[]): Content {
  const { language } = view
  const today = months.map(({ currency, days }) => ({ currency, days: days.slice(-1) }))
  const day = today[0]?.days[0]?.day ?? ''
  const count = countCharges(today)
  const charges = language.count('chargeCount', count)
  const refunded = today
    .map(({ currency, days }) => ({ currency, amount: days[0]?.refunded ?? '0' }))
    .filter(({ amount }) => amount !== '0')
  return renderFigure(view, {
    path: getListPath(listPaid(day, day)),
    label: language.text('paidToday'),
    value: renderNets(view, today),
    note:
      count === 0
        ? language.text('nonePaid')
        : refunded.length === 0
          ? charges
          : language.text('chargesRefunded', {
              count: charges,
              amount: joinMoney(refunded, language.locale),
            }),
  })
}

/** What was paid in the last days, and how much more or less that is than in those before. */
function renderLastDays(
  view: DeskView,
  { listPaid }: ChargeLists,
  months: readonly Month[],
): Content {
  const { text, locale } = view.language
  const [main] = months
  const [first = '', last = ''] = [main?.days.at(0)?.day, main?.days.at(-1)?.day]
  // Sums of two currencies have no common change.
  const change = main && months.length === 1 ? compareNet(main.days, main.before) : undefined
  const percent = new Intl.NumberFormat(locale, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  })
  const count = countCharges(months)
  return renderFigure(view, {
    path: getListPath(listPaid(first, last)),
    label: text('month'),
    value: renderNets(view, months),
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
  sums: readonly ChargeSum[],
  currency: string,
): Content {
  const { language } = view
  const { text } = language
  const charges = language.count(
    'chargeCount',
    sums.reduce((all, { count }) => all + count, 0),
  )
  const [oldest = ''] = sums.map((sum) => sum.oldest).sort()
  const note =
    oldest === ''
      ? text('noneWaiting')
      : text('waitingSince', { count: charges, time: formatMoment(oldest, view) })
  return renderFigure(view, {
    path: getListPath(waiting),
    label: text('waiting'),
    value: joinMoney(
      sums.length > 0
        ? sums.map((sum) => ({ currency: sum.currency, amount: sum.missing }))
        : [{ currency, amount: '0' }],
      language.locale,
    ),
    note,
  })
}

/** Renders what was paid in each currency. */
function renderNets(
  { language: { locale } }: DeskView,
  months: readonly Pick<Month, 'currency' | 'days'>[],
): Content {
  return joinMoney(
    months.map(({ currency, days }) => ({ currency, amount: addNet(days) })),
    locale,
  )
}

const countCharges = (months: readonly Pick<Month, 'days'>[]) =>
  months.flatMap(({ days }) => days).reduce((sum, { count }) => sum + count, 0)

function renderFigure(
  { base }: DeskView,
  { path, label, value, note }: { path: DeskPath; label: string; value: Content; note: string },
): Content {
  return html`<a class="panel figure" href="${base + path}"><span class="k">${label}${icon('next')}</span><span class="v">${value}</span><small>${note}</small></a>`
}
