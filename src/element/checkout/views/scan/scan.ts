import { html, nothing, type TemplateResult } from 'lit/html.js'
import { formatAmount } from '../../../../amount.ts'
import { createPaymentUri } from '../../../../checkout/quote/payment-uri.ts'
import type { State } from '../../../../checkout/state.ts'
import type { RenderContext } from '../../../first/views/render-context.ts'
import { button, heading, notice } from '../../../first/views/shared.ts'
import { formatOwed } from '../../../i18n/format.ts'
import { fill } from '../../../i18n/messages.ts'
import { noteLeaving } from '../../payment-events.ts'
import { addressBlock, recipientRow } from '../parts/address.ts'
import { copyButton, copyIconButton } from '../parts/copy-button.ts'
import { fold } from '../parts/fold.ts'
import { warnIcon } from '../parts/icons.ts'
import { disc, ringedHeading } from '../parts/marks.ts'
import { waiting } from '../parts/waiting.ts'
import { choosingTokenScreen } from '../screens/choose-token.ts'
import { misdirectedScreen } from '../screens/misdirected.ts'
import { droppedScreen, notPaidScreen } from '../screens/not-paid.ts'
import { proposalScreen } from '../screens/proposal.ts'
import { refundRows } from '../screens/refunds.ts'
import { earlierPaymentScreen, signScreen } from '../screens/sign.ts'
import { countdown } from './countdown.ts'
import { signingScreen } from './fee-in-token.ts'
import { qrCode } from './qr.ts'
import { storageBlockedScreen } from './storage-blocked.ts'
import { waitingScreen } from './waiting-screen.ts'
import { getDevice, isTouchDevice, noWalletScreen, walletLinkGrid } from './wallet-help.ts'
import { listConnectLinks } from './wallet-links.ts'
import { wrongNetworkScreen } from './wrong-network.ts'

export {
  choosingTokenScreen,
  droppedScreen,
  earlierPaymentScreen,
  misdirectedScreen,
  notPaidScreen,
  noWalletScreen,
  proposalScreen,
  refundRows,
  signingScreen,
  signScreen,
  storageBlockedScreen,
  waitingScreen,
  wrongNetworkScreen,
}

// The screens with a QR code, and others that few payers see. They are a separate chunk, since most payers have a wallet in
// this browser.

type ExternalPaymentState = Extract<State, { step: 'externalPayment' }>

/** The QR code that connects a wallet on another device, and links for wallets on this device. */
export function connectScreen(uri: string, context: RenderContext): TemplateResult {
  const { messages } = context
  const apps = listConnectLinks(uri, new URL(location.href), getDevice())
  const links = walletLinkGrid([...apps, { name: messages.anotherWallet, url: uri }], context)
  const code = html`${qrCode(uri, messages.qrConnectLabel)}<p>${copyButton(uri, messages, messages.copyLink, messages.copyLink)}</p>`
  if (isTouchDevice())
    return html`${heading(messages.openTitle, messages.openText)}${links}
      <div class="folds">${fold(messages.showCode, code)}</div>`
  return html`${heading(messages.scanTitle, messages.scanText)}${code}
    <div class="folds">${fold(messages.openOnDevice, links)}</div>`
}

/** The payment details to use in any wallet, and a form to enter the hash of a transfer that was already sent. */
export function externalPaymentScreen(
  state: ExternalPaymentState,
  context: RenderContext,
): TemplateResult {
  const { messages } = context
  if (!state.reservation && !state.isReservationUnavailable) return reservingScreen(state, context)
  const { sought } = state
  const { quote } = state.option
  if (sought && quote.amount === 0n) return soughtScreen(state, sought, context)
  const { token, recipient, chainId } = quote
  const network = context.getNetworkName(chainId)
  const uri = createPaymentUri(quote)
  const code = qrCode(uri, messages.qrPayLabel, 3)
  const isTouch = isTouchDevice()
  const status = html`<div class="aside">${state.reservation && !sought ? waiting(messages.awaitingPayment) : nothing}
    <p class="only">${warnIcon(16)}<small>${fill(messages.onlyOnNetwork, { network })}</small></p></div>`
  const isOpen = !!(state.isReservationUnavailable || state.isInspecting || state.notice)
  // Another template for submitted transactions, so that the form closes and the title gets its focus.
  const claim = fold(messages.paidAlready, hashForm(state, context), isOpen)
  const hint = state.isReservationUnavailable ? messages.noReservedAmountText : undefined
  return html`${sought ? html`${soughtHeading(sought, context)}<p class="soft">${messages.sought.details}</p>` : heading(messages.screens.externalPayment.title, hint)}
    ${exactAmount(state, context)}
    ${isTouch ? html`<a class="button" part="button" href=${uri} @click=${noteLeaving}>${messages.openInWallet}</a>${status}` : html`<div class="code">${code}${status}</div>`}
    <dl class="to">${recipientRow(recipient, state.option.signedMerchant, messages)}</dl>
    <div class="folds">${isTouch ? fold(messages.showCode, code) : nothing}
      ${token.native ? nothing : fold(messages.tokenContract, addressBlock(token.address, messages, messages.tokenContract))}
      ${sought ? html`${claim}` : claim}</div>`
}

type Sought = NonNullable<ExternalPaymentState['sought']>

/** The submitted transactions. No source has seen them yet, so the payer still sees how to pay below. */
const soughtHeading = (sought: Sought, { messages }: RenderContext) =>
  html`${ringedHeading(disc('none'), messages.sought.title, messages.sought.text)}
    <dl class="facts">${sought.map(({ hash }) => html`<dt>${messages.transaction}</dt><dd>${copyButton(hash, messages)}</dd>`)}</dl>`

/** The submitted transactions before the payer has entered an amount. */
function soughtScreen(state: ExternalPaymentState, sought: Sought, context: RenderContext) {
  const { messages, dispatch } = context
  const isOpen = !!(state.isInspecting || state.notice)
  return html`${soughtHeading(sought, context)}
    <div class="folds">${fold(messages.paidAlready, hashForm(state, context), isOpen)}</div>
    ${button(messages.sought.unpaid, () => dispatch({ type: 'back' }), 'plain')}`
}

/** The loudest of the screen: every digit of it counts, and copying it is one tap away. */
function exactAmount(
  { option: { quote }, reservation }: ExternalPaymentState,
  { messages, formatter }: RenderContext,
): TemplateResult {
  const { decimals, symbol } = quote.token
  const text = formatOwed(quote, formatter)
  const number = text
    .replace(symbol, '')
    .replace(/[\u2068\u2069]/g, '')
    .trim()
  const size = number.length > 16 ? 'small' : number.length > 10 ? 'medium' : ''
  return html`<div class="well exact"><div><span class="label">${messages.sendExactly}</span>
      <bdi class="number ${size}">${number} <small>${symbol}</small></bdi></div>
      ${copyIconButton(formatAmount(quote.amount, decimals), messages, fill(messages.copy, { what: text }))}</div>
    ${reservation ? html`<small>${messages.exactAmountText} <span class="held" role="timer">${countdown(reservation.expiresAt, messages.heldFor)}</span></small>` : nothing}`
}

/** The screen while an amount is being reserved for this charge alone, and after that has failed. */
function reservingScreen(
  { notice: note, sought }: ExternalPaymentState,
  context: RenderContext,
): TemplateResult {
  const { messages, dispatch } = context
  const title = sought
    ? soughtHeading(sought, context)
    : heading(messages.screens.externalPayment.title)
  if (!note) return html`${title}${waiting(messages.preparingAmount)}`
  return html`${title}${notice(note, context)}${button(messages.retry, () => dispatch({ type: 'retry' }))}`
}

function hashForm(
  { isInspecting = false, notice: note }: ExternalPaymentState,
  context: RenderContext,
): TemplateResult {
  const { dispatch, messages } = context
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const text = String(new FormData(event.target as HTMLFormElement).get('hash')).trim()
    dispatch({ type: 'submitHash', text })
  }
  return html`<form class="claim" @submit=${submit} novalidate>
    <label>${messages.transactionHash}
      <input name="hash" autocomplete="off" spellcheck="false" placeholder=${messages.hashHint}
        aria-invalid=${note ? 'true' : 'false'} aria-describedby="hash-error" /></label>
    <div id="hash-error">${notice(note, context)}</div>
    <button part="button" class="plain" aria-busy=${isInspecting}>
      ${isInspecting ? html`<span class="spin"></span>${messages.checkingTransaction}` : messages.checkHash}</button>
  </form>`
}
