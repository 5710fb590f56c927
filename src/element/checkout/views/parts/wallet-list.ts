import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { WalletInfo } from '../../../../checkout/ports/wallets.ts'
import type { RenderContext } from '../../../first/views/render-context.ts'
import { chevron } from './icons.ts'
import { walletPicture } from './wallet-picture.ts'

/** The list of wallets to choose from. */
export function walletList(list: readonly WalletInfo[], context: RenderContext): TemplateResult {
  const { dispatch, messages } = context
  const row = (wallet: WalletInfo) => html`<li><button part="wallet" type="button" class="wallet"
      @click=${() => dispatch({ type: 'chooseWallet', walletId: wallet.id })}>${walletPicture(wallet, context)}<span class="two">${wallet.name} ${wallet.connectsByUri ? nothing : html`<small>${messages.installed}</small>`}</span>${wallet.wasLastUsed ? html`<span class="tag">${messages.lastUsed}</span>` : nothing}${chevron}</button></li>`
  return list.length > 0 ? html`<ul>${list.map(row)}</ul>` : html``
}
