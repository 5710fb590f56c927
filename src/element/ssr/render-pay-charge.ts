import { getChainName } from '../../api/chains/chain-names.ts'
import { isWebUrl } from '../../api/formats.ts'
import type { Charge, ReducedCharge } from '../../api/schemas/charges/charge.ts'
import { CheckoutChargeReply } from '../../api/schemas/charges/checkout-charge.ts'
import type { RequestCharge } from '../../api/schemas/requests/request-charge.ts'
import { createPaymentOption, type PaymentOption } from '../../checkout/quote/payment-option.ts'
import { decideFirstState } from '../../checkout/transitions/open-charge.ts'
import { PayError } from '../../errors.ts'
import { createFormatter } from '../../money.ts'
import { attributeProperties, readAttribute, toKebabCase } from '../attributes.ts'
import { countDrawn, formatOwed, formatPrice, shortenHex } from '../i18n/format.ts'
import { loadMessages } from '../i18n/languages/load-messages.ts'
import { fill } from '../i18n/messages.ts'
import { css, theme } from '../theme/theme.ts'

// The element's first screen as text, for a page that a server renders. It is written without Lit, whose modules need a
// document in some runtimes. A test compares it with the element's own rendering.

/** A charge with its request charge, as the api client returns them. */
export interface RenderedCharge {
  charge: Charge | ReducedCharge
  requestCharge: RequestCharge
}

/** Options of {@link renderPayCharge}. */
export interface RenderOptions {
  /** HTML inside the element, such as `<p slot="summary">Stoneware mug</p>`. It is not escaped. */
  content?: string
  /** The nonce of the page's Content-Security-Policy, for a page that does not list the hash of the style. */
  nonce?: string
}

/** A rendered element. */
export interface RenderedPayCharge {
  /** The element, with its first screen as declarative shadow DOM. */
  html: string
  /** The source expression of its style for `style-src`: `'sha256-…'`, with the quotes. */
  styleSource: string
}

/**
 * Renders `<pay-charge>` on a server: the price is on the screen with the page itself, before any script. The element takes over
 * without a shift once the proxy has answered it; the page's content never decides where money goes. Until then, and with
 * JavaScript off, the button leads to the hosted page.
 *
 * Needs neither DOM nor Node. A charge that cannot simply be paid, such as one with a payment, is left to the element,
 * and so is `mode="dialog"`.
 *
 * @param rendered the charge and its request charge, as the service has just answered
 * @param attributes the element's attributes. Without `locale` the texts are English, because a server does not know
 * the page's `lang`. A wrong value that decides about no money is ignored here too, and the element reports it.
 * @throws PayError `invalid_attribute` for an unknown attribute, `invalid_reply` for something that is not a charge
 * @example
 * const [charge, requestCharge] = await Promise.all([client.getCharge(id), client.getRequestCharge(id)])
 * const { html, styleSource } = await renderPayCharge({ charge, requestCharge }, { proxy: '/pay', locale: 'de' })
 */
export async function renderPayCharge(
  { charge, requestCharge }: RenderedCharge,
  attributes: Record<string, string> = {},
  { content = '', nonce }: RenderOptions = {},
): Promise<RenderedPayCharge> {
  checkAttributes(attributes)
  const result = CheckoutChargeReply.safeParse({ data: charge, request_charge: requestCharge })
  if (!result.success || !result.data.request_charge) {
    const field = result.error?.issues[0]?.path.join('.') ?? 'request_charge'
    throw new PayError('invalid_reply', `This is not a charge with its request charge: ${field}.`, {
      field,
      cause: result.error,
    })
  }
  const option = createPaymentOption(result.data.data, result.data.request_charge)
  const locale = readAttribute('locale', attributes.locale) || 'en'
  const tag = formatAttributes({ ...attributes, locale, 'charge-id': option.charge.id })
  const style =
    theme +
    partialCardStyle +
    formatPriceStyle(formatPrice(option, createFormatter(locale))) +
    (formatBrandStyle(attributes['brand-color']) || formatBrandStyle(option.charge.brand_color))
  const styleSource = `'sha256-${await hash(style)}'`
  const isDialog = readAttribute('mode', attributes.mode) === 'dialog'
  if (isDialog || decideFirstState(option, false)?.step !== 'ready')
    return { html: `<pay-charge${tag}>${content}</pay-charge>`, styleSource }
  const card = await renderCard(option, attributes, locale)
  const nonceAttribute = nonce === undefined ? '' : ` nonce="${escapeHtml(nonce)}"`
  const template = `<style${nonceAttribute}>${style}</style><div class="size"><div class="box">${card}</div></div>`
  return {
    html: `<pay-charge${tag}><template shadowrootmode="open">${template}</template>${content}</pay-charge>`,
    styleSource,
  }
}

function checkAttributes(attributes: Record<string, string>): void {
  const names: readonly string[] = attributeProperties.map(toKebabCase)
  for (const name of Object.keys(attributes)) {
    if (names.includes(name) && name !== 'order') continue
    const text = `<pay-charge> has no attribute ${name} that a server can render.`
    throw new PayError('invalid_attribute', text, { field: name })
  }
}

function formatAttributes(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('')
}

/** Renders the card of first/views/frame.ts with the screen `ready` of first/views/shared.ts. */
async function renderCard(
  option: PaymentOption,
  attributes: Record<string, string>,
  locale: string,
): Promise<string> {
  const { charge, quote } = option
  const messages = await loadMessages(locale)
  const formatter = createFormatter(locale)
  const amountDue = formatOwed(quote, formatter)
  const name =
    readAttribute('brandName', attributes['brand-name']) || charge.organization_name || ''
  const logo = findLogo(attributes['brand-logo'], charge.brand_logo_url)
  const image = logo
    ? `<img src="${escapeHtml(logo)}" alt="${name ? '' : escapeHtml(messages.logo)}">`
    : ''
  const line = fill(messages.amountOnNetwork, {
    amount: amountDue,
    network: getChainName(quote.chainId),
  })
  const label = fill(messages.pay, { amount: amountDue })
  const direct = fill(messages.paidDirectly, { store: name || shortenHex(quote.recipient) })
  const hidden = readAttribute('hide', attributes.hide) || ''
  const footer = hidden.includes('recipient')
    ? ''
    : `<small part="recipient" title="${escapeHtml(quote.recipient)}">${escapeHtml(direct)}</small>`
  const price = `<div part="price" class="price"><h2 part="amount" class="amount">${escapeHtml(formatPrice(option, formatter))}</h2><span class="soft"><span class="token"></span>${escapeHtml(line)}</span></div>`
  // A link until the script has come: also a payer without JavaScript can pay.
  const isDisabled = typeof readAttribute('disabled', attributes.disabled) === 'string'
  const isLink = isWebUrl(charge.hosted_url) && !isDisabled
  const link = (kind: string, content: string) =>
    `<a part="button" class="button${kind}" href="${escapeHtml(charge.hosted_url)}">${content}</a>`
  const code = `<span class="icon"></span>${escapeHtml(messages.payExternally)}`
  const buttons = isLink
    ? link('', escapeHtml(label)) + link(' plain', code)
    : '<div class="skeleton button"></div>'.repeat(2)
  const cancelUrl =
    readAttribute('cancelUrl', attributes['cancel-url']) || charge.redirects?.cancel_url
  const gap = cancelUrl && !hidden.includes('cancel') ? '<span class="gap"></span>' : ''
  return `<section part="card" class="card" data-step="ready" lang="${messages.lang}" dir="${messages.dir}" aria-busy="false">
<header><slot name="heading">${image}${escapeHtml(name)}</slot></header>
${price}
<slot name="summary">${renderOrderRows(charge)}</slot>
<div class="screen">${buttons}${gap}</div>
<footer><slot name="footer">${footer}</slot></footer>
<p class="hidden" role="status"></p><p class="hidden" aria-live="polite"></p>
</section>`
}

/** Returns the URL of the logo: the page's, which may be a path or a `data:` URL, else the charge's. */
function findLogo(text = '', chargeLogo = ''): string | undefined {
  const logo = text.trim()
  const page = 'https://page.example'
  const isWeb = URL.canParse(logo, page) && isWebUrl(new URL(logo, page).href)
  if (logo && (isWeb || logo.startsWith('data:image/'))) return logo
  return isWebUrl(chargeLogo) ? chargeLogo : undefined
}

/** Renders the rows of first/views/order-rows.ts. */
function renderOrderRows(charge: PaymentOption['charge']): string {
  const lines = charge.line_items ?? []
  const rows = [charge.name, charge.description, charge.payer_email_hint, charge.tax_note]
  const widths = [...rows, ...(lines.length > 3 ? [1, 1] : lines)]
  return `<div class="order">${widths.map((row) => (row ? '<p></p>' : '')).join('')}</div>`
}

/**
 * The button stands above the footer, at the bottom of the card: while the rest of the page is still on its way, it would
 * be painted where the footer belongs, and move up under a finger.
 */
const partialCardStyle = css`
  .card:not(:has([role=status])) .screen { visibility: hidden; }
`

/** Returns the rule for a price that is longer than a card of a phone is wide: the theme shrinks it by its length. */
function formatPriceStyle(price: string): string {
  const length = countDrawn(price)
  return length > 11 ? `.amount{--n:${length}}` : ''
}

/**
 * Returns the rule for a brand color. A server has no browser that could parse a color, so it accepts only a hex color or a function
 * whose text cannot end the rule; the element checks the others. A misspelled name would leave the button without a color.
 */
function formatBrandStyle(color = ''): string {
  const isColor = /^(#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|[a-z]{3,9}\([\w\s,.%/+-]{1,80}\))$/i
  return isColor.test(color.trim()) ? `:host{--_brand:${color.trim()}}` : ''
}

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
