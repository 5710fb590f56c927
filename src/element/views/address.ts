import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { PaymentOption } from '../../checkout/quote/payment-option.ts'
import type { Messages } from '../i18n/languages/translation.ts'
import { fill } from '../i18n/messages.ts'
import { copyButton } from './copy-button.ts'

/** `0x` with the first four digits, and then four digits each. */
const groupPattern = /^0x.{4}|.{1,4}/g

/**
 * A complete address, in groups that can be compared with those in a wallet. It is never shortened where a payer decides:
 * an address with the same beginning and end is made in minutes ("address poisoning"). Selecting or copying it gives it
 * without spaces.
 */
export function addressButton(address: string, messages: Messages): TemplateResult {
  const groups = address.match(groupPattern) ?? [address]
  const last = groups.length - 1
  const group = (text: string, index: number) =>
    index === 0 || index === last ? html`<b>${text}</b>` : html`<span>${text}</span>`
  const label = html`<bdi class="address" translate="no">${groups.map(group)}</bdi>`
  return copyButton(address, messages, label, fill(messages.copy, { what: address }))
}

/**
 * The line with the account that is paid: its address, below the merchant's name where the merchant has signed for both.
 *
 * @param signedMerchant only from a verified quote: any other name could be the attacker's choice
 */
export function recipientRow(
  recipient: string,
  signedMerchant: string | undefined,
  messages: Messages,
): TemplateResult {
  const name = signedMerchant
    ? html`<dd class="signed" translate="no"><bdi>${signedMerchant}</bdi></dd>`
    : nothing
  return html`<dt>${messages.to}</dt>${name}<dd>${addressButton(recipient, messages)}</dd>`
}

/** The account that is paid, on a screen that names nothing else. */
export function paidTo(
  { quote, signedMerchant }: Pick<PaymentOption, 'quote' | 'signedMerchant'>,
  messages: Messages,
): TemplateResult {
  return html`<dl class="to">${recipientRow(quote.recipient, signedMerchant, messages)}</dl>`
}
