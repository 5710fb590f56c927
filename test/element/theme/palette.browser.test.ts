import { parseColor, toHex } from '../../../src/element/theme/palette/color-text.ts'
import {
  getContrastRatio,
  mix,
  type Rgb,
  toOklch,
  toRgb,
} from '../../../src/element/theme/palette/oklch.ts'
import { createPalette } from '../../../src/element/theme/palette/palette.ts'
import { getContrastRatios } from '../../../src/element/theme/palette/ratios.ts'
import { ok } from '../support/assert.ts'
import { axe } from '../support/axe.ts'
import { test } from '../support/bdd.ts'

// Our reckoning beside that of others: the browser's own CSS Color 4 and 5, and axe's contrast.

const probe = document.createElement('i')
document.body.append(probe)

function computed(color: string): string {
  probe.style.color = 'transparent'
  probe.style.color = color
  return getComputedStyle(probe).color
}

/** Of 8 bits a channel. */
function asRgb(color: string): Rgb {
  const { r, g, b } = parseColor(computed(`color(from ${color} srgb r g b)`))
  return { r: Math.round(r), g: Math.round(g), b: Math.round(b) }
}

const steps = [0, 36, 73, 109, 146, 182, 219, 255]
const colors = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => ({ r, g, b }))))

function apart(one: Rgb, other: Rgb): number {
  return Math.max(...(['r', 'g', 'b'] as const).map((key) => Math.abs(one[key] - other[key])))
}

test('OKLCH is what the browser has for it', () => {
  for (const color of colors) {
    const text = computed(`oklch(from ${toHex(color)} l c h)`)
    const [l = 0, c = 0, degrees = 0] = (text.match(/[-\d.e]+|none/g) ?? []).map((part) =>
      part === 'none' ? 0 : Number(part),
    )
    const is = toOklch(color)
    const h = (degrees * Math.PI) / 180
    const [x, y] = [
      is.c * Math.cos(is.h) - c * Math.cos(h),
      is.c * Math.sin(is.h) - c * Math.sin(h),
    ]
    ok(Math.hypot(is.l - l, x, y) < 5e-4, `${toHex(color)} is ${JSON.stringify(is)}, not ${text}`)
  }
})

test('and back from it', () => {
  for (const color of colors) {
    // Nearer to grey, so that what is darker or lighter is still in sRGB, and nobody has to clip.
    const { l, c, h } = toOklch(color)
    const at = { l: 0.2 + 0.6 * l, c: c * 0.2, h }
    const is = asRgb(`oklch(${at.l} ${at.c} ${at.h}rad)`)
    ok(apart(is, toRgb(at)) <= 1, `${JSON.stringify(at)} is ${toHex(toRgb(at))}, not ${toHex(is)}`)
  }
})

test('a mix is what color-mix gives', () => {
  let compared = 0
  for (const [i, one] of colors.entries()) {
    const other = colors[(i * 211 + 97) % colors.length] ?? one
    const share = (i % 9) / 8
    const is = asRgb(`color-mix(in oklab, ${toHex(one)} ${share * 100}%, ${toHex(other)})`)
    const ours = mix(one, share, other)
    // Between two of the most saturated, where sRGB has nothing, ours gives up chroma and the browser's goes beyond.
    if (Math.min(is.r, is.g, is.b) < 0 || Math.max(is.r, is.g, is.b) > 255) continue
    compared++
    const say = `${share} of ${toHex(one)} in ${toHex(other)} is ${toHex(ours)}, not ${toHex(is)}`
    ok(apart(is, ours) <= 1, say)
  }
  ok(compared > 400, `${compared} mixes`)
})

test('contrast is what axe reckons, on whose word a page is judged', async () => {
  const { Color, getContrast } = (await axe()).commons.color
  const ratio = (one: Rgb, other: Rgb) =>
    getContrast(new Color(one.r, one.g, one.b, 1), new Color(other.r, other.g, other.b, 1))
  for (const [i, one] of colors.entries()) {
    const other = colors[(i * 211 + 97) % colors.length] ?? one
    ok(
      Math.abs(ratio(one, other) - getContrastRatio(one, other)) < 0.01,
      `${toHex(one)} on ${toHex(other)}`,
    )
    const made = createPalette(one, i % 2 ? 'light' : 'dark')
    for (const { seen, on, least } of getContrastRatios(made)) {
      const is = ratio(parseColor(made[seen]), parseColor(made[on]))
      ok(is >= least, `${toHex(one)}: ${seen} on ${on} has ${is}`)
    }
  }
})
