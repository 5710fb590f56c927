import { equal, until } from '../support/assert.ts'
import { afterEach, test } from '../support/bdd.ts'
import { at, button, clear, mount, shown } from '../support/mount.ts'
import { allParts, part } from '../support/parts.ts'
import { PageShop } from '../support/shop.ts'

// A file of its own: code that is in the page once cannot come late.

afterEach(async () => {
  clear()
  await allParts()
})

test('a payer without a wallet reads the title of the screen while its code loads', async () => {
  await part('late', 'scan/scan')
  const shop = new PageShop()
  const element = await at(mount(shop, { 'charge-id': shop.charge().id }), 'ready')
  const root = element.shadowRoot as ShadowRoot
  const title = () => root.querySelector('h2')
  /** The titles that stood while the code was loading. */
  const titles: (string | null | undefined)[] = []
  const observer = new MutationObserver(() => {
    if (shown(element).includes('Loading')) titles.push(title()?.textContent)
  })
  observer.observe(root, { childList: true, subtree: true, characterData: true })
  button(element, 'Pay').focus()
  element.pay()
  await until(
    () => root.querySelector('.links'),
    () => shown(element),
  )
  observer.disconnect()
  equal([...new Set(titles)], ['Choose your wallet'])
  equal(title()?.textContent, 'Choose your wallet')
  equal(root.activeElement, title())
})
