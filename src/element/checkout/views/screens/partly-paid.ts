import { html, type TemplateResult } from 'lit/html.js'
import type { PaymentOption } from '../../../../checkout/quote/payment-option.ts'
import type { RenderContext } from '../../../first/views/render-context.ts'
import { formatPrice } from '../../../i18n/format.ts'
import { fillAmounts } from '../../format/fill-amounts.ts'

/** The amount paid, where it is a part of the price. A charge with payments is shown once this code is there. */
export function partlyPaid(
  { paidAmount, price, quote }: PaymentOption,
  { formatter, messages }: RenderContext,
): TemplateResult | undefined {
  if (paidAmount === 0n || paidAmount >= price) return undefined
  const format = (units: bigint) => formatter.formatToken(units, quote.token)
  const text = fillAmounts(messages.partlyPaid, { paid: format(paidAmount), price: format(price) })
  return html`<span class="soft">${text}</span>`
}

/** The price in small: in the head on the screens after the first one, and at last beside "Paid". */
export function headPrice(option: PaymentOption, { formatter }: RenderContext): TemplateResult {
  return html`<bdi part="price" class="sum">${formatPrice(option, formatter)}</bdi>`
}
