import { html } from 'hono/html'
import { formatAmount, parseAmount } from '../../../amount.ts'
import type { RouteOutput } from '../../../api/routes/route.ts'
import type { ReducedCharge } from '../../../api/schemas/charges/charge.ts'
import type { UnmatchedPayment } from '../../../api/schemas/unmatched.ts'
import type { WebhookEndpoint } from '../../../api/schemas/webhook-endpoints.ts'
import { formatDollars } from '../../texts/format.ts'
import type { deskRoutes } from '../api/routes.ts'
import { renderDeskPage } from '../document.ts'
import { formatClock, formatDay, formatMoment } from '../format.ts'
import { icon } from '../icons.ts'
import { buildPath, type DeskPath, linkTo } from '../paths.ts'
import { toDay } from '../time-zone.ts'
import type { Content, DeskView, Html } from '../view.ts'
import { renderChargeTable } from './charges/charges.ts'
import { type DaySum, renderMonth } from './month.ts'
import { renderPanel, renderTop } from './panel.ts'
import { renderUnmatchedRows, type SuggestedMoney } from './unmatched.ts'
import { renderFailing } from './webhooks.ts'

/** The data for the first page. */
export interface TodayData {
  figures: RouteOutput<typeof deskRoutes.getFigures>
  /** The last days, oldest first. */
  month: readonly DaySum[]
  /** The newest unmatched transfers, as far as the navigation counts them. */
  unmatched: readonly UnmatchedPayment[]
  /** The first of them, with suggestions. */
  suggested: readonly SuggestedMoney[]
  charges: readonly ReducedCharge[]
  endpoints: readonly WebhookEndpoint[]
}

/** Renders the first page: three figures, failing receivers, open decisions, and the latest charges. */
export function renderToday(
  view: DeskView,
  { figures, month, unmatched, suggested, charges, endpoints }: TodayData,
): Html {
  const { language, now } = view
  const { text } = language
  const note = html`${formatDay(now, view)} · ${text('asOf', { time: formatClock(now, view) })}`
  return renderDeskPage(
    view,
    text('today'),
    html`${renderTop(text('today'), note)}
<div class="figures">${renderPaid(view, figures.paid)}${renderWaiting(view, figures.waiting)}${renderDecisions(view, unmatched)}</div>
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
${renderMonth(view, month)}
${renderPanel(
  {
    title: text('latestCharges'),
    actions: html`<a class="btn low" href="${linkTo(view, '/charges')}">${text('allCharges')}${icon('next')}</a>`,
  },
  renderChargeTable(view, charges),
)}`,
  )
}

function renderPaid(view: DeskView, { count, amount }: TodayData['figures']['paid']): Content {
  const { language, now, zone } = view
  const { text } = language
  const charges = language.count('chargeCount', count)
  const average = count > 0 ? divideDollars(amount, count) : '0'
  const note =
    count === 0
      ? text('nonePaid')
      : text('averageOf', { count: charges, amount: formatDollars(average, language.locale) })
  const since = toDay(now, zone.name)
  return renderFigure(view, {
    path: buildPath('/charges', {}, { show: 'paid', by: 'paid', from: since }),
    label: text('paidToday'),
    value: formatDollars(amount, language.locale),
    note,
  })
}

/** Divides dollars, to the cent below. */
function divideDollars(amount: string, count: number): string {
  return formatAmount(parseAmount(amount, 18) / BigInt(count) / 10n ** 16n, 2)
}

function renderWaiting(
  view: DeskView,
  { count, amount, oldest }: TodayData['figures']['waiting'],
): Content {
  const { language } = view
  const { text } = language
  const charges = language.count('chargeCount', count)
  const note =
    oldest === ''
      ? text('noneWaiting')
      : text('waitingSince', { count: charges, time: formatMoment(oldest, view) })
  const value = formatDollars(amount, language.locale)
  return renderFigure(view, {
    path: buildPath('/charges', {}, { show: 'waiting' }),
    label: text('waiting'),
    value,
    note,
  })
}

/** The figure is a number of transfers: their tokens have no common unit. */
function renderDecisions(view: DeskView, transfers: readonly UnmatchedPayment[]): Content {
  const { language, unmatched } = view
  const { text } = language
  const [newest] = transfers
  const count = language.count('transferCount', unmatched.count)
  const note = newest
    ? text('newestSince', { count, time: formatMoment(newest.minedAt, view) })
    : text('noneUnmatched')
  const value = `${unmatched.count.toLocaleString(language.locale)}${unmatched.hasMore ? '+' : ''}`
  return renderFigure(view, {
    path: buildPath('/unmatched'),
    label: text('needsDecision'),
    value,
    note,
  })
}

function renderFigure(
  { base }: DeskView,
  { path, label, value, note }: { path: DeskPath; label: string; value: Content; note: string },
): Content {
  return html`<a class="panel figure" href="${base + path}"><span class="k">${label}${icon('next')}</span><span class="v">${value}</span><small>${note}</small></a>`
}
