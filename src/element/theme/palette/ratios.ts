import { parseColor } from './color-text.ts'
import { getContrastRatio } from './oklch.ts'
import { type ColorRole, markContrast, type Palette, textContrast } from './palette.ts'

// For designers and tests. The palette itself does not need this code.

/** Which color is seen on which, and the least contrast ratio of the pair. */
export const contrastPairs: readonly (readonly [seen: ColorRole, on: ColorRole, least: number])[] =
  [
    ['ink', 'rest', textContrast],
    ['soft', 'rest', textContrast],
    ...(['surface', 'tint', 'well'] as const).flatMap(
      (on) =>
        [
          ['ink', on, textContrast],
          ['soft', on, textContrast],
          ['accent', on, markContrast],
          ['ring', on, markContrast],
          ['edge', on, markContrast],
        ] as const,
    ),
    ['onFill', 'fill', textContrast],
    ['onFill', 'hover', textContrast],
    ['onFill', 'pressed', textContrast],
    ...(['success', 'warning', 'danger', 'info'] as const).flatMap(
      (state) =>
        [
          ['ink', `${state}Tint`, textContrast],
          [`${state}Ink`, `${state}Tint`, textContrast],
          [`${state}Ink`, 'surface', textContrast],
        ] as const,
    ),
    ['successFill', 'surface', markContrast],
    ['onSuccess', 'successFill', textContrast],
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
