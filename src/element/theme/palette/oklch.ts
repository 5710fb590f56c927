// sRGB, OKLCH and contrast: only what a palette needs, in 0.9 KiB brotli. A library with gamut mapping and contrast
// needs at least five (culori's small entry 5.2, @texel/color 5.8, Color.js 15.6). A test compares this code with
// reference colors.

/** An sRGB color: red, green and blue from 0 to 255, and opacity from 0 to 1. */
export interface Rgb {
  r: number
  g: number
  b: number
  /** @default 1 */
  alpha?: number
}

/** A perceptual color: lightness from 0 to 1, chroma from 0 (gray) to about 0.32, hue in radians. */
export interface Oklch {
  l: number
  c: number
  h: number
}

type Vector3 = readonly [number, number, number]
type Matrix = readonly [Vector3, Vector3, Vector3]

/**
 * The transfer function of sRGB: converts a gamma-encoded channel to linear light, both from 0 to 1 (IEC 61966-2-1).
 */
const decodeGamma = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const encodeGamma = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055)

const dot = ([a, b, c]: Vector3, [x, y, z]: Vector3) => a * x + b * y + c * z
const multiply = (matrix: Matrix, v: Vector3): Vector3 => [
  dot(matrix[0], v),
  dot(matrix[1], v),
  dot(matrix[2], v),
]
const mapVector = ([x, y, z]: Vector3, change: (v: number) => number): Vector3 => [
  change(x),
  change(y),
  change(z),
]

// Björn Ottosson, A perceptual color space for image processing (2020-12-23; matrices of 2021-01-25),
// https://bottosson.github.io/posts/oklab/: from linear sRGB to cone responses (LMS), from their cube roots to Oklab,
// and back.
const rgbToLms: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
const lmsToOklab: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
]
const oklabToLms: Matrix = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
]
const lmsToRgb: Matrix = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
]

/** Converts from sRGB to OKLCH; opacity is dropped. */
export function toOklch({ r, g, b }: Rgb): Oklch {
  // A color outside sRGB has channels below 0. The transfer function keeps their sign (CSS Color 4, 10.2).
  const light = mapVector([r, g, b], (v) => Math.sign(v) * decodeGamma(Math.abs(v) / 255))
  const [l, x, y] = multiply(lmsToOklab, mapVector(multiply(rgbToLms, light), Math.cbrt))
  return { l, c: Math.hypot(x, y), h: Math.atan2(y, x) }
}

/** Converts to linear light. Channels are outside 0 to 1 where sRGB does not contain the color. */
function toLinearRgb({ l, c, h }: Oklch): Vector3 {
  const cones = multiply(oklabToLms, [l, c * Math.cos(h), c * Math.sin(h)])
  return multiply(
    lmsToRgb,
    mapVector(cones, (v) => v ** 3),
  )
}

/**
 * Returns whether sRGB contains the color. The tolerance allows for rounding of the matrices: 1e-5 of light is less
 * than a tenth of an 8-bit step, except close to black.
 */
const isInSrgb = (light: Vector3) => light.every((v) => v > -1e-5 && v < 1 + 1e-5)

/**
 * Converts to sRGB with 8 bits per channel. Where sRGB does not contain the color, its chroma is reduced; lightness
 * and hue stay (the simple form of CSS Color 4, 13.2). Clipping the channels would change the hue.
 */
export function toRgb(color: Oklch): Rgb {
  const l = Math.min(1, Math.max(0, color.l))
  let light = toLinearRgb({ ...color, l })
  if (!isInSrgb(light)) {
    let [least, most] = [0, color.c]
    // 16 bisections are finer than 8 bits can show.
    for (let i = 0; i < 16; i++) {
      const c = (least + most) / 2
      if (isInSrgb(toLinearRgb({ ...color, l, c }))) least = c
      else most = c
    }
    light = toLinearRgb({ ...color, l, c: least })
  }
  const [r, g, b] = mapVector(light, (v) =>
    Math.round(255 * encodeGamma(Math.min(1, Math.max(0, v)))),
  )
  return { r, g, b }
}

/** Mixes two opaque colors like CSS `color-mix(in oklab, …)`: `weight` of the first one, the rest of the other. */
export function mix(color: Rgb, weight: number, background: Rgb): Rgb {
  const [from, to] = [toOklch(background), toOklch(color)]
  const interpolate = (a: number, b: number) => a + (b - a) * weight
  const x = interpolate(from.c * Math.cos(from.h), to.c * Math.cos(to.h))
  const y = interpolate(from.c * Math.sin(from.h), to.c * Math.sin(to.h))
  return toRgb({ l: interpolate(from.l, to.l), c: Math.hypot(x, y), h: Math.atan2(y, x) })
}

/** Returns the opaque 8-bit color that is visible where a color lies over another one. */
export function flatten(color: Rgb, background: Rgb): Rgb {
  const { alpha = 1 } = color
  const inside = toRgb(toOklch(color))
  const channel = (key: 'r' | 'g' | 'b') =>
    Math.round(inside[key] * alpha + background[key] * (1 - alpha))
  return { r: channel('r'), g: channel('g'), b: channel('b') }
}

/** Returns the relative luminance of WCAG 2.2, from 0 (black) to 1 (white). */
function getLuminance({ r, g, b }: Rgb): number {
  return (
    0.2126 * decodeGamma(r / 255) + 0.7152 * decodeGamma(g / 255) + 0.0722 * decodeGamma(b / 255)
  )
}

/** Returns the contrast ratio of WCAG 2.2, from 1 to 21. */
export function getContrastRatio(color: Rgb, ground: Rgb): number {
  const [a, b] = [getLuminance(color) + 0.05, getLuminance(ground) + 0.05]
  return Math.max(a, b) / Math.min(a, b)
}
