import { findCover } from '../../../src/element/checkout/views/card/cover/cover.ts'
import { equal, ok, until } from '../support/assert.ts'
import { afterEach, beforeEach, test } from '../support/bdd.ts'
import { at, clear, mount, type PayCharge } from '../support/mount.ts'
import { PageShop } from '../support/shop.ts'

// What hides the label of the pay button, and what only looks as if it could.

const shop = new PageShop()
let element: PayCharge
let payButton: HTMLElement

beforeEach(async () => {
  element = await at(mount(shop, { 'charge-id': shop.charge().id }), 'ready')
  const find = () => element.shadowRoot?.querySelector<HTMLElement>('.pay > button')
  await until(find, () => 'There should be a button.')
  payButton = find() as HTMLElement
})
afterEach(() => {
  document.querySelector('#layer')?.remove()
  clear()
})

type Layer = [name: string, styles: Partial<CSSStyleDeclaration>, tag?: string, text?: string]

/** Puts a layer over the whole page, which lets clicks through. */
function cover(styles: Partial<CSSStyleDeclaration>, tag = 'div', text = ''): HTMLElement {
  const layer = (
    tag === 'svg'
      ? document.createElementNS('http://www.w3.org/2000/svg', tag)
      : document.createElement(tag)
  ) as HTMLElement
  layer.id = 'layer'
  layer.textContent = text
  const base = { position: 'fixed', inset: '0', zIndex: '9', pointerEvents: 'none' }
  Object.assign(layer.style, base, styles)
  document.body.append(layer)
  return layer
}

const white = 'linear-gradient(white, white)'
/** Layers that hide the label, each with every trick that it needs and no more. */
const covering: Layer[] = [
  ['a layer with a color', { background: 'white' }],
  ['one that lets some of it through', { background: 'rgb(0 0 0 / 60%)' }],
  ['a gradient of opaque colors', { backgroundImage: 'linear-gradient(red, blue)' }],
  [
    'a gradient with a thin transparent edge',
    { backgroundImage: 'linear-gradient(transparent 1px, white 1px)' },
  ],
  [
    'a radial gradient with a pinhole',
    { backgroundImage: 'radial-gradient(circle at 50% 50%, transparent 2px, white 3px)' },
  ],
  [
    'a repeated gradient',
    { backgroundImage: 'repeating-linear-gradient(white 0 20px, transparent 20px 21px)' },
  ],
  [
    'two gradients that hide together',
    {
      background:
        'linear-gradient(rgb(255 255 255 / .4), rgb(255 255 255 / .4)), linear-gradient(rgb(255 255 255 / .4), rgb(255 255 255 / .4))',
    },
  ],
  ['a picture', { backgroundImage: 'url("data:image/svg+xml,%3Csvg/%3E")' }],
  ['a picture of a border', { border: '10px solid', borderImage: `${white} 30 fill` }],
  ['a border as wide as the page', { borderTop: '100vh solid white' }],
  ['an inner shadow', { boxShadow: 'inset 0 0 0 100vmax white' }],
  ['a blur', { backdropFilter: 'blur(20px)' }],
  ['the night', { backdropFilter: 'brightness(0)' }],
  ['fog', { backdropFilter: 'contrast(0)' }],
  ['half an inversion', { backdropFilter: 'invert(50%)' }],
  ['a screen of white', { background: 'white', mixBlendMode: 'screen' }],
  ['a multiplication by black', { background: 'black', mixBlendMode: 'multiply' }],
  ['an exclusion of gray', { background: '#808080', mixBlendMode: 'exclusion' }],
  ['lightening to white', { background: 'white', mixBlendMode: 'lighten' }],
  ['its luminosity', { background: 'gray', mixBlendMode: 'luminosity' }],
  ['an image element', { width: '100%', height: '100%' }, 'img'],
  ['a video', { width: '100%', height: '100%' }, 'video'],
  ['a frame', { width: '100%', height: '100%' }, 'iframe'],
  ['a field', { width: '100%', height: '100%', background: 'none' }, 'textarea'],
  [
    'a canvas with a color behind it',
    { width: '100%', height: '100%', background: 'white' },
    'canvas',
  ],
  [
    'a drawing with a color behind it',
    { width: '100%', height: '100%', background: 'white' },
    'svg',
  ],
  [
    'a text',
    { fontSize: '40px', lineHeight: '40px', wordBreak: 'break-all' },
    'div',
    '█'.repeat(2000),
  ],
  ['a color under a clip', { background: 'white', clipPath: 'inset(0)' }],
  ['a color in a filter', { background: 'black', filter: 'invert(1)' }],
]

/** Layers of shops as they are, that hide no label. */
const decorative: Layer[] = [
  ['the container of its messages', {}],
  ['a grain over the whole page', { background: 'black', opacity: '0.06' }],
  ['snow on a canvas', { width: '100%', height: '100%' }, 'canvas'],
  [
    'a bubble of a chat at the edge',
    { inset: 'auto 0 0 auto', width: '60px', height: '100vh', background: 'red' },
  ],
  ['a dark mode by difference', { background: 'white', mixBlendMode: 'difference' }],
  ['a night mode', { backdropFilter: 'brightness(0.9)' }],
  [
    'a vignette',
    { backgroundImage: 'radial-gradient(circle at 50% 50%, transparent 60%, rgb(0 0 0 / 60%))' },
  ],
  [
    'a shade at the top',
    { backgroundImage: 'linear-gradient(rgb(0 0 0 / 60%), transparent 10px)' },
  ],
  [
    'scan lines',
    { backgroundImage: 'repeating-linear-gradient(rgb(0 0 0 / 12%) 0 1px, transparent 1px 3px)' },
  ],
  ['an inner shadow at the edge', { boxShadow: 'inset 0 0 20px black' }],
  ['an inversion', { backdropFilter: 'invert(1)' }],
  ['grayscale', { backdropFilter: 'grayscale(1) hue-rotate(90deg)' }],
  ['a tint of a quarter', { background: 'rgb(255 0 0 / 25%)' }],
  ['a warm light', { background: '#f4ecd8', mixBlendMode: 'multiply' }],
  ['a color without light', { background: 'orange', mixBlendMode: 'color' }],
  ['what has faded out', { background: 'white', opacity: '0' }],
  ['a frame around the page', { border: '6px solid red' }],
  ['a watermark', { opacity: '0.1', fontSize: '60px' }, 'div', 'Preview '.repeat(60)],
]

for (const [name, styles, tag, text] of covering)
  test(`${name} hides the label`, () => {
    equal(findCover(payButton), undefined)
    const layer = cover(styles, tag, text)
    ok(findCover(payButton) === layer, 'the layer should be found')
  })

for (const [name, styles, tag, text] of decorative)
  test(`${name} hides nothing`, () => {
    cover(styles, tag, text)
    equal(findCover(payButton), undefined)
  })

const bare = 'position: fixed; left: 0; top: 0; width: 1px; height: 1px; z-index: 9;'
const whole = 'position: fixed; inset: 0; z-index: 9; pointer-events: none;'

/** Adds an element with styles of its own. */
function add(css: string, parent: Node = document.body, slot = ''): HTMLElement {
  const layer = document.createElement('div')
  layer.id = 'layer'
  layer.style.cssText = css
  if (slot) layer.slot = slot
  parent.appendChild(layer)
  return layer
}

/** Layers that hide where they are, or how they let clicks through. */
const tricks: Record<string, () => void> = {
  'a weighty style of its own': () =>
    void add(
      'position: fixed; inset: 0; z-index: 9; background: white; pointer-events: none !important',
    ),
  'a shadow from elsewhere': () => void add(`${bare} box-shadow: 0 0 0 2000px white`),
  'an outline from elsewhere': () => void add(`${bare} outline: 2000px solid white`),
  'two halves': () => {
    const layer = add(whole)
    for (let times = 0; times < 2; times++)
      add(`${whole} background: rgb(255 255 255 / 40%)`, layer)
  },
  'a shadow root': () => {
    const inner = add(whole).attachShadow({ mode: 'open' })
    add('position: absolute; inset: 0; background: white', inner)
  },
  'the element’s own content': () => {
    add(`${whole} background: white`, element, 'footer')
  },
  'a pseudo-element': () => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`#layer::after { content: ''; ${whole} background: white }`)
    document.adoptedStyleSheets = [sheet]
    add(bare)
  },
  'a color with holes': () =>
    void add(
      `${whole} background: repeating-linear-gradient(90deg, white 0 9px, transparent 9px 10px)`,
    ),
}
for (const [name, trick] of Object.entries(tricks))
  test(`${name} hides the label`, () => {
    trick()
    ok(findCover(payButton), 'a cover should be found')
    document.adoptedStyleSheets = []
  })

const invisible: Partial<CSSStyleDeclaration>[] = [
  { opacity: '0.01' },
  { filter: 'opacity(10%)' },
  { filter: 'brightness(0)' },
  { filter: 'contrast(0)' },
  { filter: 'blur(20px)' },
  { maskImage: 'linear-gradient(transparent, transparent)' },
  { maskImage: 'linear-gradient(transparent 90%, black)' },
  { maskImage: 'url("data:image/svg+xml,%3Csvg/%3E")' },
  { clipPath: 'inset(100%)' },
  { transform: 'scale(0.1)' },
]
for (const styles of invisible)
  test(`a card with ${JSON.stringify(styles)} is as good as invisible`, () => {
    Object.assign(element.style, styles)
    ok(findCover(payButton), 'the card should be found')
  })

for (const styles of [
  { opacity: '0.8' },
  { filter: 'grayscale(1) contrast(0.9)' },
  { transform: 'rotate(2deg) scale(0.9)' },
  { mixBlendMode: 'multiply' },
  { maskImage: 'linear-gradient(black 95%, transparent)' },
])
  test(`a card with ${JSON.stringify(styles)} can be read`, () => {
    Object.assign(element.style, styles)
    equal(findCover(payButton), undefined)
  })

for (const styles of [
  { background: 'none', color: '#111' },
  { background: 'transparent', color: '#111' },
  { background: 'linear-gradient(#ffe259, #ffa751)', color: '#111' },
  { background: 'linear-gradient(#222, #444)', color: 'white' },
])
  test(`a button with ${JSON.stringify(styles)} can be read, and is covered by what covers it`, () => {
    Object.assign(payButton.style, styles)
    equal(findCover(payButton), undefined)
    const layer = cover({ background: 'white', opacity: '0.9' })
    ok(findCover(payButton) === layer, 'the layer should be found')
  })

test('a label in the color of its ground cannot be read', () => {
  Object.assign(payButton.style, { background: 'none', color: 'white' })
  element.style.background = 'white'
  ok(findCover(payButton) === payButton, 'the button should be found')
})
