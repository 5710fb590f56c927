import { parseColour, toHex } from './color-text.ts'
import { contrast, flatten, mix, type Rgb, toOklch } from './oklch.ts'
import { faded, filled, nearest, stands, stepped, wash } from './shades.ts'

// All colors of the card from one brand color, readable in both schemes. Every ratio is computed between the final
// 8-bit colors, since an accessibility checker measures those.

/** A color scheme, as in CSS color-scheme. */
export type Scheme = 'light' | 'dark'

/** The colors of the card, each as `#rrggbb`. */
export interface Palette {
  /** The background of the card. */
  surface: string
  /** Text on the card and on tint. */
  ink: string
  /** Small print. */
  soft: string
  /** Decorative lines between areas. */
  line: string
  /** The border of an input, which shows where to type. */
  edge: string
  /** The background of notices, wallets and quiet buttons: the surface with a little of the brand color. */
  tint: string
  /** The background of buttons: the brand color itself wherever that looks like a button. */
  fill: string
  onFill: string
  hover: string
  pressed: string
  /** The brand color where it must contrast with the card: marks, and the borders of buttons. */
  accent: string
  /** The focus ring, which is drawn on the card around the control. */
  ring: string
  /** The background of an error notice. `onBad` is its text, and also the border of an invalid input. */
  bad: string
  onBad: string
  /** Whether the accent was changed because the brand color was too close to the card. */
  shifted: boolean
  /** Whether the page's own ink was changed because it was not readable on the page's own surface. */
  inkShifted: boolean
}

/** The role of a color. */
export type Role = Exclude<keyof Palette, 'shifted' | 'inkShifted'>

/** The contrast ratio that text needs (WCAG 2.2, 1.4.3). */
export const forText = 4.5
/** The contrast ratio that a control or a mark needs (WCAG 2.2, 1.4.11). */
export const forMark = 3

/** The default colors; the same as in the style sheet. */
const defaults = {
  light: { surface: '#ffffff', ink: '#16181d', red: '#d92d20', redText: '#8f1d14' },
  dark: { surface: '#17181c', ink: '#f2f3f5', red: '#ff6b5e', redText: '#ffb4ab' },
} satisfies Record<Scheme, object>

/**
 * Creates the palette of a brand color.
 *
 * Buttons keep the brand color. The accent, which also borders them, changes in lightness only, and no more than
 * necessary. The page's own surface and ink stay; only an ink that is not readable on its surface is changed, which
 * `isInkShifted` reports. Every pair of colors reaches its ratio on any surface. On middle gray the tint fades into
 * the card for that, and small print becomes as dark as other text.
 *
 * A translucent color counts as it looks on the surface. A translucent surface counts as it looks on the scheme's
 * default surface, because the background behind the card is not known. Colors outside sRGB are mapped into it.
 *
 * @param brand a text that {@link parseColour} accepts, or channels from 0 to 255
 * @throws PayError `invalid_attribute` for a text that is not such a color
 * @example
 * const { fill, onFill } = createPalette('#7c3aed', 'light')
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

/** The weight of the accent in a tint, from 0 to 1. */
const tintShare = 0.08

const read = (colour: Rgb | string) => (typeof colour === 'string' ? parseColour(colour) : colour)

/** Picks the more readable of both schemes' inks: a page may set a dark surface without setting its color scheme. */
function usualInk(card: Rgb): Rgb {
  const [dark, light] = [read(defaults.light.ink), read(defaults.dark.ink)]
  return contrast(dark, card) > contrast(light, card) ? dark : light
}

/** Creates the colors of a button's text, and of the button while hovered and pressed. */
function onto(fill: Rgb) {
  const [white, black] = [read('#fff'), read('#000')]
  const onFill = stands(white, [fill], forText) ? white : black
  const passes = (one: Rgb) => stands(onFill, [one], forText)
  // Away from the text color. But a light fill gets darker, since it would only fade.
  const away = onFill === white || toOklch(fill).l > 0.75 ? -1 : 1
  const pressed = stepped(fill, 0.08 * away, passes)
  const hover = stepped(fill, 0.04 * away, passes)
  // Where both would be equal, hover gets half of the step.
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
