import type { State } from '../../../src/checkout/state.ts'
import { preview, samples } from '../../../src/element/preview/index.ts'
import { readLines } from '../../support/visual-order.ts'
import { equal, ok, until } from '../support/assert.ts'
import { afterEach, test } from '../support/bdd.ts'
import { at, clear, mount, type PayCharge } from '../support/mount.ts'
import { PageShop } from '../support/shop.ts'

// Amounts as the eye sees them: in the order of their parts, and on one line.

const shop = new PageShop()
afterEach(() => {
  clear()
  document.head.querySelector('style')?.remove()
})

const shadow = ({ shadowRoot }: PayCharge): ShadowRoot => {
  if (!shadowRoot) throw new Error('The element has no shadow root.')
  return shadowRoot
}

/** Waits until each part stands in some line of the element, as it is read from left to right. */
const showsLines = (element: PayCharge, parts: readonly string[]) =>
  until(
    () => parts.every((part) => readLines(shadow(element)).some((line) => line.includes(part))),
    () => `${JSON.stringify(readLines(shadow(element)))}\nshould show ${JSON.stringify(parts)}`,
  )

async function showSample(name: string, locale: string, more: Partial<State> = {}) {
  const element = document.createElement('pay-charge')
  element.setAttribute('locale', locale)
  document.body.append(element)
  const state = samples.find((sample) => sample.name === name)?.state
  if (!state) throw new Error(`No sample ${name}.`)
  await preview(element).show({ ...state, ...more } as State)
  return element
}

// In Arabic and Hebrew the unit of money stands to the left of its number; a token has the order of its Latin symbol.
for (const [locale, unit] of [
  ['ar', 'US$'],
  ['he', '$'],
] as const) {
  test(`${locale}: the price, and the amount on its network`, async () => {
    await showsLines(await showSample('ready', locale), [`${unit} 34.50`, '34.50 USDC'])
  })

  test(`${locale}: each amount of the receipt stands whole`, async () => {
    const element = await showSample('paid, with what is bought', locale)
    await showsLines(element, [`${unit} 34.50`, '34.50 USDC', `${unit} 24.00`, '2 × Stoneware mug'])
  })

  test(`${locale}: what is short stands with its unit on one line`, async () => {
    await showsLines(await showSample('short of token', locale), ['12.40 USDC', '34.50 USDC'])
    await showsLines(await showSample('choose token', locale), ['34.50 USDC'])
  })

  test(`${locale}: the merchant's words keep their own order`, async () => {
    const line_items = [
      { name: 'Mug (rust).', description: '', quantity: 2, unit_amount: '12.00', amount: '24.00' },
    ]
    const more = { name: 'Order 1042.', description: 'Leaves on Monday (1 pm).', line_items }
    const id = shop.charge('19.99', { more }).id
    const element = await at(mount(shop, { 'charge-id': id, locale }), 'ready')
    await showsLines(element, [
      'Order 1042.',
      'Leaves on Monday (1 pm).',
      'Mug (rust).',
      `${unit} 24.00`,
    ])
  })
}

for (const price of ['99999999999.99', '1000000000000.00', '0.000001', '20.00'])
  for (const [locale, width] of [
    ['en', 280],
    ['en', 328],
    ['de', 328],
    ['ar', 280],
    ['fr', 416],
  ] as const)
    test(`${price} in ${locale} is on one line of a card of ${width} px`, async () => {
      const style = document.createElement('style')
      style.textContent = `pay-charge { width: ${width}px }`
      document.head.append(style)
      const id = shop.charge(price).id
      const element = await at(mount(shop, { 'charge-id': id, locale }), 'ready')
      const find = () => shadow(element).querySelector('.amount:not(.skeleton)')
      // The texts of another language come later.
      await until(find, () => 'There should be a price.')
      const amount = find()
      ok(amount)
      equal(readLines(amount).length, 1)
      const range = document.createRange()
      range.selectNodeContents(amount)
      const [text, box] = [range.getBoundingClientRect(), amount.getBoundingClientRect()]
      ok(text.left >= box.left - 1 && text.right <= box.right + 1, `${text.width} of ${box.width}`)
    })
