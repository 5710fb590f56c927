import { html, nothing, type TemplateResult } from 'lit/html.js'
import { formatAmount, parseAmount } from '../../amount.ts'
import type { WalletInfo } from '../../checkout/ports.ts'
import type { State } from '../../checkout/state.ts'
import { owed, shortHex } from '../format.ts'
import { announce, screens, laterWords as words } from '../later-messages.ts'
import { fill } from '../messages.ts'
import { makeReceipt } from '../receipt.ts'
import { button, notice, say } from './first.ts'
import { check, chevron, walletIcon } from './later-icons.ts'
import type { Scene, View } from './view.ts'

const picture = ({ icon }: Partial<WalletInfo>) =>
  icon ? html`<img src=${icon} alt="" />` : html`<span class="blank">${walletIcon}</span>`

const back = ({ send }: Scene) => button(words.back, () => send({ type: 'back' }), 'quiet')

/** Something is asked of the payer in the wallet. */
function asking(wallet: WalletInfo, title: string, text: string): TemplateResult {
  return html`<div class="asking" part="progress"><span class="ring">${picture(wallet)}</span>${say(title, text)}</div>`
}

const amount: View<'amount'> = ({ deal, error }, { send, formats }) => {
  const { token, amount: suggested } = deal.quote
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const text = String(new FormData(event.target as HTMLFormElement).get('amount')).trim()
    send({ type: 'amount', amount: readAmount(text, token.decimals, formats.locale) })
  }
  return html`<form @submit=${submit} novalidate class="say">
      <h2 tabindex="-1">${screens.amount.title}</h2>
      <label>${fill(words.amountIn, { symbol: token.symbol })}
        <input name="amount" inputmode="decimal" autocomplete="off" required
          .value=${suggested > 0n ? formatAmount(suggested, token.decimals) : ''}
          aria-invalid=${error ? 'true' : 'false'} aria-describedby="amount-error" /></label>
      <div id="amount-error">${notice(error)}</div>
      <button part="button">${words.continue}</button>
    </form>`
}

/**
 * An amount in the payer's own writing: a point, or what the language puts for it. Anything else, such as the comma of
 * 1,000 in English, counts as nothing, which the checkout refuses with a text: an amount is never guessed.
 */
function readAmount(text: string, decimals: number, locale: string | undefined): bigint {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5)
  const separator = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  try {
    return parseAmount(text.replace(separator, '.'), decimals)
  } catch {
    return 0n
  }
}

const wallets: View<'wallets'> = ({ wallets: list, notice: note }, scene) => {
  const { send } = scene
  if (!list) return html`${button(words.searching, () => {}, '', true)}${back(scene)}`
  const row = (wallet: WalletInfo) => html`<li><button part="wallet" type="button" class="wallet"
      @click=${() => send({ type: 'choose', walletId: wallet.id })}>${picture(wallet)}${wallet.name}${chevron}</button></li>`
  return html`${say(screens.wallets.title, list.length ? undefined : words.noWallet)}
    ${notice(note, note?.code !== 'wallet_refused')}<ul>${list.map(row)}</ul>${back(scene)}`
}

const connecting: View<'connecting'> = ({ wallet }, scene) => html`
  ${asking(wallet, fill(screens.connecting.title, { wallet: wallet.name }), screens.connecting.text)}${back(scene)}`

const network: View<'network'> = ({ deal, account, asking: open, notice: note }, scene) => {
  const title = fill(screens.network.title, { network: scene.network(deal.quote.chainId) })
  if (open) return html`${asking(account.wallet, title, screens.network.text)}${back(scene)}`
  return html`${say(title, note ? undefined : words.network)}${notice(note, false)}
    ${button(words.switch, () => scene.send({ type: 'pay' }))}${back(scene)}`
}

const checking: View<'checking'> = ({ account }, scene) => html`
  ${asking(account.wallet, screens.checking.title, screens.checking.text)}${back(scene)}`

const short: View<'short'> = ({ deal, of, funds, account }, scene) => {
  const { formats, send } = scene
  const { quote } = deal
  const native = { decimals: 18, symbol: funds.nativeSymbol }
  const symbol = of === 'gas' ? funds.nativeSymbol : quote.token.symbol
  const text =
    of === 'gas'
      ? fill(words.gas, {
          need: formats.rough(funds.fee, native),
          have: formats.rough(funds.native, native),
          symbol,
        })
      : fill(words.haveNeed, {
          have: formats.token(funds.token, quote.token),
          need: owed(quote, formats),
        })
  return html`${say(fill(screens.short.title, { symbol }), `${text} (${shortHex(account.address)})`)}
    ${button(words.again, () => send({ type: 'again' }))}
    ${button(words.otherWallet, () => send({ type: 'back' }), 'quiet')}`
}

const sending: View<'sending'> = ({ account }, { send }) => {
  const title = fill(screens.sending.title, { wallet: account.wallet.name })
  return html`${asking(account.wallet, title, screens.sending.text)}
    ${button(words.doubt, () => send({ type: 'doubt' }), 'quiet')}`
}

const unsure: View<'unsure'> = ({ sighting, trouble }, { send }) => {
  const used = sighting?.seen === 'used'
  const found = used ? words.used : sighting ? words.nothing : undefined
  return html`<div class="asking"><span class="ring"><span class="blank">${walletIcon}</span></span>
      ${say(screens.unsure.title, screens.unsure.text)}</div>
    ${trouble && !sighting ? html`<p part="notice" class="notice">${trouble.message}</p>` : nothing}
    ${found ? html`<p part="notice" class="notice">${found}</p>` : nothing}
    ${button(words.again, () => send({ type: 'again' }), used ? 'quiet' : 'plain')}
    ${button(used ? words.consentSafe : words.consent, () => send({ type: 'consent' }), used ? '' : 'quiet')}
    ${used ? nothing : html`<small>${words.consentWarn}</small>`}`
}

const unavailable: View<'unavailable'> = ({ error }, { send }) => {
  const { title, text } = screens.unavailable
  return html`${say(title, `${error.message} ${text}`)}${button(words.again, () => send({ type: 'again' }), 'plain')}`
}

const cancelled: View<'cancelled'> = (_, { send }) => html`
  ${say(screens.cancelled.title, screens.cancelled.text)}
  ${button(words.reopen, () => send({ type: 'again' }), 'plain')}`

type Mark = 'done' | 'now' | 'next'

const step = (
  mark: Mark,
  title: string,
  more: unknown = nothing,
) => html`<li part="step" class="step ${mark}">
  <span class="dot">${mark === 'done' ? check(15) : mark === 'now' ? html`<span class="spin"></span>` : nothing}</span>
  <span>${title}${more}</span></li>`

const steps = (recorded: boolean, more: unknown) => html`<ol part="progress">
  ${step('done', words.sent)} ${step(recorded ? 'done' : 'now', words.recorded)}
  ${step(recorded ? 'now' : 'next', words.confirmed, more)}</ol>`

const recording: View<'recording'> = ({ trouble, hash }) => html`
  ${say(screens.recording.title, trouble ? words.trouble : screens.recording.text)}
  ${steps(false, nothing)} ${transaction(hash)}`

const confirming: View<'confirming'> = ({ confirmations, needed, hash, trouble }) => {
  const n = Math.min(confirmations, needed)
  const label = confirmations > 0 ? fill(words.confirmations, { n, m: needed }) : words.waiting
  const more = html`<span class="soft"><br />${label}</span>
    <progress value=${n} max=${needed} aria-label=${words.confirmed}></progress>`
  return html`${say(screens.confirming.title, trouble ? words.trouble : screens.confirming.text)}
    ${steps(true, more)} ${transaction(hash)}`
}

const transaction = (hash: string) =>
  html`<p class="soft">${words.transaction} ${copyable(hash)}</p>`

/** Shows the short form, copies the whole. */
function copyable(text: string): TemplateResult {
  const copy = async ({ currentTarget }: Event) => {
    const target = currentTarget as HTMLElement
    try {
      await navigator.clipboard.writeText(text)
      target.classList.add('copied')
    } catch {
      // No clipboard here (an insecure page, or not allowed): the whole text can be selected instead.
      target.classList.add('whole')
    }
  }
  return html`<button type="button" class="copy" title=${text} aria-label="${words.copy} ${shortHex(text)}" @click=${copy}
    ><span class="part">${shortHex(text)}</span><span class="all">${text}</span></button>`
}

const paid: View<'paid'> = (state, scene) => {
  const { deal, hash, before } = state
  const receipt = makeReceipt(deal, hash)
  const row = (name: string, value: unknown) => html`<dt>${name}</dt><dd>${value}</dd>`
  return html`<div class="done-mark"><span class="disc">${check(24)}</span>
      ${say(screens.paid.title, before ? words.paidBefore : screens.paid.text)}</div>
    <dl part="receipt" aria-label=${words.receipt}>
      ${row(words.amount, `${receipt.amount} ${receipt.tokenSymbol}`)}
      ${row(words.on2, scene.network(receipt.chainId))}
      ${row(words.to, copyable(receipt.recipient))}
      ${hash ? row(words.transaction, copyable(hash)) : nothing}
      ${row(words.charge, copyable(receipt.chargeId))}
    </dl>
    ${goOn(state, scene)}`
}

function goOn(state: State, { ending }: Scene): TemplateResult | typeof nothing {
  const url = ending?.successUrl(state)
  if (!ending || !url) return nothing
  if (!ending.leaving) return button(words.return, () => location.assign(url))
  const stay = button(words.stay, () => ending.stay(), 'plain')
  return html`<p class="leaving soft" role="status">${words.returning}${stay}</p>`
}

/** The screens after the first ones. */
export const later = {
  unavailable,
  cancelled,
  amount,
  wallets,
  connecting,
  network,
  checking,
  short,
  sending,
  unsure,
  recording,
  confirming,
  paid,
}

export { laterTheme } from './later-theme.ts'
export { announce }
