import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { WalletInfo } from '../../../../checkout/ports/wallets.ts'
import type { RenderContext } from '../../../first/views/render-context.ts'
import { chevron } from './icons.ts'
import { walletPicture } from './wallet-picture.ts'

/** The number of wallets from which on they scroll inside their list, so that the other ways stay in sight. */
const longListLength = 6

/**
 * The list of wallets to choose from. Those in this browser come first; those on other devices stay below them.
 *
 * @param otherWay the row of a way to pay without a wallet in this list
 */
export function walletList(
  list: readonly WalletInfo[],
  context: RenderContext,
  otherWay?: TemplateResult,
): TemplateResult {
  const { dispatch, messages } = context
  // A wallet on a phone has no name yet: the line below says how it connects.
  const hint = ({ connectsByUri, name, rdns }: WalletInfo) => {
    if (rdns) return html`<small dir="ltr" translate="no">${rdns}</small>`
    return html`<small>${connectsByUri ? name : messages.installed}</small>`
  }
  const row = (wallet: WalletInfo) => html`<li><button part="wallet" type="button" class="wallet"
      @click=${() => dispatch({ type: 'chooseWallet', walletId: wallet.id })}>${walletPicture(wallet, context)}<span class="two">${wallet.connectsByUri ? messages.ways.phone : wallet.name} ${hint(wallet)}</span>${wallet.wasLastUsed ? html`<span class="tag">${messages.lastUsed}</span>` : nothing}${chevron}</button></li>`
  const here = list.filter(({ connectsByUri }) => !connectsByUri)
  const elsewhere = list.filter(({ connectsByUri }) => connectsByUri)
  const size = here.length < longListLength ? nothing : 'long'
  return html`${here.length > 0 ? html`<ul class=${size}>${here.map(row)}</ul>` : nothing}
    ${elsewhere.length > 0 || otherWay ? html`<ul>${elsewhere.map(row)}${otherWay}</ul>` : nothing}`
}
