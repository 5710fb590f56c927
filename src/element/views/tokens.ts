import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Account, Holding } from '../../checkout/ports.ts'
import { owed } from '../format.ts'
import { fill } from '../messages.ts'
import { back } from './back.ts'
import { button, notice, say } from './first.ts'
import { chevron } from './later-icons.ts'
import { copyable } from './proof.ts'
import type { Scene, View } from './view.ts'

/** The tokens that the merchant takes: what the account can pay with first, the rest with what is missing. */
export const tokens: View<'tokens'> = ({ holdings, account, notice: note }, scene) => {
  const { words } = scene
  if (!holdings)
    return html`${say(words.screens.tokens.title)}${button(words.reading, () => {}, 'plain', true)}${back(scene)}`
  return html`${say(words.screens.tokens.title)}${notice(note, scene, false)}
    <ul>${holdings.map((one, index) => html`<li>${row(one, index, scene)}</li>`)}</ul>
    ${holdings.some(({ missing }) => missing) ? fetching(account, holdings, scene) : nothing}
    ${outsideWay(scene)}${back(scene)}`
}

/** For a payer who gets what is missing: where to, and a look whether it has come. */
function fetching(
  { address }: Account,
  holdings: readonly Holding[],
  { send, words }: Scene,
): TemplateResult {
  const payable = holdings.some(({ missing }) => !missing)
  return html`<p class="soft">${words.receiveAt} ${copyable(address, words)}</p>
    ${button(words.look, () => send({ type: 'again' }), payable ? 'plain' : '')}`
}

function row(holding: Holding, index: number, scene: Scene): TemplateResult {
  const { deal, missing } = holding
  const { formats, network, send } = scene
  const pick = () => send({ type: 'pick', index })
  // Shown, and told, though it cannot be chosen: the payer sees what to get.
  return html`<button part="wallet" type="button" class="wallet" aria-disabled=${missing ? 'true' : 'false'}
      @click=${missing ? nothing : pick}><span class="two">${owed(deal.quote, formats)}
        <small>${network(deal.quote.chainId)} · ${balance(holding, scene)}</small></span>
      ${missing ? nothing : chevron}</button>`
}

function balance({ deal, held, missing }: Holding, { formats, words }: Scene): string {
  if (missing) {
    const amount =
      missing.of === 'gas'
        ? formats.rough(missing.amount, missing)
        : formats.token(missing.amount, missing)
    return fill(words.lacks, { amount })
  }
  if (held === undefined) return words.unread
  return fill(words.have, { amount: formats.token(held, deal.quote.token) })
}

/** The way for whom no wallet here can pay. */
export function outsideWay({ send, words }: Scene): TemplateResult {
  return button(words.outside, () => send({ type: 'outside' }), 'plain')
}
