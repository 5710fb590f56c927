import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Authorization, Intent } from '../../../../checkout/ports/intent.ts'
import type { Funds, WalletInfo } from '../../../../checkout/ports/wallets.ts'
import type { PaymentOption, Token } from '../../../../checkout/quote/payment-option.ts'
import { loadPart } from '../../../../errors.ts'
import type { RenderContext, ScreenView } from '../../../first/views/render-context.ts'
import { button, heading, notice } from '../../../first/views/shared.ts'
import { formatOwed } from '../../../i18n/format.ts'
import { fill } from '../../../i18n/messages.ts'
import { fillAmounts } from '../../format/fill-amounts.ts'
import { balanceDigits, feeDigits, roundUnits } from '../../format/round.ts'
import { createUnsettledReceipt } from '../../receipt/receipt.ts'
import { isFailure } from '../card/announce.ts'
import { recipientRow } from '../parts/address.ts'
import { copyButton } from '../parts/copy-button.ts'
import { coinsIcon } from '../parts/icons.ts'
import { markedHeading, ringedHeading } from '../parts/marks.ts'
import { hint, waiting } from '../parts/waiting.ts'
import { walletList } from '../parts/wallet-list.ts'
import { walletPicture } from '../parts/wallet-picture.ts'
import { enteringAmount } from './enter-amount.ts'
import { sentPaymentScreen } from './receipt-actions.ts'
import { externalPaymentButton, externalPaymentRow, otherWalletRow, wayRow } from './ways.ts'

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

/** The module of the screens with a QR code, once it is loaded. */
let scanModule: typeof import('../scan/scan.ts') | 'failed' | undefined

function loadScanModule({ redraw }: RenderContext) {
  scanModule = undefined
  void loadPart(import('../scan/scan.ts'))
    .then(
      (screens) => {
        scanModule = screens
      },
      () => {
        scanModule = 'failed'
      },
    )
    .then(redraw)
}

/**
 * Renders a screen of the module with QR codes and links to wallets. While the module is loading it shows the screen's
 * title, and after a failure a way to retry.
 *
 * @param title '' for a part of a screen
 */
export function renderWithScan(
  title: string,
  render: (screens: typeof import('../scan/scan.ts')) => TemplateResult,
  context: RenderContext,
): TemplateResult {
  if (typeof scanModule === 'object') return render(scanModule)
  const { messages } = context
  const load = () => loadScanModule(context)
  if (scanModule === 'failed')
    return html`${title ? heading(title, messages.codeNotLoaded) : messages.codeNotLoaded}${button(messages.retry, load)}`
  load()
  return html`${title ? heading(title) : nothing}${waiting(messages.loading)}`
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

const insufficientFunds: ScreenView<'insufficientFunds'> = (
  { option, missing: shortfall, funds, account, intent },
  context,
) => {
  const { dispatch, messages } = context
  const { quote } = option
  const symbol = shortfall === 'gas' ? funds.nativeSymbol : quote.token.symbol
  const text =
    shortfall === 'gas' && !quote.token.native
      ? formatMissingGas(option, funds, context)
      : formatMissingBalance(option, funds, context)
  const { accepts = context.pageOptions.accepts } = option.base ?? option
  // The tokens are offered after a wallet is chosen, and this one is already connected.
  const choose = () => dispatch({ type: 'chooseWallet', walletId: account.wallet.id })
  const canChoose = Array.isArray(accepts) && accepts.length > 0
  const { authorization } = intent ?? {}
  const refusal = shortfall === 'gas' ? option.refusedAuthorization?.error : undefined
  return html`${heading(fill(messages.screens.insufficientFunds.title, { symbol }))}${hint(text, 'warn')}${notice(refusal, context, false)}
    ${authorization ? feeOffer(authorization, quote.token, funds.nativeSymbol, context) : nothing}
    <dl class="facts"><dt>${messages.addFundsTo}</dt><dd>${copyButton(account.address, messages)}</dd></dl>
    <ul>${canChoose ? wayRow(coinsIcon, messages.otherToken, choose) : nothing}${externalPaymentRow(context)}
      ${otherWalletRow(context)}</ul>
    ${button(messages.retry, () => dispatch({ type: 'retry' }), authorization ? 'plain' : '')}`
}

/** The button to pay the network's fee in the token, with its amount. */
function feeOffer(
  { value, fee }: Authorization,
  token: Token,
  coin: string,
  { dispatch, formatter, messages }: RenderContext,
): TemplateResult {
  const label = fill(messages.pay, { amount: formatter.formatToken(value, token) })
  const values = { coin, symbol: token.symbol, fee: formatter.formatToken(fee, token) }
  return html`${hint(fillAmounts(messages.feeInToken, values))}${button(label, () => dispatch({ type: 'consent' }))}`
}

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

/** Formats how much native currency is missing for the network fee, which is an estimate. */
function formatMissingGas(
  { quote }: PaymentOption,
  { fee, nativeBalance, nativeSymbol: symbol }: Funds,
  { formatter, getNetworkName, messages }: RenderContext,
): string {
  const format = (units: bigint) =>
    formatter.formatToken(roundUnits(units, 18, feeDigits, 'up'), { decimals: 18, symbol })
  return fillAmounts(messages.gasShortfall, {
    network: getNetworkName(quote.chainId),
    need: format(fee),
    missing: format(fee - nativeBalance),
  })
}

/** Formats how much of the token is there, and is needed. A chain's native currency also pays the network fee. */
function formatMissingBalance(
  { quote: { token, amount, chainId } }: PaymentOption,
  funds: Funds,
  { formatter, getNetworkName, messages }: RenderContext,
): string {
  const have = token.native ? funds.nativeBalance : funds.tokenBalance
  const required = token.native ? amount + funds.fee : amount
  const format = (units: bigint, direction: 'up' | 'down') =>
    formatter.formatToken(roundUnits(units, token.decimals, balanceDigits, direction), token)
  return fillAmounts(messages.tokenShortfall, {
    have: format(have, 'down'),
    network: getNetworkName(chainId),
    need: format(required, 'up'),
  })
}

const sending: ScreenView<'sending'> = ({ option, account, intent }, context) => {
  const { dispatch, messages, formatter } = context
  const { quote, signedMerchant } = option
  const title = fill(messages.screens.sending.title, { wallet: account.wallet.name })
  return html`${walletPrompt(account.wallet, title, messages.screens.sending.text, context)}
    <dl class="facts"><dt>${messages.amount}</dt><dd><bdi>${formatOwed(quote, formatter)}</bdi></dd>
      ${feeRow(intent, context)}<dt>${messages.network}</dt><dd>${context.getNetworkName(quote.chainId)}</dd>
      ${recipientRow(quote.recipient, signedMerchant, messages)}</dl>
    ${button(messages.noRequestSeen, () => dispatch({ type: 'reportNoResponse' }), 'quiet')}`
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
    const anew = context.hasOrder ? messages.startAgain : messages.checkAgain
    return html`${markedHeading('none', texts.title, texts.text)}${button(anew, again, context.hasOrder ? '' : 'plain')}`
  }
  return html`${markedHeading('none', title, html`${messages.describeError?.(state.error) ?? state.error.message} ${text}`)}${button(messages.retry, again, 'plain')}`
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
