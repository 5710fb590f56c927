import { html } from 'hono/html'
import { getChainName } from '../../../../api/chains/chain-names.ts'
import type { ReducedCharge } from '../../../../api/schemas/charges/charge.ts'
import type { SuggestionReason, UnmatchedReply } from '../../../../api/schemas/unmatched.ts'
import { renderEnglish } from '../../../texts/format.ts'
import { maxTyped } from '../../api/routes.ts'
import { renderShortId } from '../../copy.ts'
import { renderDeskPage } from '../../document.ts'
import { getState, renderOnChain, renderState, renderTime, type State } from '../../format.ts'
import { icon } from '../../icons.ts'
import { buildPath, linkTo } from '../../paths.ts'
import { type Content, type DeskView, type Html, isRefused, renderAction } from '../../view.ts'
import { renderEmpty, renderFacts, renderPanel } from '../panel.ts'
import { renderAssignment, renderReturn } from './assigning.ts'
import { renderAmount, renderDecision, renderHint } from './list.ts'
import { isSecondPayment, renderSuggestion, type SuggestedMoney } from './suggestion.ts'

/** The charges that a person has looked for; undefined before that. */
export interface FoundCharges {
  typed: string
  charges: readonly ReducedCharge[] | undefined
}

/** How the state of money is shown. */
const moneyStates: Readonly<Record<UnmatchedReply['status'], State>> = {
  UNMATCHED: { kind: 'look', icon: 'warn', text: 'open' },
  ASSIGNED: { kind: 'ok', icon: 'check', text: 'assigned' },
  IGNORED: { kind: 'no', icon: 'x', text: 'ignored' },
}

/** Renders the page of one unmatched transfer: all suggestions, and the possible decisions. */
export function renderUnmatched(view: DeskView, money: SuggestedMoney, found: FoundCharges): Html {
  const { payment } = money
  const { language } = view
  const { text } = language
  const { status, chainId, hash, senderAddress } = payment
  const isOpen = status === 'UNMATCHED'
  const isSecond = isOpen && isSecondPayment(payment)
  return renderDeskPage(
    view,
    text('unmatchedTitle'),
    html`<a class="up" href="${linkTo(view, '/unmatched')}">${icon('back')}${text('unmatched')}</a>
<div class="top"><div><div class="t"><h1>${renderAmount(view, payment)}</h1>${renderState(moneyStates[status], language)}</div><p class="note">${getChainName(Number(chainId))} · ${renderTime(payment.minedAt, view)}</p></div>${isSecond ? html`<div class="act">${renderReturn(view, payment, 'main')}</div>` : ''}</div>
<div class="split"><div class="stack">
${isOpen ? renderPanel({ title: text('suggestions') }, renderSuggestions(view, money)) : html`<section class="panel pad">${renderHint(view, money)}${renderDecision(view, money)}</section>`}
${isOpen && view.may(buildPath('/unmatched/:uuid/assign', { uuid: payment.uuid })) ? [renderFinder(view, payment, found), renderOthers(view, payment)] : ''}
</div>
${renderPanel(
  { title: text('details') },
  html`<div class="pad">${renderFacts([
    [text('reasonText'), describeReason(view, payment)],
    [text('transaction'), renderOnChain('tx', Number(chainId), hash)],
    [
      text('payer'),
      senderAddress ? renderShortId(language, senderAddress, text('payer')) : text('unknownSender'),
    ],
    [text('recipient'), renderShortId(language, payment.recipientAddress, text('recipient'))],
    [text('id'), renderShortId(language, payment.uuid, text('id'))],
  ])}</div>`,
)}</div>`,
  )
}

/** Says why money found no charge: in the person's language, and what happens rarely in English. */
function describeReason({ language }: DeskView, { reason }: UnmatchedReply): Content {
  return language.unmatchedReason(reason) ?? renderEnglish(reason)
}

/** Renders the suggestions: the first button is that of the best one. Money that was sent twice goes back by the head of the page. */
function renderSuggestions(view: DeskView, { payment, charges }: SuggestedMoney): Content {
  const { language } = view
  if (charges.length === 0) return renderEmpty(language.text('noSuggestion'))
  const more =
    payment.fitting > charges.length
      ? html`<p class="note pad">${language.count('chargesFit', payment.fitting)}</p>`
      : ''
  const isSecond = isSecondPayment(payment)
  return html`${more}<ul class="ums">${charges.map(({ charge, reasons, isStrong }, index) =>
    renderChoice(
      view,
      payment,
      { charge, reasons, isStrong },
      isSecond ? 'low' : index === 0 ? 'main' : '',
    ),
  )}</ul>`
}

function renderChoice(
  view: DeskView,
  payment: UnmatchedReply,
  suggested: SuggestedMoney['charges'][number],
  kind: string,
): Html {
  const { charge, reasons } = suggested
  const isKnown = !reasons.includes('OTHER_TOKEN') || payment.usdAmount !== ''
  return html`<li class="um choice"><div>${renderSuggestion(view, payment, suggested)}${renderState(getState(charge), view.language)}</div><div class="act">${isKnown && charge.status !== 'CANCELLED' ? renderAssignment(view, payment, { charge, reasons }, kind) : ''}</div></li>`
}

/** Renders the search for another charge, by whatever a person knows of it, and what it has found. */
function renderFinder(view: DeskView, payment: UnmatchedReply, found: FoundCharges): Html {
  const { text } = view.language
  const path = linkTo(view, '/unmatched/:uuid', { uuid: payment.uuid })
  const { typed, charges } = found
  const list =
    charges === undefined
      ? ''
      : charges.length === 0
        ? renderEmpty(text('nothingFoundTitle'), text('nothingFoundText'))
        : html`<ul class="ums">${charges.map((charge) => renderChoice(view, payment, { charge, reasons: compareTokens(payment, charge), isStrong: false }, ''))}</ul>`
  return renderPanel(
    { title: text('assignOther') },
    html`<form class="pad days" action="${path}"><div class="wide-field"><label for="find">${text('searchHint')}</label><input class="field" id="find" name="find" type="search" value="${typed}" maxlength="${maxTyped}" autocomplete="off" spellcheck="false" required data-rows="${linkTo(view, '/search.json')}"></div><button class="btn">${text('searchButton')}</button></form>${list}`,
  )
}

/** What is known of a charge that a person has found: whether it asks for another token. */
function compareTokens(
  { tokenSymbol }: UnmatchedReply,
  { pricing }: ReducedCharge,
): SuggestionReason[] {
  return pricing.settlement.currency === tokenSymbol ? [] : ['OTHER_TOKEN']
}

/** Renders what can be done with money that is for no order. */
function renderOthers(view: DeskView, payment: UnmatchedReply): Html {
  const { text } = view.language
  const { uuid } = payment
  const isOpen = isRefused(view, buildPath('/unmatched/:uuid/return', { uuid }))
  const returning =
    isSecondPayment(payment) || !view.may(buildPath('/unmatched/:uuid/return', { uuid }))
      ? ''
      : html`<details class="panel ask form"${isOpen ? html` open` : ''}><summary>${text('sendBack')}</summary><p class="note">${text('sendBackText')}</p>${renderReturn(view, payment)}</details>`
  return html`${returning}<details class="panel ask form"><summary>${text('ignore')}</summary><p class="note">${text('ignoreText')}</p>${renderAction(view, { path: buildPath('/unmatched/:uuid/ignore', { uuid }), label: text('ignore') })}</details>`
}
