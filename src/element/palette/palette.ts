import { parseColour, toHex } from './colour-text.ts'
import { contrast, flatten, mix, type Rgb, toOklch } from './oklch.ts'
import { faded, filled, nearest, stands, stepped, wash } from './shades.ts'

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
  /** Buttons: the brand itself wherever that looks like a button. */
  fill: string
  onFill: string
  hover: string
  pressed: string
  /** The brand where it must be seen beside the card: marks, and the borders of buttons. */
  accent: string
  /** Of the control that has the focus; stands on the card, beside the control. */
  ring: string
  /** A notice of what went wrong, and its text; the text also marks a field. */
  bad: string
  onBad: string
  /** True where the brand colour was too close to the card, and the accent had to be moved. */
  shifted: boolean
  /** True where the page's own ink could not be read on its own surface and had to be moved. */
  inkShifted: boolean
}

/** What a colour is for. */
export type Role = Exclude<keyof Palette, 'shifted' | 'inkShifted'>

/** The ratio that text needs (WCAG 2.2, 1.4.3). */
export const forText = 4.5
/** The ratio that a control or a mark needs (1.4.11). */
export const forMark = 3

/** As the style sheet has them. */
const defaults = {
  light: { surface: '#ffffff', ink: '#16181d', red: '#d92d20', redText: '#8f1d14' },
  dark: { surface: '#17181c', ink: '#f2f3f5', red: '#ff6b5e', redText: '#ffb4ab' },
} satisfies Record<Scheme, object>

/**
 * The palette of a brand colour. Buttons keep it; the accent, which also borders them, moves in lightness alone and no further
 * than it must. Surface and ink of the page's own stay; only an ink that nobody could read on its surface moves, and is told
 * of. Every pair reaches its ratio, on any surface: on mid-grey by a tint that fades into the card and small print as dark as
 * the rest.
 *
 * A colour that lets through what is under it counts as it looks on the surface; such a surface, as it looks on the scheme's
 * own: what lies behind the card is not known. What is beyond sRGB is brought into it.
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
  const usual = defaults[scheme]
  const card = flatten(read(surface ?? usual.surface), read(usual.surface))
  const wanted = ink === undefined ? usualInk(card) : flatten(read(ink), card)
  const readable = nearest(wanted, (one) => stands(one, [card], forText))
  const colour = flatten(read(brand), card)
  const shows = (one: Rgb) => stands(one, [card, mix(one, tintShare, card)], forMark)
  const fill = filled(colour, shows)
  const accent = nearest(fill, shows)
  const tint = wash(
    accent,
    tintShare,
    card,
    (one) => stands(readable, [one], forText) && stands(accent, [one], forMark),
  )
  return {
    ...hexes({
      surface: card,
      ink: readable,
      soft: faded(readable, 0.68, card, (one) => stands(one, [card, tint], forText)),
      line: mix(readable, 0.14, card),
      edge: faded(readable, 0.5, card, (one) => stands(one, [card, tint], forMark)),
      tint,
      accent,
      ring: accent,
      fill,
      ...onto(fill),
      ...alarm(read(usual.red), read(usual.redText), card),
    }),
    shifted: accent !== colour,
    inkShifted: ink !== undefined && readable !== wanted,
  }
}

/** How much of the accent is in a tint. */
const tintShare = 0.08

const read = (colour: Rgb | string) => (typeof colour === 'string' ? parseColour(colour) : colour)

/** Of the two that the schemes have: a page may give a dark surface without a word of its scheme. */
function usualInk(card: Rgb): Rgb {
  const [dark, light] = [read(defaults.light.ink), read(defaults.dark.ink)]
  return contrast(dark, card) > contrast(light, card) ? dark : light
}

/** What is written on a button, and the button under a pointer or finger. */
function onto(fill: Rgb) {
  const [white, black] = [read('#fff'), read('#000')]
  const onFill = stands(white, [fill], forText) ? white : black
  const passes = (one: Rgb) => stands(onFill, [one], forText)
  // Away from its text; but what is light already would only fade.
  const away = onFill === white || toOklch(fill).l > 0.75 ? -1 : 1
  const pressed = stepped(fill, 0.08 * away, passes)
  const hover = stepped(fill, 0.04 * away, passes)
  // Where there is little room, half of it each.
  return {
    onFill,
    pressed,
    hover: toHex(hover) === toHex(pressed) ? mix(pressed, 0.5, fill) : hover,
  }
}

function alarm(red: Rgb, redText: Rgb, card: Rgb) {
  const ends = [read('#fff'), read('#000')]
  const bad = wash(red, 0.1, card, (one) => ends.some((end) => stands(end, [card, one], forText)))
  return { bad, onBad: nearest(redText, (one) => stands(one, [card, bad], forText)) }
}

function hexes(colours: Record<Role, Rgb>): Record<Role, string> {
  const all = Object.entries(colours).map(([role, colour]) => [role, toHex(colour)])
  return Object.fromEntries(all) as Record<Role, string>
}
