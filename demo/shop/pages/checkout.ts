import { html } from 'hono/html'
import { productOf } from '../order.ts'
import type { PlacedOrder } from '../orders.ts'
import {
  brandColor,
  brandName,
  checkoutScripts,
  type Html,
  type PageCheckout,
  page,
  pinAttributes,
} from './layout.ts'
import { summary } from './product.ts'

/** The page that takes the money for an order whose charge the backend has made. */
export function checkoutPage(order: PlacedOrder, checkout: PageCheckout): Html {
  const product = productOf(order)
  const back = `/orders/${order.id}`
  return page({
    title: 'Checkout',
    scripts: checkoutScripts(checkout),
    content: html`<section class="checkout">
<div class="stage ${product.sku}"><img src="${product.picture}" alt="" width="480" height="480"></div>
<div class="told">
<nav class="crumb" aria-label="Breadcrumb"><a href="/products/${product.sku}">${product.name}</a></nav>
<h1>Checkout</h1>
<pay-charge proxy="/pay" charge-id="${order.chargeId}" success-url="${back}/success" cancel-url="${back}/cancel" brand-name="${brandName}" brand-color="${brandColor}" ${pinAttributes(checkout)}>
${summary(product, order)}
</pay-charge>
</div>
</section>`,
  })
}
