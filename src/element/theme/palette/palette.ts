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
  /** The background of texts to compare or copy, and of notices without a state. */
  well: string
  /** The background of buttons of the lowest rank, and of elements under the pointer. */
  rest: string
  /** States never derive from the brand. Ink is the color of icons and words, tint the background, line the border. */
  successInk: string
  successTint: string
  successLine: string
  /** The mark of success, and the check on it. */
  successFill: string
  onSuccess: string
  warningInk: string
  warningTint: string
  warningLine: string
  /** Also the border of an invalid input. */
  dangerInk: string
  dangerTint: string
  dangerLine: string
  infoInk: string
  infoTint: string
  infoLine: string
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
  light: {
    surface: '#ffffff',
    ink: '#16181d',
    success: '#0f6b3a',
    successFill: '#137a43',
    warning: '#874a00',
    danger: '#b01f1b',
    info: '#3c4759',
  },
  dark: {
    surface: '#17181c',
    ink: '#f2f3f5',
    success: '#6fd79a',
    successFill: '#2fa865',
    warning: '#f3bc62',
    danger: '#ff958d',
    info: '#b9c3d3',
  },
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
  const readableInk = findNearestColor(wantedInk, (color) =>
    hasContrast(color, [card], textContrast),
  )
  const brandColor = flatten(readColor(brand), card)
  const isVisible = (color: Rgb) =>
    hasContrast(color, [card, mix(color, tintWeight, card)], markContrast)
  const fill = chooseFill(brandColor, isVisible)
  const accent = findNearestColor(fill, isVisible)
  const isGround = (color: Rgb) =>
    hasContrast(readableInk, [color], textContrast) && hasContrast(accent, [color], markContrast)
  const tint = blendTint(accent, tintWeight, card, isGround)
  const well = blendTint(readableInk, 0.04, card, isGround)
  // Only text stands on it: the focus outline is on the card around it.
  const rest = blendTint(readableInk, scheme === 'dark' ? 0.11 : 0.075, card, (color) =>
    hasContrast(readableInk, [color], textContrast),
  )
  return {
    ...toHexColors({
      surface: card,
      ink: readableInk,
      soft: fadeInk(readableInk, 0.68, card, (color) =>
        hasContrast(color, [card, tint, well, rest], textContrast),
      ),
      line: mix(readableInk, 0.14, card),
      edge: fadeInk(readableInk, 0.5, card, (color) =>
        hasContrast(color, [card, tint, well], markContrast),
      ),
      tint,
      well,
      rest,
      accent,
      ring: accent,
      fill,
      ...createButtonColors(fill),
      ...createStateColors(schemeDefaults, readableInk, card),
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
  const passes = (color: Rgb) => hasContrast(onFill, [color], textContrast)
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

/** The hue that each state's tint and border have a little of. */
const stateHues = { success: '#1fa35c', warning: '#f5a300', danger: '#e5483d', info: '#64748b' }
type StateName = keyof typeof stateHues

/** Creates the colors of the states. Words on a tint stay in the card's own ink. */
function createStateColors(schemeDefaults: (typeof defaults)[Scheme], ink: Rgb, card: Rgb) {
  const create = <State extends StateName>(state: State) => {
    const hue = readColor(stateHues[state])
    const tint = blendTint(hue, 0.12, card, (color) => hasContrast(ink, [color], textContrast))
    return {
      [`${state}Ink`]: findNearestColor(readColor(schemeDefaults[state]), (color) =>
        hasContrast(color, [card, tint], textContrast),
      ),
      [`${state}Tint`]: tint,
      [`${state}Line`]: mix(hue, 0.36, card),
    } as Record<`${State}${'Ink' | 'Tint' | 'Line'}`, Rgb>
  }
  const fill = findNearestColor(readColor(schemeDefaults.successFill), (color) =>
    hasContrast(color, [card], markContrast),
  )
  const [white, black] = [readColor('#fff'), readColor('#000')]
  return {
    ...create('success'),
    ...create('warning'),
    ...create('danger'),
    ...create('info'),
    successFill: fill,
    onSuccess: hasContrast(white, [fill], textContrast) ? white : black,
  }
}

function toHexColors(colors: Record<ColorRole, Rgb>): Record<ColorRole, string> {
  const entries = Object.entries(colors).map(([role, color]) => [role, toHex(color)])
  return Object.fromEntries(entries) as Record<ColorRole, string>
}
