import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { WalletInfo } from '../../checkout/ports.ts'
import { owed } from '../format.ts'
import { screens, laterWords as words } from '../later-messages.ts'
import { fill } from '../messages.ts'
import { proofOf } from '../receipt.ts'
import { amount } from './amount.ts'
import { button, notice, say } from './first.ts'
import { chevron, walletIcon } from './later-icons.ts'
import { copyable, known } from './proof.ts'
import { outsideWay, tokens } from './tokens.ts'
import type { Scene, View } from './view.ts'

const picture = ({ icon }: Partial<WalletInfo>) =>
  icon ? html`<img src=${icon} alt="" />` : html`<span class="blank">${walletIcon}</span>`

const back = ({ send }: Scene) => button(words.back, () => send({ type: 'back' }), 'quiet')

/** Something is asked of the payer in the wallet. */
function asking(wallet: WalletInfo, title: string, text: string): TemplateResult {
  return html`<div class="asking" part="progress"><span class="ring">${picture(wallet)}</span>${say(title, text)}</div>`
}

const wallets: View<'wallets'> = ({ wallets: list, notice: note }, scene) => {
  const { send } = scene
  if (!list)
    return html`${notice(note, false)}${button(words.searching, () => {}, '', true)}${back(scene)}`
  const row = (wallet: WalletInfo) => html`<li><button part="wallet" type="button" class="wallet"
      @click=${() => send({ type: 'choose', walletId: wallet.id })}>${picture(wallet)}${wallet.name}${chevron}</button></li>`
  return html`${say(screens.wallets.title, list.length ? undefined : words.noWallet)}
    ${notice(note, note?.code !== 'wallet_refused')}<ul>${list.map(row)}</ul>
    ${outsideWay(scene)}${back(scene)}`
}

/** The screens with a code to scan, once their chunk is here. */
let scan: typeof import('./scan.ts') | 'failed' | undefined

function scanned(
  draw: (screens: typeof import('./scan.ts')) => TemplateResult,
  scene: Scene,
): TemplateResult {
  if (typeof scan === 'object') return draw(scan)
  const load = () => {
    scan = undefined
    void import('./scan.ts')
      .then(
        (screens) => {
          scan = screens
        },
        () => {
          scan = 'failed'
        },
      )
      .then(scene.redraw)
  }
  if (scan === 'failed')
    return html`${say(screens.failed.title, words.notLoaded)}${button(words.again, load)}${back(scene)}`
  load()
  return html`${button(words.loading, () => {}, 'plain', true)}${back(scene)}`
}

const connecting: View<'connecting'> = (state, scene) => {
  const { wallet, uri } = state
  if (uri) return scanned(({ connectByCode }) => connectByCode(uri, state, scene), scene)
  const title = wallet.scan
    ? words.codeComes
    : fill(screens.connecting.title, { wallet: wallet.name })
  return html`${asking(wallet, title, wallet.scan ? '' : screens.connecting.text)}${back(scene)}`
}

const outside: View<'outside'> = (state, scene) =>
  scanned(({ fromOutside }) => fromOutside(state, scene), scene)

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
  // The fee comes out of the same coin.
  const [spent, fee] = quote.token.native ? [quote.amount, funds.fee] : [0n, 0n]
  const text =
    of === 'gas'
      ? fill(words.gas, {
          need: formats.rough(funds.fee, native),
          have: formats.rough(funds.native, native),
          missing: formats.rough(spent + funds.fee - funds.native, native),
        })
      : fill(words.haveNeed, {
          have: formats.token(funds.token, quote.token),
          need: owed(quote, formats),
          missing: formats.token(quote.amount + fee - funds.token, quote.token),
        })
  const { accepts = scene.page.accepts } = deal.own ?? deal
  // The tokens are offered once the wallet is connected, which it is.
  const choose = () => send({ type: 'choose', walletId: account.wallet.id })
  return html`${say(fill(screens.short.title, { symbol }), text)}
    <p class="soft">${words.receiveAt} ${copyable(account.address)}</p>
    ${button(words.again, () => send({ type: 'again' }))}
    ${accepts?.length ? button(words.otherToken, choose, 'plain') : nothing}
    ${outsideWay(scene)}
    ${button(words.otherWallet, () => send({ type: 'pay' }), 'quiet')}`
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
  tokens,
  outside,
  network,
  checking,
  short,
  unsafe,
  sending,
}
