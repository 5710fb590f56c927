import { getContrastRatio, mix, type Rgb, toOklch, toRgb } from './oklch.ts'

// Searches for the nearest color that passes a test. The test is applied to the final 8-bit color, so rounding cannot
// break it.

type ColorTest = (color: Rgb) => boolean

/** Returns whether a color has at least this contrast ratio on all of the given backgrounds. */
export function hasContrast(
  color: Rgb,
  backgrounds: readonly Rgb[],
  minimumRatio: number,
): boolean {
  return backgrounds.every((background) => getContrastRatio(color, background) >= minimumRatio)
}

/**
 * Returns the same hue at another lightness. A darker color keeps its saturation, as in less light. A lighter one
 * keeps its chroma, since a color close to black would otherwise become too intense.
 */
function withLightness(color: Rgb, l: number): Rgb {
  const from = toOklch(color)
  return toRgb({ ...from, l, c: l < from.l ? (from.c * l) / from.l : from.c })
}

/** Returns the color itself where it passes, else the color nearest in lightness that does, darker or lighter. */
export function findNearestColor(color: Rgb, passes: ColorTest): Rgb {
  if (passes(color)) return color
  const { l } = toOklch(color)
  const candidates = [0, 1].flatMap((end) => searchLightness(color, l, end, passes) ?? [])
  const [first, second] = candidates
  if (!first) throw new RangeError('Neither black nor white passes: no ground asks for so much.')
  return second && Math.abs(toOklch(second).l - l) < Math.abs(toOklch(first).l - l) ? second : first
}

/**
 * Returns the fill of a button for a brand color. A color that does not pass is kept, and needs a border that passes.
 * But a gray or almost black one becomes almost white or almost black, since it would look disabled or like a hole in
 * the card.
 */
export function chooseFill(color: Rgb, passes: ColorTest): Rgb {
  const from = toOklch(color)
  if (passes(color) || (from.c > 0.05 && from.l > 0.3)) return color
  return [0.93, 0.21].map((l) => toRgb({ ...from, l })).find(passes) ?? color
}

/** Returns the first color that passes between a lightness that does not and an end (0 or 1), if the end passes. */
function searchLightness(
  color: Rgb,
  from: number,
  end: number,
  passes: ColorTest,
): Rgb | undefined {
  let nearest = withLightness(color, end)
  if (!passes(nearest)) return undefined
  let [failingLightness, passingLightness] = [from, end]
  // 10 bisections reach a thousandth of the range, which is finer than 8 bits can show.
  for (let i = 0; i < 10; i++) {
    const middle = (failingLightness + passingLightness) / 2
    const candidate = withLightness(color, middle)
    if (passes(candidate)) [nearest, passingLightness] = [candidate, middle]
    else failingLightness = middle
  }
  return nearest
}

/**
 * Mixes as little ink into the background as passes, starting from `weight`. At most it returns the ink, which
 * passes.
 */
export function fadeInk(ink: Rgb, weight: number, background: Rgb, passes: ColorTest): Rgb {
  for (let part = weight; part < 1; part += 0.04) {
    const candidate = mix(ink, part, background)
    if (passes(candidate)) return candidate
  }
  return ink
}

/**
 * Mixes as much of a color into the background as passes, up to `weight`. At least it returns the background itself.
 */
export function blendTint(color: Rgb, weight: number, background: Rgb, passes: ColorTest): Rgb {
  for (const part of [1, 0.75, 0.5, 0.25]) {
    const candidate = mix(color, weight * part, background)
    if (passes(candidate)) return candidate
  }
  return background
}

/** Below this lightness every color looks black. */
const blackLightness = 0.2

/**
 * Returns the color after a visible step in lightness, in either direction, or the part of it that passes; else the
 * color.
 */
export function stepLightness(color: Rgb, step: number, passes: ColorTest): Rgb {
  const { l } = toOklch(color)
  for (const part of [1, 0.75, 0.5, 0.25]) {
    for (const change of [step * part, -step * part]) {
      const to = change > 0 ? Math.max(l, blackLightness) + change : l + change
      if (to < blackLightness || to > 1) continue
      const candidate = withLightness(color, to)
      if (passes(candidate)) return candidate
    }
  }
  return color
}
