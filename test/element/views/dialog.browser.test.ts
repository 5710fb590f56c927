import type { State } from '../../../src/checkout/state.ts'
import { loadMessages } from '../../../src/element/i18n/languages/load-messages.ts'
import { samples } from '../../../src/element/preview/samples.ts'
import { equal, includes, ok, turn, until } from '../support/assert.ts'
import { accessible, plain, schemes } from '../support/axe.ts'
import { afterEach, beforeEach, test } from '../support/bdd.ts'
import { focused, press } from '../support/keys.ts'
import { at, button, clear, mount, type PayCharge, shown } from '../support/mount.ts'
import { sending } from '../support/sending.ts'
import { PageShop } from '../support/shop.ts'
import { PageWallet } from '../support/wallet.ts'

let shop: PageShop
let wallet: PageWallet

beforeEach(() => {
  shop = new PageShop()
  wallet = new PageWallet().announce()
})
afterEach(async () => {
  for (const { id } of shop.charges.values()) shop.confirm({ id })
  wallet.leave()
  clear()
  plain()
  await turn()
})

const mounted = (attributes: Record<string, string> = {}) =>
  mount(shop, {
    'charge-id': shop.charge().id,
    mode: 'dialog',
    redirect: 'none',
    ...attributes,
  })

const dialogOf = ({ shadowRoot }: PayCharge) => shadowRoot?.querySelector('dialog') ?? null
const isModal = (element: PayCharge) => dialogOf(element)?.matches(':modal') ?? false
/** The button in the page. */
const opener = (element: PayCharge) =>
  element.shadowRoot?.querySelector<HTMLButtonElement>('button:not(dialog *)') as HTMLButtonElement
const closer = (element: PayCharge) =>
  element.shadowRoot?.querySelector('.close') as HTMLButtonElement

const opened = (element: PayCharge) =>
  until(
    () => isModal(element),
    () => 'the dialog should open',
  )
const closed = (element: PayCharge) =>
  until(
    () => !isModal(element),
    () => 'the dialog should close',
  )

/** An element that is ready behind its button, which has the focus of somebody at the keyboard. */
async function ready(attributes: Record<string, string> = {}) {
  const element = await at(mounted(attributes), 'ready')
  await until(
    () => dialogOf(element),
    () => 'the button should come',
  )
  opener(element).focus()
  return element
}

/** The same, open. */
async function shownModal(attributes: Record<string, string> = {}) {
  const element = await ready(attributes)
  await press('Enter')
  await opened(element)
  return element
}

/** The same, with a wallet that was asked for the transfer. */
async function asked() {
  const element = await shownModal()
  return { element, ...(await sending(element, wallet)) }
}

test('until its code is here, no card stands in the page and nothing moves', async () => {
  const element = mounted({ locale: 'hi' })
  const heights = new Set<number>()
  const look = () => heights.add(element.getBoundingClientRect().height)
  new MutationObserver(look).observe(element.shadowRoot as ShadowRoot, { childList: true })
  await at(element, 'ready')
  await until(
    () => dialogOf(element),
    () => 'the button should come',
  )
  element.locale = 'en'
  await until(
    () => opener(element).textContent?.includes('Pay'),
    () => 'the words should come',
  )
  ok(!dialogOf(element)?.checkVisibility())
  equal(opener(element).textContent?.trim(), 'Pay $19.99')
  equal([...heights], [element.getBoundingClientRect().height])
})

test('what changes while the payer closes it does not open it again', async () => {
  const element = await shownModal()
  const told = new Promise((resolve) => dialogOf(element)?.addEventListener('close', resolve))
  // As Escape does: closed at once, and told of a task later.
  dialogOf(element)?.close()
  element.brandName = 'Field & Kiln'
  await Promise.resolve()
  includes(shown(element), 'Field & Kiln')
  ok(!isModal(element))
  await told
  await turn()
  ok(!isModal(element))
  opener(element).click()
  await opened(element)
})

test('who opens it again before the browser has told that it closed gets it', async () => {
  const element = await shownModal()
  const events: string[] = []
  for (const name of ['open', 'close'])
    element.addEventListener(`pay-charge-${name}`, () => events.push(name))
  const told = new Promise((resolve) => dialogOf(element)?.addEventListener('close', resolve))
  dialogOf(element)?.close()
  opener(element).click()
  await told
  await turn()
  ok(isModal(element))
  equal(events, ['close', 'open'])
})

test('the button opens a native modal, and the focus goes where the next step is', async () => {
  const element = await ready()
  await press('Enter')
  await opened(element)
  equal(element.shadowRoot?.activeElement?.textContent?.trim(), 'Pay 19.99 DUSD')
  ok(dialogOf(element)?.contains(element.shadowRoot?.activeElement ?? null))
})

for (const [name, act] of [
  ['Escape', () => press('Escape')],
  ['the cross', async (element: PayCharge) => closer(element).click()],
  ['the method', async (element: PayCharge) => element.close()],
  [
    'a press beside it',
    async (element: PayCharge) => {
      dialogOf(element)?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    },
  ],
] as [string, (element: PayCharge) => Promise<void>][])
  test(`${name} closes it, the focus comes back to the button, and it opens again`, async () => {
    const element = await shownModal()
    await act(element)
    await closed(element)
    ok(element.shadowRoot?.activeElement === opener(element))
    equal(element.state.step, 'ready')
    await press('Enter')
    await opened(element)
  })

test('a press in the card, let go beside it, does not close', async () => {
  const element = await shownModal()
  const inside = element.shadowRoot?.querySelector('.card .amount')
  inside?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  dialogOf(element)?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await turn()
  ok(isModal(element))
})

test('Tab stays in it', async () => {
  const outside = document.createElement('button')
  outside.textContent = 'Outside'
  document.body.append(outside)
  const element = await shownModal()
  const met = new Set<Element | null>()
  for (let times = 0; times < 8; times++) {
    await press(times < 4 ? 'Tab' : 'Shift+Tab')
    met.add(focused())
  }
  ok(!met.has(outside), 'the page behind it has the focus')
  ok(!met.has(opener(element)), 'its own button has the focus')
  for (const name of ['Pay', 'Cancel']) {
    const all = [...(dialogOf(element)?.querySelectorAll('button') ?? [])]
    ok(
      all.some((one) => one.textContent?.includes(name) && met.has(one)),
      name,
    )
  }
  ok(met.has(closer(element)))
})

test('while the wallet is asked, neither Escape nor cross nor a press beside it closes', async () => {
  const { element, refuse } = await asked()
  await until(
    () => closer(element).hidden,
    () => 'the cross should go',
  )
  // A browser lets a page refuse the first Escape alone.
  for (let times = 0; times < 3; times++) {
    await press('Escape')
    await turn()
  }
  dialogOf(element)?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  await turn()
  await opened(element)
  equal(element.state.step, 'sending')
  includes(shown(element), 'Confirm in Page Wallet')
  refuse()
  await at(element, 'ready')
  ok(isModal(element))
  equal(closer(element).hidden, false)
  await press('Escape')
  await closed(element)
})

test('while it is confirmed, closing keeps the payment; the button says so and shows it again', async () => {
  const { element, approve } = await asked()
  const [charge] = shop.charges.values()
  approve()
  await at(element, 'confirming')
  await press('Escape')
  await closed(element)
  equal(element.state.step, 'confirming')
  equal(opener(element).textContent?.trim(), 'Show payment')
  opener(element).click()
  await opened(element)
  includes(shown(element), 'Payment sent')
  element.close()
  await closed(element)
  if (charge) shop.confirm(charge)
  await at(element, 'paid')
  ok(!isModal(element))
  equal(opener(element).textContent?.trim(), 'Show receipt')
  opener(element).click()
  await opened(element)
  includes(shown(element), 'Your payment is confirmed')
  equal(wallet.count('eth_sendTransaction'), 1)
})

test('nor does any of them before the screen has followed the request', async () => {
  wallet.answer = ({ method }) =>
    method === 'eth_sendTransaction' ? new Promise(() => {}) : undefined
  const element = await shownModal()
  element.pay()
  await until(
    () => wallet.count('eth_sendTransaction') > 0,
    () => element.state.step,
  )
  closer(element).click()
  dialogOf(element)?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  await turn()
  ok(isModal(element))
  equal(element.state.step, 'sending')
})

test('who closes it before the transfer was asked for is not asked for it', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  wallet.answer = ({ method }) => (/accounts|Permissions/i.test(method) ? promise : undefined)
  const element = await shownModal()
  element.pay()
  await at(element, 'connecting')
  await press('Escape')
  await closed(element)
  await until(
    () => element.state.step === 'choosingWallet',
    () => element.state.step,
  )
  resolve(undefined)
  await new Promise((done) => setTimeout(done, 200))
  equal(wallet.count('eth_sendTransaction'), 0)
  equal(element.state.step, 'choosingWallet')
})

test('cancel closes it and gives the focus back; the button offers the charge anew', async () => {
  const element = await shownModal()
  button(element, 'Cancel').click()
  await at(element, 'cancelled')
  await closed(element)
  ok(element.shadowRoot?.activeElement === opener(element))
  equal(opener(element).textContent?.trim(), 'Pay $19.99')
  opener(element).click()
  await opened(element)
  await at(element, 'ready')
  includes(shown(element), 'Pay 19.99 DUSD')
})

test('the page opens and closes it by methods, also before it is in the page', async () => {
  const element = document.createElement('pay-charge')
  element.fetch = shop.fetch
  Object.assign(element, { chargeId: shop.charge().id, mode: 'dialog', redirect: 'none' })
  element.open()
  document.body.append(element)
  await opened(await at(element, 'ready'))
  element.close()
  await closed(element)
  element.open()
  element.open()
  await opened(element)
  element.open()
  element.close()
  await closed(element)
})

test('an element that is taken away as it opens breaks nothing', async () => {
  const faults: unknown[] = []
  const hear = ({ error }: ErrorEvent) => faults.push(error)
  addEventListener('error', hear)
  const element = await ready()
  element.open()
  element.remove()
  await turn()
  removeEventListener('error', hear)
  equal(faults, [])
  document.body.append(element)
  await opened(element)
})

test('moved in the page while it is open, it is a modal again, and closes', async () => {
  const { element, approve } = await asked()
  const place = document.createElement('div')
  document.body.append(place)
  place.append(element)
  await opened(element)
  includes(shown(element), 'Confirm in Page Wallet')
  approve()
  await at(element, 'confirming')
  document.body.append(element)
  await opened(element)
  await press('Escape')
  await closed(element)
  equal(element.state.step, 'confirming')
})

test('a mode that is changed in mid-payment shows the same payment the other way', async () => {
  const { element, approve } = await asked()
  element.mode = 'inline'
  await turn()
  equal(dialogOf(element), null)
  includes(shown(element), 'Confirm in Page Wallet')
  approve()
  await at(element, 'confirming')
  element.setAttribute('mode', 'dialog')
  await until(
    () => dialogOf(element),
    () => 'the dialog should come',
  )
  await opened(element)
  includes(shown(element), 'Payment sent')
  element.removeAttribute('mode')
  await turn()
  equal(dialogOf(element), null)
  ok(element.shadowRoot?.querySelector('.card')?.checkVisibility())
})

test('a focus whose control goes away stays in the dialog', async () => {
  const second = new PageWallet({ name: 'Second', rdns: 'example.second' }).announce()
  const element = await shownModal()
  element.pay()
  await at(element, 'choosingWallet')
  await until(
    () => shown(element).includes('Second'),
    () => shown(element),
  )
  button(element, 'Back').focus()
  await press('Enter')
  await at(element, 'ready')
  const focus = element.shadowRoot?.activeElement
  ok(focus && dialogOf(element)?.contains(focus), `${focus?.outerHTML}`)
  second.leave()
})

const states: [name: string, label: RegExp][] = [
  ['loading', /^Loading payment$/],
  ['unavailable', /^Something went wrong$/],
  // Nobody is told to pay nothing.
  ['choose amount', /^How much would you like to pay\?$/],
  ['ready', /^Pay \$34\.50$/],
  ['partly paid', /^Pay the remaining 14\.50 USDC$/],
  ['choose wallet', /^Pay \$34\.50$/],
  ['confirm in wallet', /^Show payment$/],
  ['unknown outcome', /^Show payment$/],
  ['dropped', /^Show payment$/],
  ['paid', /^Show receipt$/],
  ['cancelled', /^Pay \$34\.50$/],
]

/** An element in dialog mode that shows a sample. */
async function sampled(name: string, attributes: Record<string, string> = {}) {
  const { preview } = await (customElements.get('pay-charge') as typeof PayCharge).preview()
  const element = document.createElement('pay-charge')
  for (const [key, value] of Object.entries({ mode: 'dialog', ...attributes }))
    element.setAttribute(key, value)
  const { show } = preview(element)
  document.body.append(element)
  await show(samples.find((one) => one.name === name)?.state as State)
  await until(
    () => dialogOf(element),
    () => 'the dialog should come',
  )
  return element
}

for (const [name, label] of states)
  test(`${name}: the button says what a click is good for`, async () => {
    const text = opener(await sampled(name)).textContent?.trim() ?? ''
    ok(label.test(text), text)
  })

test('its parts are named, in the language of the card and in its direction', async () => {
  const element = await sampled('ready', { 'brand-name': 'Field & Kiln', locale: 'ar' })
  const { close } = await loadMessages('ar')
  await until(
    () => closer(element).ariaLabel === close,
    () => `${closer(element).ariaLabel}`,
  )
  equal(dialogOf(element)?.ariaLabel, 'Field & Kiln')
  element.open()
  await opened(element)
  for (const one of [opener(element), closer(element)]) {
    equal(one.closest('[lang]')?.getAttribute('lang'), 'ar')
    equal(getComputedStyle(one).direction, 'rtl')
  }
  // Beside the brand and not on it.
  const brand = element.shadowRoot?.querySelector('header')?.getBoundingClientRect()
  ok(closer(element).getBoundingClientRect().right < (brand?.right ?? 0) - 100)
})

for (const scheme of schemes)
  test(`open, ${scheme}: axe finds nothing`, async () => {
    const element = await sampled('ready', { 'brand-name': 'Field & Kiln' })
    element.open()
    await opened(element)
    await accessible(element, scheme)
    equal(closer(element).tabIndex, 0)
  })
