import { css } from '../theme/theme.ts'

/**
 * The styles of the screens after the first click, in the colors of the palette that is loaded with them
 * (apply-palette.ts). Without a palette, borders have the color of the text: an unknown variable resets them to their
 * initial value.
 */
export const laterScreensTheme = css`
  h2 { font-size: 1.0625em; font-weight: 600; line-height: 1.3; }
  h2:focus { outline: none; }
  .card { text-wrap: pretty; }
  h2, button, .button, .asking { text-wrap: balance; }
  /* Between phrases, where the browser knows them: Japanese has no spaces. */
  :lang(ja) { word-break: auto-phrase; }
  .say { display: grid; gap: 4px; margin-block-end: auto; }
  /* What went wrong belongs to its title, not to the button. */
  .say:has(+ .notice) { margin-block-end: 0; }
  .say + .notice { margin-block-end: auto; }
  .button { text-decoration: none; }
  button[aria-busy='true'] { cursor: progress; }
  .plain, .wallet { border-color: var(--_edge); background: none; color: var(--_ink); }
  /* On a touch screen the finger that has left still hovers. */
  @media (hover: hover) {
    button:hover, .button:hover { --_fill: var(--_hover); }
    .quiet:hover { background: var(--_tint); color: var(--_ink); }
    .plain:hover, .wallet:hover { border-color: var(--_ink); background: var(--_tint); }
    .copy:hover { color: var(--_ink); text-decoration: underline; }
    .link:hover { color: var(--_ink); }
  }
  button:active, .button:active { --_fill: var(--_pressed); }
  .plain:active, .wallet:active { border-color: var(--_accent); background: var(--_tint); }
  button, .button { transition: background-color 0.15s, border-color 0.15s, color 0.15s; }
  :focus-visible { outline-color: var(--_ring); }
  .notice { display: flex; gap: 10px; padding: 12px 14px; border: 1px solid transparent; border-radius: var(--_radius); background: var(--_tint); font-size: 0.9375em; }
  .notice.bad { background: var(--_bad); color: var(--_on-bad); }
  ul, ol { display: grid; gap: 8px; padding: 0; list-style: none; }
  ol { gap: 0; }
  .wallet { justify-content: flex-start; min-height: 56px; padding-inline: 12px; text-align: start; }
  .wallet img, .blank { width: 32px; height: 32px; border-radius: 9px; flex: none; }
  .blank { display: grid; place-items: center; background: var(--_line); }
  .wallet > svg { flex: none; margin-inline: auto -4px; }
  [dir='rtl'] .wallet > svg { scale: -1 1; }
  .asking { display: grid; justify-items: center; gap: 14px; margin-block: auto; padding-block: 8px; text-align: center; }
  .asking .ring { position: relative; display: grid; place-items: center; width: 72px; height: 72px; }
  .asking .ring::before {
    position: absolute; inset: 0; content: ''; border: 3px solid var(--_accent); border-inline-start: 0;
    border-radius: 50%; animation: spin 1.1s linear infinite;
  }
  .asking .ring.still::before { border: 3px solid var(--_line); animation: none; }
  .asking .ring img, .asking .ring .blank { width: 44px; height: 44px; border-radius: 12px; }
  .asking .say { margin: 0; }
  .step { display: grid; grid-template-columns: 24px 1fr; gap: 12px; padding-block-end: 14px; position: relative; }
  .step:last-child { padding-block-end: 0; }
  .step:not(:last-child)::after { position: absolute; inset-block: 26px 2px; inset-inline-start: 11px; width: 2px; content: ''; background: var(--_line); }
  .step.done::after { background: var(--_accent); }
  .step .dot { display: grid; place-items: center; width: 24px; height: 24px; border: 2px solid; border-color: var(--_edge); border-radius: 50%; }
  .step.now .dot { border: 0; }
  .step.done .dot { border-color: var(--_accent); background: var(--_fill); color: var(--_on-fill); }
  .step .spin { width: 24px; height: 24px; color: var(--_accent); }
  .step:not(.done):not(.now) { color: var(--_soft); }
  progress { display: block; width: 100%; height: 8px; margin-block-start: 8px; border: 1px solid; border-color: var(--_edge); border-radius: 4px; overflow: hidden; appearance: none; background: var(--_tint); }
  progress::-webkit-progress-bar { background: none; }
  progress::-webkit-progress-value { background: var(--_accent); transition: inline-size 0.4s; }
  progress::-moz-progress-bar { background: var(--_accent); }
  .done-mark { display: flex; align-items: center; gap: 14px; }
  .done-mark .disc { display: grid; place-items: center; width: 44px; height: 44px; border: 1px solid var(--_accent); border-radius: 50%; background: var(--_fill); color: var(--_on-fill); flex: none; animation: pop 0.35s ease-out; }
  @keyframes pop { from { scale: 0.6; opacity: 0; } }
  dl { display: grid; grid-template-columns: auto 1fr; gap: 8px 16px; align-items: baseline; padding-block: 12px; border-block: 1px solid var(--_line); font-size: 0.9375em; }
  .signers { padding-block: 12px; border-block: 1px solid var(--_line); font-size: 0.9375em; }
  .signers li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; }
  dt { color: var(--_soft); }
  dd { text-align: end; font-variant-numeric: tabular-nums; }
  .copy { display: inline; width: auto; min-height: 24px; padding: 2px 8px; border-color: transparent; border-radius: 6px; background: var(--_tint); color: inherit; font-weight: 500; }
  /* A line of its own, so that no group breaks. */
  dt:has(+ dd .address), dd:has(.address) { grid-column: 1 / -1; }
  .copy:has(.address) { display: block; width: 100%; padding: 6px 12px; }
  .signed { overflow-wrap: anywhere; font-weight: 600; }
  .address { display: grid; grid-template-columns: repeat(5, auto); justify-content: space-between; font: 400 0.9375em/1.5 ui-monospace, monospace; text-align: end; white-space: nowrap; direction: ltr; }
  .address b { font-weight: 700; }
  .address span { color: var(--_soft); }
  .copy .all, .copy.whole .part { display: none; }
  .copy.whole .all { display: inline; user-select: all; }
  .out { display: inline-grid; place-items: center; min-width: 24px; min-height: 24px; color: inherit; vertical-align: middle; }
  .copied::after { content: ' ✓'; }
  .keep { display: flex; flex-wrap: wrap; gap: 0 12px; margin-block: -10px; }
  footer { position: relative; }
  .covered { position: absolute; inset: auto 0 0; padding-block-start: 4px; background: var(--_surface); color: var(--_on-bad); font-size: 0.875em; }
  .disc.harm { border-color: transparent !important; background: var(--_bad) !important; color: var(--_on-bad) !important; }
  .done-mark:has(.harm) { align-items: start; }
  .compared dd:not(:has(.address)) { white-space: nowrap; }
  dt.harm, dd.harm { margin-block-start: 8px; color: var(--_on-bad); font-weight: 600; }
  /* That it is paid to the store is not true of what was sent. */
  .card:has(.compared) footer :is(svg, small) { display: none; }
  .disc.look { border-color: transparent; background: var(--_tint); color: var(--_ink); }
  .link { display: inline; width: auto; min-width: 44px; min-height: 44px; padding: 0; border: 0; background: none; color: var(--_soft); font-size: 0.875em; font-weight: 500; text-align: start; text-decoration: underline; text-underline-offset: 3px; }
  .link.failed { text-decoration: line-through; }
  label { display: grid; gap: 6px; font-weight: 500; }
  input { width: 100%; min-height: 48px; padding: 10px 14px; border: 1px solid; border-color: var(--_edge); border-radius: var(--_radius); background: var(--_surface); color: var(--_ink); font-size: 1.125em; font-variant-numeric: tabular-nums; }
  input[aria-invalid='true'] { border-color: var(--_on-bad); }
  .two { display: grid; gap: 2px; }
  .two small { font-weight: 400; }
  .wallet[aria-disabled='true'] { border: 1px dashed; border-color: var(--_line); background: none; color: var(--_soft); cursor: default; }
  form.say { gap: 12px; }
  form.say > :is(div, output):empty { display: none; }
  .qr { display: block; max-width: 100%; height: auto; margin-inline: auto; border-radius: 12px; }
  .waits { display: flex; align-items: center; gap: 10px; }
  .waits .spin { width: 16px; height: 16px; border-width: 2px; }
  .claim { display: grid; gap: 12px; padding-block-start: 4px; }
  .claim input { font-size: 1em; }
  .center { text-align: center; }
  .links { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5em, 1fr)); gap: 8px; }
  .links .plain { padding-inline: 8px; font-size: 0.9375em; }
  .links :last-child:nth-child(odd) { grid-column: 1 / -1; }
  summary { min-height: 44px; color: var(--_soft); font-size: 0.875em; line-height: 44px; cursor: pointer; }
  .leaving { display: flex; align-items: center; justify-content: space-between; gap: 12px; }
  .leaving button { width: auto; }
  /* So narrow that name and value, side by side, would break in mid-word. */
  @container (max-width: 256px) {
    .wallet { gap: 8px; padding-inline: 8px; }
    dl { grid-template-columns: 1fr; gap: 2px; }
    dd { margin-block-end: 8px; text-align: start; }
  }
  @media (prefers-reduced-motion: reduce) {
    * { transition: none !important; }
    .disc { animation: none !important; }
    progress::-webkit-progress-value { transition: none; }
    .ring::before { animation-duration: 3s !important; }
  }
  @media (prefers-contrast: more) {
    .card { --_soft: var(--_ink); --_line: var(--_ink); --_edge: var(--_ink); --_accent: var(--_ink); --_ring: var(--_ink); }
    .notice { border-color: currentcolor; }
  }
  /* Colours of the system stay as they are; of all others only those of borders and text are left. */
  @media (forced-colors: active) {
    .step.done::after { background: Highlight; }
    progress::-webkit-progress-value { background: Highlight; }
    progress::-moz-progress-bar { background: Highlight; }
    .plain:hover, .wallet:hover { border-color: Highlight; }
    .wallet[aria-disabled='true'] { border-color: GrayText; color: GrayText; }
  }
`
