import { html, nothing, type TemplateResult } from 'lit/html.js'
import { formatAmount } from '../../amount.ts'
import { paymentUri } from '../../checkout/payment-uri.ts'
import type { State } from '../../checkout/state.ts'
import { owed } from '../format.ts'
import { fill } from '../messages.ts'
import { walletLink, walletLinks } from '../wallet-links.ts'
import { back } from './back.ts'
import { button, notice, say } from './first.ts'
import { copyable } from './proof.ts'
import { qr } from './qr.ts'
import type { Scene } from './view.ts'

// The screens with a code to scan: a chunk of its own, since most payers have their wallet here.

type Outside = Extract<State, { step: 'outside' }>

/** A code that connects a wallet on another device, and links for one on this device. */
export function connectByCode(uri: string, scene: Scene): TemplateResult {
  const { words } = scene
  // Where the app is missing its site opens: not in the place of the shop.
  const link = ({ name, url }: { name: string; url: string }) =>
    html`<a class="button plain" part="wallet" href=${url} target=${url.startsWith('https:') ? '_blank' : nothing} rel="noreferrer">${name}</a>`
  const apps = walletLinks.map((wallet) => ({ name: wallet.name, url: walletLink(wallet, uri) }))
  const links = html`<div class="links">${apps.map(link)}${link({ name: words.openWallet, url: uri })}</div>`
  const code = html`${qr(uri, words.qrConnect)}<p class="center">${copyable(uri, words, words.copyLink, words.copyLink)}</p>`
  if (isTouched())
    return html`${say(words.openTitle, words.openText)}${links}
      <details><summary>${words.showCode}</summary>${code}</details>${back(scene)}`
  return html`${say(words.scanTitle, words.scanText)}${code}
    <details><summary>${words.openIn}</summary>${links}</details>${back(scene)}`
}

/** What to send from any wallet, and a place to name what was sent already. */
export function fromOutside(state: Outside, scene: Scene): TemplateResult {
  const { words } = scene
  if (!state.reserved && !state.noRoom) return reserving(state, scene)
  const { quote } = state.deal
  const { token, recipient, chainId } = quote
  const network = scene.network(chainId)
  const uri = paymentUri(quote)
  const amount = formatAmount(quote.amount, token.decimals)
  const row = (name: string, value: unknown) => html`<dt>${name}</dt><dd>${value}</dd>`
  const code = qr(uri, words.qrPay)
  const here = html`<a class="button" href=${uri}>${words.openInWallet}</a>
    <details><summary>${words.showCode}</summary>${code}</details>`
  const how = isTouched() ? words.outsideHere : words.outsideText
  return html`${say(words.screens.outside.title, state.noRoom ? words.noRoom : how)}
    ${isTouched() ? here : code}
    ${state.reserved ? html`<p part="notice" class="notice" role="note">${words.exact}</p>` : nothing}
    <dl>${row(words.exactly, copyable(amount, words, owed(quote, scene.formats)))}
      ${row(words.to, copyable(recipient, words))}
      ${token.native ? nothing : row(words.contract, copyable(token.address, words))}
      ${row(words.on2, network)}</dl>
    <small>${fill(words.only, { network })}</small>
    ${state.reserved ? html`<p class="waits soft"><span class="spin"></span>${words.awaiting}</p>` : nothing}
    <details ?open=${state.noRoom || state.looking || state.notice}><summary>${words.paidAlready}</summary>${claim(state, scene)}</details>
    ${back(scene)}`
}

/** The amount that is this charge's alone is on its way, or did not come. */
function reserving({ notice: note }: Outside, scene: Scene): TemplateResult {
  const { words, send } = scene
  const title = say(words.screens.outside.title)
  if (!note) return html`${title}${button(words.reserving, () => {}, 'plain', true)}${back(scene)}`
  return html`${title}${notice(note, scene)}${button(words.again, () => send({ type: 'again' }))}${back(scene)}`
}

/** True on a phone, which cannot scan its own screen. */
function isTouched(): boolean {
  return matchMedia('(pointer: coarse)').matches
}

function claim({ looking = false, notice: note }: Outside, scene: Scene): TemplateResult {
  const { send, words } = scene
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const text = String(new FormData(event.target as HTMLFormElement).get('hash')).trim()
    send({ type: 'claim', text })
  }
  return html`<form class="claim" @submit=${submit} novalidate>
    <label>${words.hash}
      <input name="hash" autocomplete="off" spellcheck="false" placeholder=${words.hashHint}
        aria-invalid=${note ? 'true' : 'false'} aria-describedby="hash-error" /></label>
    <div id="hash-error">${notice(note, scene)}</div>
    <button part="button" class="plain" aria-busy=${looking}>
      ${looking ? html`<span class="spin"></span>${words.looking}` : words.checkHash}</button>
  </form>`
}
