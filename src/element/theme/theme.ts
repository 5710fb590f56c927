/** Marks CSS for editors. It is sent as it is written, so its comments are outside. */
export const css = String.raw

/**
 * The styles of the card until the first click. Colors follow the page's color-scheme (light-dark), sizes follow the
 * card's width (container queries). Custom properties of the page override the brand of the charge, which overrides
 * the defaults. With forced colors every border is visible, so transparent borders outline what would otherwise
 * disappear.
 *
 * - `--_fill` is the brand itself. A gray close to the card, or a color that looks black on the dark card, moves to the other end.
 * - `--_accent` has at least 3:1 on white and on the dark card.
 * - `--_bw` is white where that has at least 4.5:1 (WCAG 2.2), else black.
 * - `*` resets the page's text styles. `medium` is the reader's own size; many pages make 10px of 1rem.
 * - Text styles are not set on the host, where the page's rules win.
 * - `.pay`, around the pay button, accepts no pointer in the first moments, in which a click was meant for the previous content
 *   there (checkout/views/card/click-guard.ts). It restarts when the button is displayed again. The animation is not on the button
 *   itself: browsers compute the style of an animated element separately, with all the colors above, which took half of a page's
 *   style time.
 * - `.amount` shrinks with its number of characters, `--n`, so that a number does not break, even of a broad font.
 * - `.size` gives the card a preferred width of 26em and a minimum of 280px in every container, although the card is a container
 *   itself and so has no intrinsic width. The track is the preferred width, and `::before` the least one: while a container asks
 *   for that, a percentage counts as none; after that, a narrower container shrinks both.
 */
export const theme = css`
  :host {
    --_hue: var(--pay-charge-accent, var(--_brand, #4f46e5));
    --_fill: light-dark(
      oklch(from var(--_hue) min(l,clamp(.21,1 - min(.05 - c,l - .65)*1e9,1)) c h),
      oklch(from var(--_hue) max(l,clamp(0,max(min(.05 - c,.52 - l),.3 - l)*1e9,.93)) c h)
    );
    --_accent: light-dark(oklch(from var(--_fill) min(l,.62) c h), oklch(from var(--_fill) max(l,.58) c h));
    --_bw: clamp(0,(.183 - .2126*r - .7152*g - .0722*b)*1e9,1);
    --_on-fill: color(from var(--_fill) srgb-linear var(--_bw) var(--_bw) var(--_bw));
    --_surface: var(--pay-charge-surface, light-dark(#fff, #17181c));
    --_ink: var(--pay-charge-ink, light-dark(#16181d, #f2f3f5));
    --_soft: color-mix(in oklab, var(--_ink) 68%, var(--_surface));
    --_line: color-mix(in oklab, var(--_ink) 14%, var(--_surface));
    --_rest: color-mix(in oklab, var(--_ink) 8%, var(--_surface));
    --_radius: var(--pay-charge-radius, 14px);
    --_space: var(--pay-charge-space, 24px);
    display: block;
    min-width: min(280px, 100%);
    max-width: 26em;
    color: var(--_ink);
    font-size: medium;
  }
  :host([hidden]) { display: none; }
  * { box-sizing: border-box; margin: 0; font: inherit; letter-spacing: normal; text-indent: 0; text-shadow: none; text-transform: none; white-space: normal; word-spacing: 0; }
  :host > * { color: var(--_ink); font: 400 medium/1.45 var(--pay-charge-font, system-ui, sans-serif); text-align: start; }
  .size { display: grid; grid-template-columns: minmax(min(280px, 100%), 26em); }
  .size > *, .size::before { grid-area: 1 / 1; }
  .size::before { width: 280px; max-width: 100%; content: ''; }
  .box { container-type: inline-size; }
  .card {
    display: flex;
    flex-direction: column;
    gap: calc(var(--_space) * 0.75);
    min-height: 23.4em;
    padding: calc(var(--_space) * 0.5) var(--_space) calc(var(--_space) * 0.85);
    background: var(--_surface);
    border: 1px solid var(--_line);
    border-radius: calc(var(--_radius) + 4px);
    box-shadow: 0 1px 2px #0000000d, 0 8px 28px #0000000f;
    overflow-wrap: anywhere;
  }
  @container (max-width: 320px) { .card { padding-inline: calc(var(--_space) * 0.66); } }
  ::slotted(*) { margin: 0; }
  .gap { height: 44px; }
  header { display: flex; align-items: center; gap: 10px; min-height: 44px; font-weight: 600; }
  header img { width: 28px; height: 28px; border-radius: 8px; object-fit: contain; }
  .price { display: flex; flex-direction: column; gap: 6px; }
  .amount { font-size: min(12cqi, 140cqi / var(--n, 1), 2.6em); white-space: nowrap; font-weight: 600; line-height: 1.1; letter-spacing: -0.025em; }
  .order { display: grid; gap: 6px; padding-block-start: 16px; border-block-start: 1px solid var(--_line); }
  .order:empty { display: none; }
  .order p { height: 1.5em; }
  small, .soft { color: var(--_soft); font-size: 0.875em; }
  .soft:has(.token) { display: flex; align-items: center; gap: 10px; }
  .token { position: relative; width: 24px; height: 24px; border-radius: 50%; background: var(--_rest); flex: none; }
  .screen { display: flex; flex: 1; flex-direction: column; justify-content: flex-end; gap: 12px; }
  footer { display: flex; align-items: center; gap: 8px; }
  svg { flex: none; }
  button, .button {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 10px;
    width: 100%;
    min-height: 48px;
    padding: 10px 16px;
    border: 1px solid var(--_accent);
    border-radius: var(--_radius);
    background: var(--_fill);
    color: var(--_on-fill);
    font-weight: 600;
    text-align: center;
    text-decoration: none;
    cursor: pointer;
  }
  .plain { border-color: var(--_line); background: none; color: var(--_ink); }
  .icon { width: 20px; height: 20px; }
  .pay { animation: arm 0.5s; }
  :focus-visible { outline: 3px solid var(--_accent); outline-offset: 2px; }
  .spin { width: 20px; height: 20px; border: 2.5px solid; border-inline-start: 0; border-radius: 50%; animation: spin 0.9s linear infinite; flex: none; }
  .skeleton { border: 1px solid transparent; border-radius: 8px; background: var(--_line); animation: breathe 1.6s ease-in-out infinite; }
  .skeleton.brand { width: 7em; height: 20px; }
  .skeleton.amount { width: 3.5em; height: 1.1em; }
  .skeleton.line { width: 11em; height: 24px; }
  .skeleton.button { height: 48px; border-radius: var(--_radius); }
  @keyframes spin { to { rotate: 1turn; } }
  @keyframes arm { 0%, to { pointer-events: none; } }
  @keyframes breathe { 50% { opacity: 0.5; } }
  @media (prefers-reduced-motion: reduce) {
    .skeleton { animation: none; }
    .spin { animation-duration: 3s; }
  }
  .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`
