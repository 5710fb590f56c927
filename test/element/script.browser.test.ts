import type { PayCharge } from '../../src/element/pay-charge.ts'
import { equal, includes, ok, until } from './support/assert.ts'
import { test } from './support/bdd.ts'
import { PageShop } from './support/shop.ts'

// The page is there before the script: no static import of it here. The tests build on each other, as the page goes on.

const shop = new PageShop()
const { id } = shop.charge()
const element = document.createElement('pay-charge') as PayCharge & Record<string, unknown>
const text = () => (element.shadowRoot?.textContent ?? '').replace(/\s+/g, ' ')

/** All that is a property only. */
const options = {
  chains: [],
  rpcUrls: { 31337: 'http://127.0.0.1:1' },
  wallets: [],
  accepts: [],
  paymasterUrl: 'https://paymaster.example',
  relayUrl: 'wss://relay.example',
  amounts: { min: '1' },
  texts: {},
}

test('what a page sets before the script is there counts after it, attributes and properties', async () => {
  Object.assign(element, options)
  element.setAttribute('brand-name', 'Field & Kiln')
  Object.assign(element, { chargeId: id, fetch: shop.fetch, redirect: 'none' })
  document.body.append(element)
  equal(customElements.get('pay-charge'), undefined)
  await import('../../src/pay-charge.ts')
  ok(customElements.get('pay-charge'))
  await until(() => text().includes('Pay 19.99 DUSD'), text)
  includes(text(), 'Field & Kiln')
  equal(element.redirect, 'none')
  ok(!Object.hasOwn(element, 'chargeId'), 'the accessor of the class is to be used')
})

test('every property is in the element, where React and Vue look for it', () => {
  for (const name of [...Object.keys(options), 'fetch', 'chargeId']) {
    ok(name in document.createElement('pay-charge'), name)
    ok(!Object.hasOwn(element, name), `the accessor of ${name} is to be used`)
  }
  for (const [name, value] of Object.entries(options)) ok(element[name] === value, name)
})

test('they can still be changed', async () => {
  element.brandName = 'Another'
  await until(() => text().includes('Another'), text)
})

test('a second and third load of the script change nothing and throw nothing', async () => {
  const defined = customElements.get('pay-charge')
  for (const time of [2, 3]) {
    const script = document.createElement('script')
    script.type = 'module'
    script.src = `/src/pay-charge.ts?load=${time}`
    const loaded = new Promise((resolve, reject) => {
      script.onload = resolve
      script.onerror = reject
    })
    document.head.append(script)
    await loaded
  }
  equal(customElements.get('pay-charge') === defined, true)
  includes(text(), 'Pay 19.99 DUSD')
})

test('the parser’s own elements work too', async () => {
  const place = document.createElement('div')
  document.body.append(place)
  place.innerHTML = '<pay-charge charge-id="x"></pay-charge>'
  const parsed = place.querySelector('pay-charge')
  await until(
    () => parsed?.state.step === 'failed',
    () => String(parsed?.state.step),
  )
})
