import { equal, turn } from './support/assert.ts'
import { afterEach, beforeEach, test } from './support/bdd.ts'
import { at, button, clear, mount, type PayCharge } from './support/mount.ts'
import { PageShop } from './support/shop.ts'
import { PageWallet } from './support/wallet.ts'

// The ways to pay on the first screen: what can work in this browser comes first, and stays there. A file of its own: a wallet that
// was announced to a page stays known to it.

let shop: PageShop

beforeEach(() => {
  shop = new PageShop()
})
afterEach(clear)

const code = 'Pay by QR code or address'
const charged = (attributes = {}) =>
  at(mount(shop, { 'charge-id': shop.charge().id, redirect: 'none', ...attributes }), 'ready')

/** The buttons of the screen, with the filled one marked. */
const buttons = ({ shadowRoot }: PayCharge) =>
  [...(shadowRoot?.querySelectorAll('.screen button') ?? [])].map(
    (one) => `${one.className ? '' : '!'}${one.textContent?.trim()}`,
  )

test('without a wallet the code comes first', async () => {
  equal(buttons(await charged()), [`!${code}`, 'Pay 19.99 DUSD'])
})

test('a wallet on another device is one', async () => {
  const element = await charged({ 'walletconnect-project-id': 'abc' })
  equal(buttons(element), ['!Pay 19.99 DUSD', code])
})

test('a page that prevents the payment keeps the code away too', async () => {
  const element = await charged()
  let asked = 0
  const refuse = (event: Event) => {
    asked += 1
    event.preventDefault()
  }
  element.addEventListener('pay-charge-before-pay', refuse)
  button(element, code).click()
  await turn()
  while (element.shadowRoot?.querySelector('.spin')) await turn()
  equal([asked, element.state.step], [1, 'ready'])
  element.removeEventListener('pay-charge-before-pay', refuse)
  button(element, code).click()
  await at(element, 'externalPayment')
})

test('what cannot be paid yet cannot be paid by a code', async () => {
  const element = await charged({ disabled: '' })
  const isOff = (text: string) => button(element, text).disabled
  equal([isOff(code), isOff('Pay 19.99 DUSD')], [true, true])
})

test('a wallet that comes late moves no button, and is first on the next card', async () => {
  const element = await charged()
  new PageWallet().announce()
  element.brandName = 'Later'
  await turn()
  equal(buttons(element), [`!${code}`, 'Pay 19.99 DUSD'])
  equal(buttons(await charged()), ['!Pay 19.99 DUSD', code])
})
