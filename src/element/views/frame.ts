import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Deal } from '../../checkout/deal.ts'
import { bigPrice, owed, shortHex } from '../format.ts'
import { fill } from '../messages.ts'
import { lock } from './icons.ts'
import type { FirstScene } from './view.ts'

/** The card around every screen: brand, what is bought, the price, the screen, the small print. */
export function frame(
  deal: Deal | undefined,
  logo: string | undefined,
  scene: FirstScene,
  loading: boolean,
  content: TemplateResult,
  spoken: string,
): TemplateResult {
  const { words } = scene
  return html`<section part="card" class="card" lang=${words.lang} dir=${words.dir} aria-busy=${loading}>
    <header><slot name="heading">${heading(scene, logo, loading)}</slot></header>
    <slot name="summary"></slot>
    ${deal && deal.price + deal.paid + deal.quote.amount > 0n ? price(deal, scene) : loading ? bones : nothing}
    <div class="screen">${content}</div>
    <footer><slot name="footer">${deal ? smallPrint(deal, words.direct) : html`<small>&nbsp;</small>`}</slot></footer>
    <p class="hidden" role="status">${spoken}</p>
  </section>`
}

const bones = html`<div class="price"><span class="bone amount"></span><span class="bone line"></span></div>`

function heading({ shop, words }: FirstScene, logo: string | undefined, loading: boolean) {
  if (loading && !shop && !logo) return html`<span class="bone brand"></span>`
  return html`${logo ? html`<img src=${logo} alt=${shop ? '' : words.logo} />` : nothing}${shop}`
}

function price(deal: Deal, { formats, network, words }: FirstScene): TemplateResult {
  const { quote } = deal
  // Once it is paid nothing is owed; then the line tells what was.
  const amount =
    deal.price > deal.paid
      ? owed(quote, formats)
      : formats.token(deal.paid || quote.amount, quote.token)
  const transferred = { amount, network: network(quote.chainId) }
  const paid = {
    paid: formats.token(deal.paid, quote.token),
    price: formats.token(deal.price, quote.token),
  }
  return html`<div part="price" class="price">
    <span part="amount" class="amount">${bigPrice(deal, formats)}</span>
    <span class="soft">${fill(words.on, transferred)}</span>
    ${deal.paid > 0n && deal.paid < deal.price ? html`<span class="soft">${fill(words.partly, paid)}</span>` : nothing}
  </div>`
}

function smallPrint({ quote }: Deal, direct: string): TemplateResult {
  const text = fill(direct, { recipient: shortHex(quote.recipient) })
  return html`${lock}<small title=${quote.recipient}>${text}</small>`
}
