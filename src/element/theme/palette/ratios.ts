import { parseColour } from './color-text.ts'
import { contrast } from './oklch.ts'
import { forMark, forText, type Palette, type Role } from './palette.ts'

// For designers and tests. The palette itself does not need this code.

/** Which color is seen on which, and the least contrast ratio of the pair. */
export const pairs: readonly (readonly [seen: Role, on: Role, least: number])[] = [
  ['ink', 'surface', forText],
  ['ink', 'tint', forText],
  ['soft', 'surface', forText],
  ['soft', 'tint', forText],
  ['onFill', 'fill', forText],
  ['onFill', 'hover', forText],
  ['onFill', 'pressed', forText],
  ['onBad', 'bad', forText],
  ['onBad', 'surface', forText],
  ['accent', 'surface', forMark],
  ['accent', 'tint', forMark],
  ['ring', 'surface', forMark],
  ['ring', 'tint', forMark],
  ['edge', 'surface', forMark],
  ['edge', 'tint', forMark],
]

/** Returns every pair of colors with its contrast ratio from 1 to 21. */
export function ratios(colours: Palette): { seen: Role; on: Role; least: number; ratio: number }[] {
  return pairs.map(([seen, on, least]) => {
    const ratio = contrast(parseColour(colours[seen]), parseColour(colours[on]))
    return { seen, on, least, ratio }
  })
}
