import { parseColor, toHex } from '../../../src/element/theme/palette/color-text.ts'
import { getContrastRatio, type Rgb, toOklch } from '../../../src/element/theme/palette/oklch.ts'
import { createPalette, type Scheme } from '../../../src/element/theme/palette/palette.ts'
import { theme } from '../../../src/element/theme/theme.ts'
import { equal, ok } from '../support/assert.ts'
import { test } from '../support/bdd.ts'
import { hex } from '../support/color.ts'

// The first paint, before the code of the palette is there: the style sheet alone, as this browser computes it.

const host = document.createElement('div')
const root = host.attachShadow({ mode: 'open' })
const sheet = new CSSStyleSheet()
sheet.replaceSync(theme)
root.adoptedStyleSheets = [sheet]
root.innerHTML =
  '<div class="card"><button>Pay</button><button class="plain">Pay by QR code or address</button></div>'
document.body.append(host)
// A color that moves slowly to its new value would be read on its way.
for (const button of root.querySelectorAll('button')) button.style.transition = 'none'
const [pay, plain, card] = ['button', '.plain', '.card'].map(
  (one) => root.querySelector<HTMLElement>(one)!,
) as [HTMLElement, HTMLElement, HTMLElement]

function shown(element: HTMLElement, property: 'color' | 'backgroundColor' | 'borderTopColor') {
  return parseColor(hex(getComputedStyle(element)[property]))
}

function paint(brand: string, scheme: Scheme) {
  host.style.setProperty('--_brand', brand)
  host.style.colorScheme = scheme
  return {
    surface: shown(card, 'backgroundColor'),
    ink: shown(card, 'color'),
    fill: shown(pay, 'backgroundColor'),
    onFill: shown(pay, 'color'),
    accent: shown(pay, 'borderTopColor'),
    soft: shown(plain, 'color'),
  }
}

/** Every color of 3 bits a channel: 512. */
const steps = Array.from({ length: 8 }, (_, i) => Math.round((i * 255) / 7))
const brands = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => toHex({ r, g, b }))))

for (const scheme of ['light', 'dark'] as const) {
  test(`${scheme}: the first paint is readable with any brand, and nearly what the palette gives`, () => {
    for (const brand of brands) {
      const is = paint(brand, scheme)
      const wanted = createPalette(brand, scheme)
      equal(toHex(is.surface), wanted.surface)
      equal(toHex(is.ink), wanted.ink)
      const say = `${brand} became ${toHex(is.fill)} in ${toHex(is.accent)}`
      ok(getContrastRatio(is.accent, is.surface) >= 3, say)
      ok(getContrastRatio(is.onFill, is.fill) >= 4.5, `${say} under ${toHex(is.onFill)}`)
      ok(getContrastRatio(is.soft, is.surface) >= 4.5, say)
      equal(toHex(is.onFill), wanted.onFill, brand)
      // Next to white or black a browser clips what the palette brings into sRGB.
      const near = wanted.fill === brand ? 0.035 : 0.11
      ok(apart(is.fill, parseColor(wanted.fill)) < near, `${say}, and then ${wanted.fill}`)
    }
  })
}

/** How far two colors look apart: about 0.02 is the least that is seen side by side. */
function apart(one: Rgb, other: Rgb): number {
  const [a, b] = [toOklch(one), toOklch(other)]
  const [x, y] = [
    a.c * Math.cos(a.h) - b.c * Math.cos(b.h),
    a.c * Math.sin(a.h) - b.c * Math.sin(b.h),
  ]
  return Math.hypot(a.l - b.l, x, y)
}
