import { PayError } from '../../../errors.ts'
import type { Rgb } from './oklch.ts'

/** Formats a color of whole channels from 0 to 255 as `#rrggbb`. */
export function toHex({ r, g, b }: Rgb): string {
  return `#${[r, g, b].map((v) => v.toString(16).padStart(2, '0')).join('')}`
}

/**
 * Parses a hex color, as a service returns it, or a computed color of a browser: `rgb(…)`, or `color(srgb …)`, which
 * `color(from <any color> srgb r g b)` computes to.
 *
 * @throws PayError `invalid_attribute`
 */
export function parseColor(text: string): Rgb {
  const [, short, long] = /^#(?:([\da-f]{3,4})|([\da-f]{6}|[\da-f]{8}))$/i.exec(text.trim()) ?? []
  const hexPairs = (long ?? short?.replace(/./g, '$&$&'))?.match(/../g)
  if (hexPairs)
    return createRgb(
      hexPairs.map((pair) => Number.parseInt(pair, 16)),
      1,
      255,
    )
  const [, name, srgb, alphaText = ''] =
    /^(?:(rgba?)\(|(color)\(srgb )([^()]*)\)$/i.exec(text.trim()) ?? []
  const values = alphaText.match(/[^\s,/]+/g) ?? []
  // The missing component `none` is 0 (CSS Color 4, 4.4). Percentages occur in specified colors only, not in computed
  // ones.
  const numbers = values.map((value) => (value === 'none' ? 0 : Number(value)))
  if ((name || srgb) && /^[34]$/.test(`${numbers.length}`) && numbers.every(Number.isFinite))
    return createRgb(numbers, srgb ? 255 : 1, 1)
  throw new PayError(
    'invalid_attribute',
    `"${text.slice(0, 80)}" isn’t a color that the palette can use. Give #rrggbb, rgb() or color(srgb …).`,
  )
}

function createRgb([r = 0, g = 0, b = 0, alpha]: number[], scale: number, opaque: number): Rgb {
  const color = { r: r * scale, g: g * scale, b: b * scale }
  return alpha === undefined ? color : { ...color, alpha: alpha / opaque }
}
