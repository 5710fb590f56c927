import { html } from 'hono/html'
import { type Html, page } from './layout.ts'

/** A page that says one thing, such as what went wrong. */
export function messagePage(title: string, text: string): Html {
  return page({
    title,
    content: html`<section class="outcome message">
<header>
<h1>${title}</h1>
<p>${text}</p>
</header>
<p class="ways"><a class="button" href="/">Back to the shop</a></p>
</section>`,
  })
}
