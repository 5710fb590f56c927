/** The CSS of the payment page. Its card has the place and size of the element's own card, which covers it later. */
export const pageStyle = `
:root { color-scheme: light dark; --ink: light-dark(#16181d, #f2f3f5); --surface: light-dark(#fff, #17181c);
  --ground: light-dark(#f4f5f7, #0f1013); --line: light-dark(#dddfe3, #34363c); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; background: var(--ground); color: var(--ink);
  font: 400 1rem/1.45 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
main { width: min(26rem, 100%); margin: auto; padding: 16px; }
pay-charge:not(:defined) { display: block; }
.card { min-height: 20.5rem; padding: 24px; background: var(--surface); border: 1px solid var(--line); border-radius: 18px;
  box-shadow: 0 1px 2px rgb(0 0 0 / 5%), 0 8px 28px rgb(0 0 0 / 6%); overflow-wrap: anywhere; }
h1 { margin: 0 0 0.5rem; font-size: 1.25rem; line-height: 1.3; }
p { margin: 0; }
.brand { display: flex; align-items: center; gap: 10px; min-height: 28px; font-weight: 600; }
.brand img { width: 28px; height: 28px; border-radius: 8px; object-fit: contain; }
.price { margin-top: 18px; font-size: clamp(1.9rem, 12vw, 2.6rem); font-weight: 650; line-height: 1.1; letter-spacing: -0.025em;
  font-variant-numeric: tabular-nums; }
noscript p { margin-top: 18px; }
`
