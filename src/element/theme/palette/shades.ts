import { contrast, mix, type Rgb, toOklch, toRgb } from './oklch.ts'

// Searches for the nearest color that passes a test. The test is applied to the final 8-bit color, so rounding cannot
// break it.

type Passes = (colour: Rgb) => boolean

/** Returns whether a color has at least this contrast ratio on all of the given backgrounds. */
export function stands(colour: Rgb, grounds: readonly Rgb[], least: number): boolean {
  return grounds.every((ground) => contrast(colour, ground) >= least)
}

/**
 * Returns the same hue at another lightness. A darker color keeps its saturation, as in less light. A lighter one
 * keeps its chroma, since a color close to black would otherwise become too intense.
 */
function atLightness(colour: Rgb, l: number): Rgb {
  const from = toOklch(colour)
  return toRgb({ ...from, l, c: l < from.l ? (from.c * l) / from.l : from.c })
}

/** Returns the color itself where it passes, else the color nearest in lightness that does, darker or lighter. */
export function nearest(colour: Rgb, passes: Passes): Rgb {
  if (passes(colour)) return colour
  const { l } = toOklch(colour)
  const found = [0, 1].flatMap((end) => first(colour, l, end, passes) ?? [])
  const [one, other] = found
  if (!one) throw new RangeError('Neither black nor white passes: no ground asks for so much.')
  return other && Math.abs(toOklch(other).l - l) < Math.abs(toOklch(one).l - l) ? other : one
}

/**
 * Returns the fill of a button for a brand color. A color that does not pass is kept, and needs a border that passes.
 * But a gray or almost black one becomes almost white or almost black, since it would look disabled or like a hole in
 * the card.
 */
export function filled(colour: Rgb, passes: Passes): Rgb {
  const from = toOklch(colour)
  if (passes(colour) || (from.c > 0.05 && from.l > 0.3)) return colour
  return [0.93, 0.21].map((l) => toRgb({ ...from, l })).find(passes) ?? colour
}

/** Returns the first color that passes between a lightness that does not and an end (0 or 1), if the end passes. */
function first(colour: Rgb, from: number, end: number, passes: Passes): Rgb | undefined {
  let found = atLightness(colour, end)
  if (!passes(found)) return undefined
  let [fails, does] = [from, end]
  // 10 bisections reach a thousandth of the range, which is finer than 8 bits can show.
  for (let i = 0; i < 10; i++) {
    const middle = (fails + does) / 2
    const one = atLightness(colour, middle)
    if (passes(one)) [found, does] = [one, middle]
    else fails = middle
  }
  return found
}

/**
 * Mixes as little ink into the background as passes, starting from `weight`. At most it returns the ink, which
 * passes.
 */
export function faded(ink: Rgb, share: number, ground: Rgb, passes: Passes): Rgb {
  for (let part = share; part < 1; part += 0.04) {
    const one = mix(ink, part, ground)
    if (passes(one)) return one
  }
  return ink
}

/**
 * Mixes as much of a color into the background as passes, up to `weight`. At least it returns the background itself.
 */
export function wash(colour: Rgb, share: number, ground: Rgb, passes: Passes): Rgb {
  for (const part of [1, 0.75, 0.5, 0.25]) {
    const one = mix(colour, share * part, ground)
    if (passes(one)) return one
  }
  return ground
}

/** Below this lightness every color looks black. */
const blackish = 0.2

/**
 * Returns the color after a visible step in lightness, in either direction, or the part of it that passes; else the
 * color.
 */
export function stepped(colour: Rgb, step: number, passes: Passes): Rgb {
  const { l } = toOklch(colour)
  for (const part of [1, 0.75, 0.5, 0.25]) {
    for (const change of [step * part, -step * part]) {
      const to = change > 0 ? Math.max(l, blackish) + change : l + change
      if (to < blackish || to > 1) continue
      const one = atLightness(colour, to)
      if (passes(one)) return one
    }
  }
  return colour
}
