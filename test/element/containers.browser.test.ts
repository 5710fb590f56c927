import { equal, ok, until } from './support/assert.ts'
import { afterEach, beforeEach, test } from './support/bdd.ts'
import { at, clear, mount } from './support/mount.ts'
import { PageShop } from './support/shop.ts'

// The card has a preferred width in every container, and shrinks where there is less room. It is a container itself
// (container queries), which by itself would have no width at all.

let shop: PageShop

beforeEach(() => {
  shop = new PageShop()
})
afterEach(clear)

/** A place of a page: the styles of what surrounds the element, from the outside to the inside, and of the element. */
const places: Record<string, { around: string[]; element?: string }> = {
  block: { around: [''] },
  'flex row': { around: ['display: flex'] },
  'flex row, centered': { around: ['display: flex; justify-content: center; align-items: center'] },
  'flex column, centered': {
    around: ['display: flex; flex-direction: column; align-items: center'],
  },
  'grid, centered': { around: ['display: grid; place-items: center'] },
  float: { around: [''], element: 'float: left' },
  'inline-block': { around: [''], element: 'display: inline-block' },
  'inside an inline-block': { around: ['', 'display: inline-block'] },
  'fit-content': { around: ['', 'width: fit-content'] },
  'min-content': { around: ['', 'width: min-content'] },
  'max-content': { around: ['', 'width: max-content; max-width: 100%'] },
  'table cell': { around: ['', 'display: table', 'display: table-cell'] },
  'a table as wide as the page': {
    around: ['', 'display: table; width: 100%', 'display: table-cell; padding: 0 10px'],
  },
  absolute: {
    around: ['position: relative; height: 600px'],
    element: 'position: absolute; left: 0',
  },
}

/** Mounts an element in nested boxes, the outermost of a given width. Its proxy answers when the skeleton is drawn. */
async function mountIn({ around, element: style = '' }: (typeof places)[string], width: number) {
  let place: Element = document.body
  for (const [depth, css] of around.entries()) {
    const box = document.createElement('div')
    box.style.cssText = depth === 0 ? `width: ${width}px; ${css}` : css
    place.append(box)
    place = box
  }
  const { promise: isAnswering, resolve: answer } = Promise.withResolvers<void>()
  const slowShop = Object.create(shop, {
    fetch: {
      value: async (...call: Parameters<PageShop['fetch']>) => {
        await isAnswering
        return await shop.fetch(...call)
      },
    },
  }) as PageShop
  const element = mount(slowShop, { 'charge-id': shop.charge().id }, place)
  element.style.cssText = style
  await until(
    () => element.shadowRoot?.querySelector('.skeleton'),
    () => 'the skeleton should be drawn',
  )
  const skeleton = cardOf(element)
  answer()
  await at(element, 'ready')
  return { element, skeleton, card: cardOf(element) }
}

const cardOf = ({ shadowRoot }: Element) =>
  shadowRoot?.querySelector('.card')?.getBoundingClientRect() ?? new DOMRect()

for (const [name, place] of Object.entries(places)) {
  for (const width of [360, 1280])
    test(`the skeleton has the size and place of the card at ${width} px: ${name}`, async () => {
      const { skeleton, card } = await mountIn(place, width)
      equal(skeleton.toJSON(), card.toJSON())
    })

  test(`in a wide page the card is 416 px wide: ${name}`, async () => {
    const { card } = await mountIn(place, 1240)
    equal(card.width, name === 'min-content' ? 280 : 416)
    ok(card.height < 500, `${card.height} px high`)
  })

  test(`on a phone the card takes what there is: ${name}`, async () => {
    const { card, element } = await mountIn(place, 320)
    const least = name === 'min-content' ? 280 : name.startsWith('a table') ? 300 : 320
    equal(card.width, least)
    ok(element.getBoundingClientRect().width <= 320, 'it leaves its container')
  })
}

test('beside a greedy neighbor in a row, the card keeps 280 px', async () => {
  const { card, element } = await mountIn({ around: ['display: flex'] }, 600)
  const neighbor = document.createElement('p')
  neighbor.textContent = 'Free returns within thirty days. '.repeat(40)
  element.after(neighbor)
  await until(
    () => cardOf(element).width < card.width,
    () => 'it shrinks',
  )
  ok(cardOf(element).width >= 280, `${cardOf(element).width} px`)
})

test('in less than 280 px the card still fits', async () => {
  // A grid's own track is as wide as what stands in it can be at least.
  for (const around of [[''], ['display: flex'], ['display: grid; grid-template-columns: 100%']]) {
    const { element } = await mountIn({ around }, 256)
    equal(element.getBoundingClientRect().width, 256)
    equal(cardOf(element).width, 256)
  }
})

test('in a dialog of the page the card is as wide as it likes', async () => {
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.style.padding = '0'
  const element = mount(shop, { 'charge-id': shop.charge().id }, dialog)
  dialog.showModal()
  await at(element, 'ready')
  const room = Math.min(416, innerWidth - 40)
  ok(cardOf(element).width >= room, `${cardOf(element).width} px of ${innerWidth}`)
})
