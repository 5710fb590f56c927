import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Intent } from '../../../../checkout/ports/intent.ts'
import type { WalletInfo } from '../../../../checkout/ports/wallets.ts'
import type { RenderContext, ScreenView } from '../../../first/views/render-context.ts'
import { button, heading, notice } from '../../../first/views/shared.ts'
import { formatOwed } from '../../../i18n/format.ts'
import { fill } from '../../../i18n/messages.ts'
import { createUnsettledReceipt } from '../../receipt/receipt.ts'
import { isFailure } from '../card/announce.ts'
import { recipientRow } from '../parts/address.ts'
import { contactLink } from '../parts/contact.ts'
import { markedHeading, ringedHeading } from '../parts/marks.ts'
import { hint, waiting } from '../parts/waiting.ts'
import { walletList } from '../parts/wallet-list.ts'
import { walletPicture } from '../parts/wallet-picture.ts'
import { enteringAmount } from './enter-amount.ts'
import { insufficientFunds } from './insufficient-funds.ts'
import { sentPaymentScreen } from './receipt-actions.ts'
import { externalPaymentButton, externalPaymentRow } from './ways.ts'
import { renderWithScan } from './with-scan.ts'

/** A prompt to answer a request in the wallet. */
function walletPrompt(
  wallet: WalletInfo,
  title: string,
  text: string,
  context: RenderContext,
): TemplateResult {
  return ringedHeading(walletPicture(wallet, context), title, text)
}

const choosingWallet: ScreenView<'choosingWallet'> = ({ wallets: list, notice: note }, context) => {
  const { messages } = context
  if (!list)
    return html`${heading(messages.screens.choosingWallet.title)}${notice(note, context, false)}${waiting(messages.searchingWallets)}`
  if (!list.some(({ connectsByUri }) => !connectsByUri))
    return renderWithScan(
      messages.screens.choosingWallet.title,
      ({ noWalletScreen }) =>
        noWalletScreen(note, list.length > 0 && walletList(list, context), context),
      context,
    )
  return html`${heading(messages.screens.choosingWallet.title)}
    ${notice(note, context, isFailure(note))}${walletList(list, context, externalPaymentRow(context))}`
}

const connecting: ScreenView<'connecting'> = (state, context) => {
  const { messages } = context
  const { wallet, wallets, uri, isDelayed } = state
  if (uri)
    return renderWithScan(
      messages.preparingCode,
      ({ connectScreen }) => connectScreen(uri, context),
      context,
    )
  const title = wallet.connectsByUri
    ? messages.preparingCode
    : fill(messages.screens.connecting.title, { wallet: wallet.name })
  return html`${walletPrompt(wallet, title, wallet.connectsByUri ? '' : messages.screens.connecting.text, context)}
    ${isDelayed && !wallet.connectsByUri ? hint(messages.lockedHint) : nothing}
    ${wallets.length === 1 ? externalPaymentButton(context) : nothing}`
}

const externalPayment: ScreenView<'externalPayment'> = (state, context) =>
  renderWithScan(
    (state.sought ? context.messages.sought : context.messages.screens.externalPayment).title,
    ({ externalPaymentScreen }) => externalPaymentScreen(state, context),
    context,
  )

const choosingToken: ScreenView<'choosingToken'> = (state, context) =>
  renderWithScan(
    context.messages.screens.choosingToken.title,
    ({ choosingTokenScreen }) => choosingTokenScreen(state, context),
    context,
  )

const waitingPayment: ScreenView<'waitingPayment'> = (state, context) =>
  renderWithScan(
    context.messages.screens.waitingPayment.title,
    ({ waitingScreen }) => waitingScreen(state, context),
    context,
  )

const wrongNetwork: ScreenView<'wrongNetwork'> = (state, context) => {
  const { title, text } = context.messages.screens.wrongNetwork
  const network = context.getNetworkName(state.option.quote.chainId)
  const filledTitle = fill(title, { network })
  if (state.isAwaitingWallet) return walletPrompt(state.account.wallet, filledTitle, text, context)
  return renderWithScan(
    filledTitle,
    ({ wrongNetworkScreen }) => wrongNetworkScreen(state, context),
    context,
  )
}

const checking: ScreenView<'checking'> = ({ account }, context) => html`
  ${walletPrompt(account.wallet, context.messages.screens.checking.title, context.messages.screens.checking.text, context)}`

/** The row that names the payer of the network's fee, unless the payer pays it in native currency. */
function feeRow(
  { authorization, quote }: Intent,
  { formatter, messages }: RenderContext,
): TemplateResult | typeof nothing {
  if (!authorization) return nothing
  const { fee } = authorization
  const amount = fee > 0n ? formatter.formatToken(fee, quote.token) : messages.noNetworkFee
  return html`<dt>${messages.networkFee}</dt><dd><bdi>${amount}</bdi></dd>`
}

const sending: ScreenView<'sending'> = ({ option, account, intent, isDelayed }, context) => {
  const { dispatch, messages, formatter } = context
  const { quote, signedMerchant } = option
  const title = fill(messages.screens.sending.title, { wallet: account.wallet.name })
  return html`${walletPrompt(account.wallet, title, messages.screens.sending.text, context)}
    <dl class="facts"><dt>${messages.amount}</dt><dd><bdi>${formatOwed(quote, formatter)}</bdi></dd>
      ${feeRow(intent, context)}<dt>${messages.network}</dt><dd>${context.getNetworkName(quote.chainId)}</dd>
      ${recipientRow(quote.recipient, signedMerchant, messages)}</dl>
    ${isDelayed ? waiting(messages.stillWaiting) : nothing}${button(messages.noRequestSeen, () => dispatch({ type: 'reportNoResponse' }), 'quiet')}`
}

const storageBlocked: ScreenView<'storageBlocked'> = (state, context) =>
  renderWithScan(
    context.messages.screens.storageBlocked.title,
    ({ storageBlockedScreen }) => storageBlockedScreen(state, context),
    context,
  )

const unavailable: ScreenView<'unavailable'> = (state, context) => {
  const { messages } = context
  const { title, text } = messages.screens.unavailable
  const again = () => context.dispatch({ type: 'retry' })
  if (createUnsettledReceipt(state)) return sentPaymentScreen(state, context)
  if (state.reason) {
    const texts = messages.ended[state.reason]
    const hasOrder = !!(context.settings?.order ?? context.settings?.paymentLink)
    const anew = hasOrder ? messages.startAgain : messages.checkAgain
    return html`${markedHeading('none', texts.title, texts.text)}${button(anew, again, hasOrder ? '' : 'plain')}${contactLink(state, context)}`
  }
  return html`${markedHeading('none', title, html`${messages.describeError?.(state.error) ?? state.error.message} ${text}`)}${button(messages.retry, again, 'plain')}${contactLink(state, context)}`
}

const cancelled: ScreenView<'cancelled'> = (_, { dispatch, messages }) => html`
  ${markedHeading('none', messages.screens.cancelled.title, messages.screens.cancelled.text)}
  ${button(messages.payAfterCancel, () => dispatch({ type: 'retry' }), 'plain')}`

/** The screens before a transfer is sent. */
export const beforeSending = {
  unavailable,
  cancelled,
  enteringAmount,
  choosingWallet,
  connecting,
  choosingToken,
  externalPayment,
  wrongNetwork,
  checking,
  insufficientFunds,
  storageBlocked,
  waitingPayment,
  sending,
}
