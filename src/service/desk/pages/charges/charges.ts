import { html } from 'hono/html'
import { getChainName } from '../../../../api/chains/chain-names.ts'
import { addressPattern, chainIdPattern } from '../../../../api/formats.ts'
import type { RouteOutput } from '../../../../api/routes/route.ts'
import type { routes } from '../../../../api/routes/routes.ts'
import type { ChargeListQuery, ReducedCharge } from '../../../../api/schemas/charges/charge.ts'
import { shorten } from '../../../charges/lists/typed-search.ts'
import type { TextName } from '../../../texts/en.ts'
import { formatUnits, renderForeign } from '../../../texts/format.ts'
import { type deskRoutes, maxTyped } from '../../api/routes.ts'
import { renderDeskPage } from '../../document.ts'
import { renderSelect, type SelectOption } from '../../fields.ts'
import {
  formatDate,
  formatPrice,
  getState,
  renderChargeName,
  renderState,
  renderTime,
} from '../../format.ts'
import { icon } from '../../icons.ts'
import type { DeskLanguage } from '../../language.ts'
import { buildPath, linkTo } from '../../paths.ts'
import { addDays, findDayStart } from '../../time-zone.ts'
import type { Content, DeskView, Html } from '../../view.ts'
import { renderEmpty, renderTop } from '../panel.ts'
import { listShopOptions, readShop } from '../shop-filter.ts'

/** The lists of charges, each with the query that it asks for. Money on its way back is not an order, and has a list of its own. */
const shown = {
  all: { returned: 'false' },
  paid: { status: 'COMPLETED', returned: 'false' },
  waiting: { status: 'NEW', returned: 'false' },
  confirming: { status: 'PENDING', returned: 'false' },
  partPaid: { payment_status: 'part_paid', returned: 'false' },
  overpaid: { payment_status: 'overpaid', returned: 'false' },
  refunded: { payment_status: 'refunded', returned: 'false' },
  partlyRefunded: { payment_status: 'partly_refunded', returned: 'false' },
  expired: { status: 'EXPIRED', returned: 'false' },
  canceled: { status: 'CANCELLED', returned: 'false' },
  failed: { status: 'FAILED', returned: 'false' },
  sentBack: { returned: 'true' },
} as const satisfies Readonly<Record<string, ChargeListQuery>>
type Shown = keyof typeof shown & TextName

/** The numbers of rows that a page may have. */
const sizes = ['25', '50', '100'] as const

/** The filters of the list of charges, from the page's address. '' for one that is not set. */
export interface ChargeSearch {
  show: Shown
  search: string
  /** Days, the last one included; of the payment if `by` is `paid`, else of the creation. */
  from: string
  to: string
  by: 'paid' | ''
  /** EIP-155. */
  chain: string
  token: string
  shop: string
  /** Of the price: ISO 4217. */
  currency: string
  sort: 'oldest' | ''
  size: (typeof sizes)[number]
  page: { starting_after?: string; ending_before?: string }
}

/** The chains, tokens and shops that the charges of an account have. */
export type ChargeChoices = RouteOutput<typeof deskRoutes.getChoices>

/** Reads the filters of the list; invalid ones are ignored. */
export function readChargeSearch(query: (name: string) => string | undefined): ChargeSearch {
  const [after, before] = [query('after'), query('before')]
  const read = (name: string, pattern: RegExp) => {
    const value = query(name) ?? ''
    return pattern.test(value) ? value : ''
  }
  const readDay = (name: string) => {
    const day = read(name, /^\d{4}-\d\d-\d\d$/)
    return Number.isNaN(Date.parse(`${day}T00:00:00Z`)) ? '' : day
  }
  const show = query('show') ?? ''
  const size = query('size') ?? ''
  return {
    show: Object.hasOwn(shown, show) ? (show as Shown) : 'all',
    search: (query('search') ?? '').trim().slice(0, maxTyped),
    from: readDay('from'),
    to: readDay('to'),
    by: query('by') === 'paid' ? 'paid' : '',
    chain: read('chain', chainIdPattern),
    token: read('token', addressPattern),
    shop: readShop(query('shop')),
    currency: read('currency', currencyPattern),
    sort: query('sort') === 'oldest' ? 'oldest' : '',
    size: sizes.find((one) => one === size) ?? sizes[0],
    page: {
      ...(after && { starting_after: after }),
      ...(!after && before && { ending_before: before }),
    },
  }
}

/** Returns the filters as the address of the page has them, without the search and the place in the list. */
export function listFilters({
  page: _,
  search: __,
  show,
  size,
  ...others
}: ChargeSearch): Record<string, string> {
  const values = {
    ...others,
    show: show === 'all' ? '' : show,
    size: size === sizes[0] ? '' : size,
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

/** Returns the query of GET /charges for the filters, without the number of rows. Days are those of the given time zone. */
export function toListQuery(asked: ChargeSearch, zone: string): Omit<ChargeListQuery, 'limit'> {
  const { show, search, from, to, by, chain, token, shop, currency, sort, page } = asked
  const [since, before] = by === 'paid' ? paidBounds : createdBounds
  return {
    ...page,
    // A search finds also what is sent back.
    ...(show === 'all' && search ? {} : shown[show]),
    ...(search && { search }),
    ...(from && { [since]: findDayStart(from, zone).toISOString() }),
    ...(to && { [before]: findDayStart(addDays(to, 1), zone).toISOString() }),
    ...(chain && { chain }),
    ...(token && { token }),
    ...(shop && { shop }),
    ...(currency && { currency }),
    ...(sort && { sort }),
  }
}

const currencyPattern = /^[A-Z]{3}$/
const paidBounds = ['paid_since', 'paid_before'] as const
const createdBounds = ['created_since', 'created_before'] as const

/** Renders the list of charges. */
export function renderCharges(
  view: DeskView,
  asked: ChargeSearch,
  choices: ChargeChoices,
  { data, pagination }: RouteOutput<typeof routes.listCharges>,
): Html {
  const { language } = view
  const { text } = language
  const { total } = pagination
  const filters = listFilters(asked)
  const isCut =
    total >= 1000 && (asked.search !== '' || Object.keys(filters).some((name) => name !== 'show'))
  const note = isCut ? text('thousandOrMore') : language.count('totalCharges', total)
  const { search } = asked
  const file = linkTo(view, '/charges/file', {}, { ...filters, search })
  const download =
    total > 0
      ? html`<a class="btn" href="${file}" download>${icon('save')}${text('exportList')}</a>`
      : ''
  return renderDeskPage(
    view,
    text('charges'),
    html`${renderTop(text('charges'), note, html`<div class="act">${download}${renderNewLink(view)}</div>`)}
<section class="panel">
${renderTabs(view, asked)}
${renderFilters(view, asked, choices)}
${data.length > 0 ? renderChargeTable(view, data) : renderNone(view, asked)}
${renderPages(view, asked, data, pagination.has_more)}
</section>`,
    { typed: search, filters },
  )
}

/** Renders the link to the form that makes a charge. */
function renderNewLink(view: DeskView): Content {
  if (!view.may(buildPath('/charges/new'))) return ''
  return html`<a class="btn main" href="${linkTo(view, '/charges/new')}">${view.language.text('newCharge')}</a>`
}

/** A tab leaves the other filters as they are. */
function renderTabs(view: DeskView, asked: ChargeSearch): Html {
  const { language } = view
  const tabs = Object.keys(shown) as Shown[]
  return html`<nav class="tabs" aria-label="${language.text('show')}"><ul>${tabs.map((name) => {
    const link = linkToList(view, { ...asked, show: name })
    const current = name === asked.show ? html` aria-current="true"` : ''
    return html`<li><a href="${link}"${current}>${language.text(name)}</a></li>`
  })}</ul></nav>`
}

/** Returns the address of the first page of a list. */
function linkToList(
  view: Pick<DeskView, 'base'>,
  asked: ChargeSearch,
  cursor: { before?: string; after?: string } = {},
): string {
  const { search } = asked
  return linkTo(view, '/charges', {}, { ...listFilters(asked), search, ...cursor })
}

/** Renders the filters that are set, each with a cross that ends it, and the form that sets them. */
function renderFilters(view: DeskView, asked: ChargeSearch, choices: ChargeChoices): Html {
  const { text } = view.language
  const chip = (label: Content, without: Partial<ChargeSearch>) =>
    html`<a class="chip" href="${linkToList(view, { ...asked, ...without })}" title="${text('endFilter')}">${label}${icon('x')}<span class="hidden">${text('endFilter')}</span></a>`
  const { from, to, by, chain, token, shop, currency, search, sort } = asked
  const days = [from, to]
    .map((day) => (day === '' ? '…' : formatDate(day, view.language)))
    .join(' – ')
  const symbol = choices.tokens.find(({ address }) => address === token.toLowerCase())?.symbol
  return html`<div class="chips">${[
    search ? chip(renderForeign(`“${search}”`), { search: '' }) : '',
    from || to
      ? chip(html`${text(by === 'paid' ? 'paid' : 'created')}: ${days}`, {
          from: '',
          to: '',
          by: '',
        })
      : '',
    currency ? chip(currency, { currency: '' }) : '',
    chain ? chip(getChainName(Number(chain)), { chain: '' }) : '',
    token ? chip(renderForeign(symbol ?? shorten(token)), { token: '' }) : '',
    shop ? chip(html`${text('shop')}: ${renderForeign(shop)}`, { shop: '' }) : '',
    sort ? chip(text('oldestFirst'), { sort: '' }) : '',
  ]}<details class="filters"><summary class="chip">${icon('filter')}${text('filters')}</summary>${renderFilterForm(view, asked, choices)}</details></div>`
}

function renderFilterForm(
  view: DeskView,
  { show, search, from, to, by, chain, token, shop, currency, sort, size }: ChargeSearch,
  { chains, tokens, shops, currencies }: ChargeChoices,
): Html {
  const { text } = view.language
  const select = (name: string, label: string, chosen: string, options: readonly SelectOption[]) =>
    options.length > 1
      ? html`<div>${renderSelect({ name, id: `f-${name}`, label, chosen }, options)}</div>`
      : ''
  const any = ['', text('all')] as const
  const date = (name: string, label: string, value: string) =>
    html`<div><label for="f-${name}">${label}</label><input class="field" type="date" id="f-${name}" name="${name}" value="${value}"></div>`
  return html`<form class="grid" action="${linkTo(view, '/charges')}"><input type="hidden" name="show" value="${show}"><input type="hidden" name="search" value="${search}">${[
    date('from', text('fromDay'), from),
    date('to', text('toDay'), to),
    select('by', text('dayOf'), by, [
      ['', text('created')],
      ['paid', text('paid')],
    ]),
    select('chain', text('chain'), chain, [
      any,
      ...chains.map((id) => [id, getChainName(Number(id))] as const),
    ]),
    select('token', text('token'), token.toLowerCase(), [
      any,
      ...tokens.map(({ address, symbol }) => [address, `${symbol} (${shorten(address)})`] as const),
    ]),
    select(
      'currency',
      text('currency'),
      currency,
      currencies.length > 1 ? [any, ...currencies.map((code) => [code, code] as const)] : [],
    ),
    select('shop', text('shop'), shop, listShopOptions(view.language, shops)),
    select('sort', text('sort'), sort, [
      ['', text('newestFirst')],
      ['oldest', text('oldestFirst')],
    ]),
    select(
      'size',
      text('pageSize'),
      size,
      sizes.map((one) => [one, one] as const),
    ),
  ]}<button class="btn main">${text('applyFilters')}</button></form>`
}

/** Renders charges, newest first. The whole row is the link of its order. */
export function renderChargeTable(view: DeskView, charges: readonly ReducedCharge[]): Html {
  const { text } = view.language
  if (charges.length === 0) return renderEmpty(text('noChargesTitle'), text('noChargesText'))
  return html`<table class="rows orders"><thead><tr><th scope="col">${text('order')}</th><th scope="col">${text('customer')}</th><th scope="col">${text('state')}</th><th scope="col" class="num">${text('amount')}</th><th scope="col" class="num">${text('time')}</th></tr></thead>
<tbody>${charges.map((charge) => renderRow(view, charge))}</tbody></table>`
}

function renderRow(view: DeskView, charge: ReducedCharge): Html {
  const { language } = view
  return html`<tr><td><a class="row" href="${linkTo(view, '/charges/:uuid', { uuid: charge.id })}">${renderChargeName(charge, language)}</a></td><td class="mail"><bdi dir="ltr">${charge.payer_email ?? ''}</bdi></td><td>${renderState(getState(charge), language)}</td><td class="num">${formatPrice(charge, language)}${renderSettlement(charge, language)}${renderDifference(charge, language)}</td><td class="num note">${renderTime(charge.created_at, view)}</td></tr>`
}

/** Renders what a charge is short of, has too much, or has sent back of its price. */
export function renderDifference(
  { pricing, payment_status, missing_amount, excess_amount, refunds }: ReducedCharge,
  { text, locale }: DeskLanguage,
): Content {
  const units = (amount: string) => formatUnits(amount, pricing.settlement.currency, locale)
  if (payment_status === 'part_paid')
    return html`<small>${text('missingAmount', { amount: units(missing_amount) })}</small>`
  if (payment_status === 'partly_refunded')
    return (refunds?.amounts ?? []).map(
      ({ amount, currency }) =>
        html`<small>${text('refundedAmount', { amount: formatUnits(amount, currency, locale) })}</small>`,
    )
  if (payment_status !== 'overpaid') return ''
  return html`<small>${text('excessAmount', { amount: units(excess_amount) })}</small>`
}

/** Renders the price in tokens where it is another number than the price in dollars. */
export function renderSettlement(
  { pricing_type, pricing: { local, settlement } }: ReducedCharge,
  { locale }: DeskLanguage,
): Content {
  const isOther = local.currency !== 'USD' || Number(settlement.amount) !== Number(local.amount)
  if (pricing_type !== 'fixed_price' || !isOther) return ''
  return html`<small>${formatUnits(settlement.amount, settlement.currency, locale)}</small>`
}

function renderNone(view: DeskView, asked: ChargeSearch): Html {
  const { text } = view.language
  if (asked.search === '' && Object.keys(listFilters(asked)).length === 0)
    return renderEmpty(text('noChargesTitle'), text('noChargesText'))
  const link = html`<a class="btn" href="${linkTo(view, '/charges')}">${text('clearSearch')}</a>`
  return renderEmpty(text('nothingFoundTitle'), asked.search ? text('nothingFoundText') : '', link)
}

function renderPages(
  view: DeskView,
  asked: ChargeSearch,
  charges: readonly ReducedCharge[],
  hasMore: boolean,
): Content {
  const [first, last] = [charges.at(0), charges.at(-1)]
  if (!first || !last) return ''
  const { page, sort } = asked
  const isBackward = page.ending_before !== undefined
  const hasBefore = isBackward ? hasMore : page.starting_after !== undefined
  const back = hasBefore ? linkToList(view, asked, { before: first.id }) : undefined
  const on = isBackward || hasMore ? linkToList(view, asked, { after: last.id }) : undefined
  const names = sort ? ({ back: 'older', on: 'newer' } as const) : undefined
  return renderPageLinks(view.language, { newer: back, older: on }, names)
}

/** Renders the links from one page of a list to the next ones; `names` for one that does not begin with the newest. */
export function renderPageLinks(
  { text }: Pick<DeskView['language'], 'text'>,
  { newer, older }: { newer: string | undefined; older: string | undefined },
  names: { back: TextName; on: TextName } = { back: 'newer', on: 'older' },
): Content {
  if (!newer && !older) return ''
  return html`<nav class="pages" aria-label="${text('pages')}">${newer ? html`<a class="btn" rel="prev" href="${newer}">${icon('back')}${text(names.back)}</a>` : ''}${older ? html`<a class="btn" rel="next" href="${older}">${text(names.on)}${icon('next')}</a>` : ''}</nav>`
}
