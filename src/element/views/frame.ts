import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Deal } from '../../checkout/deal.ts'
import { bigPrice, owed, shortHex } from '../format.ts'
import { fill, words } from '../messages.ts'
import { lock } from './icons.ts'
import type { Scene } from './view.ts'

/** Whose card it is. */
export interface Brand {
  name: string | undefined
  logo: string | undefined
}

/** The card around every screen: brand, what is bought, the price, the screen, the small print. */
export function frame(
  deal: Deal | undefined,
  brand: Brand,
  scene: Scene,
  loading: boolean,
  content: TemplateResult,
  spoken: string,
): TemplateResult {
  return html`<section part="card" class="card" aria-busy=${loading}>
    <header><slot name="heading">${heading(brand, loading)}</slot></header>
    <slot name="summary"></slot>
    ${deal && deal.price + deal.paid + deal.quote.amount > 0n ? price(deal, scene) : loading ? bones : nothing}
    <div class="screen">${content}</div>
    <footer><slot name="footer">${deal ? smallPrint(deal) : html`<small>&nbsp;</small>`}</slot></footer>
    <p class="hidden" role="status">${spoken}</p>
  </section>`
}

const bones = html`<div class="price"><span class="bone amount"></span><span class="bone line"></span></div>`

function heading({ name, logo }: Brand, loading: boolean) {
  if (loading && !name && !logo) return html`<span class="bone brand"></span>`
  return html`${logo ? html`<img src=${logo} alt=${name ? '' : 'Logo'} />` : nothing}${name ?? nothing}`
}

function price(deal: Deal, { formats, network }: Scene): TemplateResult {
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

function smallPrint({ quote }: Deal): TemplateResult {
  const text = fill(words.direct, { recipient: shortHex(quote.recipient) })
  return html`${lock}<small title=${quote.recipient}>${text}</small>`
}
