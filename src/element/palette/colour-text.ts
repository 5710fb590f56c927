import { PayError } from '../../errors.ts'
import type { Rgb } from './oklch.ts'

/** `#rrggbb` of whole channels from 0 to 255. */
export function toHex({ r, g, b }: Rgb): string {
  return `#${[r, g, b].map((v) => v.toString(16).padStart(2, '0')).join('')}`
}

/**
 * Reads a hex colour as a service gives it, or a computed one of a browser: `rgb(…)`, or `color(srgb …)`, which
 * `color(from <any colour> srgb r g b)` computes to.
 *
 * @throws PayError `invalid_attribute`
 */
export function parseColour(text: string): Rgb {
  const [, short, long] = /^#(?:([\da-f]{3,4})|([\da-f]{6}|[\da-f]{8}))$/i.exec(text.trim()) ?? []
  const pairs = (long ?? short?.replace(/./g, '$&$&'))?.match(/../g)
  if (pairs)
    return rgb(
      pairs.map((pair) => Number.parseInt(pair, 16)),
      1,
      255,
    )
  const [, name, srgb, given = ''] =
    /^(?:(rgba?)\(|(color)\(srgb )([^()]*)\)$/i.exec(text.trim()) ?? []
  const values = given.match(/[^\s,/]+/g) ?? []
  // A missing component, none, is 0 (CSS Color 4, 4.4); percentages stay in specified colours.
  const numbers = values.map((value) => (value === 'none' ? 0 : Number(value)))
  if ((name || srgb) && /^[34]$/.test(`${numbers.length}`) && numbers.every(Number.isFinite))
    return rgb(numbers, srgb ? 255 : 1, 1)
  throw new PayError(
    'invalid_attribute',
    `"${text.slice(0, 80)}" is no colour that can be reckoned with. Give #rrggbb, rgb() or color(srgb …).`,
  )
}

function rgb([r = 0, g = 0, b = 0, alpha]: number[], scale: number, opaque: number): Rgb {
  const colour = { r: r * scale, g: g * scale, b: b * scale }
  return alpha === undefined ? colour : { ...colour, alpha: alpha / opaque }
}
