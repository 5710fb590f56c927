import { equal, includes, ok, until } from '../support/assert.ts'
import { afterEach, test } from '../support/bdd.ts'
import { at, clear, listen, mount, shown } from '../support/mount.ts'
import { allParts, part } from '../support/parts.ts'
import { PageShop } from '../support/shop.ts'

// A file of its own: what is loaded once is not late any more.

afterEach(async () => {
  clear()
  await allParts()
})

test('an attribute that is corrected while its sentence is on the way shows no stale error', async () => {
  await part('late', 'attribute-texts')
  const shop = new PageShop()
  const told = listen()
  const element = mount(shop, { 'charge-id': shop.charge().id, proxy: 'ftp://x' })
  const seen: string[] = []
  new MutationObserver(() => seen.push(shown(element))).observe(element.shadowRoot as ShadowRoot, {
    childList: true,
    subtree: true,
    characterData: true,
  })
  await Promise.resolve()
  element.proxy = '/pay'
  await at(element, 'ready')
  await import('../../../src/element/checkout/page/attribute-texts.ts')
  await new Promise((resolve) => setTimeout(resolve, 50))
  equal(told.names, ['ready'])
  includes(shown(element), 'Pay 19.99 DUSD')
  ok(seen.every((text) => !text.includes('went wrong')))
  // One that stays wrong is told, once its sentence is here.
  element.mode = 'window' as 'dialog'
  await until(
    () => told.names.includes('error'),
    () => 'the error should be told',
  )
  includes(told.of('pay-charge-error')[0]?.message, 'mode must be inline or dialog.')
  told.stop()
})
