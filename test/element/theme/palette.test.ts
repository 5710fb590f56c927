import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseColor, toHex } from '../../../src/element/theme/palette/color-text.ts'
import { mix, type Rgb, toOklch, toRgb } from '../../../src/element/theme/palette/oklch.ts'
import {
  createPalette,
  type Palette,
  type Scheme,
} from '../../../src/element/theme/palette/palette.ts'
import { getContrastRatios } from '../../../src/element/theme/palette/ratios.ts'
import { PayError } from '../../../src/errors.ts'
import { effort } from '../../support/effort.ts'

/** How many random colors a promise is tried with. */
const rounds = effort > 1 ? 1_000 * effort : 200

const schemes: readonly Scheme[] = ['light', 'dark']

/** Who is seen on what: text at 4.5 (WCAG 2.2, 1.4.3), controls and marks at 3 (1.4.11). Written here once more on purpose. */
const promises: Record<number, Partial<Record<keyof Palette, (keyof Palette)[]>>> = {
  4.5: {
    ink: [
      ...['surface', 'tint', 'well', 'rest'],
      ...['successTint', 'warningTint', 'dangerTint', 'infoTint'],
    ] as (keyof Palette)[],
    soft: ['surface', 'tint', 'well', 'rest'],
    onFill: ['fill', 'hover', 'pressed'],
    successInk: ['surface', 'successTint'],
    warningInk: ['surface', 'warningTint'],
    dangerInk: ['surface', 'dangerTint'],
    infoInk: ['surface', 'infoTint'],
    onSuccess: ['successFill'],
  },
  3: {
    accent: ['surface', 'tint', 'well'],
    ring: ['surface', 'tint', 'well'],
    edge: ['surface', 'tint', 'well'],
    successFill: ['surface'],
  },
}
const promised = Object.entries(promises).flatMap(([least, roles]) =>
  Object.entries(roles).flatMap(([seen, grounds]) =>
    grounds.map((on) => ({ seen: seen as keyof Palette, on, least: Number(least) })),
  ),
)

/** Relative luminance from the hex text, by the letter of WCAG 2.2, with nothing of the code under test. */
function luminance(hex: string): number {
  const light = (at: number) => {
    const v = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * light(1) + 0.7152 * light(3) + 0.0722 * light(5)
}

function ratio(one: string, other: string): number {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05]
  return Math.max(a, b) / Math.min(a, b)
}

function holds(colors: Palette, of: string) {
  for (const { seen, on, least } of promised) {
    const is = ratio(String(colors[seen]), String(colors[on]))
    // Not by assert.ok alone: of millions of texts, none would be read. What is no color gives NaN, and fails.
    if (is >= least) continue
    assert.fail(`${of}: ${seen} ${colors[seen]} on ${on} ${colors[on]} has only ${is}`)
  }
}

/** What a page may have set, and the ink it chose for it if it did. */
const grounds: { name: string; surface?: string; ink?: string }[] = [
  { name: "the scheme's own" },
  { name: 'white', surface: '#ffffff' },
  { name: 'near-black', surface: '#0b0b0d' },
  { name: 'cream', surface: '#fff7e6', ink: '#3b2f1e' },
  { name: 'mid-grey', surface: '#808080' },
  { name: 'the grey that is hardest to write on', surface: '#757575', ink: '#8a8a8a' },
]

function holdsEverywhere(brand: Rgb) {
  for (const { name, surface, ink } of grounds) {
    for (const scheme of schemes) {
      const given = toHex(brand)
      const colors = createPalette(brand, scheme, surface, ink)
      holds(colors, `${given}, ${scheme}, ${name}`)
      assert.equal(colors.isAccentShifted, colors.accent !== given)
      assert.equal(colors.surface, surface ?? (scheme === 'light' ? '#ffffff' : '#17181c'))
      assert.equal(colors.isInkShifted, ink !== undefined && colors.ink !== ink)
    }
  }
}

const channel = fc.nat(255)
const anyColor = fc.record({ r: channel, g: channel, b: channel }, { noNullPrototype: true })

test('every pair meets its ratio for the whole cube of 4 bits a channel', () => {
  const step = effort > 1 ? 17 : 51
  const steps = Array.from({ length: 255 / step + 1 }, (_, i) => i * step)
  for (const r of steps) for (const g of steps) for (const b of steps) holdsEverywhere({ r, g, b })
})

test('every pair meets its ratio for random brand colors', () => {
  fc.assert(fc.property(anyColor, holdsEverywhere), { numRuns: rounds })
})

test('every pair meets its ratio on any surface with any ink, however poorly chosen', () => {
  const opacity = fc.double({ min: 0, max: 1, noNaN: true })
  const any = fc.tuple(anyColor, opacity).map(([color, alpha]) => ({ ...color, alpha }))
  fc.assert(
    fc.property(any, fc.constantFrom(...schemes), any, fc.option(any), (brand, scheme, on, ink) => {
      holds(createPalette(brand, scheme, on, ink ?? undefined), 'any')
    }),
    { numRuns: rounds },
  )
})

test('a button keeps its brand, unless it is a grey or a black that cannot be seen', () => {
  fc.assert(
    fc.property(anyColor, fc.constantFrom(...schemes), (brand, scheme) => {
      const { fill, accent, surface } = createPalette(brand, scheme)
      const { l, c } = toOklch(brand)
      if (fill === toHex(brand)) return
      assert.ok(c < 0.051 || l < 0.301, `${toHex(brand)} in ${scheme} became ${fill}`)
      assert.ok(ratio(toHex(brand), surface) < 3.6)
      // What it turns to can be seen, as far from the card as a button should be.
      assert.ok(ratio(fill, surface) > 9)
      assert.equal(accent, fill)
    }),
    { numRuns: rounds },
  )
})

test('an accent that can be seen stays; one that cannot moves no further than it must, and keeps its hue', () => {
  fc.assert(
    fc.property(anyColor, fc.constantFrom(...schemes), (brand, scheme) => {
      const { fill, accent, surface, tint, isAccentShifted } = createPalette(brand, scheme)
      const least = Math.min(ratio(accent, surface), ratio(accent, tint))
      if (!isAccentShifted) return assert.equal(accent, toHex(brand))
      if (accent === fill) return
      // A step of 8 bits is the coarsest next to black.
      assert.ok(least < 3.1, `${toHex(brand)} in ${scheme} went to ${accent}, which has ${least}`)
      const [from, to] = [toOklch(brand), toOklch(parseColor(accent))]
      const turned = Math.abs(Math.atan2(Math.sin(from.h - to.h), Math.cos(from.h - to.h)))
      assert.ok(turned < 0.05, `${toHex(brand)} in ${scheme} turned ${turned} to ${accent}`)
    }),
    { numRuns: rounds },
  )
})

test('a button shows the pointer and the finger, whatever the brand', () => {
  fc.assert(
    fc.property(anyColor, fc.constantFrom(...schemes), (brand, scheme) => {
      const { fill, hover, pressed } = createPalette(brand, scheme)
      assert.equal(new Set([fill, hover, pressed]).size, 3, `${fill} ${hover} ${pressed}`)
    }),
    { numRuns: rounds },
  )
})

test('no brand changes the color of a state', () => {
  const states = (brand: Rgb, scheme: Scheme) =>
    Object.entries(createPalette(brand, scheme)).filter(([role]) =>
      /^(success|onSuccess|warning|danger|info)/.test(role),
    )
  for (const scheme of schemes) {
    const expected = states({ r: 79, g: 70, b: 229 }, scheme)
    assert.equal(expected.length, 14)
    fc.assert(fc.property(anyColor, (brand) => assert.deepEqual(states(brand, scheme), expected)))
  }
})

test('the table of ratios tells what is so', () => {
  const colors = createPalette('#9a4a26', 'light')
  const table = getContrastRatios(colors)
  const bare = table.map(({ seen, on, least }) => `${seen} on ${on}: ${least}`)
  const wanted = promised.map(({ seen, on, least }) => `${seen} on ${on}: ${least}`)
  assert.deepEqual(bare.toSorted(), wanted.toSorted())
  for (const { seen, on, ratio: told } of table)
    assert.ok(Math.abs(told - ratio(colors[seen], colors[on])) < 1e-9)
})

test('examples', () => {
  assert.deepEqual(createPalette('#9a4a26', 'light'), {
    surface: '#ffffff',
    ink: '#16181d',
    soft: '#57595d',
    line: '#dadadb',
    edge: '#808185',
    tint: '#f8f0ed',
    fill: '#9a4a26',
    onFill: '#ffffff',
    hover: '#894121',
    pressed: '#79391c',
    accent: '#9a4a26',
    ring: '#9a4a26',
    well: '#f4f4f5',
    rest: '#ebebec',
    successInk: '#0f6b3a',
    successTint: '#e8f4eb',
    successLine: '#b9dec3',
    warningInk: '#874a00',
    warningTint: '#fff5e8',
    warningLine: '#fddfb9',
    dangerInk: '#b01f1b',
    dangerTint: '#ffebe8',
    dangerLine: '#fdc2b9',
    infoInk: '#3c4759',
    infoTint: '#ebedf1',
    infoLine: '#c4cbd4',
    successFill: '#137a43',
    onSuccess: '#ffffff',
    isAccentShifted: false,
    isInkShifted: false,
  })
  const yellow = createPalette('#ffff00', 'light')
  assert.deepEqual([yellow.fill, yellow.accent, yellow.onFill], ['#ffff00', '#939300', '#000000'])
  assert.ok(yellow.isAccentShifted)
  // Black in a dark page, and white in a light one.
  assert.equal(createPalette('#000', 'dark').fill, '#e8e8e8')
  assert.equal(createPalette('#fff', 'light').fill, '#181818')
  assert.equal(createPalette('#ffff00', 'dark').isAccentShifted, false)
  // A page's dark surface turns the ink though the scheme is light.
  assert.equal(createPalette('#4f46e5', 'light', '#101014').ink, '#f2f3f5')
  assert.equal(createPalette('#4f46e5', 'light', '#777777', '#888888').isInkShifted, true)
})

// Colors of the CSS Color 4 tests (web-platform-tests, css/css-color/oklab-*, oklch-*); sRGB in percent, as culori 4.0.2 has
// them, which takes the matrices of CSS Color 4.
const samples: [l: number, a: number, b: number, rgb: [number, number, number]][] = [
  [0.51975, -0.1403, 0.10768, [0, 50.196, 0]],
  [0, 0, 0, [0, 0, 0]],
  [1, 0, 0, [100, 100, 100]],
  [0.5, 0.05, 0, [48.477, 34.29, 38.412]],
  [0.7, -0.1, 0, [29.264, 70.096, 63.017]],
  [0.7, 0, 0.125, [73.942, 60.484, 19.65]],
  [0.55, 0, -0.2, [27.888, 38.072, 89.414]],
  polar(0.5, 0.2, 0, [70.492, 2.351, 37.073]),
  polar(0.5, 0.2, 270, [23.056, 31.73, 82.628]),
  polar(0.8, 0.15, 160, [32.022, 85.805, 61.147]),
  polar(0.55, 0.15, 345, [67.293, 27.791, 52.28]),
]

function polar(l: number, c: number, degrees: number, rgb: [number, number, number]) {
  const h = (degrees * Math.PI) / 180
  return [l, c * Math.cos(h), c * Math.sin(h), rgb] as (typeof samples)[number]
}

test('conversion is that of CSS Color 4, both ways', () => {
  for (const [l, x, y, [r, g, b]] of samples) {
    const is = toOklch({ r: r * 2.55, g: g * 2.55, b: b * 2.55 })
    const error = Math.hypot(is.l - l, is.c * Math.cos(is.h) - x, is.c * Math.sin(is.h) - y)
    assert.ok(error < 2e-4, `${[r, g, b]} is off by ${error}`)
    const back = toRgb({ l, c: Math.hypot(x, y), h: Math.atan2(y, x) })
    assert.deepEqual(
      back,
      { r: Math.round(r * 2.55), g: Math.round(g * 2.55), b: Math.round(b * 2.55) },
      `${[l, x, y]}`,
    )
  }
})

test('every color of 8 bits comes back from OKLCH as it went', () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      assert.deepEqual(toRgb(toOklch(color)), color)
      assert.deepEqual(mix(color, 1, { r: 0, g: 0, b: 0 }), color)
    }),
    { numRuns: rounds },
  )
})

test('beyond sRGB, chroma gives way and lightness and hue stay', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.3, max: 0.9, noNaN: true }),
      fc.double({ min: -3.1, max: 3.1, noNaN: true }),
      (l, h) => {
        const rgb = toRgb({ l, c: 0.4, h })
        const channels = [rgb.r, rgb.g, rgb.b]
        // No more of it than must: what is left lies on the edge of sRGB.
        assert.ok(Math.min(...channels) <= 4 || Math.max(...channels) >= 254, `${channels}`)
        const is = toOklch(rgb)
        assert.ok(Math.abs(is.l - l) < 0.004, `lightness ${l} became ${is.l}`)
        const turned = Math.abs(Math.atan2(Math.sin(is.h - h), Math.cos(is.h - h)))
        assert.ok(turned * is.c < 0.006, `hue ${h} became ${is.h}`)
        assert.ok(is.c < 0.4)
      },
    ),
    { numRuns: rounds },
  )
})

test('colors are read as services and browsers write them', () => {
  assert.deepEqual(parseColor('#7C3AED'), { r: 124, g: 58, b: 237 })
  assert.deepEqual(parseColor(' #abc '), { r: 170, g: 187, b: 204 })
  assert.deepEqual(parseColor('#00ff0080'), { r: 0, g: 255, b: 0, alpha: 128 / 255 })
  assert.deepEqual(parseColor('rgb(1, 2, 3)'), { r: 1, g: 2, b: 3 })
  assert.deepEqual(parseColor('rgba(1, 2, 3, 0.5)'), { r: 1, g: 2, b: 3, alpha: 0.5 })
  assert.deepEqual(parseColor('color(srgb 1 0.2 none / 0.5)'), { r: 255, g: 51, b: 0, alpha: 0.5 })
  assert.deepEqual(parseColor('color(srgb 1e-3 -0.5 1.2)'), { r: 0.255, g: -127.5, b: 306 })
})

test('a text that is no color to reckon with is refused, with a word of what to give', () => {
  const wrong = ['', 'red', '#12', '#12345', '#ggg', 'rgb(1, 2)', 'rgb(50% 0 0)', 'rgb(1 2 3 4 5)']
  for (const text of [...wrong, 'color(display-p3 1 0 0)', 'oklch(0.5 0.1 20)', 'rgb(a b c)'])
    assert.throws(
      () => createPalette(text, 'light'),
      (error) =>
        error instanceof PayError &&
        error.code === 'invalid_attribute' &&
        /#rrggbb/.test(error.message),
      text,
    )
})
