import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Messages } from '../../../i18n/languages/translation.ts'
import { copyIconButton } from './copy-button.ts'

/** Six characters each: an address is seven of them. */
const groupPattern = /.{1,6}/g

/**
 * A complete address, in groups that can be compared with those in a wallet. It is never shortened where a payer decides:
 * an address with the same beginning and end is made in minutes ("address poisoning"). Selecting or copying it gives it
 * without spaces.
 *
 * @param label what its button is told apart by, on a screen with another address
 */
export function addressBlock(address: string, messages: Messages, label?: string): TemplateResult {
  const name = label && `${messages.copyAddress}: ${label}`
  const groups = address.match(groupPattern) ?? [address]
  const last = groups.length - 1
  // The characters of the short form are strong: the first six and the last four.
  const group = (text: string, index: number) =>
    index === 0
      ? html`<b>${text}</b>`
      : index === last
        ? html`<span>${text.slice(0, -4)}<b>${text.slice(-4)}</b></span>`
        : html`<span>${text}</span>`
  return html`<div class="well block"><bdi class="address" translate="no">${groups.map(group)}</bdi>${copyIconButton(address, messages, name)}</div>`
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
  return html`<dt>${messages.to}</dt>${name}<dd class="whole">${addressBlock(recipient, messages)}</dd>`
}
