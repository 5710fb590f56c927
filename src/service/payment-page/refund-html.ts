import { html, raw } from 'hono/html'
import { formatAmount } from '../../amount.ts'
import { getChainName } from '../../api/chains/chain-names.ts'
import { buildCallUrl } from '../../api/client/call-url.ts'
import { isWebUrl } from '../../api/formats.ts'
import { payerRoutes } from '../../api/routes/proxy-routes.ts'
import type { MerchantAccount } from '../accounts/accounts.ts'
import type { ChargeRecord } from '../charges/records.ts'
import type { RefundRecord } from '../refunds/records.ts'
import { fillText, formatUnits, renderForeign } from '../texts/format.ts'
import type { Language } from '../texts/language.ts'
import { type Html, renderAttribute, renderDocument, renderPrice } from './document.ts'
import { getStoreName, readHexColor } from './link.ts'
import { describeNothing } from './link-preview/facts.ts'
import { renderPreviewTags } from './link-preview/tags.ts'
import { renderContact } from './order.ts'
import { listFaults } from './refund-faults.ts'
import { icons, renderAddress, renderState } from './refund-states.ts'

/** A refund with its charge and merchant. */
export interface FoundRefund {
  charge: ChargeRecord
  account: MerchantAccount
  refund: RefundRecord
}

/** What the page shows: how the refund stands, the field for an address, or an address to check before it is submitted. */
export type RefundView =
  | { kind: 'state' }
  /** `typed`: what the payer entered; `fault`: why it was not taken, '' for nothing. */
  | { kind: 'field' | 'check'; typed: string; fault: string }

/** Renders the page of a refund. */
export function renderRefund(found: FoundRefund, view: RefundView, language: Language): Html {
  const { charge, account, refund } = found
  const { texts, locale } = language
  const store = getStoreName(account)
  const preview = describeNothing(store, language)
  const amount = formatAmount(refund.transfer?.amount ?? refund.amount, refund.decimals)
  const soft = [charge.order.name, refund.reason].filter(Boolean)
  // The script sees by itself that a refund went on.
  const list = buildCallUrl('..', payerRoutes.listChargeRefunds, { params: { uuid: charge.id } })
  const watch =
    view.kind === 'state'
      ? html` data-id="${refund.id}" data-status="${refund.status}" data-list="${list}"`
      : ''
  const card = html`<div class="card">${renderHead(found, view, language)}
<h1>${fillText(texts.refundPage.title, { store })}</h1>
${renderPrice(formatUnits(amount, refund.symbol, locale))}
${soft.map((text) => html`<p class="text">${renderForeign(text)}</p>`)}
<div class="ruled">${renderView(found, view, language)}</div></div>`
  const help = renderContact({ store, supportUrl: account.brand.supportUrl }, language)
  return renderPage(
    preview.title,
    html`<main class="message refund"${watch}>${card}${help ? html`<div class="contacts">${help}</div>` : ''}</main>`,
    language,
    html`${renderPreviewTags(preview)}<style>${raw(formatBrandCss(account))}</style>`,
  )
}

/** Returns the CSS with the brand's color, the page's only inline style. */
export function formatBrandCss({ brand }: MerchantAccount): string {
  const color = readHexColor(brand.color)
  return color ? `:root{--brand:${color}}` : ''
}

/** Renders the page for the URL of an unknown refund. */
export function renderMissingRefund(language: Language): Html {
  const { notFound, notFoundText } = language.texts.refundPage
  const card = html`<main class="message refund missing"><div class="card"><div class="mark none">${icons.info}</div><h1>${notFound}</h1><p class="text">${notFoundText}</p></div></main>`
  return renderPage(notFound, card, language)
}

/** Renders the way back, to the field or to the payment's page, and the store. */
function renderHead({ charge, account }: FoundRefund, view: RefundView, language: Language): Html {
  const { paymentPage: texts, refundPage } = language.texts
  const store = getStoreName(account)
  const { logoUrl } = account.brand
  const back =
    view.kind === 'check'
      ? html`<button class="back" form="form" name="step" value="edit" aria-label="${refundPage.change}">${icons.back}</button>`
      : html`<a class="back"${renderAttribute('href', buildCallUrl('../..', { path: '/:uuid' }, { params: { uuid: charge.id } }))} aria-label="${fillText(texts.heading, { store })}">${icons.back}</a>`
  return html`<header class="head">${back}${isWebUrl(logoUrl) ? html`<img src="${logoUrl}" alt="">` : ''}${renderForeign(store)}${charge.livemode ? '' : html` <span class="test">${texts.test}</span>`}</header>`
}

function renderView(found: FoundRefund, view: RefundView, language: Language): Html {
  if (view.kind === 'state') return renderState(found.refund, language)
  const { refund } = found
  const { refundPage: texts } = language.texts
  return html`<form id="form" method="post"${view.kind === 'check' ? renderSigningData(found, language) : ''}>
${view.kind === 'field' ? renderField(found, view, language) : renderCheck(refund, view, texts)}
</form>`
}

type RefundTexts = Language['texts']['refundPage']
type TypedView = Extract<RefundView, { typed: string }>

/** Renders what the script needs in order to ask a wallet for the signature, and to send it. */
function renderSigningData({ charge, refund }: FoundRefund, language: Language): Html {
  const { symbol, chainId, reference } = refund
  const { declined } = language.texts.refundPage
  const amount = formatAmount(refund.amount, refund.decimals)
  const params = { uuid: charge.id, refund: refund.id }
  // Relative to the page, which stands below that of its charge.
  const path = buildCallUrl('..', payerRoutes.nameRefundRecipient, { params })
  return html` data-reference="${reference}" data-amount="${amount}" data-symbol="${symbol}" data-chain="${chainId}" data-path="${path}" data-declined="${declined}" data-faults="${JSON.stringify(listFaults(language))}"`
}

function renderField(
  { charge, refund: { symbol, chainId } }: FoundRefund,
  { typed, fault }: TypedView,
  { texts: { refundPage: texts } }: Language,
): Html {
  const names = { symbol, chain: getChainName(chainId) }
  const payers = charge.payments
    .filter(({ status }) => status === 'COMPLETED')
    .map(({ payerAddress }) => payerAddress)
  return html`<h2>${texts.where}</h2>
<ul class="rows" id="wallets" data-use="${texts.use}" data-paid-with="${texts.paidWith}" data-wallet="${texts.wallet}" data-payers="${payers.join(' ')}"></ul>
<label class="label" for="recipient">${texts.address}</label>
<div class="box"><input id="recipient" name="recipient" dir="ltr" autocomplete="off" autocapitalize="none" spellcheck="false" required placeholder="0x…" value="${typed}" aria-describedby="fault hint"${fault ? html` aria-invalid="true" autofocus` : ''}><button class="in" type="button" id="paste" hidden>${texts.paste}</button></div>
${renderFault(fault)}
<p class="note" id="hint">${fillText(texts.whereText, names)}</p>
<button class="button first end" name="step" value="check">${texts.next}</button>`
}

function renderCheck(
  { chainId }: RefundRecord,
  { typed, fault }: TypedView,
  texts: RefundTexts,
): Html {
  const on = `${texts.address} · ${getChainName(chainId)}`
  return html`<h2>${texts.check}</h2>
<p class="text">${texts.checkText}</p>
<div class="bar"><span class="label">${on}</span><button class="link" name="step" value="edit">${texts.change}</button></div>
${renderAddress(typed, on, texts)}
<input type="hidden" id="recipient" name="recipient" value="${typed}">
<div class="stack end" id="signing" data-label="${texts.sign}" data-wallet="${texts.wallet}" data-asked="${texts.asked}"></div>
<p class="note">${texts.signText}</p>
<p class="asked" id="asked" role="status"></p>
${renderFault(fault)}
<div class="ruled stack" id="submit"><p class="note"><b>${texts.orElse}</b> ${texts.sendText}</p>
<button class="button" name="step" value="submit">${texts.send}</button></div>`
}

const renderFault = (fault: string) =>
  html`<p class="fault" id="fault" role="alert">${icons.stop}<span dir="auto">${fault}</span></p>`

function renderPage(title: string, main: Html, language: Language, head: Html | string = ''): Html {
  return renderDocument(
    title,
    html`${head}
<script type="module" src="../../assets/refund.js"></script>`,
    main,
    language,
    '../../assets/',
  )
}
