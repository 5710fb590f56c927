import { html, raw } from 'hono/html'
import type { Protection } from '../protection.ts'

/** What `html` makes: text that is escaped already. */
export type Html = ReturnType<typeof html>

/** Where the local chain is, as a wallet in the browser reaches it. */
export interface PageChain {
  id: number
  rpcUrl: string
}

/** What a page with a checkout needs to know. */
export interface PageCheckout {
  chain: PageChain
  protection: Protection
}

export interface PageOptions {
  title: string
  content: Html
  /** Script tags of the page's own. */
  scripts?: Html
}

/** The shop's color: of its own buttons, and of those in the checkout. */
export const brandColor = '#9a4a26'
export const brandName = 'Field & Kiln'

/** A whole page. No script and no style stands in it: its CSP allows neither. */
export function page({ title, content, scripts }: PageOptions): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title === brandName ? title : `${title} · ${brandName}`}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/shop.css">
${scripts ?? ''}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="wordmark" href="/">Field <span>&amp;</span> Kiln</a>
<p class="play"><span>A demo shop. </span>All money here is play money.</p>
</header>
<main id="content">
${content}
</main>
<footer class="foot">
<p>A shop for trying out <code>&lt;pay-charge&gt;</code>, on a chain of your own machine.</p>
<nav class="more" aria-label="More"><a href="/docs">Documentation</a> <a href="/playground">Playground</a> <a href="/wallet">Use your own wallet</a></nav>
</footer>
</body>
</html>`
}

/** What a page with a checkout loads: the element, what tells it of the chain, and the demo wallet. */
export function checkoutScripts({ chain: { id, rpcUrl }, protection }: PageCheckout): Html {
  return html`${raw(protection.tags.html)}
<script type="module" src="/shop.js" data-chain-id="${id}" data-rpc-url="${rpcUrl}"></script>
<script type="module" src="/demo-wallet.js" data-rpc="/chain" data-account="1" data-coinless></script>`
}

/** The attributes of the element that say whom it may pay, and how much. */
export function pinAttributes({ protection }: PageCheckout): Html {
  const { recipients, maxRate, quoteKey } = protection
  return html`recipients="${recipients}" max-rate="${maxRate}" quote-key="${quoteKey}"`
}

/** Dollars, as people write them: `$34.50`. */
export function price(amount: string): string {
  return `$${amount}`
}
