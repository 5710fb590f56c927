import { emulateMedia } from '@web/test-runner-commands'
import { laterScreensTheme } from '../../../src/element/checkout/views/card/later-theme.ts'
import { getPalettes, requestPalette } from '../../../src/element/theme/palette/apply-palette.ts'
import { createPalette } from '../../../src/element/theme/palette/palette.ts'
import { theme } from '../../../src/element/theme/theme.ts'
import { equal, ok, turn, until } from '../support/assert.ts'
import { afterEach, beforeEach, test } from '../support/bdd.ts'
import { hex } from '../support/color.ts'
import { at, button, clear, mount, type PayCharge } from '../support/mount.ts'
import { PageShop } from '../support/shop.ts'

let shop: PageShop
const style = document.createElement('style')
const violet = '#7c3aed'

beforeEach(() => {
  shop = new PageShop()
  document.head.append(style)
})
afterEach(() => {
  clear()
  style.textContent = ''
  document.documentElement.className = ''
})

async function ready(attributes: Record<string, string> = {}): Promise<PayCharge> {
  const given = {
    locale: 'en',
    'charge-id': shop.charge().id,
    'brand-color': violet,
    ...attributes,
  }
  return await at(mount(shop, given), 'ready')
}

async function painted(element: PayCharge) {
  const { shadowRoot } = element
  ok(shadowRoot)
  requestPalette(element, shadowRoot)
  await seen()
  const palettes = getPalettes(shadowRoot)
  ok(palettes, 'this browser should have relative colors')
  return palettes
}

// A new color is come to by a transition, for whoever wants motion. Other engines take no such wish from a test.
const isChromium = navigator.userAgent.includes('Chrome/')
if (isChromium) await emulateMedia({ reducedMotion: 'no-preference' })

/** What the pay button and the text are drawn in. */
function drawn(element: PayCharge) {
  const { backgroundColor, color } = getComputedStyle(button(element, 'Pay'))
  return {
    fill: hex(backgroundColor),
    onFill: hex(color),
    ink: hex(getComputedStyle(element).color),
  }
}

/** What has not been on the screen cannot change on it. */
const seen = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))

async function settled(element: PayCharge) {
  await until(
    () => !element.shadowRoot?.getAnimations().some((one) => one instanceof CSSTransition),
    () => 'the colors should come to rest',
  )
}

for (const scheme of ['light', 'dark'] as const) {
  test(`${scheme}: what is drawn is the palette of the brand`, async () => {
    const element = await ready({ 'color-scheme': scheme, 'brand-color': '#fde68a' })
    const palettes = await painted(element)
    equal(palettes[scheme], createPalette('#fde68a', scheme))
    await settled(element)
    const { fill, onFill, ink } = palettes[scheme]
    equal(drawn(element), { fill, onFill, ink })
  })
}

test('the page’s accent wins over the brand, in whatever way it is written', async () => {
  const element = await ready()
  const written: Record<string, string> = {
    '#0a0': '#00aa00',
    rebeccapurple: '#663399',
    'hsl(120 100% 20%)': '#006600',
    'color(srgb 1 0.2 0)': '#ff3300',
    'light-dark(red, blue)': '#ff0000',
    'var(--of-the-shop, #123456)': '#123456',
  }
  for (const [text, hex] of Object.entries(written)) {
    element.style.setProperty('--pay-charge-accent', text)
    equal((await painted(element)).light, createPalette(hex, 'light'), text)
  }
  element.style.setProperty('--pay-charge-accent', 'oklch(0.7 0.1 200)')
  // A browser rounds it in its own way.
  ok(
    /^#..[a-b].[a-b].$/.test((await painted(element)).light.fill),
    (await painted(element)).light.fill,
  )
  element.style.removeProperty('--pay-charge-accent')
  equal((await painted(element)).light, createPalette(violet, 'light'))
})

test('what is no color, or another one in every place, counts as not given', async () => {
  const element = await ready()
  for (const text of ['banana', '12px', 'currentColor', 'url(x)']) {
    for (const name of ['accent', 'surface', 'ink'])
      element.style.setProperty(`--pay-charge-${name}`, text)
    equal((await painted(element)).light, createPalette(violet, 'light'), text)
    await settled(element)
    equal(drawn(element).fill, violet, text)
  }
})

test('on a dark surface of the page the text turns light, whatever the scheme', async () => {
  const element = await ready({ 'color-scheme': 'light' })
  element.style.setProperty('--pay-charge-surface', '#101014')
  await painted(element)
  await settled(element)
  equal(drawn(element).ink, '#f2f3f5')
})

test('an ink that can be read stays as the page wrote it; one that cannot moves', async () => {
  const element = await ready({ 'color-scheme': 'light' })
  const ink = async (text: string) => {
    element.style.setProperty('--pay-charge-ink', text)
    const { light } = await painted(element)
    return [light.isInkShifted, getComputedStyle(element).color]
  }
  equal(await ink('light-dark(rgb(0 0 0 / 0.9), white)'), [false, 'rgba(0, 0, 0, 0.9)'])
  const [moved, color] = await ink('#ccc')
  equal([moved, color === 'rgb(204, 204, 204)'], [true, false])
})

test('it paints again by itself when the page changes its colors, even with less motion', async () => {
  style.textContent =
    'pay-charge { --pay-charge-surface: #fff; color-scheme: light } .dark pay-charge { --pay-charge-surface: #111 }'
  const element = await ready()
  const still = new CSSStyleSheet()
  still.replaceSync('* { transition: none !important }')
  element.shadowRoot?.adoptedStyleSheets.push(still)
  await painted(element)
  for (const [name, ink] of [
    ['dark', '#f2f3f5'],
    ['', '#16181d'],
    ['dark', '#f2f3f5'],
  ] as const) {
    await seen()
    document.documentElement.className = name
    await until(
      () => drawn(element).ink === ink,
      () => `should turn ${name || 'light'}: ${drawn(element).ink}`,
    )
  }
})

test('it reckons anew only when something has changed', async () => {
  const element = await ready()
  const before = await painted(element)
  ok((await painted(element)) === before)
  element.brandName = 'Another'
  await turn()
  ok((await painted(element)) === before)
  element.brandColor = '#008000'
  await turn()
  equal((await painted(element)).light.fill, '#008000')
})

test('it stays through redraws, other screens and other places, and adds its sheet once', async () => {
  const element = await ready()
  await painted(element)
  element.cancel()
  await at(element, 'cancelled')
  const count = () => element.shadowRoot?.adoptedStyleSheets.length
  await painted(element)
  const sheets = count()
  document.body.append(document.createElement('main'))
  document.querySelector('main')?.append(element)
  element.retry()
  await at(element, 'ready')
  await painted(element)
  await settled(element)
  equal([drawn(element).fill, count()], [violet, sheets])
  // The element's probes are no part of what is said or reached.
  for (const one of element.shadowRoot?.querySelectorAll(':scope > i') ?? [])
    equal([one.ariaHidden, getComputedStyle(one).visibility], ['true', 'hidden'])
})

test('several elements have colors of their own', async () => {
  const [one, other] = [await ready(), await ready({ 'brand-color': '#008000' })]
  await painted(one)
  await painted(other)
  await settled(one)
  await settled(other)
  equal([drawn(one).fill, drawn(other).fill], [violet, '#008000'])
})

test('nothing is written on the host itself', async () => {
  const element = await ready({ 'color-scheme': 'light' })
  const before = element.getAttribute('style')
  await painted(element)
  equal(element.getAttribute('style'), before)
})

test('a browser without relative colors shows the page’s text on the page’s ground', async () => {
  const element = await ready()
  await painted(element)
  const { supports } = CSS
  CSS.supports = () => false
  try {
    ok(element.shadowRoot)
    const before = element.shadowRoot.adoptedStyleSheets.length
    requestPalette(element, element.shadowRoot)
    await seen()
    equal(element.shadowRoot.adoptedStyleSheets.length, before)
  } finally {
    CSS.supports = supports
  }
  // As such a browser reads the sheets.
  const old = (css: string) =>
    css.replace(/light-dark\(/g, 'unknown(').replace(/\(from /g, '(none ')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(old(theme) + old(laterScreensTheme))
  const host = document.body.appendChild(document.createElement('div'))
  host.style.color = 'rgb(1, 2, 3)'
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [sheet]
  root.innerHTML =
    '<section class="card"><button>A</button><button class="plain">B</button><p class="notice bad">C</p><input /></section>'
  for (const one of root.querySelectorAll('*')) {
    const { color, backgroundColor } = getComputedStyle(one)
    equal(
      [one.className, color, backgroundColor],
      [one.className, 'rgb(1, 2, 3)', 'rgba(0, 0, 0, 0)'],
    )
  }
})
