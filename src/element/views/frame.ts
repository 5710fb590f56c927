import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { PaymentOption } from '../../checkout/quote/payment-option.ts'
import { formatOwed, formatPrice, shortenHex } from '../i18n/format.ts'
import { fill } from '../i18n/messages.ts'
import { lock } from './icons.ts'
import type { FirstRenderContext } from './render-context.ts'

/** The card around every screen: brand, summary, price, the screen itself and the small print. */
export function frame(
  option: PaymentOption | undefined,
  logo: string | undefined,
  context: FirstRenderContext,
  isLoading: boolean,
  content: TemplateResult,
  announcement: string,
): TemplateResult {
  const { messages } = context
  return html`<section part="card" class="card" lang=${messages.lang} dir=${messages.dir} aria-busy=${isLoading}>
    <header><slot name="heading">${brand(context, logo, isLoading)}</slot></header>
    <slot name="summary"></slot>
    ${option && option.price + option.paidAmount + option.quote.amount > 0n ? price(option, context) : isLoading ? priceSkeleton : nothing}
    <div class="screen">${content}</div>
    <footer><slot name="footer">${option ? smallPrint(option, messages.paidDirectly) : html`<small>&nbsp;</small>`}</slot></footer>
    <p class="hidden" role="status">${announcement}</p>
  </section>`
}

const priceSkeleton = html`<div class="price"><span class="skeleton amount"></span><span class="skeleton line"></span></div>`

function brand(
  { merchantName, messages }: FirstRenderContext,
  logo: string | undefined,
  isLoading: boolean,
) {
  if (isLoading && !merchantName && !logo) return html`<span class="skeleton brand"></span>`
  return html`${logo ? html`<img src=${logo} alt=${merchantName ? '' : messages.logo} />` : nothing}${merchantName}`
}

function price(
  option: PaymentOption,
  { formatter, getNetworkName, messages }: FirstRenderContext,
): TemplateResult {
  const { quote } = option
  // Once the charge is paid nothing is owed, and the line shows the paid amount.
  const amount =
    option.price > option.paidAmount
      ? formatOwed(quote, formatter)
      : formatter.formatToken(option.paidAmount || quote.amount, quote.token)
  const network = getNetworkName(quote.chainId)
  const headline = formatPrice(option, formatter)
  const isPartlyPaid = option.paidAmount > 0n && option.paidAmount < option.price
  const describePaid = () =>
    fill(messages.partlyPaid, {
      paid: formatter.formatToken(option.paidAmount, quote.token),
      price: formatter.formatToken(option.price, quote.token),
    })
  return html`<div part="price" class="price">
    <span part="amount" class="amount">${headline}</span>
    <span class="soft">${amount === headline ? network : fill(messages.amountOnNetwork, { amount, network })}</span>
    ${isPartlyPaid ? html`<span class="soft">${describePaid()}</span>` : nothing}
  </div>`
}

function smallPrint({ quote }: PaymentOption, direct: string): TemplateResult {
  const text = fill(direct, { recipient: shortenHex(quote.recipient) })
  return html`${lock}<small title=${quote.recipient}>${text}</small>`
}
