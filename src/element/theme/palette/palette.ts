import { parseColor, toHex } from './color-text.ts'
import { flatten, getContrastRatio, mix, type Rgb, toOklch } from './oklch.ts'
import {
  blendTint,
  chooseFill,
  fadeInk,
  findNearestColor,
  hasContrast,
  stepLightness,
} from './shades.ts'

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
  isAccentShifted: boolean
  /** Whether the page's own ink was changed because it was not readable on the page's own surface. */
  isInkShifted: boolean
}

/** The role of a color. */
export type ColorRole = Exclude<keyof Palette, 'isAccentShifted' | 'isInkShifted'>

/** The contrast ratio that text needs (WCAG 2.2, 1.4.3). */
export const textContrast = 4.5
/** The contrast ratio that a control or a mark needs (WCAG 2.2, 1.4.11). */
export const markContrast = 3

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
 * @param brand a text that {@link parseColor} accepts, or channels from 0 to 255
 * @throws PayError `invalid_attribute` for a text that is not such a color
 * @example
 * const { fill, onFill } = createPalette('#7c3aed', 'light')
 */
export function createPalette(
  brand: Rgb | string,
  scheme: Scheme,
  surface?: Rgb | string,
  ink?: Rgb | string,
): Palette {
  const schemeDefaults = defaults[scheme]
  const card = flatten(
    readColor(surface ?? schemeDefaults.surface),
    readColor(schemeDefaults.surface),
  )
  const wantedInk = ink === undefined ? pickDefaultInk(card) : flatten(readColor(ink), card)
  const readableInk = findNearestColor(wantedInk, (one) => hasContrast(one, [card], textContrast))
  const brandColor = flatten(readColor(brand), card)
  const isVisible = (one: Rgb) => hasContrast(one, [card, mix(one, tintWeight, card)], markContrast)
  const fill = chooseFill(brandColor, isVisible)
  const accent = findNearestColor(fill, isVisible)
  const tint = blendTint(
    accent,
    tintWeight,
    card,
    (one) =>
      hasContrast(readableInk, [one], textContrast) && hasContrast(accent, [one], markContrast),
  )
  return {
    ...toHexColors({
      surface: card,
      ink: readableInk,
      soft: fadeInk(readableInk, 0.68, card, (one) => hasContrast(one, [card, tint], textContrast)),
      line: mix(readableInk, 0.14, card),
      edge: fadeInk(readableInk, 0.5, card, (one) => hasContrast(one, [card, tint], markContrast)),
      tint,
      accent,
      ring: accent,
      fill,
      ...createButtonColors(fill),
      ...createErrorColors(readColor(schemeDefaults.red), readColor(schemeDefaults.redText), card),
    }),
    isAccentShifted: accent !== brandColor,
    isInkShifted: ink !== undefined && readableInk !== wantedInk,
  }
}

/** The weight of the accent in a tint, from 0 to 1. */
const tintWeight = 0.08

const readColor = (color: Rgb | string) => (typeof color === 'string' ? parseColor(color) : color)

/** Picks the more readable of both schemes' inks: a page may set a dark surface without setting its color scheme. */
function pickDefaultInk(card: Rgb): Rgb {
  const [dark, light] = [readColor(defaults.light.ink), readColor(defaults.dark.ink)]
  return getContrastRatio(dark, card) > getContrastRatio(light, card) ? dark : light
}

/** Creates the colors of a button's text, and of the button while hovered and pressed. */
function createButtonColors(fill: Rgb) {
  const [white, black] = [readColor('#fff'), readColor('#000')]
  const onFill = hasContrast(white, [fill], textContrast) ? white : black
  const passes = (one: Rgb) => hasContrast(onFill, [one], textContrast)
  // Away from the text color. But a light fill gets darker, since it would only fade.
  const direction = onFill === white || toOklch(fill).l > 0.75 ? -1 : 1
  const pressed = stepLightness(fill, 0.08 * direction, passes)
  const hover = stepLightness(fill, 0.04 * direction, passes)
  // Where both would be equal, hover gets half of the step.
  return {
    onFill,
    pressed,
    hover: toHex(hover) === toHex(pressed) ? mix(pressed, 0.5, fill) : hover,
  }
}

function createErrorColors(red: Rgb, redText: Rgb, card: Rgb) {
  const textColors = [readColor('#fff'), readColor('#000')]
  const bad = blendTint(red, 0.1, card, (one) =>
    textColors.some((end) => hasContrast(end, [card, one], textContrast)),
  )
  return {
    bad,
    onBad: findNearestColor(redText, (one) => hasContrast(one, [card, bad], textContrast)),
  }
}

function toHexColors(colors: Record<ColorRole, Rgb>): Record<ColorRole, string> {
  const all = Object.entries(colors).map(([role, color]) => [role, toHex(color)])
  return Object.fromEntries(all) as Record<ColorRole, string>
}
