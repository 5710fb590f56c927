import { html } from 'hono/html'
import type { RouteOutput } from '../../../api/routes/route.ts'
import { RefundStatus } from '../../../api/schemas/payments/refund.ts'
import type { TextName } from '../../texts/en.ts'
import { formatUnits, renderForeign } from '../../texts/format.ts'
import type { deskRefundRoutes, NamedRefund } from '../api/refund-routes.ts'
import { renderDeskPage } from '../document.ts'
import { renderChargeName, renderState, renderTime } from '../format.ts'
import { linkTo } from '../paths.ts'
import type { DeskView, Html } from '../view.ts'
import { renderEmpty, renderTop } from './panel.ts'
import { refundStates } from './refunds.ts'
import { hasShops, renderShopFilter, type ShopChoice } from './shop-filter.ts'

/** The lists of refunds: what the shop does next, what waits for others, and what is over. */
const lists = {
  toDo: ['NAMED', 'APPROVED'],
  onItsWay: ['NEW', 'SIGNING', 'PENDING'],
  done: ['COMPLETED', 'CANCELLED'],
} as const satisfies Readonly<Record<string, readonly RefundStatus[]>>
const listNames = Object.keys(lists) as (keyof typeof lists & TextName)[]

/** A list of refunds, or those of one status. */
export type ShownRefunds = (typeof listNames)[number] | RefundStatus

/** Reads which refunds a page shows. @default what is to do */
export function readShownRefunds(text: string | undefined): ShownRefunds {
  return listNames.find((name) => name === text) ?? RefundStatus.safeParse(text).data ?? 'toDo'
}

/** Returns the statuses of the refunds that a page shows. */
export function listStatuses(shown: ShownRefunds): readonly RefundStatus[] {
  return shown in lists ? lists[shown as keyof typeof lists] : [shown as RefundStatus]
}

/** Renders the list of refunds. */
export function renderRefunds(
  view: DeskView,
  shown: ShownRefunds,
  choice: ShopChoice,
  { data, pagination }: RouteOutput<typeof deskRefundRoutes.listRefunds>,
): Html {
  const { text } = view.language
  const { shop } = choice
  const link = (show: ShownRefunds, after = '') =>
    linkTo(view, '/refunds', {}, { show, shop, after })
  const isIn = (name: keyof typeof lists) =>
    listStatuses(shown).every((status) => listStatuses(name).includes(status))
  return renderDeskPage(
    view,
    text('refunds'),
    html`${renderTop(text('refunds'))}
<section class="panel">
<nav class="tabs" aria-label="${text('show')}"><ul>${listNames.map((name) => html`<li><a href="${link(name)}"${isIn(name) ? html` aria-current="true"` : ''}>${text(name)}</a></li>`)}</ul></nav>
${renderShopFilter(view, '/refunds', choice, { show: shown })}
${data.length > 0 ? renderRefundTable(view, data, hasShops(choice)) : renderEmpty(text(shown === 'toDo' ? 'refundsNoneToDo' : 'refundsEmpty'), text('refundsEmptyText'))}
${pagination.has_more ? html`<nav class="pages" aria-label="${text('pages')}"><a class="btn" href="${link(shown, data.at(-1)?.uuid)}">${text('older')}</a></nav>` : ''}
</section>`,
  )
}

/** Renders refunds as the rows of a table, with the shop of each where that is asked for. The whole row is the link of its refund. */
export function renderRefundTable(
  view: DeskView,
  refunds: readonly NamedRefund[],
  isWithShop = false,
): Html {
  const { language } = view
  const { text, locale } = language
  return html`<table class="rows orders"><thead><tr><th scope="col">${text('order')}</th><th scope="col">${text('customer')}</th>${isWithShop ? html`<th scope="col">${text('shop')}</th>` : ''}<th scope="col">${text('state')}</th><th scope="col" class="num">${text('amount')}</th><th scope="col" class="num">${text('time')}</th></tr></thead><tbody>${refunds.map(
    ({ uuid, order, reason, status, sentAmount, amount, tokenSymbol, createdAt, shop }) =>
      html`<tr><td><a class="row" href="${linkTo(view, '/refunds/:uuid', { uuid })}">${renderChargeName(order, language)}</a>${reason ? html`<small>${renderForeign(reason)}</small>` : ''}</td><td class="mail"><bdi dir="ltr">${order.payer_email}</bdi></td>${isWithShop ? html`<td class="shop">${renderForeign(shop)}</td>` : ''}<td>${renderState(refundStates[status], language)}</td><td class="num">${formatUnits(sentAmount || amount, tokenSymbol, locale)}</td><td class="num note">${renderTime(createdAt, view)}</td></tr>`,
  )}</tbody></table>`
}
