import { html } from 'hono/html'
import { dollars, type Product } from '../catalogue.ts'
import {
  currencies,
  etherPrice,
  most,
  type Order,
  type Till,
  total,
  totalInToken,
} from '../order.ts'
import {
  brandColor,
  brandName,
  checkoutScripts,
  type Html,
  type PageCheckout,
  page,
  pinAttributes,
  price,
} from './layout.ts'

/** A product with a button that has the shop's backend make the charge (charge-id). */
export function buyPage(product: Product): Html {
  return page({
    title: product.name,
    content: article(
      product,
      dollars(product.price),
      html`<form method="post" action="/buy/${product.sku}">
<button class="button">Buy now</button>
</form>
<p class="hint">Paid in DUSD on the next page.</p>`,
    ),
  })
}

/** A product with the checkout on its own page, which orders through the shop's proxy (order). */
export function orderPage(
  product: Product,
  order: Order,
  till: Till,
  checkout: PageCheckout,
): Html {
  return page({
    title: product.name,
    scripts: checkoutScripts(checkout),
    content: article(
      product,
      total(order),
      html`${choices(order, till)}
<pay-charge proxy="/pay" order="${orderText(order, till)}" brand-name="${brandName}" brand-color="${brandColor}" ${pinAttributes(checkout)}>
${summary(product, order)}
</pay-charge>`,
    ),
  })
}

/** What is bought, for the element's slot. */
export function summary({ name, picture }: Product, { quantity }: Order): Html {
  return html`<div slot="summary" class="bought">
<span class="stage"><img src="${picture}" alt="" width="48" height="48"></span>
<span>${name}${quantity > 1 ? html` <span class="times">× ${quantity}</span>` : ''}</span>
</div>`
}

function article({ sku, name, story, facts, picture, alt }: Product, amount: string, buy: Html) {
  return html`<article class="product">
<div class="stage ${sku}"><img src="${picture}" alt="${alt}" width="480" height="480"></div>
<div class="told">
<nav class="crumb" aria-label="Breadcrumb"><a href="/">Shop</a></nav>
<h1>${name}</h1>
<p class="price">${price(amount)}</p>
<p class="story">${story}</p>
${buy}
<dl class="facts">${facts.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>
</div>
</article>`
}

/** The order as the element sends it: only what differs from what the shop takes for granted. */
function orderText({ sku, quantity, token }: Order, till: Till): string {
  return JSON.stringify({ sku, quantity, ...(token !== currencies(till)[0] && { token }) })
}

function choices(order: Order, till: Till): Html {
  return html`<div class="choices">
<div role="group" aria-labelledby="quantity"><p id="quantity">Quantity</p>
<div class="stepper">${step(order, till, -1, 'One less', '−')}<output>${order.quantity}</output>${step(order, till, 1, 'One more', '+')}</div>
</div>
<nav aria-labelledby="money"><p id="money">Pay with</p>
<ul class="segments">${currencies(till).map((token) => {
    const chosen = token === order.token && html` aria-current="true"`
    return html`<li><a href="${link({ ...order, token }, till)}"${chosen || ''}>${token}</a></li>`
  })}</ul>
</nav>
<p class="hint">${rate(order)}</p>
</div>`
}

function step(order: Order, till: Till, by: 1 | -1, label: string, sign: string): Html {
  const quantity = order.quantity + by
  if (quantity < 1 || quantity > most) return html`<span aria-hidden="true">${sign}</span>`
  return html`<a href="${link({ ...order, quantity }, till)}" aria-label="${label}">${sign}</a>`
}

/** The address of this page for another order; what is usual stays out of it. */
function link({ sku, quantity, token }: Order, till: Till): string {
  const query = new URLSearchParams({
    ...(quantity > 1 && { quantity: String(quantity) }),
    ...(token !== currencies(till)[0] && { token }),
  })
  return `/products/${sku}${query.size > 0 ? `?${query}` : ''}`
}

function rate(order: Order): string {
  const amount = totalInToken(order)
  if (order.token !== 'ETH') return `${amount}. Each is worth one play dollar.`
  return `${amount}, at this shop's own price of $${etherPrice.toLocaleString('en-US')}.`
}
