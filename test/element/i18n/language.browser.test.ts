import { loadMessages } from '../../../src/element/i18n/languages/load-messages.ts'
import { createFormatter } from '../../../src/money.ts'
import { equal, includes, ok, turn, until } from '../support/assert.ts'
import { afterEach, beforeEach, test } from '../support/bdd.ts'
import { at, button, clear, mount, type PayCharge, shown } from '../support/mount.ts'
import { allParts, part } from '../support/parts.ts'
import { PageShop } from '../support/shop.ts'
import { PageWallet } from '../support/wallet.ts'

// A hundred modules here, one file in a build: loaded before the tests, whose waits are for what they test.
await import('../../../src/wallet/index.ts')

let shop: PageShop

beforeEach(() => {
  shop = new PageShop()
})
afterEach(async () => {
  clear()
  await allParts()
  document.documentElement.lang = ''
})

const charged = (attributes: Record<string, string> = {}, place?: Element) =>
  mount(
    shop,
    { 'charge-id': shop.charge().id, redirect: 'none', 'cancel-url': '/cart', ...attributes },
    place,
  )

const card = (element: PayCharge) => element.shadowRoot?.querySelector<HTMLElement>('.card')
const said = (element: PayCharge, text: string) =>
  until(
    () => shown(element).includes(text),
    () => `${text} should be said: ${shown(element)}`,
  )

/** Everything that an element has shown since, at each drawing; labels too. */
function watch(element: PayCharge) {
  const all = new Set<string>()
  const look = () => {
    const { shadowRoot } = element
    all.add(`${shadowRoot?.textContent ?? ''}`.replace(/\s+/g, ' ').trim())
    for (const labelled of shadowRoot?.querySelectorAll('[aria-label], [title]') ?? [])
      all.add(`${labelled.ariaLabel} ${labelled.getAttribute('title')}`)
  }
  const options = { childList: true, subtree: true, characterData: true, attributes: true }
  new MutationObserver(look).observe(element.shadowRoot as ShadowRoot, options)
  return all
}

test('the attribute says which language', async () => {
  document.documentElement.lang = 'it'
  const element = charged({ locale: 'fr' })
  await said(element, 'Payer')
  equal([card(element)?.lang, card(element)?.dir], ['fr', 'ltr'])
})

test('without one it is that of the nearest lang', async () => {
  document.documentElement.lang = 'fr'
  document.body.innerHTML = '<div lang="nl"><p></p></div>'
  const element = charged({}, document.querySelector('p') ?? undefined)
  await said(element, 'betalen')
  equal(card(element)?.lang, 'nl')
})

test('and without that the browser’s own', async () => {
  document.documentElement.removeAttribute('lang')
  Object.defineProperty(navigator, 'language', { value: 'pl-PL', configurable: true })
  try {
    const element = charged()
    await said(element, 'Zapłać')
    equal(card(element)?.lang, 'pl')
  } finally {
    Reflect.deleteProperty(navigator, 'language')
  }
  const element = charged()
  await said(element, 'Pay 19.99 DUSD')
  equal(card(element)?.lang, 'en')
})

test('the card tells its language and direction, which need not be the page’s', async () => {
  const element = charged({ locale: 'he-IL' })
  await at(element, 'ready')
  await said(element, (await loadMessages('he')).cancel)
  equal([card(element)?.lang, card(element)?.dir], ['he', 'rtl'])
  equal(getComputedStyle(card(element) as Element).direction, 'rtl')
  equal(getComputedStyle(element).direction, 'ltr')
})

for (const mode of ['inline', 'dialog'])
  test(`${mode}: while a language is on its way the skeleton stands, and no English is seen`, async () => {
    const locale = mode === 'inline' ? 'ja' : 'ko'
    await part('late', `languages/${locale}`)
    const element = charged({ locale, mode })
    const seen = watch(element)
    await at(element, 'ready')
    await until(
      () => element.shadowRoot?.querySelector('.skeleton.button'),
      () => 'the skeleton should stand',
    )
    ok(!element.shadowRoot?.textContent?.includes('19.99'), 'no price before there are words')
    equal(element.shadowRoot?.querySelectorAll('button').length, 0)
    await until(
      () => element.shadowRoot?.querySelector('button'),
      () => 'the words should come',
    )
    await turn()
    const english = [...seen].filter((text) => /Pay|Cancel|Loading|Ready|Close/.test(text))
    equal(english, [], 'seen in English')
    ok([...seen].some((text) => text.includes('19.99')))
    equal(card(element)?.lang, locale)
  })

test('a language that cannot be loaded is English, and the payment can be made', async () => {
  await part('missing', 'languages/tr')
  const element = charged({ locale: 'tr' })
  await at(element, 'ready')
  await said(element, 'Cancel')
  equal([card(element)?.lang, card(element)?.dir], ['en', 'ltr'])
  button(element, 'Cancel').click()
  await at(element, 'cancelled')
  includes(shown(element), 'Payment canceled')
})

test('a language that nobody has written is English, in the payer’s own numbers', async () => {
  const element = charged({ locale: 'sv' })
  await said(element, `Pay ${createFormatter('sv').formatToken(19_990_000n, dusd)}`)
  equal(card(element)?.lang, 'en')
})

test('a locale that is changed twice quickly ends in the last, however late the first comes', async () => {
  await part('late', 'languages/vi')
  const element = charged({ locale: 'vi' })
  await turn()
  element.locale = 'id'
  await at(element, 'ready')
  await said(element, (await loadMessages('id')).cancel)
  await import('../../../src/element/i18n/languages/vi.ts')
  await turn()
  equal(card(element)?.lang, 'id')
  element.locale = 'de'
  element.locale = 'en'
  await said(element, 'Cancel')
  await turn()
  equal(card(element)?.lang, 'en')
})

test('a language that comes later takes the place of the first, and no screen goes away for it', async () => {
  await part('late', 'languages/es')
  const element = charged()
  await at(element, 'ready')
  const pay = button(element, 'Pay')
  pay.focus()
  const seen = watch(element)
  element.locale = 'es'
  await said(element, 'Pagar')
  ok(
    [...seen].every((text) => /Pay|Pagar|null/.test(text)),
    [...seen].join(' | '),
  )
  ok(button(element, 'Pagar') === pay && element.shadowRoot?.activeElement === pay)
})

test('what a payer types stays while the page changes looks and words', async () => {
  const { id } = shop.charge('0', { pricing_type: 'no_price' })
  const element = await at(mount(shop, { 'charge-id': id, locale: 'de' }), 'enteringAmount')
  const words = await loadMessages('de')
  await said(element, words.continue)
  const input = element.shadowRoot?.querySelector('input') as HTMLInputElement
  input.focus()
  input.value = '12,5'
  for (const change of [
    () => element.setAttribute('brand-color', 'teal'),
    () => element.setAttribute('locale', 'de-AT'),
    () => {
      element.texts = { continue: 'Weiter so' }
    },
  ]) {
    change()
    await turn()
    ok(element.shadowRoot?.activeElement === input && input.value === '12,5')
  }
  await said(element, 'Weiter so')
})

test('a locale that is changed in mid-payment keeps the payment', async () => {
  const wallet = new PageWallet().announce()
  const charge = shop.charge()
  const { promise, resolve } = Promise.withResolvers<unknown>()
  wallet.answer = ({ method }) => (method === 'eth_sendTransaction' ? promise : undefined)
  const element = mount(shop, { 'charge-id': charge.id, redirect: 'none' })
  await at(element, 'ready')
  element.pay()
  await at(element, 'sending')
  element.locale = 'fr'
  const { screens } = await loadMessages('fr')
  await said(element, screens.sending.text)
  equal(element.state.step, 'sending')
  resolve(undefined)
  await at(element, 'confirming')
  includes(shown(element), screens.confirming.title)
  element.setAttribute('locale', 'ar')
  const arabic = await loadMessages('ar')
  await said(element, arabic.screens.confirming.title)
  shop.confirm(charge)
  await at(element, 'paid')
  includes(shown(element), arabic.screens.paid.text)
  equal(wallet.count('eth_sendTransaction'), 1)
  wallet.leave()
})

const dusd = { decimals: 6, symbol: 'DUSD' }

test('numbers are written as the language has them, to the region', async () => {
  for (const locale of ['de', 'de-CH', 'hi', 'ar-EG', 'fr']) {
    const { id } = shop.charge('1234567.5')
    const element = mount(shop, { 'charge-id': id, locale })
    await at(element, 'ready')
    const written = createFormatter(locale).formatToken(1_234_567_500_000n, dusd)
    await said(element, written.replace(/\s/g, ' '))
    element.remove()
  }
})

test('words of the page’s own, set before the upgrade, and changed after it', async () => {
  const early = document.createElement('x-early') as unknown as PayCharge
  equal('texts' in early, false)
  Object.assign(early, {
    fetch: shop.fetch,
    chargeId: shop.charge().id,
    cancelUrl: '/cart',
    texts: { pay: 'Donate {amount}' },
  })
  document.body.append(early)
  // Upgraded by a definition that comes later than what the page has set.
  class Early extends (customElements.get('pay-charge') as typeof PayCharge) {}
  customElements.define('x-early', Early)
  await at(early, 'ready')
  await said(early, 'Donate 19.99 DUSD')
  await said(early, 'Cancel')
  early.texts = { pay: 'Give {amount}', cancel: 'Not today' }
  await said(early, 'Give 19.99 DUSD')
  includes(shown(early), 'Not today')
  early.texts = undefined
  await said(early, 'Pay 19.99 DUSD')
})

test('words of the page’s own stand in every language, and null are none', async () => {
  const element = charged({ locale: 'de' })
  element.texts = { cancel: 'Lieber nicht' }
  await said(element, 'Lieber nicht')
  includes(shown(element), '19,99 DUSD zahlen')
  element.texts = null as unknown as undefined
  await said(element, 'Abbrechen')
})

test('a payer is told in the own language what went wrong', async () => {
  shop.answer = () => 'fail'
  const element = mount(shop, { 'charge-id': shop.charge().id, locale: 'de' })
  const { errors } = (await loadMessages('de')) as unknown as { errors: Record<string, string> }
  await said(element, errors.offline ?? 'x')
})

test('screens read the language that the card has', async () => {
  const wallet = new PageWallet().announce()
  const second = new PageWallet({ name: 'Second', rdns: 'example.second' }).announce()
  const element = charged({ locale: 'zh-TW' })
  const words = await loadMessages('zh-TW')
  await said(element, words.cancel)
  element.pay()
  await at(element, 'choosingWallet')
  await said(element, words.screens.choosingWallet.title)
  const status = element.shadowRoot?.querySelector('p[role="status"]')
  equal(status?.textContent, words.screens.choosingWallet.title)
  equal(card(element)?.lang, 'zh-Hant')
  wallet.leave()
  second.leave()
})
