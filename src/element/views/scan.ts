import { html, nothing, type TemplateResult } from 'lit/html.js'
import { formatAmount } from '../../amount.ts'
import { createPaymentUri } from '../../checkout/quote/payment-uri.ts'
import type { State } from '../../checkout/state.ts'
import { formatOwed } from '../i18n/format.ts'
import { fill } from '../i18n/messages.ts'
import { listConnectLinks } from '../wallet-links.ts'
import { addressButton, recipientRow } from './address.ts'
import { backButton } from './back.ts'
import { copyButton } from './copy-button.ts'
import { qrCode } from './qr.ts'
import type { RenderContext } from './render-context.ts'
import { button, heading, notice } from './shared.ts'
import { isTouchDevice, walletHelp, walletLinkGrid } from './wallet-help.ts'

export { walletHelp }

// The screens with a QR code. They are a separate chunk, since most payers have a wallet in this browser.

type ExternalPaymentState = Extract<State, { step: 'externalPayment' }>

/** The QR code that connects a wallet on another device, and links for wallets on this device. */
export function connectScreen(uri: string, context: RenderContext): TemplateResult {
  const { messages } = context
  const apps = listConnectLinks(uri, new URL(location.href))
  const links = walletLinkGrid(
    [...apps, { name: messages.anotherWallet, url: uri }],
    messages.screens.choosingWallet.title,
  )
  const code = html`${qrCode(uri, messages.qrConnectLabel)}<p class="center">${copyButton(uri, messages, messages.copyLink, messages.copyLink)}</p>`
  if (isTouchDevice())
    return html`${heading(messages.openTitle, messages.openText)}${links}
      <details><summary>${messages.showCode}</summary>${code}</details>${backButton(context)}`
  return html`${heading(messages.scanTitle, messages.scanText)}${code}
    <details><summary>${messages.openOnDevice}</summary>${links}</details>${backButton(context)}`
}

/** The payment details to use in any wallet, and a form to enter the hash of a transfer that was already sent. */
export function externalPaymentScreen(
  state: ExternalPaymentState,
  context: RenderContext,
): TemplateResult {
  const { messages } = context
  if (!state.reservation && !state.isReservationUnavailable) return reservingScreen(state, context)
  const { quote } = state.option
  const { token, recipient, chainId } = quote
  const network = context.getNetworkName(chainId)
  const uri = createPaymentUri(quote)
  const amount = formatAmount(quote.amount, token.decimals)
  const row = (name: string, value: unknown) => html`<dt>${name}</dt><dd>${value}</dd>`
  const code = qrCode(uri, messages.qrPayLabel)
  const onThisDevice = html`<a class="button" href=${uri}>${messages.openInWallet}</a>
    <details><summary>${messages.showCode}</summary>${code}</details>`
  const instructions = isTouchDevice() ? messages.externalOpenText : messages.externalScanText
  return html`${heading(messages.screens.externalPayment.title, state.isReservationUnavailable ? messages.noReservedAmountText : instructions)}
    ${isTouchDevice() ? onThisDevice : code}
    ${state.reservation ? html`<p part="notice" class="notice" role="note">${messages.exactAmountText}</p>` : nothing}
    <dl>${row(messages.sendExactly, copyButton(amount, messages, formatOwed(quote, context.formatter)))}
      ${recipientRow(recipient, state.option.signedMerchant, messages)}
      ${token.native ? nothing : row(messages.tokenContract, addressButton(token.address, messages))}
      ${row(messages.network, network)}</dl>
    <small>${fill(messages.onlyOnNetwork, { network })}</small>
    ${state.reservation ? html`<p class="waits soft"><span class="spin"></span>${messages.awaitingPayment}</p>` : nothing}
    <details ?open=${state.isReservationUnavailable || state.isInspecting || state.notice}><summary>${messages.paidAlready}</summary>${hashForm(state, context)}</details>
    ${backButton(context)}`
}

/** The screen while an amount is being reserved for this charge alone, and after that has failed. */
function reservingScreen(
  { notice: note }: ExternalPaymentState,
  context: RenderContext,
): TemplateResult {
  const { messages, send } = context
  const title = heading(messages.screens.externalPayment.title)
  if (!note)
    return html`${title}${button(messages.preparingAmount, () => {}, 'plain', true)}${backButton(context)}`
  return html`${title}${notice(note, context)}${button(messages.retry, () => send({ type: 'retry' }))}${backButton(context)}`
}

function hashForm(
  { isInspecting = false, notice: note }: ExternalPaymentState,
  context: RenderContext,
): TemplateResult {
  const { send, messages } = context
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const text = String(new FormData(event.target as HTMLFormElement).get('hash')).trim()
    send({ type: 'submitHash', text })
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
