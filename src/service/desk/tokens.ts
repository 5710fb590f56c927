/** The values of the look, the same as of the card. One input: `--brand`; all else is fixed or follows from it. */
export const deskTokens = `/* Tokens of the card, the hosted page and the desk.
   One input: --brand. All else is fixed or derived from it.
   State colors never derive from the brand, and info is slate, so that no brand can be taken for a state. */
:root {
  color-scheme: light dark;

  /** Brand: the merchant's one color, and those derived from it */
  --brand: #4f46e5;
  /* the fill: the brand itself, unless it would drown in the surface. Then a color is lifted or lowered as far as needed,
     and a grey turns over (black is white on dark, white is black on light): a grey in the middle would look disabled */
  --brand-fill: light-dark(
    oklch(from var(--brand) min(l, 0.92 - 0.7 * clamp(0, (0.04 - c) * 999, 1) * clamp(0, (l - 0.85) * 999, 1)) c h),
    oklch(from var(--brand) max(l, 0.5 + 0.44 * clamp(0, (0.04 - c) * 999, 1) * clamp(0, (0.4 - l) * 999, 1)) c h));
  /* black or white, for the higher contrast: the border is the luminance 0.179 */
  --on-brand: color(from var(--brand-fill) xyz-d65
    calc(clamp(0, (0.179 - y) * 9999, 1) * 0.9505)
    clamp(0, (0.179 - y) * 9999, 1)
    calc(clamp(0, (0.179 - y) * 9999, 1) * 1.089));
  --brand-hover: color-mix(in oklab, var(--brand-fill) 90%, var(--on-brand));
  --brand-press: color-mix(in oklab, var(--brand-fill) 82%, var(--on-brand));
  --brand-text: light-dark(oklch(from var(--brand) min(l, 0.5) c h), oklch(from var(--brand) max(l, 0.76) min(c, 0.13) h));
  --brand-tint: color-mix(in oklab, var(--brand) 9%, var(--surface));
  --brand-edge: color-mix(in oklab, var(--ink) 12%, transparent); /* an edge for a pale brand on a pale ground */

  /* Neutral. ink on surface >= 15:1, ink-2 >= 6.5:1, ink-3 >= 4.6:1 also on well; line-control >= 3:1 */
  --page: light-dark(#f4f5f7, #0b0c0f);
  --surface: light-dark(#ffffff, #15171c);
  --well: light-dark(#f6f7f9, #1d2026);
  --hover: light-dark(#eff1f4, #262a32);
  --line: light-dark(#e3e6eb, #2b2f38);
  --line-control: light-dark(#878d99, #717885);
  --ink: light-dark(#14161b, #f3f4f6);
  --ink-2: light-dark(#4d535f, #b4b9c4);
  --ink-3: light-dark(#646a77, #979da9);

  /* States: -ink for icon and text (>= 4.5:1 on its tint and on surface), -tint for the ground, -line for the edge */
  --success-ink: light-dark(#0f6b3a, #6fd79a);
  --success-tint: light-dark(#e8f6ee, #10281b);
  --success-line: light-dark(#bfe2cd, #23503a);
  --success-fill: light-dark(#137a43, #2fa865);
  --on-success: light-dark(#ffffff, #06150d);
  --warning-ink: light-dark(#874a00, #f3bc62);
  --warning-tint: light-dark(#fff4de, #2b2010);
  --warning-line: light-dark(#f0d8a4, #574220);
  --danger-ink: light-dark(#b01f1b, #ff958d);
  --danger-tint: light-dark(#fdeeed, #331817);
  --danger-line: light-dark(#f3c8c5, #66302d);
  --info-ink: light-dark(#3c4759, #b9c3d3);
  --info-tint: light-dark(#eff2f6, #1e242d);
  --info-line: light-dark(#d8dee7, #343d4a);

  /* Space: multiples of 4 */
  --s1: 4px; --s2: 8px; --s3: 12px; --s4: 16px; --s5: 20px; --s6: 24px; --s8: 32px; --s10: 40px; --s12: 48px;
  --tap: 44px;
  --row: 56px;

  /* Type: three weights; every figure is tabular */
  --font: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --t-small: 400 12px/16px var(--font);
  --t-note: 400 13px/18px var(--font);
  --t-body: 400 14px/20px var(--font);
  --t-row: 500 15px/20px var(--font);
  --t-control: 600 16px/24px var(--font);
  --t-title: 600 20px/28px var(--font);
  --t-amount: 600 40px/44px var(--font);
  --t-exact: 600 30px/36px var(--font);

  /* Shape: a corner inside a corner is smaller by the space between them, never larger than its box */
  --r-chip: 6px; --r-icon: 8px; --r-control: 12px; --r-card: 20px;
  --shadow-card: 0 1px 2px light-dark(rgb(16 24 40 / 0.06), transparent), 0 12px 32px -12px light-dark(rgb(16 24 40 / 0.14), transparent);
  --ring: 0 0 0 2px var(--surface), 0 0 0 4px var(--brand-text);

  /* Motion: one curve, two lengths; none with reduced motion */
  --ease: cubic-bezier(0.2, 0, 0, 1);
  --quick: 120ms;
  --calm: 240ms;
}
@media (prefers-reduced-motion: reduce) { :root { --quick: 0ms; --calm: 0ms } }
`
