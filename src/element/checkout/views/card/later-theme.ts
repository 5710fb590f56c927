import { css } from '../../../theme/theme.ts'

/**
 * The styles of the screens after the first click, in the colors of the palette that is loaded with them
 * (apply-palette.ts). Without a palette, borders have the color of the text: an unknown variable resets them to their
 * initial value.
 */
export const laterScreensTheme = css`
  :host { --_mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
  h2 { font-size: 1.25em; font-weight: 600; line-height: 1.4; letter-spacing: -0.01em; }
  h2:focus { outline: none; }
  .sum { margin-inline-start: auto; white-space: nowrap; }
  .test { padding: 1px 8px; border: 1px solid; border-color: var(--_warning-line); border-radius: 99px; background: var(--_warning-tint); font-size: calc(12em / 15); flex: none; }
  .card { text-wrap: pretty; }
  h2, button, .button { text-wrap: balance; }
  /* Between phrases, where the browser knows them: Japanese has no spaces. */
  :lang(ja) { word-break: auto-phrase; }
  /* No space for an absent price or an empty line. */
  .card:is([data-step='offered'], [data-step='failed'], [data-step='unavailable'], [data-step='cancelled']) { min-height: 0; }
  /* What is bought stands where it is decided on. */
  .card:not([data-step='loading'], [data-step='enteringAmount'], [data-step='ready']) slot[name='summary'] { display: none; }
  footer:not(:has(small)) { margin-block-start: calc(var(--_space) * -0.75); }
  ::slotted([slot='footer']) { margin-block-start: calc(var(--_space) * 0.75); }
  .say { display: grid; gap: 4px; }
  .marked { display: grid; justify-items: start; gap: 12px; }
  .marked.paid { display: flex; flex-wrap: wrap; align-items: center; }
  .paid .say { flex: 1 1 6em; }
  .paid .sum { font-size: 1.25em; font-weight: 600; }
  /* Texts begin at the top; buttons are at the bottom. */
  .screen { justify-content: flex-start; }
  .screen > :is(button, .button, .pay, .folds, .skeleton):not(:is(button, .button, .pay, .folds) ~ *) { margin-block-start: auto; }
  .folds + .folds { margin-block-start: -13px; }
  button[aria-busy='true'] { cursor: progress; }
  .plain { border-color: var(--_edge); }
  .quiet { min-height: 44px; border-color: transparent; background: var(--_rest); color: var(--_ink); font-size: 0.875em; font-weight: 500; }
  .bare, .copy { border-color: transparent; background: none; color: var(--_soft); }
  .bare { width: 44px; min-height: 44px; padding: 0; flex: none; border-radius: 10px; }
  .back { margin-inline: -13px -9px; }
  /* On a touch screen the finger that has left still hovers. */
  @media (hover: hover) {
    button:hover, .button:hover { --_fill: var(--_hover); }
    .quiet:hover { border-color: var(--_line); }
    .plain:hover, .wallet:hover { background: var(--_well); }
    :is(.bare, .copy):hover { background: var(--_rest); color: var(--_ink); }
  }
  button:active, .button:active { --_fill: var(--_pressed); }
  .plain:active, .wallet:active { background: var(--_rest); }
  button, .button { transition: background-color 0.12s, border-color 0.12s, color 0.12s; }
  :focus-visible { outline-color: var(--_ring); }
  /* A grey box with an edge is to be compared or copied, and never a button. */
  .well { border: 1px solid; border-color: var(--_line); border-radius: var(--_radius); background: var(--_well); }
  /* Icon and edge carry the color of a state; the words stay ink. */
  .notice { display: flex; gap: 10px; padding: 11px 12px; border: 1px solid; border-color: var(--_info-line); border-radius: var(--_radius); background: var(--_info-tint); font-size: 0.875em; }
  .notice small { font-size: calc(12em / 14); }
  .notice > svg { color: var(--_info-ink); }
  .notice.warn { border-color: var(--_warning-line); background: var(--_warning-tint); }
  .notice.warn > svg { color: var(--_warning-ink); }
  .notice.bad { border-color: var(--_danger-line); background: var(--_danger-tint); }
  .notice.bad > svg { color: var(--_danger-ink); }
  ul, ol { padding: 0; list-style: none; }
  ul { border: 1px solid; border-color: var(--_line); border-radius: var(--_radius); overflow: clip; }
  /* Half a row says that the list goes on. */
  .long { max-height: 313px; overflow: hidden auto; scrollbar-width: thin; }
  li + li { border-block-start: 1px solid; border-color: var(--_line); }
  ul + ul { margin-block-start: -4px; }
  .wallet { gap: 12px; justify-content: flex-start; min-height: 56px; padding: 8px 12px; border-color: transparent; border-radius: 0; background: none; color: var(--_ink); font-size: 0.9375em; font-weight: 500; text-align: start; text-wrap: wrap; }
  .wallet:focus-visible { border-radius: calc(var(--_radius) - 1px); outline-offset: -3px; }
  .wallet > :is(svg, .copy-mark) { margin-inline-start: auto; color: var(--_soft); }
  [dir='rtl'] :is(header svg, .wallet > svg, a.button > svg, .out svg) { scale: -1 1; }
  .tag { margin-inline-start: auto; padding: 1px 6px; border: 1px solid; border-color: var(--_line); border-radius: 6px; background: var(--_well); color: var(--_soft); font-size: calc(12em / 15); white-space: nowrap; }
  .tag + svg { margin-inline-start: 0; }
  .coin { display: grid; place-items: center; width: 100%; height: 100%; border-radius: 50%; color: var(--_ink); }
  .coin > svg { width: 62%; height: 62%; }
  /* Drawn for white, which holds it apart from a coin of the same color, and from a dark card. */
  .network { position: absolute; inset-block-end: -5px; inset-inline-end: -6px; width: 16px; height: 16px; padding: 2px; border-radius: 50%; background: #fff; clip-path: circle(); }
  .wallet .token { width: 32px; height: 32px; }
  .wallet .network { width: 18px; height: 18px; }
  [aria-disabled='true'] .token { filter: grayscale(1); opacity: 0.6; }
  .tile { display: grid; place-items: center; width: 36px; height: 36px; border: 1px solid; border-color: var(--_line); border-radius: 10px; background: var(--_well); color: var(--_ink); flex: none; }
  img.tile { border: 0; background: none; object-fit: contain; }
  .ringed { position: relative; display: grid; place-items: center; width: 60px; height: 60px; margin-inline-start: -2px; }
  .ringed .tile { width: 44px; height: 44px; border-radius: 12px; }
  .ringed .disc { border-radius: 14px; }
  .turns, .spins { overflow: visible; fill: none; stroke-linecap: round; }
  .turns { position: absolute; inset: 0; stroke-width: 2.5; }
  .turns .run { stroke-dasharray: 28 72; animation: run 1.2s linear infinite; }
  .spins { width: 24px; height: 24px; stroke-width: 3; animation: spin 1.2s linear infinite; }
  .track { stroke: var(--_line); }
  .run { stroke: var(--_accent); transition: stroke-dasharray 0.24s; }
  @media (prefers-reduced-motion: no-preference) { .screen > * { animation: rise 0.24s cubic-bezier(0.2, 0, 0, 1); } }
  .screen > .pay { animation: arm 0.5s; }
  @keyframes rise { from { opacity: 0; translate: 0 4px; } }
  @keyframes run { to { stroke-dashoffset: -100; } }
  .disc { display: grid; place-items: center; width: 44px; height: 44px; border: 1px solid; border-color: var(--_info-line); border-radius: 50%; background: var(--_info-tint); color: var(--_info-ink); flex: none; }
  .disc.warn { border-color: var(--_warning-line); background: var(--_warning-tint); color: var(--_warning-ink); }
  .disc.bad { border-color: var(--_danger-line); background: var(--_danger-tint); color: var(--_danger-ink); }
  .disc.ok { border-color: var(--_success-fill); background: var(--_success-fill); color: var(--_on-success); }
  .disc.ok path { stroke-dasharray: 24; animation: draw 0.32s ease-out; }
  @keyframes draw { from { stroke-dashoffset: 24; } }
  .step { position: relative; display: grid; grid-template-columns: 24px 1fr; gap: 12px; min-height: 52px; border: 0; }
  .step:last-child { min-height: 44px; }
  .step:not(:last-child)::after { position: absolute; inset-block: 24px 0; inset-inline-start: 11px; width: 2px; content: ''; background: var(--_line); }
  .step.done::after { background: var(--_success-fill); }
  .step .dot { display: grid; place-items: center; width: 24px; height: 24px; border: 2px solid; border-color: var(--_edge); border-radius: 50%; }
  .step.now .dot { border: 0; }
  .step.done .dot { border-color: var(--_success-fill); background: var(--_success-fill); color: var(--_on-success); }
  .step.now .two { font-weight: 600; }
  .step:not(.done):not(.now) { color: var(--_soft); }
  .order :is(p, li) { overflow: hidden; height: 1.5em; line-height: 1.5em; text-overflow: ellipsis; }
  .order :is(p, li, span, bdi) { white-space: nowrap; text-align: match-parent; }
  .order p.soft { height: 1.7143em; line-height: 1.7143em; }
  .order .name { font-weight: 600; }
  .order summary { min-height: calc(3.4286em + 6px); }
  .order ul { display: grid; gap: 6px; border: 0; }
  div.order details { border: 0; }
  .order li { display: flex; justify-content: space-between; gap: 16px; border: 0; }
  .order li > bdi { flex: none; }
  .order li > span { overflow: hidden; text-overflow: ellipsis; }
  /* The name at the start, the value at the end. */
  dl { display: grid; grid-template-columns: auto 1fr; gap: 0 16px; align-items: center; padding-block: 8px; border-block-start: 1px solid; border-color: var(--_line); font-size: 0.875em; }
  dl > * { min-height: 32px; padding-block: 5px; }
  .goods { grid-template-columns: 1fr auto; }
  .receipt > p { padding-block-end: 8px; }
  .line, .line * { white-space: nowrap; }
  :is(.well, details) dl { padding: 0; border: 0; }
  .proof { padding: 4px 12px; font-size: 0.875em; }
  .proof > p { padding-block: 5px; }
  .proof > dl { font-size: 1em; }
  :is(dl, .signers, .receipt > p) :is(small, .soft) { font-size: 1em; }
  dl.to { padding-block: 0; border: 0; }
  .signers { font-size: 0.875em; }
  .signers li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; padding: 6px 12px; }
  dt { color: var(--_soft); }
  dd { display: flex; align-items: center; justify-content: flex-end; text-align: end; font-variant-numeric: tabular-nums; }
  dd.whole { grid-column: 1 / -1; padding-block: 0; }
  .signed { font-weight: 600; }
  .copy { display: inline-flex; gap: 6px; width: auto; min-height: 44px; margin: -5px -9px; padding: 0 8px; border-radius: 8px; color: var(--_ink); font-size: inherit; font-weight: 500; }
  .hex { font-family: var(--_mono); font-size: calc(13em / 14); }
  .hex .part { white-space: nowrap; }
  .copy-mark { display: grid; }
  .copy .copy-mark { color: var(--_soft); }
  .copy-mark > :last-child, .copied .copy-mark > :first-child { display: none; }
  .copied .copy-mark > :last-child { display: block; }
  .copied .copy-mark { color: var(--_success-ink); }
  .failed { text-decoration: line-through; }
  button .all, button.whole .part { display: none; }
  button.whole .all { display: inline; white-space: normal; overflow-wrap: anywhere; user-select: all; }
  /* Seven groups of six in four columns of one width; the eighth cell copies. */
  .block { position: relative; width: 100%; padding: 9px 12px; font-size: 0.875em; direction: ltr; }
  dl .block { font-size: 1em; }
  .address { display: grid; grid-template-columns: repeat(4, 1fr); color: var(--_soft); font: 400 1em/1.6 var(--_mono); text-align: left; white-space: nowrap; user-select: all; }
  .address b { color: var(--_ink); font-weight: 700; }
  .block .bare { position: absolute; inset-block-end: 0; right: 0; }
  .out { display: inline-flex; align-items: center; justify-content: center; min-width: 44px; min-height: 44px; margin-block: -5px; margin-inline: 9px -14px; color: inherit; }
  .link { display: inline-flex; align-items: center; min-height: 44px; margin-block: -5px; color: inherit; text-decoration: underline; text-decoration-color: var(--_edge); text-underline-offset: 3px; }
  dt .out { margin-inline: 0; vertical-align: middle; }
  .keep { display: grid; grid-template-columns: repeat(3, 1fr); gap: 8px; }
  .keep button { flex-direction: column; gap: 4px; min-height: 64px; padding: 8px 4px; border-color: var(--_line); font-size: 0.8125em; font-weight: 500; }
  footer { position: relative; }
  .covered { position: absolute; inset: auto 0 0; padding-block-start: 4px; background: var(--_surface); color: var(--_danger-ink); font-size: 0.875em; }
  .compared dd:not(.whole) { white-space: nowrap; }
  dt.harm, dd.harm { margin-block-start: 8px; color: var(--_danger-ink); font-weight: 600; }
  label { display: grid; gap: 6px; font-size: 0.875em; font-weight: 500; }
  input { width: 100%; min-height: 48px; padding: 10px 12px; border: 1px solid; border-color: var(--_edge); border-radius: var(--_radius); background: var(--_surface); color: var(--_ink); font-size: max(16px, 1.25em); font-weight: 400; font-variant-numeric: tabular-nums; }
  input::placeholder { color: var(--_soft); opacity: 1; }
  input[aria-invalid='true'] { border-color: var(--_danger-ink); }
  fieldset { min-width: 0; padding: 0; border: 0; }
  legend { padding: 0 0 6px; font-size: 0.875em; font-weight: 500; }
  [type='radio'] { width: 20px; min-height: 20px; accent-color: var(--_fill); }
  .two { display: grid; min-width: 0; }
  .two small { color: var(--_soft); font-weight: 400; }
  .two small[dir] { overflow-wrap: anywhere; text-align: match-parent; }
  .wallet small { font-size: calc(13em / 15); }
  .wallet[aria-disabled='true'] { color: var(--_soft); cursor: default; }
  .wallet[aria-disabled='true']:hover { background: none; }
  form.say { flex: 1; align-content: start; gap: 12px; }
  form.say > button { align-self: end; }
  form.say > :is(div, output):empty { display: none; }
  .qr { display: block; max-width: 100%; height: auto; border: 1px solid; border-color: var(--_line); border-radius: 12px; flex: none; }
  .exact { display: flex; align-items: center; justify-content: space-between; padding-block: 8px; padding-inline-start: 12px; }
  .exact > div { display: grid; min-width: 0; }
  .label { color: var(--_soft); font-size: 0.8125em; font-weight: 500; }
  .number { font-size: 1.875em; font-weight: 600; line-height: 1.25; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; direction: ltr; }
  .number.medium { font-size: 1.375em; }
  .number.small { font-size: 1em; letter-spacing: 0; }
  .number small { font-size: max(0.5em, 14px); letter-spacing: 0; }
  :is(.exact + small, .only small) { font-size: 0.8125em; line-height: 1.4; }
  .exact + small { margin-block-start: -6px; }
  .held { font-variant-numeric: tabular-nums; white-space: nowrap; }
  .code { display: flex; gap: 16px; }
  .code .qr { max-width: 56%; align-self: start; }
  .aside { display: flex; flex: 1; flex-direction: column; justify-content: space-between; gap: 12px; min-width: 0; }
  .waits, .only { display: flex; gap: 8px; font-size: 0.875em; font-weight: 500; }
  .waits .spin { width: 16px; height: 16px; margin-block-start: 2px; border-width: 2px; color: var(--_accent); }
  .only { font-size: 1em; font-weight: 400; }
  .only svg { margin-block-start: 2px; color: var(--_warning-ink); }
  .claim { display: grid; gap: 12px; }
  .claim input { font-size: max(16px, 1em); }
  .links { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5em, 1fr)); gap: 8px; }
  .links .plain { justify-content: flex-start; padding: 8px; border-color: var(--_line); font-size: 0.875em; font-weight: 500; text-align: start; text-wrap: wrap; }
  .links .tile { width: 30px; height: 30px; border-radius: 8px; }
  details { border-block-start: 1px solid; border-color: var(--_line); }
  details:last-child { border-block-end: 1px solid; border-color: var(--_line); }
  summary { display: flex; align-items: center; justify-content: space-between; min-height: 44px; color: var(--_soft); font-size: 0.875em; font-weight: 500; list-style: none; cursor: pointer; }
  summary::-webkit-details-marker { display: none; }
  summary:hover { color: var(--_ink); }
  [open] > summary svg { rotate: 180deg; }
  details > div { padding-block-end: 16px; }
  details button:not(.bare, .copy, .wallet, .keep > *, form *) { margin-block-start: 12px; font-size: 0.875em; }
  details .keep { margin-block-end: 12px; }
  .leaving { display: flex; align-items: center; justify-content: space-between; gap: 12px; }
  .leaving button { width: auto; }
  @container (max-width: 340px) {
    .block { padding-inline: 10px; }
    .address { font-size: calc(12em / 14); line-height: 1.8; }
    .number { font-size: 1.625em; }
    .code { gap: 12px; }
  }
  @container (max-width: 340px) {
    .wallet:has(.tag) { display: grid; grid-template-columns: 36px 1fr auto; row-gap: 2px; }
    .tag { grid-area: 2 / 2; justify-self: start; margin: 0; }
    .wallet:has(.tag) :is(.tile, .tag + svg) { grid-row: 1 / 3; }
    /* The wallet used last is installed. */
    .wallet:has(.tag) small:not([dir]) { display: none; }
  }
  @container (max-width: 300px) {
    .keep { grid-template-columns: 1fr; }
    .keep button { flex-direction: row; gap: 8px; min-height: 44px; }
    .code { flex-direction: column; }
    .code .qr { max-width: 144px; }
  }
  /* So narrow that name and value, side by side, would break in mid-word. */
  @container (max-width: 256px) {
    .wallet { gap: 8px; padding-inline: 8px; }
    dl { grid-template-columns: 1fr; }
    dt { min-height: 0; padding-block-end: 0; }
    dd { justify-content: flex-start; text-align: start; }
    .address { grid-template-columns: repeat(3, 1fr); }
  }
  @media (prefers-reduced-motion: reduce) {
    * { transition: none !important; }
    .disc path, .turns *, .spins { animation: none !important; }
  }
  @media (prefers-contrast: more) {
    .card { --_soft: var(--_ink); --_line: var(--_ink); --_edge: var(--_ink); --_accent: var(--_ink); --_ring: var(--_ink); }
    :is(.notice, .disc, .tile, .well) { border-color: currentcolor; }
  }
  /* Colours of the system stay as they are; of all others only those of borders and text are left. */
  @media (forced-colors: active) {
    .step.done::after { background: Highlight; }
    .run { stroke: Highlight; }
    .plain:hover, .wallet:hover { border-color: Highlight; }
    .wallet[aria-disabled='true'] { color: GrayText; }
  }
`
