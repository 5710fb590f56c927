import { parseColor } from './color-text.ts'
import { getContrastRatio } from './oklch.ts'
import { type ColorRole, markContrast, type Palette, textContrast } from './palette.ts'

// For designers and tests. The palette itself does not need this code.

/** Which color is seen on which, and the least contrast ratio of the pair. */
export const contrastPairs: readonly (readonly [seen: ColorRole, on: ColorRole, least: number])[] =
  [
    ['ink', 'surface', textContrast],
    ['ink', 'tint', textContrast],
    ['soft', 'surface', textContrast],
    ['soft', 'tint', textContrast],
    ['onFill', 'fill', textContrast],
    ['onFill', 'hover', textContrast],
    ['onFill', 'pressed', textContrast],
    ['onBad', 'bad', textContrast],
    ['onBad', 'surface', textContrast],
    ['accent', 'surface', markContrast],
    ['accent', 'tint', markContrast],
    ['ring', 'surface', markContrast],
    ['ring', 'tint', markContrast],
    ['edge', 'surface', markContrast],
    ['edge', 'tint', markContrast],
  ]

/** Returns every pair of colors with its contrast ratio from 1 to 21. */
export function getContrastRatios(
  palette: Palette,
): { seen: ColorRole; on: ColorRole; least: number; ratio: number }[] {
  return contrastPairs.map(([seen, on, least]) => {
    const ratio = getContrastRatio(parseColor(palette[seen]), parseColor(palette[on]))
    return { seen, on, least, ratio }
  })
}
