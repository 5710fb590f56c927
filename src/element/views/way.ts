import { html, type TemplateResult } from 'lit/html.js'
import { formatAmount, parseAmount } from '../../amount.ts'
import type { WalletInfo } from '../../checkout/ports.ts'
import { owed, shortHex } from '../format.ts'
import { screens, laterWords as words } from '../later-messages.ts'
import { fill } from '../messages.ts'
import { proofOf } from '../receipt.ts'
import { button, notice, say } from './first.ts'
import { chevron, walletIcon } from './later-icons.ts'
import { known } from './proof.ts'
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

const unsafe: View<'unsafe'> = ({ error }, scene) => html`
  ${error.retryable ? say(screens.unsafe.title, screens.unsafe.text) : say(words.unreadable, error.message)}
  ${button(words.again, () => scene.send({ type: 'again' }))}
  ${button(words.payAnyway, () => scene.send({ type: 'consent' }), 'plain')}${back(scene)}`

const unavailable: View<'unavailable'> = (state, scene) => {
  const { title, text } = screens.unavailable
  const again = () => scene.send({ type: 'again' })
  if (proofOf(state)) return known(state, scene)
  return html`${say(title, `${state.error.message} ${text}`)}${button(words.again, again, 'plain')}`
}

const cancelled: View<'cancelled'> = (_, { send }) => html`
  ${say(screens.cancelled.title, screens.cancelled.text)}
  ${button(words.reopen, () => send({ type: 'again' }), 'plain')}`

/** The screens on the way to a payment. */
export const way = {
  unavailable,
  cancelled,
  amount,
  wallets,
  connecting,
  network,
  checking,
  short,
  unsafe,
  sending,
}
