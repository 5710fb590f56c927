import { equal, includes, ok, until } from './support/assert.ts'
import { afterEach, beforeEach, test } from './support/bdd.ts'
import { at, clear, mount, type PayCharge } from './support/mount.ts'
import { allParts, part } from './support/parts.ts'
import { PageShop } from './support/shop.ts'

// What the console says to those who wrote the page, beside what the payer reads.

const { error } = console
let shop: PageShop
let said: string[]

beforeEach(() => {
  shop = new PageShop()
  said = []
  console.error = (text: string) => said.push(text)
})
afterEach(async () => {
  console.error = error
  clear()
  await allParts()
})

const once = (element: PayCharge) =>
  until(
    () => said.length > 0,
    () => `The console should say something of ${element.outerHTML}`,
  )

test('a wrong attribute: its name, its value and where to read on, once', async () => {
  const element = await at(mount(shop, { 'charge-id': 'mug' }), 'failed')
  equal(said.length, 1)
  for (const text of ['charge-id must be a UUID', 'It is "mug"', '/docs/attributes.md'])
    includes(said[0], text)
  equal(element.shadowRoot?.querySelectorAll('[role=alert]').length, 1)
})

test('an element without charge and order, too', async () => {
  await at(mount(shop, {}), 'failed')
  equal(said.length, 1)
  includes(said[0], 'charge-id or order is needed')
  includes(said[0], '/docs/types.md#pages-that-a-server-renders')
})

test('its card has the styles of every other error', async () => {
  const element = await at(mount(shop, { 'charge-id': 'mug' }), 'failed')
  const notice = element.shadowRoot?.querySelector('[part=notice]') as Element
  ok(getComputedStyle(notice).padding !== '0px')
  // The palette comes with the next frame.
  await until(
    () => getComputedStyle(notice).backgroundColor !== 'rgba(0, 0, 0, 0)',
    () => 'the notice should have its color',
  )
})

test('an object that a server wrote as text, with the cure', async () => {
  await at(mount(shop, { order: '[object Object]' }), 'failed')
  equal(said.length, 1)
  includes(said[0], 'It is "[object Object]"')
  includes(said[0], '/docs/types.md#pages-that-a-server-renders')
})

test('attributes that nothing reads: each with its cure, once for an element', async () => {
  const lost = { rpcurls: '[object Object]', brandcolor: '#123456', 'onpay-charge-success': 'x' }
  const element = await at(mount(shop, { 'charge-id': shop.charge().id, ...lost }), 'ready')
  await once(element)
  element.pay()
  await at(element, 'choosingWallet')
  equal(said.length, 1)
  for (const text of [
    'rpcurls: it holds no text. Set the property rpcUrls',
    'brandcolor: write brand-color.',
    'onpay-charge-success: a listener cannot be an attribute',
  ])
    includes(said[0], text)
})

test('a property that a framework has set since is not missed', async () => {
  const element = mount(shop, { 'charge-id': shop.charge().id, rpcurls: '[object Object]' })
  element.rpcUrls = { 31337: 'http://127.0.0.1:1' }
  await at(element, 'ready')
  element.pay()
  await at(element, 'choosingWallet')
  equal(said, [])
})

test('a part of the script that does not come: which, and where to read on', async () => {
  await part('missing', 'pin-check')
  const pins = { recipients: 'eip155:1:0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc' }
  await at(mount(shop, { 'charge-id': shop.charge().id, ...pins }), 'failed')
  equal(said.length, 1)
  for (const text of ['part not loaded', 'pin-check', '/docs/csp-and-integrity.md'])
    includes(said[0], text)
})
