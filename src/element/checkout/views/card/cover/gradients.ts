import { mix, type Paint, readPaint } from './colors.ts'

/** A box with its place in the viewport. */
type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>

/**
 * Returns what a gradient paints at a point of its box; undefined for one whose geometry is not read: it is then judged
 * by its most opaque color.
 */
export function readGradient(
  text: string,
  box: Box,
  [x, y]: readonly [number, number],
  probe: HTMLElement,
): Paint | undefined {
  const [, kind, inner = ''] = /^(linear|radial)-gradient\((.*)\)$/.exec(text) ?? []
  const parts = splitList(inner)
  const geometry = isColor(parts[0] ?? '') ? '' : (parts.shift() ?? '')
  if (!kind || !parts.every(isColor)) return undefined
  const at =
    kind === 'linear' ? projectLinear(geometry, box, x, y) : projectRadial(geometry, box, x, y)
  return at && paintStops(parts, at.length, at.share, probe)
}

const isColor = (part: string) => CSS.supports('color', readColorText(part))
/** The color of a stop, without its places. */
const readColorText = (part: string) => part.replace(/(\s+-?[\d.]+(px|%))+$/, '')

/** Splits a list at the commas that are in no bracket. */
export function splitList(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of text) {
    depth += Number(character === '(') - Number(character === ')')
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim())
}

/** The place of a point on the line of a linear gradient (CSS Images 3, 3.1), as a share of its length. */
function projectLinear(geometry: string, { left, top, width, height }: Box, x: number, y: number) {
  const degrees = /^to /.test(geometry)
    ? readSide(geometry, width, height)
    : Number(/^(-?[\d.]+)deg$/.exec(geometry || '180deg')?.[1])
  if (Number.isNaN(degrees)) return undefined
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const length = Math.abs(width * sin) + Math.abs(height * cos)
  const along = (x - left - width / 2) * sin - (y - top - height / 2) * cos
  return { length, share: along / length + 0.5 }
}

function readSide(geometry: string, width: number, height: number): number {
  const sides = ['top', 'right', 'bottom', 'left'].filter((side) => geometry.includes(side))
  const angles: Record<string, number> = { top: 0, right: 90, bottom: 180, left: 270 }
  if (sides.length === 1) return angles[sides[0] ?? ''] ?? Number.NaN
  const corner = (Math.atan2(height, width) * 180) / Math.PI
  const isTop = sides.includes('top')
  const towardsRight = isTop ? corner : 180 - corner
  return sides.includes('right') ? towardsRight : 360 - towardsRight
}

/** The place of a point on the ray of a radial gradient that ends at the farthest corner, around a place in percent or pixels. */
function projectRadial(geometry: string, { left, top, width, height }: Box, x: number, y: number) {
  const [shape = '', place = '50% 50%'] = geometry.split(/(?:^| )at /)
  if (
    !/^(|circle|ellipse|farthest-corner|circle farthest-corner|ellipse farthest-corner)$/.test(
      shape,
    )
  )
    return undefined
  const [centerX, centerY] = place.split(' ').map((part, index) => {
    const size = index === 0 ? width : height
    return /^-?[\d.]+%$/.test(part)
      ? (Number.parseFloat(part) / 100) * size
      : /^-?[\d.]+px$/.test(part)
        ? Number.parseFloat(part)
        : Number.NaN
  })
  if (centerX === undefined || centerY === undefined || Number.isNaN(centerX + centerY))
    return undefined
  const [farX, farY] = [Math.max(centerX, width - centerX), Math.max(centerY, height - centerY)]
  const [deltaX, deltaY] = [x - left - centerX, y - top - centerY]
  // An ellipse through the farthest corner has the proportions of the farthest sides.
  if (shape.includes('circle')) {
    const radius = Math.hypot(farX, farY)
    return { length: radius, share: Math.hypot(deltaX, deltaY) / radius }
  }
  return { length: farX * Math.SQRT2, share: Math.hypot(deltaX / farX, deltaY / farY) / Math.SQRT2 }
}

/** Returns what the stops of a gradient paint at a share of its length (CSS Images 3, 3.4). */
function paintStops(parts: string[], length: number, share: number, probe: HTMLElement): Paint {
  const stops = parts.flatMap((part) => {
    const color = readColorText(part)
    const paint = readPaint(color, probe)
    const places = part.slice(color.length).match(/-?[\d.]+(px|%)/g) ?? ['']
    return places.map((place) => {
      const at = Number.parseFloat(place) / (place.endsWith('%') ? 100 : length)
      return { paint, at }
    })
  })
  let reached = 0
  const places = stops.map(({ at }, index) => {
    if (Number.isNaN(at) && index > 0) {
      // Those without a place are spread evenly up to the next one with a place.
      const ahead = stops.slice(index).findIndex((stop) => !Number.isNaN(stop.at))
      const count = ahead < 0 ? stops.length - index : ahead + 1
      const end = ahead < 0 ? 1 : (stops[index + ahead]?.at ?? 1)
      reached += (Math.max(reached, end) - reached) / count
    } else reached = Math.max(reached, at || 0)
    return reached
  })
  const next = places.findIndex((place) => place > share)
  const [before, behind] = [stops[next - 1] ?? stops[0], stops[next] ?? stops.at(-1)]
  if (!before || !behind) throw new Error('A gradient has colors.')
  const [from = 0, to = 1] = [places[next - 1], places[next]]
  const weight = next <= 0 ? 1 : (share - from) / (to - from)
  const alpha = before.paint.alpha * (1 - weight) + behind.paint.alpha * weight
  // Colors are mixed premultiplied: a transparent one adds none of its own.
  const color = mix(
    before.paint.color,
    behind.paint.color,
    alpha && (behind.paint.alpha * weight) / alpha,
  )
  return { alpha, color }
}
