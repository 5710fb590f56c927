import { html } from 'hono/html'
import { dollars, type Product, products } from '../catalogue.ts'
import { brandName, type Html, page, price } from './layout.ts'

/** The shop window. */
export function homePage(): Html {
  return page({
    title: brandName,
    content: html`<section class="hero">
<h1>Stoneware for<br>ordinary days.</h1>
<p>Two pieces, thrown in small batches and fired once. Pay for them from a crypto wallet, without leaving the shop.</p>
</section>
<ul class="shelf">${products.map(card)}</ul>`,
  })
}

function card({ sku, name, price: cents, line, picture, alt }: Product): Html {
  return html`<li class="card">
<a href="/products/${sku}">
<span class="stage ${sku}"><img src="${picture}" alt="${alt}" width="480" height="480"></span>
<span class="label"><strong>${name}</strong><span class="price">${price(dollars(cents))}</span></span>
<span class="line">${line}</span>
</a>
</li>`
}
