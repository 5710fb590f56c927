const css = `
:host {
  --surface: #ffffff; --raised: #f3f6f6; --line: #dfe6e6; --ink: #10201f; --muted: #55696a;
  --accent: #0f766e; --accent-strong: #0b5f59; --on-accent: #ffffff;
  --warn-surface: #fff4dc; --warn-ink: #6b4300; --backdrop: rgb(9 20 20 / 0.42);
  color-scheme: light;
}
@media (prefers-color-scheme: dark) {
  :host {
    --surface: #161c1d; --raised: #1f2829; --line: #324041; --ink: #edf4f3; --muted: #9db1b0;
    --accent: #2dd4bf; --accent-strong: #5eead4; --on-accent: #042f2b;
    --warn-surface: #3a2c0d; --warn-ink: #ffdd97; --backdrop: rgb(0 0 0 / 0.6);
    color-scheme: dark;
  }
}
*, *::before { box-sizing: border-box; }
dialog {
  position: fixed; inset: auto 0 0; width: 100%; max-width: none; max-height: 92dvh; margin: 0;
  padding: 0; border: 0; border-radius: 22px 22px 0 0; overflow: auto; overscroll-behavior: contain;
  background: var(--surface); color: var(--ink); text-align: start;
  font: 400 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  letter-spacing: normal; box-shadow: 0 -8px 48px rgb(0 0 0 / 0.28);
}
dialog::backdrop { background: var(--backdrop); }
@media (min-width: 560px) {
  dialog { inset: 20px 20px auto auto; width: 380px; border-radius: 22px; box-shadow: 0 18px 60px rgb(0 0 0 / 0.3); }
}
@media (prefers-reduced-motion: no-preference) {
  dialog[open] { animation: rise 0.22s cubic-bezier(0.2, 0.9, 0.3, 1); }
  @keyframes rise { from { opacity: 0; transform: translateY(24px); } }
}
form { display: grid; gap: 18px; margin: 0; padding: 18px 20px max(16px, env(safe-area-inset-bottom)); }
p, h2, dl, dd, pre { margin: 0; }
.bar { display: flex; align-items: center; gap: 10px; }
.icon { width: 28px; height: 28px; border-radius: 8px; }
.name { font-weight: 600; }
.network {
  margin-inline-start: auto; padding: 3px 10px 3px 8px; border-radius: 99px; background: var(--raised);
  color: var(--muted); font-size: 13px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
}
.network::before {
  content: ""; display: inline-block; width: 7px; height: 7px; margin-inline-end: 7px;
  border-radius: 50%; background: #22a06b; vertical-align: 1px;
}
.body { display: grid; gap: 4px; justify-items: center; text-align: center; }
.title { font-size: 14px; font-weight: 500; color: var(--muted); }
.headline {
  max-width: 100%; font-size: 30px; font-weight: 650; line-height: 1.2; letter-spacing: -0.02em;
  overflow-wrap: anywhere; font-variant-numeric: tabular-nums;
}
.subline { max-width: 32ch; color: var(--muted); font-size: 14px; text-wrap: balance; }
.rows { justify-self: stretch; margin-top: 14px; padding: 2px 14px; border-radius: 14px; background: var(--raised); text-align: start; }
.row { display: flex; justify-content: space-between; gap: 16px; padding: 10px 0; font-size: 14px; }
.row + .row { border-top: 1px solid var(--line); }
dt { flex: none; color: var(--muted); }
dd { min-width: 0; text-align: end; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.choice { display: grid; gap: 6px; padding: 12px 14px; font-size: 14px; color: var(--muted); }
select {
  width: 100%; min-height: 44px; padding: 0 10px; border: 1px solid var(--line); border-radius: 10px;
  background: var(--surface); color: var(--ink); font: inherit;
}
.account { display: flex; align-items: center; gap: 8px; }
.portrait { flex: none; width: 18px; height: 18px; }
.text {
  justify-self: stretch; max-height: 200px; margin-top: 10px; padding: 12px 14px; overflow: auto;
  border: 1px solid var(--line); border-radius: 14px; text-align: start; white-space: pre-wrap;
  overflow-wrap: anywhere; font: 13px/1.5 ui-monospace, "Liberation Mono", monospace;
}
.warning {
  justify-self: stretch; margin-top: 10px; padding: 10px 14px; border-radius: 12px; text-align: start;
  background: var(--warn-surface); color: var(--warn-ink); font-size: 14px; overflow-wrap: anywhere;
}
.buttons { display: grid; grid-template-columns: 1fr 1fr; gap: 10px; }
button {
  min-height: 48px; padding: 0 16px; border: 0; border-radius: 14px; cursor: pointer;
  font: inherit; font-weight: 600; transition: background-color 0.12s;
}
.refuse { background: var(--raised); color: var(--ink); }
.refuse:hover { background: var(--line); }
.approve { background: var(--accent); color: var(--on-accent); }
.approve:hover { background: var(--accent-strong); }
button:focus-visible, select:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.footnote { color: var(--muted); font-size: 12.5px; text-align: center; }
`

/** The sheet's looks, as a constructed style sheet: no style element or attribute for a CSP to refuse. */
export function sheetStyle(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
