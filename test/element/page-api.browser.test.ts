import { render } from 'lit/html.js'
import type { CheckoutEvent } from '../../src/checkout/state.ts'
import { connectScreen } from '../../src/element/checkout/views/scan/scan.ts'
import { walletLinkGrid } from '../../src/element/checkout/views/scan/wallet-help.ts'
import type { NamedLink } from '../../src/element/checkout/views/scan/wallet-links.ts'
import type { RenderContext } from '../../src/element/first/views/render-context.ts'
import { en } from '../../src/element/i18n/languages/en.ts'
import { equal, includes, ok, turn, until } from './support/assert.ts'
import { afterEach, beforeEach, test } from './support/bdd.ts'
import { at, button, clear, mount, type PayCharge, shown } from './support/mount.ts'
import { PageShop } from './support/shop.ts'
import { PageWallet, refusal } from './support/wallet.ts'

// What a page steers by attributes, methods and events.

let shop: PageShop
let wallet: PageWallet
let stop: () => void

beforeEach(() => {
  shop = new PageShop()
  wallet = new PageWallet()
})
afterEach(() => {
  stop?.()
  wallet.leave()
  clear()
})

/** Notes the element's events but the many moves, each with what `read` finds in it. */
function note(...names: (keyof HTMLElementEventMap)[]) {
  const noted: Event[] = []
  const hear = (event: Event) => noted.push(event)
  for (const name of names) document.addEventListener(name, hear)
  stop = () => {
    for (const name of names) document.removeEventListener(name, hear)
  }
  return noted
}

const charged = (attributes: Record<string, string> = {}) =>
  mount(shop, { 'charge-id': shop.charge().id, redirect: 'none', ...attributes })

const payButton = (element: PayCharge) => button(element, 'Pay ')

test('disabled: the price is shown, and nothing can be paid until it is taken away', async () => {
  wallet.announce()
  const element = await at(charged({ disabled: '' }), 'ready')
  includes(shown(element), '$19.99')
  equal(payButton(element).disabled, true)
  element.pay()
  await turn()
  equal([element.state.step, element.disabled], ['ready', ''])
  element.disabled = false
  await turn()
  equal(payButton(element).disabled, false)
  element.pay()
  await until(
    () => wallet.count('eth_sendTransaction') === 1,
    () => shown(element),
  )
})

test('disabled while the payer chooses: the charge is offered anew, and nothing is sent', async () => {
  const element = await at(charged(), 'ready')
  element.pay()
  await at(element, 'choosingWallet')
  element.disabled = true
  await at(element, 'ready')
  wallet.announce()
  element.pay()
  await turn()
  equal([element.state.step, wallet.count('eth_requestAccounts')], ['ready', 0])
})

test('before-pay: a page that prevents it keeps the wallet closed, and pay() asks again', async () => {
  wallet.announce()
  const element = await at(charged(), 'ready')
  const asked = note('pay-charge-before-pay') as HTMLElementEventMap['pay-charge-before-pay'][]
  document.addEventListener('pay-charge-before-pay', (event) => event.preventDefault(), {
    once: true,
  })
  payButton(element).click()
  await until(
    () => asked.length === 1,
    () => 'the page should be asked',
  )
  await turn()
  equal([element.state.step, wallet.asked.length], ['ready', 0])
  equal(asked[0]?.option.quote.amount, 19_990_000n)
  equal(payButton(element).ariaBusy, 'false')
  payButton(element).click()
  await until(
    () => wallet.count('eth_sendTransaction') === 1,
    () => shown(element),
  )
  equal(asked.length, 2)
})

test('refresh: an order’s charge is created anew, at the price of now', async () => {
  const order = JSON.stringify({ sku: crypto.randomUUID() })
  const element = await at(mount(shop, { order, redirect: 'none' }), 'ready')
  const first = element.charge?.id
  element.refresh()
  await at(element, 'loading')
  await at(element, 'ready')
  ok(element.charge?.id !== first)
  equal(shop.bodies.length, 2)
  // And once the checkout runs, too.
  element.pay()
  await at(element, 'choosingWallet')
  element.refresh()
  await at(element, 'loading')
  await at(element, 'ready')
  equal(shop.bodies.length, 3)
})

test('refresh: a payment that was asked of a wallet goes on', async () => {
  wallet.announce()
  wallet.answer = ({ method }) =>
    method === 'eth_sendTransaction' ? new Promise(() => {}) : undefined
  const element = await at(charged(), 'ready')
  element.pay()
  await at(element, 'sending')
  element.refresh()
  await turn()
  equal(element.state.step, 'sending')
})

test('open and close: each once, whoever opens or closes', async () => {
  const heard = note('pay-charge-open', 'pay-charge-close')
  const names = () => heard.map(({ type }) => type.slice('pay-charge-'.length))
  const element = await at(charged({ mode: 'dialog', 'cancel-url': '/cart' }), 'ready')
  await until(
    () => element.shadowRoot?.querySelector('dialog'),
    () => 'the dialog should come',
  )
  const hears = (...expected: string[]) =>
    until(
      () => names().join() === expected.join(),
      () => names().join(),
    )
  element.open()
  element.open()
  await hears('open')
  element.close()
  element.close()
  await hears('open', 'close')
  element.open()
  await hears('open', 'close', 'open')
  element.cancel()
  await at(element, 'cancelled')
  await hears('open', 'close', 'open', 'close')
})

test('inline, there is nothing that opens', async () => {
  const heard = note('pay-charge-open', 'pay-charge-close')
  const element = await at(charged(), 'ready')
  element.open()
  element.close()
  equal(heard.length, 0)
})

test('wallet: the chosen one, by its name', async () => {
  const heard = note('pay-charge-wallet') as HTMLElementEventMap['pay-charge-wallet'][]
  wallet.announce()
  const element = await at(charged(), 'ready')
  element.pay()
  await until(
    () => wallet.count('eth_sendTransaction') === 1,
    () => shown(element),
  )
  equal(
    heard.map(({ name }) => name),
    ['Page Wallet'],
  )
})

test('leave: the app that the payer opens, by its name where there is one', () => {
  const heard = note('pay-charge-leave') as HTMLElementEventMap['pay-charge-leave'][]
  const keep = (event: Event) => event.preventDefault()
  document.addEventListener('click', keep)
  const place = document.body.appendChild(document.createElement('div'))
  const context = { messages: en, redraw() {} }
  render(connectScreen('wc:1@2?relay=x', context as unknown as RenderContext), place)
  place.querySelector<HTMLElement>('a[href^="https:"]')?.click()
  place.remove()
  document.removeEventListener('click', keep)
  equal(
    heard.map(({ name }) => name),
    ['MetaMask'],
  )
})

test('a link that opens this page in a wallet’s browser is noted, and no other', () => {
  const events: CheckoutEvent[] = []
  const dispatch = (event: CheckoutEvent) => events.push(event)
  const context = { messages: en, dispatch, redraw() {} }
  const place = document.body.appendChild(document.createElement('div'))
  place.addEventListener('click', (event) => event.preventDefault())
  const links: NamedLink[] = [
    { name: 'MetaMask', url: 'https://metamask.io/download' },
    { name: 'Phantom', url: 'https://phantom.app/ul/browse/x', opensPage: true },
  ]
  render(walletLinkGrid(links, context as unknown as RenderContext), place)
  for (const link of place.querySelectorAll('a')) link.click()
  place.remove()
  equal(events, [{ type: 'openInWallet' }])
})

const redirects = {
  success_url: 'https://store.example/thanks',
  cancel_url: 'https://store.example/cart',
  will_redirect_after_success: false,
}

/** Waits for the parts of the first screen that come with the code of the later ones. */
const complete = ({ shadowRoot }: PayCharge) =>
  until(
    () => shadowRoot?.querySelector('.icon svg'),
    () => 'the later parts should come',
  )

test('cancel is shown only where it leads somewhere, and not where the page hides it', async () => {
  const has = async (attributes: Record<string, string>) => {
    const element = await at(charged(attributes), 'ready')
    await complete(element)
    return shown(element).includes('Cancel')
  }
  equal(await has({}), false)
  equal(await has({ 'cancel-url': '/cart' }), true)
  equal(await has({ 'cancel-url': '/cart', hide: 'cancel' }), false)
  const { id } = shop.charge('1', { more: { redirects } })
  equal(await has({ 'charge-id': id }), true)
})

test('the recipient’s line and Cancel are parts, and can be hidden', async () => {
  const element = await at(charged({ 'cancel-url': '/cart' }), 'ready')
  await complete(element)
  const parts = () =>
    ['cancel', 'recipient'].map((name) => !!element.shadowRoot?.querySelector(`[part~=${name}]`))
  equal(parts(), [true, true])
  element.hide = 'recipient cancel'
  await turn()
  equal(parts(), [false, false])
})

test('with one wallet, the code is offered while it is asked, and after it has refused', async () => {
  wallet.announce()
  const refused = Promise.withResolvers()
  wallet.answer = ({ method }) => (method === 'eth_requestAccounts' ? refused.promise : undefined)
  const element = await at(charged(), 'ready')
  element.pay()
  await at(element, 'connecting')
  await until(
    () => shown(element).includes('QR code'),
    () => shown(element),
  )
  refused.resolve(refusal(4001))
  await at(element, 'choosingWallet')
  includes(shown(element), 'QR code')
})

test('nothing of the element’s inside is a member of it', async () => {
  const element = document.createElement('pay-charge')
  for (const name of ['session', 'getRawProperty', 'setRawProperty', 'requestUpdate'])
    equal(name in element, false, name)
})
