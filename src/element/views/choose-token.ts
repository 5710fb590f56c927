import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Account, Holding } from '../../checkout/ports.ts'
import { owed } from '../i18n/format.ts'
import { fill } from '../i18n/messages.ts'
import { back } from './back.ts'
import { chevron } from './lazy-icons.ts'
import { copyable } from './receipt-actions.ts'
import type { Scene, View } from './render-context.ts'
import { button, notice, say } from './shared.ts'

/**
 * The tokens that the merchant accepts: first those that the account can pay with, then the others with the missing
 * amount.
 */
export const tokens: View<'tokens'> = ({ holdings, account, notice: note }, scene) => {
  const { words } = scene
  if (!holdings)
    return html`${say(words.screens.tokens.title)}${button(words.reading, () => {}, 'plain', true)}${back(scene)}`
  return html`${say(words.screens.tokens.title)}${notice(note, scene, false)}
    <ul>${holdings.map((one, index) => html`<li>${row(one, index, scene)}</li>`)}</ul>
    ${holdings.some(({ missing }) => missing) ? fetching(account, holdings, scene) : nothing}
    ${outsideWay(scene)}${back(scene)}`
}

/** For payers who get the missing amount now: the address to receive it at, and a button to check again. */
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
  // A token without enough balance stays visible, also to screen readers, so that the payer sees what is missing.
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

/** The button for payers whose wallets in this browser cannot pay. */
export function outsideWay({ send, words }: Scene): TemplateResult {
  return button(words.outside, () => send({ type: 'outside' }), 'plain')
}
