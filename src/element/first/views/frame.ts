import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { PaymentOption } from '../../../checkout/quote/payment-option.ts'
import type { Step } from '../../../checkout/state.ts'
import { countDrawn, formatOwed, formatPrice, shortenHex } from '../../i18n/format.ts'
import { fill } from '../../i18n/messages.ts'
import type { FirstRenderContext, RenderContext } from './render-context.ts'

/** The content of the frame. */
export interface FrameContent {
  step: Step
  option: PaymentOption | undefined
  logo: string | undefined
  /** The button that goes back one screen, at the start of the head. */
  back: unknown
  /** Whether the small print names the recipient. Not where no money can be sent, or the whole address is shown. */
  isPayable: boolean
  screen: TemplateResult
  announcement: string
}

/**
 * The card around every screen: brand, summary, price, the screen itself and the small print. The price is the loudest on
 * the first screen, and then stands in the head.
 *
 * The first live region announces the screen. Its text is set whole: a browser that translates the page replaces the
 * text nodes, and Lit would go on writing to the old one. The second announces only the result of a click.
 */
export function frame(
  { step, option, logo, back, isPayable, screen, announcement }: FrameContent,
  context: RenderContext,
): TemplateResult {
  const { messages, later } = context
  const isLoading = step === 'loading'
  const pricedOption =
    option && option.price + option.paidAmount + option.quote.amount > 0n ? option : undefined
  const isFirst = isLoading || step === 'ready'
  return html`<section part="card" class="card" data-step=${step} lang=${messages.lang} dir=${messages.dir} aria-label=${later?.getCardName(pricedOption, context) ?? nothing} aria-busy=${isLoading}>
    <header>${back}<slot name="heading">${brand(context, logo, isLoading)}</slot>${later?.testBadge(option, messages)}${pricedOption && !isFirst && step !== 'paid' ? later?.headPrice(pricedOption, context) : nothing}</header>
    ${pricedOption && isFirst ? price(pricedOption, context) : isLoading ? priceSkeleton : nothing}
    <slot name="summary">${option && step === 'ready' ? context.orderSummary(option.charge, context) : nothing}</slot>
    <div class="screen">${screen}</div>
    <footer><slot name="footer">${option && isPayable && !context.isRecipientHidden ? smallPrint(option, context) : isLoading ? html`<small>&nbsp;</small>` : nothing}</slot></footer>
    <p class="hidden" role="status" .textContent=${announcement}></p><p class="hidden" aria-live="polite"></p>
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

function price(option: PaymentOption, context: RenderContext): TemplateResult {
  const { formatter, getNetworkName, messages, later } = context
  const { quote } = option
  const amount = formatOwed(quote, formatter)
  const network = getNetworkName(quote.chainId)
  const headline = formatPrice(option, formatter)
  return html`<div part="price" class="price">
    <h2 part="amount" class="amount" .style=${`--n:${countDrawn(headline)}`}>${headline}</h2>
    <span class="soft"><span class="token">${later?.coinPicture(quote, context)}</span>${amount === headline ? network : fill(messages.amountOnNetwork, { amount, network })}</span>
    ${later?.partlyPaid(option, context)}
  </div>`
}

function smallPrint(
  { quote: { recipient } }: PaymentOption,
  { merchantName, messages }: RenderContext,
): TemplateResult {
  const text = fill(messages.paidDirectly, { store: merchantName ?? shortenHex(recipient) })
  return html`<small part="recipient" title=${recipient}>${text}</small>`
}
