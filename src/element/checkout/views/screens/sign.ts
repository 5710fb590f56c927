import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { State } from '../../../../checkout/state.ts'
import type { RenderContext, ScreenView } from '../../../first/views/render-context.ts'
import { button, heading, notice } from '../../../first/views/shared.ts'
import { shortenHex } from '../../../i18n/format.ts'
import { fill } from '../../../i18n/messages.ts'
import { getScreenText } from '../card/announce.ts'
import { contactLink } from '../parts/contact.ts'
import { copyButton } from '../parts/copy-button.ts'
import { walletIcon } from '../parts/icons.ts'
import { ringedHeading } from '../parts/marks.ts'
import { payAgainFold } from '../parts/pay-again.ts'
import { hint, waiting } from '../parts/waiting.ts'
import { walletList } from '../parts/wallet-list.ts'
import { tile } from '../parts/wallet-picture.ts'

/** A title with a ring, which turns only while something is in progress. */
function ringHeading(
  isBusy: boolean,
  { title, text }: { title: string; text: string },
): TemplateResult {
  return ringedHeading(tile(walletIcon), title, text, isBusy)
}

/**
 * The screen of a transfer without the charge's reference: its payer signs for it, or leaves the match to the
 * merchant.
 *
 * @param proof the transaction, with the links to keep its receipt
 */
export function signScreen(
  state: Extract<State, { step: 'needsSignature' }>,
  context: RenderContext,
  proof: unknown,
): TemplateResult {
  const { account, isChoosingWallet, isAwaitingWallet, wallets, hasDeclined, origin } = state
  const { dispatch, messages } = context
  if (isChoosingWallet)
    return html`${heading(messages.screens.choosingWallet.title, wallets?.length === 0 ? messages.noWallet : undefined)}
      ${wallets ? walletList(wallets, context) : waiting(messages.searchingWallets)}`
  const ask =
    state.signers.length > 0 &&
    button(
      messages.sign,
      () => dispatch({ type: 'sign' }),
      hasDeclined ? 'plain' : '',
      !!isAwaitingWallet,
    )
  const decline = button(messages.notNow, () => dispatch({ type: 'decline' }), 'quiet')
  return html`${ringHeading(!!isAwaitingWallet, getScreenText(state, messages))}
    ${notice(state.notice, context, false)}${otherAccountNotice(state, context)}${ask || nothing}
    ${hasDeclined ? nothing : html`${isAwaitingWallet ? nothing : decline}<small>${messages.unsignedWarning}</small>`}
    ${proof}${hasDeclined ? contactLink(state, context) : nothing}
    ${account && !origin && !isAwaitingWallet ? payAgainFold(context, messages.rejectedWarning, messages.payAnyway) : nothing}`
}

/** The notice that names the account that must sign, where another one is connected. */
const otherAccountNotice: ScreenView<'needsSignature'> = ({ account, signers }, { messages }) => {
  if (!account) return html``
  const [first = ''] = signers
  // Word joiners keep an address on one line.
  const signer = shortenHex(first).replace('…', '\u2060…\u2060')
  return html`${hint(fill(messages.signWithAccount, { account: signer }))}
    <p class="soft">${signers.map((address) => copyButton(address, messages))}</p>`
}

/** The screen of an earlier payment: it is searched for on the chain, and never requested again. */
export const earlierPaymentScreen: ScreenView<'earlierPayment'> = (state, context) => {
  const { hash, searchResult, lastError, intent } = state
  const { dispatch, messages } = context
  const resultText = searchResult ? messages.nothingFound : undefined
  return html`${ringHeading(!hash, hash ? messages.earlierFound : messages.screens.earlierPayment)}
    ${lastError && !searchResult ? notice(lastError, context, false) : nothing}
    ${resultText && !hash ? hint(resultText) : nothing}
    ${hash ? html`<dl class="facts"><dt>${messages.transaction}</dt><dd>${copyButton(hash, messages)}</dd></dl>` : nothing}
    ${button(messages.checkAgain, () => dispatch({ type: 'retry' }), 'plain')}${hash ? contactLink(state, context) : nothing}
    ${intent.authorization && !hash ? nothing : payAgainFold(context, hash ? messages.rejectedWarning : messages.droppedWarning, messages.payAnyway)}`
}
