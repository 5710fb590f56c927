import { html } from 'hono/html'
import { getChainName } from '../../../api/chains/chain-names.ts'
import type { RouteOutput } from '../../../api/routes/route.ts'
import type { TextName } from '../../texts/en.ts'
import { formatUnits, toText } from '../../texts/format.ts'
import { type deskRoutes, maxFound } from '../api/routes.ts'
import { renderDeskPage } from '../document.ts'
import { formatMoment, formatPrice, getChargeName, getState, renderTime } from '../format.ts'
import { buildPath, type DeskPath, linkTo } from '../paths.ts'
import type { Content, DeskView, Html } from '../view.ts'
import { renderChargeTable } from './charges/charges.ts'
import { renderEmpty, renderPanel, renderTop } from './panel.ts'
import { renderRefundTable } from './refund-list.ts'
import { refundStates } from './refunds.ts'
import { renderUnmatchedRows } from './unmatched/list.ts'
import type { SuggestedMoney } from './unmatched/suggestion.ts'

/** The rows that a search has found, of each kind the newest. */
export type Found = RouteOutput<typeof deskRoutes.search>
type Event = Found['events'][number]

/** Returns the page of the one thing that was found: an order counts as one with its refunds and its money. Undefined for several. */
export function findOnly({ charges, unmatched, refunds, events }: Found): DeskPath | undefined {
  const [charge, ...otherCharges] = charges
  if (charge) {
    const isOfCharge = ({ chargeUuid }: { chargeUuid: string }) => chargeUuid === charge.id
    const isAlone =
      otherCharges.length === 0 &&
      unmatched.every((money) => money.status === 'ASSIGNED' && isOfCharge(money)) &&
      refunds.every(isOfCharge)
    return isAlone ? buildPath('/charges/:uuid', { uuid: charge.id }) : undefined
  }
  const paths = [
    ...unmatched.map(({ uuid }) => buildPath('/unmatched/:uuid', { uuid })),
    ...refunds.map(({ uuid }) => buildPath('/refunds/:uuid', { uuid })),
    ...events.map(findEventPage),
  ]
  return paths.length === 1 ? paths[0] : undefined
}

/** An event stands in the story of its charge; one of an endpoint or of money among all endpoints. */
function findEventPage({ chargeUuid }: Event): DeskPath {
  return chargeUuid ? buildPath('/charges/:uuid', { uuid: chargeUuid }) : buildPath('/webhooks')
}

/** Renders what was found, by kind. `unmatched` has the suggestions of each. */
export function renderFound(
  view: DeskView,
  typed: string,
  { charges, refunds, events }: Found,
  unmatched: readonly SuggestedMoney[],
): Html {
  const { text } = view.language
  const isNothing = [charges, refunds, events, unmatched].every(({ length }) => length === 0)
  const more =
    charges.length === maxFound
      ? html`<a class="btn low" href="${linkTo(view, '/charges', {}, { search: typed })}">${text('allFound')}</a>`
      : ''
  const part = (title: TextName, count: number, content: () => Content, actions: Content = '') =>
    count > 0 ? renderPanel({ title: text(title), actions }, content()) : ''
  return renderDeskPage(
    view,
    text('searchTitle'),
    html`${renderTop(text('searchTitle'), text('searchFor', { text: typed }))}
${part('unmatchedTitle', unmatched.length, () => renderUnmatchedRows(view, unmatched))}
${part('charges', charges.length, () => renderChargeTable(view, charges), more)}
${part('refunds', refunds.length, () => renderRefundTable(view, refunds))}
${part('event', events.length, () => html`<ul class="ums">${events.map((event) => html`<li class="um two"><div><a class="row" href="${view.base + findEventPage(event)}"><code dir="ltr">${event.type}</code></a><small>${renderTime(event.createdAt, view)}</small></div></li>`)}</ul>`)}
${isNothing ? html`<section class="panel">${renderEmpty(text('nothingFoundTitle'), text('nothingFoundText'), html`<a class="btn" href="${linkTo(view, '/charges')}">${text('clearSearch')}</a>`)}</section>` : ''}`,
    { typed, filters: {} },
  )
}

/** A row that was found, as the palette shows it. */
export interface FoundRow {
  label: string
  note: string
  href: string
  /** Of a charge, for the field that chooses one. */
  charge?: string
}

/** Lists what was found, as texts. */
export function listFound(
  view: Pick<DeskView, 'language' | 'base' | 'now' | 'zone'>,
  { charges, unmatched, refunds, events }: Found,
): FoundRow[] {
  const { language } = view
  const { text, locale } = language
  const say = (...parts: string[]) => parts.filter((part) => part !== '').join(' · ')
  return [
    ...charges.map((charge) => ({
      label: getChargeName(charge, language),
      note: say(
        toText(formatPrice(charge, language)),
        text(getState(charge).text),
        charge.payer_email ?? '',
        formatMoment(charge.created_at, view),
      ),
      href: linkTo(view, '/charges/:uuid', { uuid: charge.id }),
      charge: charge.id,
    })),
    ...unmatched.map(({ uuid, amount, tokenSymbol, chainId, minedAt }) => ({
      label:
        amount === '' ? text('unknownAmount') : toText(formatUnits(amount, tokenSymbol, locale)),
      note: say(text('unmatched'), getChainName(Number(chainId)), formatMoment(minedAt, view)),
      href: linkTo(view, '/unmatched/:uuid', { uuid }),
    })),
    ...refunds.map(({ uuid, order, sentAmount, amount, tokenSymbol, status, createdAt }) => ({
      label: toText(formatUnits(sentAmount || amount, tokenSymbol, locale)),
      note: say(
        text('refundOf', { order: getChargeName(order, language) }),
        text(refundStates[status].text),
        formatMoment(createdAt, view),
      ),
      href: linkTo(view, '/refunds/:uuid', { uuid }),
    })),
    ...events.map((event) => ({
      label: event.type,
      note: say(text('event'), formatMoment(event.createdAt, view)),
      href: view.base + findEventPage(event),
    })),
  ]
}
