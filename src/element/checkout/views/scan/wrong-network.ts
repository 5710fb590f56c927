import { html, nothing, type TemplateResult } from 'lit/html.js'
import { loadPart } from '../../../../errors.ts'
import type { RenderContext, ScreenView } from '../../../first/views/render-context.ts'
import { button, heading, notice } from '../../../first/views/shared.ts'
import { fill } from '../../../i18n/messages.ts'
import { copyButton } from '../parts/copy-button.ts'
import { fold } from '../parts/fold.ts'
import { hint } from '../parts/waiting.ts'
import { externalPaymentRow, otherWalletRow } from '../screens/ways.ts'

/**
 * The screen of a payer whose wallet is on another network, and does not change it: to ask it again, to pay otherwise, or to add the
 * network by hand.
 */
export const wrongNetworkScreen: ScreenView<'wrongNetwork'> = (
  { option, account, notice: note },
  context,
) => {
  const { dispatch, messages } = context
  const { chainId } = option.quote
  const network = context.getNetworkName(chainId)
  const title = fill(messages.screens.wrongNetwork.title, { network })
  const isDeclined = note?.code === 'wallet_refused'
  return html`${heading(title, note ? undefined : messages.otherNetwork)}
    ${isDeclined ? hint(fill(messages.networkDeclined, { network })) : notice(note, context, false)}
    ${button(messages.switchNetwork, () => dispatch({ type: 'pay' }))}
    <ul>${externalPaymentRow(context)}${otherWalletRow(context, account)}</ul>
    ${note ? networkDetails(chainId, context) : nothing}`
}

/** The wallets' code, which has the chains. It is loaded already where a wallet has answered. */
let wallet: typeof import('../../../../wallet/index.ts') | undefined

/**
 * What a payer enters in a wallet that cannot be asked to add the network: each value to copy. Nothing until the chains are loaded,
 * and for a chain that is not known.
 */
function networkDetails(
  chainId: number,
  { messages, pageOptions, redraw }: RenderContext,
): TemplateResult | typeof nothing {
  if (!wallet) {
    const keep = (loaded: typeof wallet) => {
      wallet = loaded
      redraw()
    }
    // Without them, the other ways to pay are still on the screen.
    loadPart(import('../../../../wallet/index.ts')).then(keep, () => undefined)
    return nothing
  }
  const chain = wallet.mergeChains(pageOptions.chains ?? []).find(({ id }) => id === chainId)
  if (!chain) return nothing
  const { name, nativeCurrency, rpcUrls, blockExplorers } = chain
  const row = (label: string, value: string | undefined) =>
    value
      ? html`<dt>${label}</dt><dd>${copyButton(value, messages, value.replace('https://', ''))}</dd>`
      : nothing
  const texts = messages.addNetwork
  return html`<div class="folds">${fold(
    texts.title,
    html`<dl class="facts">${row(messages.network, name)}${row(texts.chainId, String(chainId))}
      ${row(texts.symbol, nativeCurrency.symbol)}${row(texts.rpcUrl, rpcUrls.default.http[0])}
      ${row(texts.explorer, blockExplorers?.default.url)}</dl>`,
  )}</div>`
}
