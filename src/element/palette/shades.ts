import { contrast, mix, type Rgb, toOklch, toRgb } from './oklch.ts'

// The nearest colour that passes. What a search finds has passed as it is written out, so rounding cannot undo it.

type Passes = (colour: Rgb) => boolean

/** Whether a colour has at least this ratio to all that it is seen on. */
export function stands(colour: Rgb, grounds: readonly Rgb[], least: number): boolean {
  return grounds.every((ground) => contrast(colour, ground) >= least)
}

/**
 * The same hue at another lightness. Darker it keeps its saturation, as in less light; lighter its chroma, or a colour next to
 * black would come out gaudy.
 */
function atLightness(colour: Rgb, l: number): Rgb {
  const from = toOklch(colour)
  return toRgb({ ...from, l, c: l < from.l ? (from.c * l) / from.l : from.c })
}

/** The colour itself where it passes, else the nearest in lightness that does, darker or lighter. */
export function nearest(colour: Rgb, passes: Passes): Rgb {
  if (passes(colour)) return colour
  const { l } = toOklch(colour)
  const found = [0, 1].flatMap((end) => first(colour, l, end, passes) ?? [])
  const [one, other] = found
  if (!one) throw new RangeError('Neither black nor white passes: no ground asks for so much.')
  return other && Math.abs(toOklch(other).l - l) < Math.abs(toOklch(one).l - l) ? other : one
}

/**
 * The colour of a surface that is clicked. One that does not pass stays, and needs a border that does; but a grey, and what the
 * eye takes for black, turns near white or near black: as it is, it would look like a hole in the card or disabled.
 */
export function filled(colour: Rgb, passes: Passes): Rgb {
  const from = toOklch(colour)
  if (passes(colour) || (from.c > 0.05 && from.l > 0.3)) return colour
  return [0.93, 0.21].map((l) => toRgb({ ...from, l })).find(passes) ?? colour
}

/** The first that passes from a lightness that does not to an end, if the end does. */
function first(colour: Rgb, from: number, end: number, passes: Passes): Rgb | undefined {
  let found = atLightness(colour, end)
  if (!passes(found)) return undefined
  let [fails, does] = [from, end]
  // Half 10 times: a thousandth of the way, finer than 8 bits show.
  for (let i = 0; i < 10; i++) {
    const middle = (fails + does) / 2
    const one = atLightness(colour, middle)
    if (passes(one)) [found, does] = [one, middle]
    else fails = middle
  }
  return found
}

/** As little of the ink as passes, from a share on; at most the ink itself, which passes. */
export function faded(ink: Rgb, share: number, ground: Rgb, passes: Passes): Rgb {
  for (let part = share; part < 1; part += 0.04) {
    const one = mix(ink, part, ground)
    if (passes(one)) return one
  }
  return ink
}

/** As much of a colour in the ground as passes, up to a share; at least none, the ground itself. */
export function wash(colour: Rgb, share: number, ground: Rgb, passes: Passes): Rgb {
  for (const part of [1, 0.75, 0.5, 0.25]) {
    const one = mix(colour, share * part, ground)
    if (passes(one)) return one
  }
  return ground
}

/** Below this lightness the eye sees black, whatever the step. */
const blackish = 0.2

/** A step in lightness that shows, the given way or the other, or as much of it as passes; else the colour itself. */
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
