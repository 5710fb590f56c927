import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { formatAmount } from '../../amount.ts'
import { getChainName } from '../../api/chains/chain-names.ts'
import { buildCallUrl } from '../../api/client/call-url.ts'
import { payerRoutes } from '../../api/routes/proxy-routes.ts'
import { HttpError } from '../../api/server/http-error.ts'
import { PayError } from '../../errors.ts'
import type { MerchantAccount } from '../accounts/accounts.ts'
import type { ModeStore } from '../accounts/store/modes.ts'
import type { ChargeRecord } from '../charges/records.ts'
import type { ChargeStore } from '../charges/store/charges.ts'
import type { Env, ServiceContext } from '../http/context.ts'
import { readPageForm } from '../http/form.ts'
import type { RefundRecord } from '../refunds/records.ts'
import { createNameRefundRecipient } from '../refunds/routes/recipient.ts'
import type { RefundStore } from '../refunds/store/refunds.ts'
import { fillText, formatUnits, renderForeign } from '../texts/format.ts'
import { chooseLanguage, type Language } from '../texts/language.ts'
import { type Html, renderDocument, renderPrice } from './document.ts'
import { getStoreName } from './link.ts'
import { describeNothing } from './link-preview/facts.ts'
import { renderPreviewTags } from './link-preview/tags.ts'
import type { WidgetAssets } from './widget.ts'

/** The stores that these routes use. */
type Stores = ChargeStore & ModeStore & RefundStore

/** The additional dependencies of the page. */
export interface RefundPageParts {
  widget: WidgetAssets
  headers: Readonly<Record<string, string>>
  /** Finds the charge of the page; undefined for none. */
  findCharge: (
    id: string,
  ) => Promise<{ charge: ChargeRecord; account: MerchantAccount } | undefined>
  /** Refuses a call that does not come from a page of the service. */
  checkOwnPage: (header: (name: string) => string | undefined) => void
}

/** Registers the page on which a payer names the address of a refund. It works without a script, except for the signature. */
export function registerRefundPage(
  app: Hono<Env>,
  context: ServiceContext<Stores>,
  { widget, headers, findCharge, checkOwnPage }: RefundPageParts,
): void {
  const nameRecipient = createNameRefundRecipient(context)
  const pageHeaders = {
    ...headers,
    'content-security-policy': (headers['content-security-policy'] ?? '').replace(
      "form-action 'none'",
      "form-action 'self'",
    ),
    vary: 'accept-language',
  }
  const path = '/pay/:page/refunds/:refund'

  app.get('/pay/assets/refund.js', async (c) => {
    const script = await widget.readScript('refund')
    if (script === undefined) return c.body('', 404)
    const type = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' }
    return c.body(script, 200, type)
  })

  app.get(path, async (c) => {
    const language = chooseLanguage(c.req.header('accept-language'))
    const found = await find(c.req.param())
    if (!found) return c.html(renderMissing(language), 404, pageHeaders)
    return c.html(renderRefund(found, language), 200, pageHeaders)
  })

  app.post(path, async (c) => {
    checkOwnPage((name) => c.req.header(name))
    const language = chooseLanguage(c.req.header('accept-language'))
    const found = await find(c.req.param())
    if (!found) return c.html(renderMissing(language), 404, pageHeaders)
    try {
      const recipientAddress = (await readPageForm(c.req.raw)).get('recipient')?.trim() ?? ''
      await nameRecipient(found.charge, found.refund.id, { recipientAddress })
      return c.redirect(
        buildCallUrl('.', { path: '/:uuid' }, { params: { uuid: found.refund.id } }),
        303,
      )
    } catch (cause) {
      const faults = listFaults(language)
      if (cause instanceof HttpError) {
        const fault = faults[cause.type] ?? faults.other
        const status = cause.status as ContentfulStatusCode
        return c.html(renderRefund(found, language, fault), status, pageHeaders)
      }
      if (!(cause instanceof PayError)) throw cause
      const fault = faults[cause.field ?? cause.code] ?? faults.other
      return c.html(renderRefund(found, language, fault), 400, pageHeaders)
    }
  })

  async function find({ page, refund: id }: { page: string; refund: string }) {
    const found = await findCharge(page)
    const refunds = found ? await context.store.listRefundsOfCharge(found.charge.id) : []
    const refund = refunds.find((candidate) => candidate.id === id.toLowerCase())
    return found && refund ? { ...found, refund } : undefined
  }
}

/** Returns the payer's text for what was not accepted: by the field, else by the type of the error. */
function listFaults({ texts: { refundPage: texts } }: Language): Record<string, string> & {
  other: string
} {
  return {
    recipientAddress: texts.badAddress,
    signature: texts.badSigner,
    conflict: texts.refused,
    payload_too_large: texts.tooLarge,
    other: texts.unsaved,
  }
}

interface FoundRefund {
  charge: ChargeRecord
  account: MerchantAccount
  refund: RefundRecord
}

function renderRefund(
  { charge, account, refund }: FoundRefund,
  language: Language,
  fault = '',
): Html {
  const { texts, locale } = language
  const store = getStoreName(account)
  const heading = fillText(texts.refundPage.title, { store })
  const preview = describeNothing(store, language)
  const amount = formatAmount(refund.transfer?.amount ?? refund.amount, refund.decimals)
  return renderRefundDocument(
    preview.title,
    html`<p class="store">${renderForeign(store)}${charge.livemode ? '' : html` <span class="test">${texts.paymentPage.test}</span>`}</p>
<h1>${heading}</h1>
${renderPrice(formatUnits(amount, refund.symbol, locale))}
${charge.order.name ? html`<p class="soft">${renderForeign(charge.order.name)}</p>` : ''}
${refund.reason ? html`<p>${renderForeign(refund.reason)}</p>` : ''}
${renderState(refund, language)}
${refund.status === 'NEW' || refund.status === 'NAMED' ? renderForm(charge, refund, language, fault) : ''}`,
    language,
    renderPreviewTags(preview),
  )
}

function renderState(
  { status, recipient, hash }: RefundRecord,
  { texts: { refundPage: texts } }: Language,
): Html | string {
  const address = recipient ? html`<p><code dir="ltr">${recipient}</code></p>` : ''
  switch (status) {
    case 'NEW':
      return ''
    case 'NAMED':
      return html`<div class="said"><p>${texts.named}</p>${address}</div>`
    case 'APPROVED':
      return html`<div class="said"><p>${texts.approved}</p>${address}</div>`
    case 'SIGNING':
    case 'PENDING':
      return html`<div class="said"><p>${texts.sending}</p>${address}</div>`
    case 'COMPLETED':
      return html`<div class="said"><p>${texts.sent}</p>${address}<p><code dir="ltr">${hash ?? ''}</code></p></div>`
    case 'CANCELLED':
      return html`<div class="said"><p>${texts.canceled}</p></div>`
  }
}

function renderForm(
  charge: ChargeRecord,
  refund: RefundRecord,
  language: Language,
  fault: string,
): Html {
  const { refundPage: texts } = language.texts
  const { symbol, chainId, reference } = refund
  const amount = formatAmount(refund.amount, refund.decimals)
  const names = { symbol, chain: getChainName(chainId) }
  const params = { uuid: charge.id, refund: refund.id }
  // Relative to the page, which stands below that of its charge.
  const path = buildCallUrl('..', payerRoutes.nameRefundRecipient, { params })
  return html`<form method="post" data-reference="${reference}" data-amount="${amount}" data-symbol="${symbol}" data-chain="${chainId}" data-path="${path}" data-declined="${texts.declined}" data-faults="${JSON.stringify(listFaults(language))}">
<h2>${texts.where}</h2>
<p class="soft">${fillText(texts.whereText, names)}</p>
<label for="recipient">${texts.address}</label>
<input id="recipient" name="recipient" dir="ltr" autocomplete="off" autocapitalize="none" spellcheck="false" required pattern="0x[0-9a-fA-F]{40}" placeholder="0x…" aria-describedby="fault"${refund.recipient ? html` value="${refund.recipient}"` : ''}>
<p id="fault" role="alert" dir="auto">${fault}</p>
<div id="wallets" data-label="${texts.sign}" data-wallet="${texts.wallet}"></div>
<p class="soft" id="hint">${texts.signText}</p>
<p>${texts.orElse}</p>
<button>${texts.send}</button>
<p class="soft">${texts.sendText}</p>
</form>`
}

function renderMissing(language: Language): Html {
  const { refundPage: texts } = language.texts
  return renderRefundDocument(
    texts.notFound,
    html`<h1>${texts.notFound}</h1><p>${texts.notFoundText}</p>`,
    language,
  )
}

function renderRefundDocument(
  title: string,
  content: Html,
  language: Language,
  tags: Html | string = '',
): Html {
  return renderDocument(
    title,
    html`${tags}
<script type="module" src="../../assets/refund.js"></script>`,
    html`<main class="message refund"><div class="card">${content}</div></main>`,
    language,
    '../../assets/',
  )
}
