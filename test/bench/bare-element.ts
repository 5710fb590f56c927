import { css, html, LitElement, nothing } from 'lit'
import * as z from 'zod/mini'

// What our element is measured against: the least that Lit and zod/mini can show a price with. It makes one call,
// checks the reply, and renders a price and a button. It knows no wallet, no language, no error and no retry.

const Reply = z.object({
  data: z.object({
    id: z.string(),
    pricing: z.object({ local: z.object({ amount: z.string(), currency: z.string() }) }),
  }),
})

class BareCharge extends LitElement {
  static override properties = { price: { state: true } }
  static override styles = css`
    :host { display: block; }
    .amount { margin: 0 0 16px; font-size: 2em; font-weight: 650; }
    button { padding: 12px 20px; border: 0; border-radius: 12px; background: #4f46e5; color: #fff; }
  `

  declare price: string | undefined

  override connectedCallback() {
    super.connectedCallback()
    void this.#load()
  }

  async #load() {
    const response = await fetch(`/pay/charges/${this.getAttribute('charge-id')}`)
    const { amount, currency } = z.parse(Reply, await response.json()).data.pricing.local
    this.price = `${amount} ${currency}`
  }

  override render() {
    const { price } = this
    if (!price) return nothing
    return html`<p class="amount">${price}</p><button type="button">Pay ${price}</button>`
  }
}

customElements.define('bare-charge', BareCharge)
