import { html, nothing, type TemplateResult } from 'lit/html.js'
import { shortHex } from '../format.ts'
import { fill } from '../messages.ts'
import { back } from './back.ts'
import { button, notice, say } from './first.ts'
import { walletIcon } from './later-icons.ts'
import { copyable, proof } from './proof.ts'
import type { Scene, View } from './view.ts'
import { scanned, walletList } from './way.ts'

/** A title in the middle, with a ring that turns only while something is under way. */
function mark(busy: boolean, { title, text }: { title: string; text: string }): TemplateResult {
  return html`<div class="asking"><span class=${busy ? 'ring' : 'ring still'}><span class="blank">${walletIcon}</span></span>${say(title, text)}</div>`
}

/** The transfer does not say what it pays: its payer signs for it, or leaves it to the store. */
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

/** Pays once more, by the payer's word. `isWarned`: what may come of it stands on the screen already. */
const anyway = (
  { send, words }: Scene,
  isWarned = false,
) => html`${isWarned ? nothing : html`<small>${words.refusedWarn}</small>`}
  ${button(words.payAnyway, () => send({ type: 'consent' }), 'quiet')}`

/** Which account must sign, where another one is connected. */
const other: View<'sign'> = ({ account, signers }, { words }) => {
  if (!account) return html``
  const [first = ''] = signers
  // Word joiners: a line never ends inside an address.
  const signer = shortHex(first).replace('…', '\u2060…\u2060')
  return html`<p part="notice" class="notice" role="note">${fill(words.signAs, { account: signer })}</p>
    <p class="soft">${signers.map((one) => copyable(one, words))}</p>`
}

/** An earlier payment, which is looked for and never asked for once more. */
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

export const signing = { sign, earlier }
