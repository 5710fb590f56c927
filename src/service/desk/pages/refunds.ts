import { html } from 'hono/html'
import { isNative } from '../../../api/formats.ts'
import type { ReducedCharge } from '../../../api/schemas/charges/charge.ts'
import type { Refund, RefundStatus } from '../../../api/schemas/payments/refund.ts'
import { formatUnits, renderEnglish, renderForeign, toText } from '../../texts/format.ts'
import { renderCopy } from '../copy.ts'
import { renderDeskPage } from '../document.ts'
import type { FormInput } from '../fields.ts'
import {
  getChargeName,
  renderId,
  renderOnChain,
  renderState,
  renderTime,
  type State,
} from '../format.ts'
import { icon } from '../icons.ts'
import { buildMailLink, buildPath, linkTo } from '../paths.ts'
import { type Content, type DeskView, type Html, isRefused, renderAction } from '../view.ts'
import { renderFacts, renderPanel } from './panel.ts'

/** How the state of a refund is shown. */
export const refundStates: Readonly<Record<RefundStatus, State>> = {
  NEW: { kind: 'wait', icon: 'clock', text: 'refundNEW' },
  NAMED: { kind: 'look', icon: 'warn', text: 'refundNAMED' },
  APPROVED: { kind: 'look', icon: 'warn', text: 'refundAPPROVED' },
  SIGNING: { kind: 'wait', icon: 'clock', text: 'refundSIGNING' },
  PENDING: { kind: 'wait', icon: 'clock', text: 'refundPENDING' },
  COMPLETED: { kind: 'ok', icon: 'check', text: 'refundCOMPLETED' },
  CANCELLED: { kind: 'no', icon: 'x', text: 'refundCANCELLED' },
}

/** The origin of a refund's address. */
const proofTexts = {
  SIGNATURE: 'provenBySignature',
  MERCHANT: 'approvedByMerchant',
  '': 'provenByNobody',
} as const

/** Renders a refund on the page of its charge: its progress, its address and the origin of that, and its transaction. */
export function renderRefundOfCharge(view: DeskView, refund: Refund): Html {
  const { text } = view.language
  const { uuid, status, amount, sentAmount, tokenSymbol, recipientAddress, hash } = refund
  const chainId = Number(refund.chainId)
  return html`<li><div><a class="amt" href="${linkTo(view, '/refunds/:uuid', { uuid })}">${formatUnits(sentAmount || amount, tokenSymbol, view.language.locale)}</a>${renderState(refundStates[status], view.language)}</div>${renderFacts(
    [
      recipientAddress
        ? [text('goesTo'), renderOnChain('address', chainId, recipientAddress)]
        : [text('goesTo'), text('goesNowhere')],
      recipientAddress
        ? [text('recipientProof'), text(proofTexts[refund.recipientProof])]
        : undefined,
      hash ? [text('transaction'), renderOnChain('tx', chainId, hash)] : undefined,
    ],
  )}</li>`
}

/** The data for the page of one refund. */
export interface RefundData {
  refund: Refund
  charge: ReducedCharge
  /** The account's receiving wallet; '' for none. */
  wallet: string
}

/** Renders the page of one refund: its state, and the next step. */
export function renderRefund(view: DeskView, { refund, charge, wallet }: RefundData): Html {
  const { language } = view
  const { text } = language
  const name = text('refundOf', { order: getChargeName(charge, language) })
  return renderDeskPage(
    view,
    name,
    html`<a class="up" href="${linkTo(view, '/refunds')}">${icon('back')}${text('refunds')}</a>
<div class="top"><div><div class="t"><h1>${name}</h1>${renderState(refundStates[refund.status], language)}</div><p class="big">${formatUnits(refund.sentAmount || refund.amount, refund.tokenSymbol, language.locale)}</p></div></div>
${renderSteps(view, refund)}
<div class="split">
<div class="stack">${renderNext(view, { refund, charge, wallet })}</div>
<div class="stack">${renderDetails(view, refund, charge)}${renderCancel(view, refund)}</div></div>`,
  )
}

function renderDetails(view: DeskView, refund: Refund, charge: ReducedCharge): Html {
  const { language } = view
  const { text } = language
  const chainId = Number(refund.chainId)
  return renderPanel(
    { title: text('details') },
    html`<div class="pad">${renderFacts([
      ...listFacts(view, refund, charge),
      refund.senderAddress ? [text('sentFrom'), renderId(refund.senderAddress)] : undefined,
      refund.hash ? [text('transaction'), renderOnChain('tx', chainId, refund.hash)] : undefined,
      [text('created'), renderTime(refund.createdAt, view)],
      [text('reference'), renderId(refund.reference)],
    ])}<p><a href="${linkTo(view, '/charges/:uuid', { uuid: charge.id })}">${text('openCharge')}${icon('out')}</a></p></div>`,
  )
}

/** Lists where a refund goes and who says so, and whom and what it is for. */
function listFacts(
  { language: { text } }: DeskView,
  refund: Refund,
  charge: ReducedCharge,
): Parameters<typeof renderFacts>[0] {
  const { recipientAddress: recipient, reason } = refund
  return [
    [text('goesTo'), recipient ? renderId(recipient) : text('goesNowhere')],
    recipient ? [text('recipientProof'), text(proofTexts[refund.recipientProof])] : undefined,
    charge.payer_email ? [text('customer'), renderForeign(charge.payer_email)] : undefined,
    reason ? [text('refundReason'), renderForeign(reason)] : undefined,
  ]
}

/** How many steps of a refund are done in each status; a canceled one has none. */
const stepsDone: Readonly<Record<RefundStatus, number>> = {
  NEW: 1,
  NAMED: 1,
  APPROVED: 2,
  SIGNING: 2,
  PENDING: 3,
  COMPLETED: 4,
  CANCELLED: 0,
}

/** Renders how far a refund is. */
function renderSteps({ language }: DeskView, { status }: Refund): Content {
  const { text } = language
  const done = stepsDone[status]
  if (done === 0) return ''
  const steps = ['stepAsked', 'stepAddress', 'stepSend', 'stepArrived'] as const
  return html`<ol class="steps panel" aria-label="${text('progress')}">${steps.map(
    (step, index) =>
      html`<li class="${index < done ? 'past' : ''}"${index === done ? html` aria-current="step"` : ''}><span aria-hidden="true">${index < done ? icon('check') : index + 1}</span>${text(step)}</li>`,
  )}</ol>`
}

/** Renders the merchant's next steps. */
function renderNext(view: DeskView, { refund, charge, wallet }: RefundData): Content {
  const { text } = view.language
  const failure = refund.failure
    ? html`<section class="panel pad"><h2>${text('lastFailure')}</h2><p class="note">${renderEnglish(refund.failure)}</p></section>`
    : ''
  switch (refund.status) {
    case 'NEW':
    case 'NAMED':
      return [renderClaim(view, refund, charge), renderApproval(view, refund)]
    case 'APPROVED':
      return [
        failure,
        // No wallet is asked before the merchant has decided about these.
        refund.unclearTransfers.length > 0
          ? renderUnclear(view, refund)
          : renderSending(view, refund, wallet),
        renderApproval(view, refund),
      ]
    case 'SIGNING':
      return html`${failure}${renderUnclear(view, refund)}${
        refund.waitsFor
          ? html`<section class="panel pad"><h2>${text('releaseWaits')}</h2><p class="note">${renderEnglish(refund.waitsFor)}</p></section>`
          : ''
      }<section class="panel pad form"><h2>${text('askedTitle')}</h2><p class="note">${text('askedText')}</p>${renderAction(view, { path: buildPath('/refunds/:uuid/release', { uuid: refund.uuid }), label: text('release') })}</section>`
    case 'PENDING':
      return html`<section class="panel pad"><h2>${text('refundPENDING')}</h2><p class="note">${text('pendingText')}</p></section>`
    case 'COMPLETED':
      return html`<section class="panel pad"><h2>${text('refundCOMPLETED')}</h2><p class="note">${text('completedText')}</p></section>`
    default:
      return html`<section class="panel pad"><h2>${text('refundCANCELLED')}</h2><p class="note">${text('canceledText')}</p></section>`
  }
}

/** Renders the transfers that may be the refund: the merchant decides about each. */
function renderUnclear(view: DeskView, { uuid, chainId, tokenSymbol, unclearTransfers }: Refund) {
  const { language } = view
  const { text } = language
  if (unclearTransfers.length === 0) return ''
  const paths = {
    unclearIsRefund: buildPath('/refunds/:uuid/is-refund', { uuid }),
    unclearIsOther: buildPath('/refunds/:uuid/other-transaction', { uuid }),
  }
  const renderDecisions = (hash: string) => {
    const fields = html`<input type="hidden" name="hash" value="${hash}">`
    const decide = (name: keyof typeof paths) =>
      renderAction(view, { path: paths[name], label: text(name), fields })
    return html`<div class="act">${decide('unclearIsRefund')}${decide('unclearIsOther')}</div>`
  }
  return html`<section class="panel pad form"><h2>${text('unclearTitle')}</h2><p class="note">${text('unclearText')}</p>${unclearTransfers.map(
    ({ hash, amount, senderAddress, recipientAddress }) =>
      html`<div class="unclear">${renderFacts([
        [text('amount'), formatUnits(amount, tokenSymbol, language.locale)],
        [text('sentFrom'), renderId(senderAddress)],
        [text('goesTo'), renderId(recipientAddress)],
        [text('transaction'), renderOnChain('tx', Number(chainId), hash)],
      ])}${renderDecisions(hash)}</div>`,
  )}</section>`
}

function renderClaim({ language }: DeskView, refund: Refund, charge: ReducedCharge): Html {
  const { text, locale } = language
  const { claimUrl: link, amount, tokenSymbol } = refund
  const values = {
    order: getChargeName(charge, language),
    amount: toText(formatUnits(amount, tokenSymbol, locale)),
    link,
  }
  const mail = buildMailLink(charge.payer_email ?? '', {
    subject: text('claimSubject', values),
    body: text('claimBody', values),
  })
  return html`<section class="panel pad"><h2>${text('claimTitle')}</h2><p class="note">${text('claimText')}</p><p class="copy-row">${renderId(link)}${renderCopy(language, link, text('refundLink'))}</p><p><a class="btn" href="${mail}">${icon('mail')}${text('mailCustomer')}</a></p></section>`
}

function renderApproval(view: DeskView, { uuid, recipientAddress, status }: Refund): Content {
  const { text } = view.language
  const path = buildPath('/refunds/:uuid/approve', { uuid })
  if (!view.may(path)) return ''
  const input: FormInput = {
    name: 'recipient',
    kind: 'code',
    label: text('approveAddress'),
    value: recipientAddress,
    isRequired: true,
    fills: ['recipientAddress'],
    wrong: text('addressWrong'),
  }
  const form = html`<p class="note">${text('approveText')}</p>${renderAction(view, { path, label: text('approve'), inputs: [input] })}`
  if (status === 'APPROVED')
    return html`<details class="panel ask form"${isRefused(view, path) ? html` open` : ''}><summary>${text('approveOther')}</summary>${form}</details>`
  return html`<section class="panel pad form"><h2>${text('approveTitle')}</h2>${form}</section>`
}

function renderSending(view: DeskView, { uuid, tokenAddress }: Refund, wallet: string): Content {
  const { text } = view.language
  const path = buildPath('/refunds/:uuid/sign', { uuid })
  if (!view.may(path)) return ''
  const fields = isNative(tokenAddress)
    ? html`<label><input type="checkbox" name="history" value="known"> ${text('historyKnown')}</label>`
    : ''
  const input: FormInput = {
    name: 'account',
    kind: 'code',
    label: text('sendAccount'),
    value: wallet,
    isRequired: true,
    fills: ['senderAddress'],
    wrong: text('addressWrong'),
  }
  return html`<section class="panel pad form"><h2>${text('sendTitle')}</h2><p class="note">${text('sendText')}</p>${renderAction(view, { path, label: text('sendButton'), kind: 'main', fields, inputs: [input] })}</section>`
}

function renderCancel(view: DeskView, { uuid, status }: Refund): Content {
  const { text } = view.language
  const path = buildPath('/refunds/:uuid/cancel', { uuid })
  if (!view.may(path) || !['NEW', 'NAMED', 'APPROVED'].includes(status)) return ''
  return html`<details class="panel ask"><summary>${text('cancelRefund')}</summary>${renderAction(view, { path, label: text('cancelRefund') })}</details>`
}

/**
 * Renders the page where the merchant's wallet is asked: the element, with the refund in the place of a charge. It does not offer a
 * second transfer: that begins at the refund, once the service has searched for the first.
 *
 * @param page `scriptTags`: the HTML that loads the element; `attempt`: below which it calls. To the element, each attempt is a
 * separate charge, so that the browser's journal of an earlier attempt, which sent nothing, does not affect this one
 */
export function renderSigning(
  view: DeskView,
  { refund, charge }: Pick<RefundData, 'refund' | 'charge'>,
  { scriptTags, attempt }: { scriptTags: Content; attempt: string },
): Html {
  const { language, session } = view
  const { text } = language
  const color = /^#[\da-f]{6}$/i.test(session.account.brand.color)
    ? session.account.brand.color
    : ''
  return renderDeskPage(
    view,
    text('sendTitle'),
    html`${scriptTags}<a class="up" href="${linkTo(view, '/refunds/:uuid', { uuid: refund.uuid })}">${icon('back')}${text('backToRefund')}</a>
<div class="top"><h1>${text('refundOf', { order: getChargeName(charge, language) })}</h1></div>
<div class="split beside"><div class="signing" data-options="${JSON.stringify(createElementOptions(language, refund))}"><pay-charge lang="${language.locale}" proxy="${linkTo(view, '/refunds/:uuid/sign/:attempt', { uuid: refund.uuid, attempt })}" charge-id="${attempt}" redirect="none" hide="pay-again" brand-name="${text('refund')}"${color ? html` brand-color="${color}"` : ''}><span slot="summary" hidden></span></pay-charge></div>
${renderPanel({ title: text('sendTitle') }, html`<div class="pad">${renderFacts(listFacts(view, refund, charge))}</div>`)}</div>`,
  )
}

/** Returns the element's options that no attribute can hold, for the desk's script: its texts, and the nonce that the wallet is asked for. */
function createElementOptions(language: DeskView['language'], refund: Refund): object {
  const { senderAddress, senderNonce } = refund
  const texts = createElementTexts(language)
  return senderNonce
    ? { texts, askedNonce: { account: senderAddress, nonce: Number(senderNonce) } }
    : { texts }
}

/** Returns the element's texts that speak of a payment, in the words of a refund. */
function createElementTexts({ text }: DeskView['language']): object {
  const sent = text('refundSent')
  return {
    screens: {
      ready: { title: text('signTitle') },
      cancelled: { title: text('signStopped') },
      sending: { text: text('signSending') },
      unknownOutcome: { title: text('signUnknownTitle'), text: text('signUnknown') },
      reporting: { title: sent, text: text('signReporting') },
      confirming: { title: sent, text: text('signConfirming') },
      dropped: { title: text('signDropped') },
      notPaid: { title: text('signNotPaid') },
      paid: { title: text('refundCOMPLETED'), text: text('signPaid') },
    },
    pay: text('signPay'),
    coveredButton: text('signCovered'),
    payExternally: text('signExternal'),
    proposalText: text('signProposal'),
    recorded: text('signRecorded'),
    alreadyPaid: text('signAlready'),
    sentTitle: sent,
    nonceUsed: { title: text('signStopped'), text: text('signReplaced') },
    notPaid: {
      cancelled: { text: text('signReplaced') },
      reverted: { title: text('signNotPaid') },
      rejected: { title: text('signNotPaid') },
    },
    statuses: { confirmed: text('signStatus') },
  }
}
