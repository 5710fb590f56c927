import { html, nothing, type TemplateResult } from 'lit/html.js'
import { shortHex } from '../i18n/format.ts'
import { fill } from '../i18n/messages.ts'
import { back } from './back.ts'
import { scanned, walletList } from './before-sending.ts'
import { walletIcon } from './lazy-icons.ts'
import { copyable, proof } from './receipt-actions.ts'
import type { Scene, View } from './render-context.ts'
import { button, notice, say } from './shared.ts'

/** A centered title with a ring, which turns only while something is in progress. */
function mark(busy: boolean, { title, text }: { title: string; text: string }): TemplateResult {
  return html`<div class="asking"><span class=${busy ? 'ring' : 'ring still'}><span class="blank">${walletIcon}</span></span>${say(title, text)}</div>`
}

/**
 * The screen of a transfer without the charge's reference: its payer signs for it, or leaves the match to the
 * merchant.
 */
const sign: View<'sign'> = (state, scene) => {
  const { account, choosing, asking, wallets, uri, declined, outside } = state
  const { send, words } = scene
  if (uri && asking) return scanned(({ connectByCode }) => connectByCode(uri, scene), scene)
  if (choosing)
    return html`${say(words.screens.wallets.title, wallets?.length === 0 ? words.noWallet : undefined)}
      ${wallets ? walletList(wallets, scene) : button(words.searching, () => {}, 'plain', true)}${back(scene)}`
  const ask = button(words.signIt, () => send({ type: 'sign' }), declined ? 'plain' : '', !!asking)
  const told = declined ? words.unlinked : words.screens.sign
  const decline = button(words.signNot, () => send({ type: 'decline' }), 'quiet')
  return html`${mark(!!asking, told)}
    ${notice(state.notice, scene, false)}${other(state, scene)}${ask}
    ${declined ? nothing : html`${asking ? nothing : decline}<small>${words.signWarn}</small>`}
    ${proof(state, scene)}${account && !outside && !asking ? anyway(scene) : nothing}
    ${outside || asking ? back(scene) : nothing}`
}

/** The button to pay again with the payer's consent. `isWarned`: the screen already shows the warning. */
const anyway = (
  { send, words }: Scene,
  isWarned = false,
) => html`${isWarned ? nothing : html`<small>${words.refusedWarn}</small>`}
  ${button(words.payAnyway, () => send({ type: 'consent' }), 'quiet')}`

/** The notice that names the account that must sign, where another one is connected. */
const other: View<'sign'> = ({ account, signers }, { words }) => {
  if (!account) return html``
  const [first = ''] = signers
  // Word joiners keep an address on one line.
  const signer = shortHex(first).replace('…', '\u2060…\u2060')
  return html`<p part="notice" class="notice" role="note">${fill(words.signAs, { account: signer })}</p>
    <p class="soft">${signers.map((one) => copyable(one, words))}</p>`
}

/** The screen of an earlier payment: it is searched for on the chain, and never requested again. */
const earlier: View<'earlier'> = (state, scene) => {
  const { hash, sighting, trouble } = state
  const { send, words } = scene
  const found = sighting ? words.nothing : undefined
  return html`${mark(!hash, hash ? words.earlierFound : words.screens.earlier)}
    ${trouble && !sighting ? notice(trouble, scene, false) : nothing}
    ${found && !hash ? html`<p part="notice" class="notice">${found}</p>` : nothing}
    ${hash ? html`<p class="soft">${words.transaction} ${copyable(hash, words)}</p>` : nothing}
    ${button(words.look, () => send({ type: 'again' }), 'plain')}
    ${anyway(scene, hash !== undefined)}`
}

/** The screens about a transfer that needs a signature, or that belongs to an earlier offer. */
export const signing = { sign, earlier }
