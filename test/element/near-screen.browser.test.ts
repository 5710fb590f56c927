import { equal, until } from './support/assert.ts'
import { afterEach, test } from './support/bdd.ts'
import { at, clear, mount, type PayCharge } from './support/mount.ts'
import { PageShop } from './support/shop.ts'

// What is not near the screen costs a page as little as possible, and lacks nothing when it is seen or used.

afterEach(clear)

/** Whether an element has the styles of the later screens and its palette. */
const isComplete = ({ shadowRoot }: PayCharge) => (shadowRoot?.adoptedStyleSheets.length ?? 0) > 2

const complete = (element: PayCharge) =>
  until(
    () => isComplete(element),
    () => 'should have its later styles and its palette',
  )

/** Mounts an element in a place, and another one at the top, and waits until the latter has all that loads when idle. */
async function mountFar(style: Partial<CSSStyleDeclaration>) {
  const shop = new PageShop()
  const place = document.createElement('div')
  Object.assign(place.style, style)
  document.body.append(place)
  const far = mount(shop, { 'charge-id': shop.charge().id }, place)
  const top = mount(shop, { 'charge-id': shop.charge().id })
  document.body.prepend(top)
  await Promise.all([at(far, 'ready'), at(top, 'ready')])
  await complete(top)
  // Both were idle at the same moment, and the browser has looked at both.
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  return { far, place }
}

const places: [where: string, style: Partial<CSSStyleDeclaration>][] = [
  ['screens below', { paddingTop: `${3 * innerHeight}px` }],
  ['in what is not displayed', { display: 'none' }],
]

for (const [where, style] of places) {
  test(`an element ${where} is completed when it is seen`, async () => {
    const { far, place } = await mountFar(style)
    equal(isComplete(far), false)
    place.removeAttribute('style')
    far.scrollIntoView()
    await complete(far)
    scrollTo(0, 0)
  })

  test(`an element ${where} is completed when it is used`, async () => {
    const { far } = await mountFar(style)
    far.pay()
    await complete(far)
  })

  test(`an element ${where} that was taken away is left alone, and completed when it comes back`, async () => {
    const { far } = await mountFar(style)
    far.remove()
    await new Promise((done) => requestAnimationFrame(done))
    equal(isComplete(far), false)
    document.body.prepend(far)
    await complete(far)
  })
}

test('an element without a box of its own is completed', async () => {
  const shop = new PageShop()
  const element = mount(shop, { 'charge-id': shop.charge().id })
  element.style.display = 'contents'
  await at(element, 'ready')
  await complete(element)
})
