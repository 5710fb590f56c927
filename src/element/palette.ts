import { contrast, flatten, mix, parseColour, type Rgb, toHex, toOklch, toRgb } from './oklch.ts'

// From one brand colour all colours of the card, readable in both schemes. Every ratio is taken between colours as written
// out, 8 bits a channel: what a page's tester measures.

export type Scheme = 'light' | 'dark'

/** Every colour as `#rrggbb`. */
export interface Palette {
  /** The card. */
  surface: string
  /** Text on the card and on tint. */
  ink: string
  /** Small print. */
  soft: string
  /** Hairlines that part, and mean nothing. */
  line: string
  /** The border of a field: it tells where to type. */
  edge: string
  /** Notices, wallets and quiet buttons: the card with a breath of the brand. */
  tint: string
  /** The brand where it can be seen: buttons and marks. */
  accent: string
  onAccent: string
  hover: string
  pressed: string
  /** Of the control that has the focus; stands on the card, beside the control. */
  ring: string
  /** A notice of what went wrong, and its text; the text also marks a field. */
  bad: string
  onBad: string
  /** True where the brand colour was too close to the card and had to be moved. */
  shifted: boolean
  /** True where the page's own ink could not be read on its own surface and had to be moved. */
  inkShifted: boolean
}

type Role = Exclude<keyof Palette, 'shifted' | 'inkShifted'>

/** What text needs (WCAG 2.2, 1.4.3), and what a control or a mark needs (1.4.11). */
const [text, mark] = [4.5, 3]

/** Which colour is seen on which, and its least ratio. */
export const pairs: readonly (readonly [seen: Role, on: Role, least: number])[] = [
  ['ink', 'surface', text],
  ['ink', 'tint', text],
  ['soft', 'surface', text],
  ['soft', 'tint', text],
  ['onAccent', 'accent', text],
  ['onAccent', 'hover', text],
  ['onAccent', 'pressed', text],
  ['onBad', 'bad', text],
  ['onBad', 'surface', text],
  ['accent', 'surface', mark],
  ['accent', 'tint', mark],
  ['hover', 'surface', mark],
  ['pressed', 'surface', mark],
  ['ring', 'surface', mark],
  ['ring', 'tint', mark],
  ['edge', 'surface', mark],
  ['edge', 'tint', mark],
]

const white: Rgb = { r: 255, g: 255, b: 255 }
const black: Rgb = { r: 0, g: 0, b: 0 }
const defaults = {
  light: { surface: '#ffffff', ink: '#16181d', red: '#d92d20', redText: '#8f1d14' },
  dark: { surface: '#17181c', ink: '#f2f3f5', red: '#ff6b5e', redText: '#ffb4ab' },
} satisfies Record<Scheme, object>

/**
 * The palette of a brand colour, which is moved in lightness alone, no further than it must, and keeps its hue. A ground and a
 * text colour of the page's own are kept; only an ink that nobody could read on its surface is moved, and told of.
 *
 * A brand or ink that lets through what is under it counts as it looks on the surface, such a surface as it looks on the
 * scheme's own: what lies behind the card is not known.
 *
 * @param brand as {@link parseColour} reads it, or channels from 0 to 255
 * @throws PayError `invalid_attribute` for a text that is no such colour
 */
export function palette(
  brand: Rgb | string,
  scheme: Scheme,
  surface?: Rgb | string,
  ink?: Rgb | string,
): Palette {
  const own = defaults[scheme]
  const card = flatten(read(surface ?? own.surface), read(own.surface))
  const given = ink === undefined ? undefined : flatten(read(ink), card)
  const readable = readableInk(given ?? usualInk(card, scheme), card)
  const colour = flatten(read(brand), card)
  const tint = tintOf(colour, card, readable)
  const grounds = [card, tint]
  const accent = nearest(colour, (one) => stands(one, grounds, mark))
  const onAccent = contrast(white, accent) >= text ? white : black
  const state = (step: number) =>
    stepFrom(accent, step, onAccent, (one) => stands(one, grounds, mark))
  const colours: Record<Role, Rgb> = {
    surface: card,
    ink: readable,
    soft: faded(readable, 0.68, card, (one) => stands(one, grounds, text)),
    line: mix(readable, 0.14, card),
    edge: faded(readable, 0.5, card, (one) => stands(one, grounds, mark)),
    tint,
    accent,
    onAccent,
    hover: state(0.04),
    pressed: state(0.08),
    ring: accent,
    ...alarm(read(own.red), read(own.redText), card),
  }
  const shifted = toHex(accent) !== toHex(colour)
  const inkShifted = given !== undefined && toHex(given) !== toHex(readable)
  return { ...(mapValues(colours, toHex) as Record<Role, string>), shifted, inkShifted }
}
