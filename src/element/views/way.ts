import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Deal } from '../../checkout/deal.ts'
import type { Funds, WalletInfo } from '../../checkout/ports.ts'
import { fill } from '../messages.ts'
import { proofOf } from '../receipt.ts'
import { amount } from './amount.ts'
import { back } from './back.ts'
import { button, notice, say } from './first.ts'
import { chevron, walletIcon } from './later-icons.ts'
import { copyable, known } from './proof.ts'
import { outsideWay, tokens } from './tokens.ts'
import type { Scene, View } from './view.ts'

const picture = ({ icon }: Partial<WalletInfo>) =>
  icon ? html`<img src=${icon} alt="" />` : html`<span class="blank">${walletIcon}</span>`

/** Something is asked of the payer in the wallet. */
function asking(wallet: WalletInfo, title: string, text: string): TemplateResult {
  return html`<div class="asking" part="progress"><span class="ring">${picture(wallet)}</span>${say(title, text)}</div>`
}

/** The wallets to choose from. */
export function walletList(list: readonly WalletInfo[], { send }: Scene): TemplateResult {
  const row = (wallet: WalletInfo) => html`<li><button part="wallet" type="button" class="wallet"
      @click=${() => send({ type: 'choose', walletId: wallet.id })}>${picture(wallet)}${wallet.name}${chevron}</button></li>`
  return html`<ul>${list.map(row)}</ul>`
}

const wallets: View<'wallets'> = ({ wallets: list, notice: note }, scene) => {
  const { words } = scene
  if (!list)
    return html`${notice(note, scene, false)}${button(words.searching, () => {}, '', true)}${back(scene)}`
  return html`${say(words.screens.wallets.title, list.length ? undefined : words.noWallet)}
    ${notice(note, scene, note?.code !== 'wallet_refused')}${walletList(list, scene)}
    ${outsideWay(scene)}${back(scene)}`
}

/** The screens with a code to scan, once their chunk is here. */
let scan: typeof import('./scan.ts') | 'failed' | undefined

export function scanned(
  draw: (screens: typeof import('./scan.ts')) => TemplateResult,
  scene: Scene,
): TemplateResult {
  if (typeof scan === 'object') return draw(scan)
  const { words } = scene
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
    return html`${say(words.screens.failed.title, words.notLoaded)}${button(words.again, load)}${back(scene)}`
  load()
  return html`${button(words.loading, () => {}, 'plain', true)}${back(scene)}`
}

const connecting: View<'connecting'> = (state, scene) => {
  const { words } = scene
  const { wallet, uri } = state
  if (uri) return scanned(({ connectByCode }) => connectByCode(uri, scene), scene)
  const title = wallet.scan
    ? words.codeComes
    : fill(words.screens.connecting.title, { wallet: wallet.name })
  return html`${asking(wallet, title, wallet.scan ? '' : words.screens.connecting.text)}${back(scene)}`
}

const outside: View<'outside'> = (state, scene) =>
  scanned(({ fromOutside }) => fromOutside(state, scene), scene)

const network: View<'network'> = ({ deal, account, asking: open, notice: note }, scene) => {
  const { words } = scene
  const title = fill(words.screens.network.title, { network: scene.network(deal.quote.chainId) })
  if (open) return html`${asking(account.wallet, title, words.screens.network.text)}${back(scene)}`
  return html`${say(title, note ? undefined : words.network)}${notice(note, scene, false)}
    ${button(words.switch, () => scene.send({ type: 'pay' }))}${back(scene)}`
}

const checking: View<'checking'> = ({ account }, scene) => html`
  ${asking(account.wallet, scene.words.screens.checking.title, scene.words.screens.checking.text)}${back(scene)}`

const short: View<'short'> = ({ deal, of, funds, account }, scene) => {
  const { send, words } = scene
  const { quote } = deal
  const symbol = of === 'gas' ? funds.nativeSymbol : quote.token.symbol
  const text = of === 'gas' && !quote.token.native ? gas(funds, scene) : balance(deal, funds, scene)
  const { accepts = scene.page.accepts } = deal.own ?? deal
  // The tokens are offered once the wallet is connected, which it is.
  const choose = () => send({ type: 'choose', walletId: account.wallet.id })
  return html`${say(fill(words.screens.short.title, { symbol }), text)}
    <p class="soft">${words.receiveAt} ${copyable(account.address, words)}</p>
    ${button(words.again, () => send({ type: 'again' }))}
    ${accepts?.length ? button(words.otherToken, choose, 'plain') : nothing}
    ${outsideWay(scene)}
    ${button(words.otherWallet, () => send({ type: 'pay' }), 'quiet')}`
}

/** Of the coin for the network's fee, which is an estimate. */
function gas({ fee, native, nativeSymbol: symbol }: Funds, { formats, words }: Scene): string {
  const rough = (units: bigint) => formats.rough(units, { decimals: 18, symbol })
  return fill(words.gas, { need: rough(fee), have: rough(native), missing: rough(fee - native) })
}

/** Of what is paid with, to the last digit. A chain's own coin pays the fee, too. */
function balance({ quote }: Deal, funds: Funds, { formats, words }: Scene): string {
  const { native } = quote.token
  const have = native ? funds.native : funds.token
  const need = native ? quote.amount + funds.fee : quote.amount
  const exact = (units: bigint) => formats.token(units, quote.token)
  return fill(words.haveNeed, { have: exact(have), need: exact(need), missing: exact(need - have) })
}

const sending: View<'sending'> = ({ account }, { send, words }) => {
  const title = fill(words.screens.sending.title, { wallet: account.wallet.name })
  return html`${asking(account.wallet, title, words.screens.sending.text)}
    ${button(words.doubt, () => send({ type: 'doubt' }), 'quiet')}`
}

const unsafe: View<'unsafe'> = ({ error }, scene) => {
  const { send, words } = scene
  const { title, text } = words.screens.unsafe
  const unreadable = say(words.unreadable, words.tell?.(error) ?? error.message)
  return html`${error.retryable ? say(title, text) : unreadable}
    ${button(words.again, () => send({ type: 'again' }))}
    ${button(words.payAnyway, () => send({ type: 'consent' }), 'plain')}${back(scene)}`
}

const unavailable: View<'unavailable'> = (state, scene) => {
  const { words } = scene
  const { title, text } = words.screens.unavailable
  const again = () => scene.send({ type: 'again' })
  if (proofOf(state)) return known(state, scene)
  if (state.why) {
    const ended = words.ended[state.why]
    const anew = scene.hasOrder ? words.startAgain : words.look
    return html`${say(ended.title, ended.text)}${button(anew, again, scene.hasOrder ? '' : 'plain')}`
  }
  return html`${say(title, html`${words.tell?.(state.error) ?? state.error.message} ${text}`)}${button(words.again, again, 'plain')}`
}

const cancelled: View<'cancelled'> = (_, { send, words }) => html`
  ${say(words.screens.cancelled.title, words.screens.cancelled.text)}
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
