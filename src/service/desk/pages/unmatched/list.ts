import { html } from 'hono/html'
import { getChainName } from '../../../../api/chains/chain-names.ts'
import type {
  UnmatchedListQuery,
  UnmatchedPayment,
  UnmatchedReply,
} from '../../../../api/schemas/unmatched.ts'
import type { TextName } from '../../../texts/en.ts'
import { fillHtml, formatUnits, renderForeign } from '../../../texts/format.ts'
import { renderDeskPage } from '../../document.ts'
import { renderOnChain, renderTime } from '../../format.ts'
import { buildPath, linkTo } from '../../paths.ts'
import { type Content, type DeskView, type Html, renderAction } from '../../view.ts'
import { renderPageLinks } from '../charges/charges.ts'
import { renderUndo } from '../notice.ts'
import { renderEmpty, renderTop } from '../panel.ts'
import { hasShops, renderShopFilter, type ShopChoice } from '../shop-filter.ts'
import { renderAssignment, renderPlace, renderReturn } from './assigning.ts'
import {
  isSecondPayment,
  renderChargeLink,
  renderSuggestion,
  type SuggestedCharge,
  type SuggestedMoney,
} from './suggestion.ts'

/** The lists of unmatched money, each with its query. */
const shown = {
  open: {},
  dust: { hidden: 'true' },
  assigned: { status: 'ASSIGNED' },
  ignored: { status: 'IGNORED' },
} as const satisfies Record<string, UnmatchedListQuery>
type Shown = keyof typeof shown & TextName

/** Reads which list is asked for; the open one by default. */
export function readShown(text: string | undefined) {
  const name = text !== undefined && Object.hasOwn(shown, text) ? (text as Shown) : 'open'
  return { name, asked: shown[name] }
}

const toQuery = (name: Shown) => (name === 'open' ? '' : name)

/** Renders a list of unmatched money. */
export function renderUnmatchedList(
  view: DeskView,
  { name, ...choice }: ShopChoice & { name: Shown },
  money: readonly SuggestedMoney[],
  pages: { newer: boolean; older: boolean },
): Html {
  const { language } = view
  const { text } = language
  const [first, last] = [money.at(0), money.at(-1)]
  const link = (cursor: { before?: string; after?: string } = {}, tab = name) =>
    linkTo(view, '/unmatched', {}, { show: toQuery(tab), shop: choice.shop, ...cursor })
  return renderDeskPage(
    view,
    text('unmatched'),
    html`${renderTop(text('unmatchedTitle'), text('unmatchedText'))}
<section class="panel"><nav class="tabs" aria-label="${text('show')}"><ul>${(
      Object.keys(shown) as Shown[]
    ).map(
      (tab) =>
        html`<li><a href="${link({}, tab)}"${tab === name ? html` aria-current="true"` : ''}>${text(tab)}</a></li>`,
    )}</ul></nav>
${renderShopFilter(view, '/unmatched', choice, { show: toQuery(name) }, name === 'assigned' ? '' : text('shopUnassigned'))}
${money.length > 0 ? renderUnmatchedRows(view, money, hasShops(choice)) : renderEmpty(text('unmatchedEmpty'), name === 'open' ? text('unmatchedEmptyText') : '')}
${renderPageLinks(language, {
  newer: pages.newer && first ? link({ before: first.payment.uuid }) : undefined,
  older: pages.older && last ? link({ after: last.payment.uuid }) : undefined,
})}</section>`,
  )
}

/** Renders unmatched money, each with its likeliest charge and one button that names its effect; with the shop where that is asked for. */
export function renderUnmatchedRows(
  view: DeskView,
  money: readonly SuggestedMoney[],
  isWithShop = false,
): Html {
  return html`<ul class="ums">${money.map((one) => html`<li class="um">${renderTransfer(view, one.payment, isWithShop)}${renderHint(view, one)}${renderDecision(view, one)}</li>`)}</ul>`
}

function renderTransfer(view: DeskView, payment: UnmatchedPayment, isWithShop: boolean): Html {
  const { text } = view.language
  const chainId = Number(payment.chainId)
  const sender = payment.senderAddress
    ? fillHtml(text('from'), { account: renderOnChain('address', chainId, payment.senderAddress) })
    : text('unknownSender')
  return html`<div><a class="amt" href="${linkTo(view, '/unmatched/:uuid', { uuid: payment.uuid })}">${renderAmount(view, payment)}</a><small>${getChainName(chainId)} · ${renderTime(payment.minedAt, view)} · ${sender}</small>${isWithShop && payment.shop ? html`<small>${text('shop')}: ${renderForeign(payment.shop)}</small>` : ''}</div>`
}

/** Renders the amount of money. */
export function renderAmount(
  { language }: DeskView,
  { amount, tokenSymbol }: UnmatchedPayment,
): Content {
  return amount === ''
    ? language.text('unknownAmount')
    : formatUnits(amount, tokenSymbol, language.locale)
}

/** Renders what money is for, or may be for. */
export function renderHint(view: DeskView, { payment, charges }: SuggestedMoney): Html {
  const { language } = view
  const { text } = language
  if (payment.status === 'IGNORED') return html`<p class="hint">${text('wasIgnored')}</p>`
  const [likeliest] = charges
  if (payment.status === 'ASSIGNED')
    return html`<p class="hint">${likeliest ? fillHtml(text('assignedTo'), { order: renderChargeLink(view, likeliest.charge) }) : text('assigned')}</p>`
  if (!likeliest) return html`<p class="hint">${text('noSuggestion')}</p>`
  if (!likeliest.isStrong && payment.fitting > 1 && !isSecondPayment(payment))
    return html`<p class="hint">${language.count('chargesFit', payment.fitting)}</p>`
  return renderSuggestion(view, payment, likeliest)
}

/** Renders what can be decided about money: one button that names its effect, and "Ignore". */
export function renderDecision(view: DeskView, { payment, charges }: SuggestedMoney): Content {
  const { text } = view.language
  const [likeliest] = charges
  if (payment.status === 'ASSIGNED' && likeliest) {
    const undo = renderUndo(view, {
      path: buildPath('/unmatched/:uuid/unassign', { uuid: payment.uuid }),
      charge: likeliest.charge.id,
    })
    return html`<div class="act">${undo}</div>`
  }
  if (payment.status === 'IGNORED')
    return html`<div class="act">${renderAction(view, { path: buildPath('/unmatched/:uuid/restore', { uuid: payment.uuid }), label: text('restore') })}</div>`
  const ignorePath = buildPath('/unmatched/:uuid/ignore', { uuid: payment.uuid })
  if (payment.status !== 'UNMATCHED' || !view.may(ignorePath)) return ''
  const ignoring = renderAction(view, {
    path: ignorePath,
    label: text('ignore'),
    kind: 'low',
    fields: renderPlace(view),
  })
  return html`<div class="act">${renderFirst(view, payment, likeliest)}${ignoring}</div>`
}

/** Renders the likeliest decision. The value of money in another token is shown on its own page, where a person also chooses. */
function renderFirst(
  view: DeskView,
  payment: UnmatchedReply,
  likeliest: SuggestedCharge | undefined,
): Content {
  if (payment.amount !== '') {
    if (likeliest?.isStrong && !likeliest.reasons.includes('OTHER_TOKEN'))
      return renderAssignment(view, payment, likeliest)
    const returnPath = buildPath('/unmatched/:uuid/return', { uuid: payment.uuid })
    if (isSecondPayment(payment) && view.may(returnPath)) return renderReturn(view, payment)
  }
  return html`<a class="btn" href="${linkTo(view, '/unmatched/:uuid', { uuid: payment.uuid })}">${view.language.text('choose')}</a>`
}
