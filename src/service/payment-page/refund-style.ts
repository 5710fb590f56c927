/**
 * The CSS of the refund page, in the shapes and sizes of the card. `--brand` is the store's color, where it has one; the fill and
 * the words on it are computed as in the card, and a browser that cannot compute them keeps buttons of ink.
 */
export const refundStyle = `
.refund { --fill: light-dark(#16181d, #f2f3f5); --on-fill: light-dark(#fff, #16181d); --accent: var(--ink);
  --edge: light-dark(#878d99, #717885); --well: light-dark(#f6f7f9, #1d2026); --hover: light-dark(#eff1f4, #262a32);
  --danger: light-dark(#b01f1b, #ff958d); --done: light-dark(#137a43, #2fa865); --on-done: light-dark(#fff, #06150d);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; width: min(25.5rem, 100%); }
@supports (color: oklch(from red l c h)) {
  .refund { --fill: light-dark(oklch(from var(--brand, #4f46e5) min(l, clamp(.21, 1 - min(.05 - c, l - .65) * 1e9, 1)) c h),
      oklch(from var(--brand, #4f46e5) max(l, clamp(0, max(min(.05 - c, .52 - l), .3 - l) * 1e9, .93)) c h));
    --bw: clamp(0, (.183 - .2126 * r - .7152 * g - .0722 * b) * 1e9, 1);
    --on-fill: color(from var(--fill) srgb-linear var(--bw) var(--bw) var(--bw));
    --accent: light-dark(oklch(from var(--brand, #4f46e5) min(l, .5) c h), oklch(from var(--brand, #4f46e5) max(l, .76) min(c, .13) h)); }
}
.refund .card { min-height: 0; padding: 12px 24px 20px; font-size: 0.875rem; line-height: 1.25rem; }
.refund .head { min-height: 44px; margin-bottom: 12px; } .refund .head img { width: 28px; height: 28px; border-radius: 8px; object-fit: contain; }
.refund .back { width: 44px; height: 44px; flex: none; display: grid; place-items: center; margin-inline: -12px -8px; padding: 0; border: 0; border-radius: 12px; background: none; color: var(--soft); cursor: pointer; }
.refund .back:hover { background: var(--hover); color: var(--ink); } [dir='rtl'] .back svg { scale: -1 1; }
.refund svg { width: 20px; height: 20px; display: block; flex: none; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.refund h1, .refund .label { margin: 0; color: var(--soft); font-size: 0.8125rem; line-height: 1.125rem; font-weight: 500; letter-spacing: 0; }
.refund .price { margin-top: 2px; font-size: min(165cqi / var(--n, 1), 2.5rem); font-weight: 600; }
.refund h2, .refund.missing h1 { margin: 0; color: var(--ink); font-size: 1.25rem; line-height: 1.75rem; font-weight: 600; letter-spacing: -0.01em; }
.refund .text { margin-top: 4px; color: var(--soft); } .refund .note { color: var(--soft); font-size: 0.8125rem; line-height: 1.125rem; }
.refund .ruled { margin-top: 20px; padding-top: 16px; border-top: 1px solid var(--line); }
.refund form > * + *, .refund .stack > * + * { margin-top: 8px; }
.refund .button { display: flex; align-items: center; justify-content: center; gap: 8px; width: 100%; min-height: 48px; padding: 8px 16px; border: 1px solid var(--edge); border-radius: 14px; background: var(--surface); color: var(--ink); font: inherit; font-size: 1rem; line-height: 1.5rem; font-weight: 600; cursor: pointer; }
.refund .button:hover { background: var(--hover); }
.refund .first, .refund #signing:empty ~ .ruled .button { border-color: color-mix(in oklab, var(--ink) 12%, transparent); background: var(--fill); color: var(--on-fill); }
.refund .first:hover, .refund #signing:empty ~ .ruled .button:hover { background: color-mix(in oklab, var(--fill) 90%, var(--on-fill)); }
.refund .button:disabled { opacity: 0.6; cursor: default; }
.refund :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.refund .rows { margin-block: 12px 20px; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: 12px; overflow: clip; } .refund .rows:empty { display: none; }
.refund .rows li + li { border-top: 1px solid var(--line); }
.refund .row { display: flex; flex-direction: column; justify-content: center; width: 100%; min-height: 56px; padding: 8px 12px; border: 0; background: none; color: var(--ink); font: inherit; font-size: 0.9375rem; font-weight: 500; text-align: start; cursor: pointer; }
.refund .row:hover { background: var(--well); } .refund .row:focus-visible { outline-offset: -3px; border-radius: 12px; } .refund .row small { color: var(--soft); font-size: 0.8125rem; font-weight: 400; }
.refund label.label { display: block; margin-top: 12px; }
.refund .box { display: flex; align-items: center; margin-top: 6px; padding-inline: 12px 1px; border: 1px solid var(--edge); border-radius: 12px; } .refund .box:focus-within { outline: 2px solid var(--accent); outline-offset: 2px; }
.refund .box:has([aria-invalid]) { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger); }
.refund .box input { flex: 1; min-width: 0; min-height: 46px; padding: 0; border: 0; outline: 0; background: none; color: var(--ink); font: inherit; font-size: 1rem; }
.refund .in { min-height: 44px; margin-inline-start: 8px; padding-inline: 12px; border: 0; border-radius: 10px; background: var(--hover); color: var(--ink); font: inherit; font-weight: 600; cursor: pointer; }
.refund .fault { display: flex; gap: 6px; color: var(--danger); font-size: 0.8125rem; line-height: 1.125rem; font-weight: 500; } .refund .fault:not(:has(span:not(:empty))) { display: none; } .refund .fault svg { width: 16px; height: 16px; margin-top: 1px; }
.refund form .end { margin-top: 20px; }
.refund .bar { display: flex; align-items: center; justify-content: space-between; gap: 8px; } .refund form.bar { justify-content: flex-end; } .refund .bar + .address { margin-top: 0; }
.refund .link { min-height: 44px; min-width: 44px; padding: 0 8px; margin-inline-end: -8px; border: 0; border-radius: 10px; background: none; color: var(--accent); font: inherit; font-weight: 500; cursor: pointer; } .refund .link:hover { text-decoration: underline; text-underline-offset: 3px; }
.refund .address { position: relative; display: grid; grid-template-columns: repeat(4, 1fr); align-items: center; padding: 10px 12px; border: 1px solid var(--line); border-radius: 12px; background: var(--well); color: var(--soft); font: 400 0.875rem/1.375rem var(--mono); text-align: left; overflow-wrap: normal; }
@container (max-width: 300px) { .refund .address { font-size: 0.75rem; } }
.refund .address b { color: var(--ink); font-weight: 700; } .refund .copy { position: absolute; bottom: 0; right: 0; width: 44px; height: 44px; display: grid; place-items: center; padding: 0; border: 0; border-radius: 12px; background: none; color: var(--soft); cursor: pointer; } .refund .copy:hover { color: var(--ink); }
.refund .asked { display: flex; gap: 10px; align-items: center; color: var(--soft); } .refund .asked:empty, .refund #signing:empty, .refund #signing:empty + .note { display: none; }
.refund .ring { width: 20px; height: 20px; flex: none; border: 2.5px solid var(--line); border-top-color: var(--accent); border-radius: 50%; animation: ring 1.2s linear infinite; } @keyframes ring { to { rotate: 1turn; } }
@media (prefers-reduced-motion: reduce) { .refund .ring { animation: none; } }
.refund .steps { margin: 20px 0 0; padding: 0; list-style: none; } .refund .steps li { position: relative; display: flex; gap: 12px; min-height: 48px; font-size: 0.9375rem; line-height: 1.5rem; font-weight: 500; } .refund .steps li:last-child { min-height: 24px; }
.refund .steps li:not(:last-child)::before { content: ''; position: absolute; top: 24px; bottom: 0; inset-inline-start: 11px; width: 2px; background: var(--line); } .refund .steps .done:not(:last-child)::before { background: var(--done); }
.refund .dot { width: 24px; height: 24px; flex: none; display: grid; place-items: center; border-radius: 50%; } .refund .dot .ring { width: 24px; height: 24px; border-width: 3px; }
.refund .done .dot, .refund .mark { background: var(--done); color: var(--on-done); } .refund .dot svg { width: 14px; height: 14px; stroke-width: 2.5; }
.refund .wait { color: var(--soft); font-weight: 400; } .refund .wait .dot { border: 2px solid var(--edge); } .refund .steps [aria-current] { font-weight: 600; }
.refund .paid { display: flex; align-items: center; gap: 12px; } .refund .mark { width: 44px; height: 44px; flex: none; display: grid; place-items: center; border-radius: 50%; } .refund .mark svg { width: 24px; height: 24px; stroke-width: 2; }
.refund .mark.none { margin-bottom: 12px; background: light-dark(#eff2f6, #1e242d); color: light-dark(#3c4759, #b9c3d3); box-shadow: inset 0 0 0 1px light-dark(#d8dee7, #343d4a); }
.refund .facts dt { color: var(--soft); } .refund .facts dd { margin: 6px 0 0; } .refund .facts dd + dt { margin-top: 12px; } .refund .facts code { font: 400 0.8125rem/1.25rem var(--mono); }
.refund .facts a { display: inline-flex; align-items: center; min-height: 44px; color: inherit; text-underline-offset: 3px; }
.contacts { padding: 8px 24px; color: var(--soft); font-size: 0.8125rem; }
.refund .picture { display: block; width: 100%; max-height: 15rem; margin-top: 16px; border-radius: 12px; object-fit: cover; }
.refund .choices { display: grid; gap: 8px; margin: 0; padding: 0; border: 0; } .refund .choices legend { padding: 0; margin-bottom: 6px; }
.refund .choice { display: flex; align-items: center; gap: 10px; min-height: 48px; padding-inline: 12px; border: 1px solid var(--edge); border-radius: 12px; font-size: 1rem; cursor: pointer; }
.refund .choice:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); } .refund .choice input { width: 20px; height: 20px; margin: 0; accent-color: var(--accent); }
.refund .ruled > .label:first-child { margin-top: 0; } .refund .offer .end { margin-top: 20px; }
`
