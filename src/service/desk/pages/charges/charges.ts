import { html } from 'hono/html'
import type { RouteOutput } from '../../../../api/routes/route.ts'
import type { routes } from '../../../../api/routes/routes.ts'
import type { ChargeListQuery, ReducedCharge } from '../../../../api/schemas/charges/charge.ts'
import type { TextName } from '../../../texts/en.ts'
import { formatUnits } from '../../../texts/format.ts'
import { renderDeskPage } from '../../document.ts'
import { formatPrice, getState, renderChargeName, renderState, renderTime } from '../../format.ts'
import { icon } from '../../icons.ts'
import { linkTo } from '../../paths.ts'
import { findDayStart } from '../../time-zone.ts'
import type { Content, DeskView, Html } from '../../view.ts'
import { renderEmpty, renderTop } from '../panel.ts'

/** The lists of charges, each with the status that it asks for. */
const shown = {
  all: undefined,
  paid: 'COMPLETED',
  waiting: 'NEW',
  confirming: 'PENDING',
  expired: 'EXPIRED',
  canceled: 'CANCELLED',
  failed: 'FAILED',
} as const satisfies Readonly<Record<string, ChargeListQuery['status']>>
type Shown = keyof typeof shown & TextName

/** The filters of the list of charges, from the page's address. */
export interface ChargeSearch {
  show: Shown
  search: string
  /** A day: only charges paid since then. '' for any. */
  since: string
  page: { starting_after?: string; ending_before?: string }
}

/** Reads the filters of the list; invalid ones are ignored. */
export function readChargeSearch(query: (name: string) => string | undefined): ChargeSearch {
  const show = query('show') ?? 'all'
  const since = query('since') ?? ''
  const [after, before] = [query('after'), query('before')]
  return {
    show: Object.hasOwn(shown, show) ? (show as Shown) : 'all',
    search: (query('search') ?? '').trim().slice(0, 200),
    since: isDay(since) ? since : '',
    page: {
      ...(after && { starting_after: after }),
      ...(!after && before && { ending_before: before }),
    },
  }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
}

/** Returns the query of GET /charges for the filters. A day is one of the given time zone. */
export function toListQuery(
  { show, search, since, page }: ChargeSearch,
  zone: string,
): ChargeListQuery {
  const status = shown[show]
  return {
    ...page,
    ...(status && { status }),
    ...(search && { search }),
    ...(since && { paid_since: findDayStart(since, zone).toISOString() }),
  }
}

/** Renders the list of charges. */
export function renderCharges(
  view: DeskView,
  asked: ChargeSearch,
  { data, pagination }: RouteOutput<typeof routes.listCharges>,
): Html {
  const { language } = view
  const { text } = language
  const { total } = pagination
  const isCut = total >= 1000 && (asked.search !== '' || asked.since !== '')
  const note = isCut ? text('thousandOrMore') : language.count('totalCharges', total)
  return renderDeskPage(
    view,
    text('charges'),
    html`${renderTop(text('charges'), note, renderSearch(view, asked))}
<section class="panel">
${renderTabs(view, asked)}
${data.length > 0 ? renderChargeTable(view, data) : renderNone(view, asked)}
${renderPages(view, asked, data, pagination.has_more)}
</section>`,
  )
}

/** Renders the search, which leads to the list of charges. */
export function renderSearch(view: DeskView, asked?: ChargeSearch): Html {
  const { text } = view.language
  return html`<form class="find" role="search" action="${linkTo(view, '/charges')}">${icon('search')}<input type="search" name="search" id="search" value="${asked?.search ?? ''}" maxlength="200" placeholder="${text('searchHint')}" aria-label="${text('search')}" aria-keyshortcuts="/">${asked && asked.show !== 'all' ? html`<input type="hidden" name="show" value="${asked.show}">` : ''}<button class="hidden">${text('searchButton')}</button></form>`
}

function renderTabs(view: DeskView, { show, search }: ChargeSearch): Html {
  const { language } = view
  const tabs = Object.keys(shown) as Shown[]
  return html`<nav class="tabs" aria-label="${language.text('show')}"><ul>${tabs.map((name) => {
    const link = linkTo(view, '/charges', {}, { show: name === 'all' ? '' : name, search })
    const current = name === show ? html` aria-current="true"` : ''
    return html`<li><a href="${link}"${current}>${language.text(name)}</a></li>`
  })}</ul></nav>`
}

/** Renders charges, newest first. The whole row is the link of its order. */
export function renderChargeTable(view: DeskView, charges: readonly ReducedCharge[]): Html {
  const { text } = view.language
  if (charges.length === 0) return renderEmpty(text('noChargesTitle'), text('noChargesText'))
  return html`<table class="rows"><thead><tr><th scope="col">${text('order')}</th><th scope="col" class="wide">${text('customer')}</th><th scope="col">${text('state')}</th><th scope="col" class="num">${text('amount')}</th><th scope="col" class="num wide">${text('time')}</th></tr></thead>
<tbody>${charges.map((charge) => renderRow(view, charge))}</tbody></table>`
}

function renderRow(view: DeskView, charge: ReducedCharge): Html {
  const { language } = view
  const { amount, currency } = charge.pricing.settlement
  const isPriced = charge.pricing_type === 'fixed_price'
  return html`<tr><td><a class="row" href="${linkTo(view, '/charges/:uuid', { uuid: charge.id })}">${renderChargeName(charge, language)}</a><small class="narrow cut"><span>${renderTime(charge.created_at, view)}${charge.payer_email ? ' ·' : ''}</span>${charge.payer_email ? html`<bdi dir="ltr">${charge.payer_email}</bdi>` : ''}</small></td><td class="wide"><bdi dir="ltr">${charge.payer_email ?? ''}</bdi></td><td>${renderState(getState(charge), language)}</td><td class="num">${formatPrice(charge, language)}${isPriced ? html`<small>${formatUnits(amount, currency, language.locale)}</small>` : ''}</td><td class="num wide note">${renderTime(charge.created_at, view)}</td></tr>`
}

function renderNone(view: DeskView, { search, since, show }: ChargeSearch): Html {
  const { text } = view.language
  if (search === '' && since === '' && show === 'all')
    return renderEmpty(text('noChargesTitle'), text('noChargesText'))
  const link = html`<a class="btn" href="${linkTo(view, '/charges')}">${text('clearSearch')}</a>`
  return renderEmpty(text('nothingFoundTitle'), search ? text('nothingFoundText') : '', link)
}

function renderPages(
  view: DeskView,
  { show, search, since, page }: ChargeSearch,
  charges: readonly ReducedCharge[],
  hasMore: boolean,
): Content {
  const [first, last] = [charges.at(0), charges.at(-1)]
  if (!first || !last) return ''
  const isBackward = page.ending_before !== undefined
  const link = (cursor: { before?: string; after?: string }) =>
    linkTo(view, '/charges', {}, { show: show === 'all' ? '' : show, search, since, ...cursor })
  return renderPageLinks(view.language, {
    newer: (isBackward ? hasMore : page.starting_after !== undefined)
      ? link({ before: first.id })
      : undefined,
    older: isBackward || hasMore ? link({ after: last.id }) : undefined,
  })
}

/** Renders the links from one page of a list to the next ones. */
export function renderPageLinks(
  { text }: Pick<DeskView['language'], 'text'>,
  { newer, older }: { newer: string | undefined; older: string | undefined },
): Content {
  if (!newer && !older) return ''
  return html`<nav class="pages" aria-label="${text('pages')}">${newer ? html`<a class="btn" rel="prev" href="${newer}">${icon('back')}${text('newer')}</a>` : ''}${older ? html`<a class="btn" rel="next" href="${older}">${text('older')}${icon('next')}</a>` : ''}</nav>`
}
