import { maxPriceLength } from './document.ts'
import { refundStyle } from './refund-style.ts'

/** The lengths of a price, for its size. */
const priceLengths = Array.from({ length: maxPriceLength }, (_, index) => index + 1)
  .map((length) => `.of${length} { --n: ${length}; }`)
  .join(' ')

/**
 * The CSS of the payment page: the order on the left, the card on the right; on a phone, one below the other. The page's card has
 * the place and size of the element's own card, which covers it later.
 */
export const pageStyle = `
:root { color-scheme: light dark; --ink: light-dark(#16181d, #f2f3f5); --soft: light-dark(#5b606b, #a3a8b3);
  --surface: light-dark(#fff, #17181c); --ground: light-dark(#f4f5f7, #0f1013); --line: light-dark(#dddfe3, #34363c); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; background: var(--ground); color: var(--ink);
  font: 400 1rem/1.45 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere; }
h1, p, ul, dl, dd { margin: 0; }
pay-charge:not(:defined) { display: block; } pay-charge:not(:defined) > [slot] { display: none; }
.card { container-type: inline-size; min-height: 20.5rem; padding: 24px; background: var(--surface); border: 1px solid var(--line); border-radius: 18px;
  box-shadow: 0 1px 2px rgb(0 0 0 / 5%), 0 8px 28px rgb(0 0 0 / 6%); }
.message { width: min(26rem, 100%); margin: auto; padding: 16px; }
.message h1 { margin: 0 0 0.5rem; font-size: 1.25rem; line-height: 1.3; }
.head { display: flex; align-items: center; gap: 10px; min-height: 28px; font-weight: 600; }
.test { padding: 1px 8px; border-radius: 99px; background: light-dark(#fdecc8, #4a3512); color: light-dark(#6b4400, #ffd790); font-size: 0.8125rem; font-weight: 600; line-height: 1.4rem; }
.price { margin-top: 18px; font-size: min(14cqi, 165cqi / var(--n, 1), 2.6rem); font-weight: 650; line-height: 1.1; letter-spacing: -0.025em; }
${priceLengths}
noscript p { margin-top: 18px; }
.page { display: grid; grid-template: 'order pay' 1fr 'help pay' auto / minmax(0, 1fr) minmax(0, 1fr); }
.order { grid-area: order; padding: 48px 80px 40px 48px; }
.order, .help { background: var(--surface); border-inline-end: 1px solid var(--line); }
.help { grid-area: help; padding: 0 80px 40px 48px; color: var(--soft); font-size: 0.8125rem; }
.pay { grid-area: pay; padding: 124px 48px 40px 80px; }
[dir='rtl'] .order { padding-inline: 48px 80px; } [dir='rtl'] .help { padding-inline: 48px 80px; } [dir='rtl'] .pay { padding-inline: 80px 48px; }
.order > div, .help > div { max-width: 26rem; margin-inline-start: auto; }
/* A long order moves beside the card, which stays. */
.pay > div { position: sticky; top: 24px; max-width: 26rem; }
.help p + p { margin-top: 4px; }
.contact { display: inline-flex; align-items: center; min-height: 44px; color: inherit; text-decoration: underline; text-underline-offset: 3px; }
.contact:hover { color: var(--ink); }
.store { display: inline-flex; align-items: center; gap: 10px; min-height: 44px; padding-inline-end: 12px;
  border-radius: 10px; color: inherit; font-weight: 600; text-decoration: none; }
.store img { width: 28px; height: 28px; border-radius: 8px; object-fit: contain; }
.store svg { width: 20px; height: 20px; flex: none; fill: none; stroke: var(--soft); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
[dir='rtl'] .store svg { scale: -1 1; }
a.store { margin-inline-start: -4px; } a.store:hover span { text-decoration: underline; text-underline-offset: 3px; }
:focus-visible { outline: 2px solid; outline-offset: 2px; }
.order h1 { margin-top: 32px; font-size: 1.5rem; line-height: 1.35; letter-spacing: -0.015em; font-weight: 600; }
.for { margin-top: 4px; color: var(--soft); }
details { margin-top: 24px; }
summary { display: flex; justify-content: space-between; align-items: center; gap: 16px; min-height: 44px; font-size: 0.875rem; cursor: pointer; }
summary span::after { content: '\\25BE'; margin-inline-start: 8px; color: var(--soft); } details[open] summary span::after { content: '\\25B4'; }
summary { list-style: none; } summary::-webkit-details-marker { display: none; }
.items { display: grid; gap: 16px; padding: 0 0 20px; list-style: none; }
.items li { display: flex; justify-content: space-between; gap: 16px; }
.items li, .sums { font-size: 0.9375rem; }
.items b { display: block; font-weight: 500; } .items small { color: var(--soft); font-size: 0.8125rem; }
.items li > :last-child, .sums dd { flex: none; } .money { white-space: nowrap; }
.sums { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 16px; padding-top: 16px; border-top: 1px solid var(--line); font-weight: 600; }
.sums .tax { flex-basis: 100%; color: var(--soft); font-size: 0.8125rem; font-weight: 400; }
/* Where a closed list can be shown by CSS, a wide page shows it and has nothing to open. Elsewhere it can be opened. */
@supports selector(::details-content) {
  @media (min-width: 801px) { summary { display: none; } details::details-content { content-visibility: visible; block-size: auto; } }
}
@media (max-width: 800px) {
  .page { grid-template: 'order' auto 'pay' 1fr 'help' auto / minmax(0, 1fr); }
  .order, .pay, .help, [dir='rtl'] .order, [dir='rtl'] .pay, [dir='rtl'] .help { padding: 8px 16px; border: 0; }
  .order { border-block-end: 1px solid var(--line); }
  .pay > div { position: static; } .pay { padding-block: 16px; } .help { padding-block: 16px 24px; background: none; }
  .order > div, .pay > div, .help > div { max-width: 26rem; margin-inline: auto; }
  .order h1 { margin-top: 4px; font-size: 1rem; line-height: 1.4; }
  .for { margin-top: 0; font-size: 0.875rem; } details { margin-top: 0; } .items { padding-top: 8px; } .sums { padding-bottom: 8px; }
}
${refundStyle}`
