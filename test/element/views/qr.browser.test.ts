import { html, render } from 'lit/html.js'
import { qrCode } from '../../../src/element/checkout/views/scan/qr.ts'
import { equal, ok, until } from '../support/assert.ts'
import { plain, schemes } from '../support/axe.ts'
import { afterEach, test } from '../support/bdd.ts'

// Every code is drawn as the browser draws it, and read as a phone reads it.

type Reader = (pixels: Uint8ClampedArray, width: number, height: number) => { data: string } | null

/** Loads jsQR once, as the script that it is. */
async function reader(): Promise<Reader> {
  const known = () => (window as unknown as { jsQR?: Reader }).jsQR
  if (!known()) {
    const script = document.createElement('script')
    script.src = '/node_modules/jsqr/dist/jsQR.js'
    document.head.append(script)
  }
  await until(known, () => 'jsQR should load')
  return known()!
}

afterEach(() => {
  document.body.replaceChildren()
  plain()
})

function draw(text: string, label = 'Scan it'): SVGSVGElement {
  const place = document.createElement('div')
  document.body.append(place)
  render(html`${qrCode(text, label)}`, place)
  const svg = place.querySelector('svg')
  if (!svg) throw new Error('There should be a drawing.')
  return svg
}

/** The pixels of a drawing as it looks now, on a page of this color. */
async function rasterise(svg: SVGSVGElement, side: number, page: string): Promise<ImageData> {
  const copy = svg.cloneNode(true) as SVGSVGElement
  // An image of its own knows nothing of the page: it is given the colors that the page shows.
  for (const [index, shape] of [...svg.querySelectorAll('rect, path')].entries()) {
    const { fill } = getComputedStyle(shape)
    copy.querySelectorAll('rect, path')[index]?.setAttribute('fill', fill)
  }
  copy.setAttribute('width', String(side))
  copy.setAttribute('height', String(side))
  const image = new Image()
  const source = new XMLSerializer().serializeToString(copy)
  image.src = `data:image/svg+xml,${encodeURIComponent(source)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There should be a canvas.')
  context.fillStyle = page
  context.fillRect(0, 0, side, side)
  context.drawImage(image, 0, 0)
  return context.getImageData(0, 0, side, side)
}

const address = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
const texts = {
  'a transfer of a token': `ethereum:${address}@8453/transfer?address=${address}&uint256=19990000`,
  'a coin with all its digits': `ethereum:${address}@1?value=${2n ** 256n - 1n}`,
  'a WalletConnect pairing': `wc:${'7f'.repeat(32)}@2?relay-protocol=irn&symKey=${'a9'.repeat(32)}&expiryTimestamp=1790000000&methods=wc_sessionAuthenticate`,
  'one letter': 'x',
}

for (const [name, text] of Object.entries(texts)) {
  for (const scheme of schemes) {
    // Whole pixels a module, and not.
    for (const side of [260, 480]) {
      test(`${name} reads exactly, ${scheme}, ${side} px`, async () => {
        document.documentElement.style.colorScheme = scheme
        const page = scheme === 'dark' ? '#000' : '#fff'
        const { data } = await rasterise(draw(text), side, page)
        equal((await reader())(data, side, side)?.data, text)
      })
    }
  }
}

test('the quiet zone is four modules of light on every side, also on a dark page', async () => {
  document.documentElement.style.colorScheme = 'dark'
  const svg = draw(texts['a transfer of a token'])
  const { width, x } = svg.viewBox.baseVal
  const { data } = await rasterise(svg, width, '#000')
  equal(x, -4)
  const dark = (column: number, row: number) => data[4 * (row * width + column)]! < 128
  for (let along = 0; along < width; along++) {
    for (let deep = 0; deep < 4; deep++) {
      ok(!dark(along, deep) && !dark(deep, along), `light at ${along}, ${deep}`)
      ok(!dark(along, width - 1 - deep) && !dark(width - 1 - deep, along), `light at ${along}`)
    }
  }
  // And the corner of the code itself is dark.
  ok(dark(4, 4))
})

test('it is an image with a name, without styles of its own', () => {
  const svg = draw('x', 'Code of the payment')
  equal(svg.getAttribute('role'), 'img')
  equal(svg.getAttribute('aria-label'), 'Code of the payment')
  equal(svg.getAttribute('part'), 'qr')
  equal(svg.outerHTML.includes('style'), false)
  equal(svg.querySelectorAll('path').length, 1)
})

test('another text is another code in the same place', async () => {
  const place = document.createElement('div')
  document.body.append(place)
  const read = await reader()
  for (const text of ['first', 'second, and longer than the first']) {
    render(html`${qrCode(text, text)}`, place)
    const svg = place.querySelector('svg')
    const { data } = await rasterise(svg!, 300, '#fff')
    equal(read(data, 300, 300)?.data, text)
  }
})
