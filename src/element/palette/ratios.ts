import { parseColour } from './colour-text.ts'
import { contrast } from './oklch.ts'
import { forMark, forText, type Palette, type Role } from './palette.ts'

// For designers and tests: the palette itself is made without it.

/** Which colour is seen on which, and its least ratio. */
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

/** Every pair with its ratio from 1 to 21, for a table. */
export function ratios(colours: Palette): { seen: Role; on: Role; least: number; ratio: number }[] {
  return pairs.map(([seen, on, least]) => {
    const ratio = contrast(parseColour(colours[seen]), parseColour(colours[on]))
    return { seen, on, least, ratio }
  })
}
