import { html, type TemplateResult } from 'lit/html.js'
import type { PaymentOption } from '../../../../checkout/quote/payment-option.ts'
import type { FirstMessages, Messages } from '../../../i18n/languages/translation.ts'

/** The badge of a charge of test mode, whose money has no value. It is shown with all messages. */
export function testBadge(
  option: PaymentOption | undefined,
  messages: FirstMessages,
): TemplateResult | undefined {
  if (option?.charge.livemode !== false) return undefined
  return html`<span class="test">${(messages as Messages).testMode}</span>`
}
