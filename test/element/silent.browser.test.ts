import { includes, until } from './support/assert.ts'
import { afterEach, beforeEach, test } from './support/bdd.ts'
import { at, button, clear, mount, shown } from './support/mount.ts'
import { allParts, part } from './support/parts.ts'
import { PageShop } from './support/shop.ts'

// Hosts of code that take a request and never answer. A file of its own: code that is in the page once cannot be silent
// later. The limits of half a minute are made short; which of them is meant, its length says.

const { setTimeout } = window

/** Lets timers of this many milliseconds be due at once. */
function shorten(limitMs: number) {
  window.setTimeout = ((work: TimerHandler, ms = 0, ...rest: unknown[]) =>
    setTimeout(work, ms === limitMs ? 300 : ms, ...rest)) as typeof setTimeout
}

beforeEach(() => localStorage.clear())
afterEach(async () => {
  window.setTimeout = setTimeout
  clear()
  await allParts()
})

test('a card whose language never comes speaks English', async () => {
  await part('silent', 'languages/ja.ts')
  shorten(8_000)
  const shop = new PageShop()
  const element = mount(shop, { 'charge-id': shop.charge().id, locale: 'ja' })
  await at(element, 'ready')
  await until(
    () => shown(element).includes('Pay 19.99 DUSD'),
    () => shown(element),
  )
})

test('a card whose checkout never comes says so, and lets the payer try again', async () => {
  await part('silent', 'checkout/checkout')
  shorten(30_000)
  const shop = new PageShop()
  const element = mount(shop, { 'charge-id': shop.charge().id })
  await at(element, 'ready')
  await until(
    () => shown(element).includes('Pay 19.99 DUSD'),
    () => shown(element),
  )
  for (let click = 0; click < 2; click++) {
    button(element, 'Pay 19.99 DUSD').click()
    await until(
      () => shown(element).includes('couldn’t load'),
      () => shown(element),
    )
  }
  includes(shown(element), 'Pay 19.99 DUSD')
})
