import { html } from 'hono/html'
import { getChainName } from '../../../api/chains/chain-names.ts'
import type { ReducedCharge } from '../../../api/schemas/charges/charge.ts'
import type {
  SuggestionReason,
  UnmatchedListQuery,
  UnmatchedPayment,
  UnmatchedReply,
} from '../../../api/schemas/unmatched.ts'
import type { TextName } from '../../texts/en.ts'
import { fillHtml, formatDollars, formatUnits } from '../../texts/format.ts'
import { isLess, subtractAmounts } from '../amounts.ts'
import { renderDeskPage } from '../document.ts'
import {
  formatPrice,
  getChargeName,
  getState,
  renderChargeName,
  renderId,
  renderOnChain,
  renderState,
  renderTime,
} from '../format.ts'
import { icon } from '../icons.ts'
import { buildPath, linkTo } from '../paths.ts'
import { type Content, type DeskView, type Html, renderAction } from '../view.ts'
import { renderPageLinks } from './charges/charges.ts'
import { renderUndo } from './notice.ts'
import { renderEmpty, renderFacts, renderPanel, renderTop } from './panel.ts'

/** Unmatched money with the charges that it may be for, the likeliest first. */
export interface SuggestedMoney {
  payment: UnmatchedReply
  charges: readonly {
    charge: ReducedCharge
    reasons: readonly SuggestionReason[]
    /** Whether one click may assign the money to it. */
    isStrong: boolean
  }[]
}

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

/** Renders a list of unmatched money. */
export function renderUnmatchedList(
  view: DeskView,
  name: Shown,
  money: readonly SuggestedMoney[],
  pages: { newer: boolean; older: boolean },
): Html {
  const { language } = view
  const { text } = language
  const [first, last] = [money.at(0), money.at(-1)]
  const link = (cursor: { before?: string; after?: string } = {}, tab = name) =>
    linkTo(view, '/unmatched', {}, { show: tab === 'open' ? '' : tab, ...cursor })
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
${money.length > 0 ? renderUnmatchedRows(view, money) : renderEmpty(text('unmatchedEmpty'), name === 'open' ? text('unmatchedEmptyText') : '')}
${renderPageLinks(language, {
  newer: pages.newer && first ? link({ before: first.payment.uuid }) : undefined,
  older: pages.older && last ? link({ after: last.payment.uuid }) : undefined,
})}</section>`,
  )
}

/** Renders unmatched money, each with its likeliest charge and one button that names its effect. */
export function renderUnmatchedRows(view: DeskView, money: readonly SuggestedMoney[]): Html {
  return html`<ul class="ums">${money.map((one) => html`<li class="um">${renderTransfer(view, one.payment)}${renderHint(view, one)}${renderDecision(view, one)}</li>`)}</ul>`
}

function renderTransfer(view: DeskView, payment: UnmatchedPayment): Html {
  const { text } = view.language
  const chainId = Number(payment.chainId)
  const sender = payment.senderAddress
    ? fillHtml(text('from'), { account: renderOnChain('address', chainId, payment.senderAddress) })
    : text('unknownSender')
  return html`<div><a class="amt" href="${linkTo(view, '/unmatched/:uuid', { uuid: payment.uuid })}">${renderAmount(view, payment)}</a><small>${getChainName(chainId)} · ${renderTime(payment.minedAt, view)} · ${sender}</small></div>`
}

function renderAmount({ language }: DeskView, { amount, tokenSymbol }: UnmatchedPayment): Content {
  return amount === ''
    ? language.text('unknownAmount')
    : formatUnits(amount, tokenSymbol, language.locale)
}

/** The reasons of a suggestion by importance: first those that decide whether it can be assigned, and its effect. */
const byWeight: readonly SuggestionReason[] = [
  'OTHER_TOKEN',
  'PAID_AGAIN',
  'MADE_AFTER',
  'LATE',
  'SHORT',
  'OVER',
  'NAMED',
  'SIGNED',
  'ACCEPTED',
  'SAME_PAYER',
  'SAME_CUSTOMER',
  'RESERVED',
  'EXACT',
  'REPORTED',
]

function selectReason(reasons: readonly SuggestionReason[]): SuggestionReason | undefined {
  return byWeight.find((reason) => reasons.includes(reason)) ?? reasons[0]
}

function renderHint(view: DeskView, { payment, charges }: SuggestedMoney): Html {
  const { language } = view
  const { text } = language
  if (payment.status === 'IGNORED') return html`<p class="hint">${text('wasIgnored')}</p>`
  const [likeliest] = charges
  if (payment.status === 'ASSIGNED')
    return html`<p class="hint">${likeliest ? fillHtml(text('assignedTo'), { order: renderChargeLink(view, likeliest.charge) }) : text('assigned')}</p>`
  if (!likeliest) return html`<p class="hint">${text('noSuggestion')}</p>`
  if (!likeliest.isStrong && payment.fitting > 1)
    return html`<p class="hint">${language.count('chargesFit', payment.fitting)}</p>`
  const reason = selectReason(likeliest.reasons)
  return html`<p class="hint">${reason ? html`<span class="why">${text(`tag${reason}`)}</span><br>` : ''}${renderSuggestion(view, likeliest.charge, reason)}</p>`
}

function renderSuggestion(
  view: DeskView,
  charge: ReducedCharge,
  reason: SuggestionReason | undefined,
): Content {
  const { language } = view
  const sentence = fillHtml(language.text('probably'), {
    order: renderChargeLink(view, charge),
    price: formatPrice(charge, language),
  })
  return html`${sentence} ${reason ? language.text(`why${reason}`) : ''}`
}

function renderChargeLink(view: DeskView, charge: ReducedCharge): Html {
  return html`<a href="${linkTo(view, '/charges/:uuid', { uuid: charge.id })}"><b>${renderChargeName(charge, view.language)}</b></a>`
}

function renderDecision(view: DeskView, { payment, charges }: SuggestedMoney): Content {
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
  // The value of money in another token is shown on its own page, and when several orders may be meant, a person chooses.
  const canAssign =
    likeliest?.isStrong && payment.amount !== '' && !likeliest.reasons.includes('OTHER_TOKEN')
  const first = canAssign
    ? renderAssignment(view, payment, likeliest)
    : html`<a class="btn" href="${linkTo(view, '/unmatched/:uuid', { uuid: payment.uuid })}">${text('choose')}</a>`
  const ignoring = renderAction(view, {
    path: ignorePath,
    label: text('ignore'),
    kind: 'low',
    fields: renderPlace(view),
  })
  return html`<div class="act">${first}${ignoring}</div>`
}

function renderAssignment(
  view: DeskView,
  payment: UnmatchedReply,
  { charge, reasons }: SuggestedMoney['charges'][number],
): Content {
  const { language } = view
  const { text } = language
  const { uuid, usdAmount } = payment
  const order = getChargeName(charge, language)
  const dollars = reasons.includes('OTHER_TOKEN') ? renderValue('dollars', usdAmount) : ''
  const assign = (label: string, more: Content = '', kind = '') =>
    renderAction(view, {
      path: buildPath('/unmatched/:uuid/assign', { uuid }),
      label,
      kind,
      fields: html`${renderPlace(view)}${renderValue('charge', charge.id)}${dollars}${more}`,
    })
  const accepted = readAccepted(payment, charge, reasons)
  if (accepted === undefined) return assign(text('assignTo', { order }))
  return [
    assign(text('assignAndAccept', { order }), renderValue('accept', accepted)),
    assign(text('onlyAssign'), '', 'low'),
  ]
}

const renderValue = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`

/** Returns what a charge would have with some money that is still too little; undefined where it is enough, or in another token. */
function readAccepted(
  { amount, tokenSymbol }: UnmatchedPayment,
  { pricing: { settlement }, pricing_type, missing_amount: missing }: ReducedCharge,
  reasons: readonly SuggestionReason[],
): string | undefined {
  const isSame =
    settlement.currency === tokenSymbol && amount !== '' && !reasons.includes('OTHER_TOKEN')
  if (!isSame || pricing_type !== 'fixed_price' || !isLess(amount, missing)) return undefined
  return subtractAmounts(settlement.amount, subtractAmounts(missing, amount))
}

/** Renders the field that names the list to which a decision returns. */
function renderPlace({ place }: DeskView): Html {
  return html`<input type="hidden" name="place" value="${place}">`
}

/** Whether one click may assign money to a suggested charge: in another token only if its value is known. */
function isAssignable(
  { amount, usdAmount }: UnmatchedReply,
  reasons: readonly SuggestionReason[],
): boolean {
  const isKnown = !reasons.includes('OTHER_TOKEN') || usdAmount !== ''
  return amount !== '' && isKnown
}

/** Renders the page of one unmatched transfer: all suggestions, and the possible decisions. */
export function renderUnmatched(view: DeskView, money: SuggestedMoney): Html {
  const { payment } = money
  const { language } = view
  const { text } = language
  const chainId = Number(payment.chainId)
  const isOpen = payment.status === 'UNMATCHED'
  return renderDeskPage(
    view,
    text('unmatchedTitle'),
    html`<a class="up" href="${linkTo(view, '/unmatched')}">${icon('back')}${text('unmatched')}</a>
<div class="top"><div><h1>${renderAmount(view, payment)}</h1><p class="note">${getChainName(chainId)} · ${renderTime(payment.minedAt, view)}</p></div></div>
<div class="split"><div class="stack">
${isOpen ? renderPanel({ title: text('suggestions') }, renderSuggestions(view, money)) : [renderHint(view, money), renderDecision(view, money)]}
${isOpen ? renderOther(view, payment) : ''}
</div>
${renderPanel(
  { title: text('details') },
  html`<div class="pad">${renderFacts([
    [text('reasonText'), payment.reason],
    [text('transaction'), renderOnChain('tx', chainId, payment.hash)],
    [
      text('payer'),
      payment.senderAddress ? renderId(payment.senderAddress) : text('unknownSender'),
    ],
    [text('recipient'), renderId(payment.recipientAddress)],
    [text('id'), renderId(payment.uuid)],
  ])}</div>`,
)}</div>`,
  )
}

function renderSuggestions(view: DeskView, { payment, charges }: SuggestedMoney): Content {
  const { language } = view
  const { text } = language
  if (charges.length === 0) return renderEmpty(text('noSuggestion'))
  const worth = payment.usdAmount && formatDollars(payment.usdAmount, language.locale)
  const more =
    payment.fitting > charges.length
      ? html`<p class="note pad">${language.count('chargesFit', payment.fitting)}</p>`
      : ''
  return html`${more}<ul class="ums">${charges.map(
    ({ charge, reasons, isStrong }) =>
      html`<li class="um two"><div>${reasons.map((reason) => html`<span class="why">${text(`tag${reason}`)}</span>`)}<p class="hint">${renderChargeLink(view, charge)}, ${formatPrice(charge, language)}. ${reasons.map((reason) => html`${text(`why${reason}`)} `)}${worth && reasons.includes('OTHER_TOKEN') ? fillHtml(text('countsAs'), { amount: worth }) : ''}</p>${renderState(getState(charge), language)}</div><div class="act">${isAssignable(payment, reasons) ? renderAssignment(view, payment, { charge, reasons, isStrong }) : ''}</div></li>`,
  )}</ul>`
}

function renderOther(view: DeskView, payment: UnmatchedPayment): Content {
  const { text } = view.language
  // The same is asked by two forms of the page.
  const askAmount = (id: string) =>
    payment.amount === ''
      ? html`<label for="${id}">${text('assignAmount')}</label><input class="field" id="${id}" name="amount" inputmode="decimal" autocomplete="off" required aria-describedby="${id}-note"><p class="note" id="${id}-note">${text('assignAmountText')}</p>`
      : ''
  const fields = html`<label for="charge">${text('chargeId')}</label><input class="field" id="charge" name="charge" dir="ltr" autocomplete="off" spellcheck="false" required aria-describedby="charge-note"><p class="note" id="charge-note">${text('assignOtherText')}</p>${askAmount('amount')}`
  const params = { uuid: payment.uuid }
  const offer = (
    title: 'assignOther' | 'sendBack' | 'ignore',
    form: Content,
    note: Content = '',
  ) =>
    form === ''
      ? ''
      : renderPanel({ title: text(title) }, html`<div class="pad form">${note}${form}</div>`)
  const note = (name: 'sendBackText' | 'ignoreText') => html`<p class="note">${text(name)}</p>`
  const assignment = renderAction(view, {
    path: buildPath('/unmatched/:uuid/assign', params),
    label: text('assign'),
    fields,
  })
  const sending = renderAction(view, {
    path: buildPath('/unmatched/:uuid/return', params),
    label: text('sendBack'),
    fields: askAmount('returned-amount'),
  })
  const ignoring = renderAction(view, {
    path: buildPath('/unmatched/:uuid/ignore', params),
    label: text('ignore'),
  })
  return [
    offer('assignOther', assignment),
    offer('sendBack', sending, note('sendBackText')),
    offer('ignore', ignoring, note('ignoreText')),
  ]
}
