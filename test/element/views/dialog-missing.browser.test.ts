import { equal, ok, turn, until } from '../support/assert.ts'
import { afterEach, test } from '../support/bdd.ts'
import { at, button, clear, mount, shown } from '../support/mount.ts'
import { allParts, part } from '../support/parts.ts'
import { PageShop } from '../support/shop.ts'

// A file of its own: code that is in the page once cannot be missing later.

afterEach(async () => {
  clear()
  await allParts()
})

test('where the code of the dialog cannot be loaded, the card stands in the page', async () => {
  await part('missing', 'checkout/checkout')
  const shop = new PageShop()
  const element = mount(shop, { 'charge-id': shop.charge().id, mode: 'dialog', redirect: 'none' })
  await at(element, 'ready')
  await until(
    () => shown(element).includes('Pay 19.99 DUSD'),
    () => 'the card should stand',
  )
  element.open()
  await turn()
  equal(element.shadowRoot?.querySelector('dialog'), null)
  // Nor can one cancel without that code.
  ok(button(element, 'Pay 19.99 DUSD').checkVisibility())
  button(element, 'Pay 19.99 DUSD').click()
  await until(
    () => shown(element).includes('couldn’t load'),
    () => shown(element),
  )
})
