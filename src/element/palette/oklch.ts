// sRGB, OKLCH and contrast: no more than a palette needs, in 0.9 KiB brotli. A library that maps into the gamut and takes
// contrast takes five (culori's small entry 5.2, @texel/color 5.8, Color.js 15.6); a test holds this against reference colours.

/** A colour of sRGB: red, green and blue from 0 to 255, and its opacity from 0 to 1. */
export interface Rgb {
  r: number
  g: number
  b: number
  /** @default 1 */
  alpha?: number
}

/** A colour as the eye orders it: lightness from 0 to 1, chroma from 0 (grey) to about 0.32, hue in radians. */
export interface Oklch {
  l: number
  c: number
  h: number
}

type Three = readonly [number, number, number]
type Matrix = readonly [Three, Three, Three]

/** The transfer function of sRGB, from light as written to light as it is, both from 0 to 1 (IEC 61966-2-1). */
const linear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const written = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055)

const dot = ([a, b, c]: Three, [x, y, z]: Three) => a * x + b * y + c * z
const times = (matrix: Matrix, v: Three): Three => [
  dot(matrix[0], v),
  dot(matrix[1], v),
  dot(matrix[2], v),
]
const each = ([x, y, z]: Three, change: (v: number) => number): Three => [
  change(x),
  change(y),
  change(z),
]

// Björn Ottosson, A perceptual color space for image processing (2020-12-23; matrices of 2021-01-25),
// https://bottosson.github.io/posts/oklab/: linear sRGB to cone responses, and their cube roots to Oklab; and back.
const toCones: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
const toLab: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
]
const fromLab: Matrix = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
]
const fromCones: Matrix = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
]

/** From sRGB; opacity is left out. */
export function toOklch({ r, g, b }: Rgb): Oklch {
  // A colour beyond sRGB has channels below 0, which the transfer function takes with their sign (CSS Color 4, 10.2).
  const light = each([r, g, b], (v) => Math.sign(v) * linear(Math.abs(v) / 255))
  const [l, x, y] = times(toLab, each(times(toCones, light), Math.cbrt))
  return { l, c: Math.hypot(x, y), h: Math.atan2(y, x) }
}

/** Linear light, which is beyond 0 to 1 where sRGB has not this colour. */
function toLight({ l, c, h }: Oklch): Three {
  const cones = times(fromLab, [l, c * Math.cos(h), c * Math.sin(h)])
  return times(
    fromCones,
    each(cones, (v) => v ** 3),
  )
}

/** A hair beyond is rounding of the matrices: 1e-5 of light is less than a tenth of a step of 8 bits, except next to black. */
const inSrgb = (light: Three) => light.every((v) => v > -1e-5 && v < 1 + 1e-5)

/**
 * To sRGB of 8 bits a channel. Where sRGB has not this colour, chroma gives way; lightness and hue stay (the plain form of CSS
 * Color 4, 13.2: to clip the channels would turn the hue).
 */
export function toRgb(colour: Oklch): Rgb {
  const l = Math.min(1, Math.max(0, colour.l))
  let light = toLight({ ...colour, l })
  if (!inSrgb(light)) {
    let [least, most] = [0, colour.c]
    // Half 16 times: finer than 8 bits show.
    for (let i = 0; i < 16; i++) {
      const c = (least + most) / 2
      if (inSrgb(toLight({ ...colour, l, c }))) least = c
      else most = c
    }
    light = toLight({ ...colour, l, c: least })
  }
  const [r, g, b] = each(light, (v) => Math.round(255 * written(Math.min(1, Math.max(0, v)))))
  return { r, g, b }
}

/** `share` of one opaque colour and the rest of another, mixed as CSS's `color-mix(in oklab, …)` does. */
export function mix(one: Rgb, share: number, other: Rgb): Rgb {
  const [from, to] = [toOklch(other), toOklch(one)]
  const at = (a: number, b: number) => a + (b - a) * share
  const x = at(from.c * Math.cos(from.h), to.c * Math.cos(to.h))
  const y = at(from.c * Math.sin(from.h), to.c * Math.sin(to.h))
  return toRgb({ l: at(from.l, to.l), c: Math.hypot(x, y), h: Math.atan2(y, x) })
}

/** An opaque colour of 8 bits: what shows where this one lies on another. */
export function flatten(colour: Rgb, under: Rgb): Rgb {
  const { alpha = 1 } = colour
  const inside = toRgb(toOklch(colour))
  const channel = (key: 'r' | 'g' | 'b') =>
    Math.round(inside[key] * alpha + under[key] * (1 - alpha))
  return { r: channel('r'), g: channel('g'), b: channel('b') }
}

/** Relative luminance of WCAG 2.2, from 0 (black) to 1 (white). */
function luminance({ r, g, b }: Rgb): number {
  return 0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255)
}

/** Contrast ratio of WCAG 2.2, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05]
  return Math.max(a, b) / Math.min(a, b)
}
