// How a browser mixes colors: what stays of a label under a layer is computed, since no page can read its own pixels.

/** Red, green and blue, from 0 to 1. */
export type Color = readonly [number, number, number]

/** A color that is painted over others, with its opacity from 0 to 1. */
export interface Paint {
  color: Color
  alpha: number
}

/** Reads any computed color, with an element that resolves it to `color(srgb r g b / alpha)` (CSS Color 5, 3). */
export function readPaint(text: string, probe: HTMLElement): Paint {
  probe.style.color = `color-mix(in srgb, ${text}, ${text})`
  const numbers = getComputedStyle(probe).color.match(/-?\d[\d.]*(e-?\d+)?/g) ?? []
  const [red = 0, green = 0, blue = 0, alpha = 1] = numbers.map(Number)
  return { color: [red, green, blue], alpha }
}

export const mix = (below: Color, above: Color, alpha: number): Color =>
  mapChannels((index) => below[index] * (1 - alpha) + above[index] * alpha)

const mapChannels = (channel: (index: 0 | 1 | 2) => number): Color => [
  channel(0),
  channel(1),
  channel(2),
]

/** The blend modes that mix each channel by itself (W3C, Compositing and Blending 1, 9.1). */
const blends: Record<string, (below: number, above: number) => number> = {
  normal: (_, above) => above,
  multiply: (below, above) => below * above,
  screen: (below, above) => below + above - below * above,
  overlay: (below, above) => hardLight(above, below),
  darken: Math.min,
  lighten: Math.max,
  'color-dodge': (below, above) =>
    below === 0 ? 0 : above >= 1 ? 1 : Math.min(1, below / (1 - above)),
  'color-burn': (below, above) =>
    below >= 1 ? 1 : above <= 0 ? 0 : 1 - Math.min(1, (1 - below) / above),
  'hard-light': (below, above) => hardLight(below, above),
  'soft-light': (below, above) => below + (2 * above - 1) * (Math.sqrt(below) - below),
  difference: (below, above) => Math.abs(below - above),
  exclusion: (below, above) => below + above - 2 * below * above,
  'plus-lighter': (below, above) => Math.min(1, below + above),
}

function hardLight(below: number, above: number): number {
  return above <= 0.5 ? 2 * below * above : 1 - 2 * (1 - below) * (1 - above)
}

/** These keep the light and dark of what is below them, and so a label. */
const keepsLight = /^(hue|saturation|color)$/

/** Returns the color of a place over which another color is painted; undefined for a mode that is not known. */
export function blend(below: Color, { color, alpha }: Paint, mode: string): Color | undefined {
  if (keepsLight.test(mode)) return below
  const channel = blends[mode]
  return (
    channel &&
    mix(
      below,
      mapChannels((index) => channel(below[index], color[index])),
      alpha,
    )
  )
}

/** Returns how far the light of two colors is apart for the eye, from 0 to 1. */
export function getDistance(one: Color, other: Color): number {
  const light = ([r, g, b]: Color) => 0.3 * r + 0.59 * g + 0.11 * b
  return Math.abs(light(one) - light(other))
}

const clamp = (value: number) => Math.min(1, Math.max(0, value))

/** What the functions of a filter make of a channel, by their weight (W3C, Filter Effects 1, 8). All others keep the light. */
const filters: Record<string, (channel: number, amount: number) => number> = {
  brightness: (channel, amount) => clamp(channel * amount),
  contrast: (channel, amount) => clamp((channel - 0.5) * amount + 0.5),
  invert: (channel, amount) => channel * (1 - amount) + (1 - channel) * amount,
}

/** Returns what a filter makes of a color; undefined where no letter of a text can be read, or nothing is known. */
export function applyFilter(color: Color, filter: string): Color | undefined {
  let result = color
  for (const [, name = '', amount, percent] of filter.matchAll(/([a-z-]+)\(([\d.]*)(%?)/g)) {
    // Of a text of this size, a blur of two pixels leaves no letter.
    if (name === 'url' || (name === 'blur' && Number(amount) >= 2)) return undefined
    const change = filters[name]
    const weight = Number(amount) / (percent ? 100 : 1)
    if (change) result = mapChannels((index) => change(result[index], weight))
  }
  return result
}

/** Returns the part of its opacity that a filter leaves to an element. */
export function readFilterOpacity(filter: string): number {
  const [, amount = '1', percent] = /opacity\(([\d.]+)(%?)\)/.exec(filter) ?? []
  return Number(amount) / (percent ? 100 : 1)
}
