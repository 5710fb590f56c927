import { emulateMedia } from '@web/test-runner-commands'
import { samples } from '../../src/element/preview/samples.ts'
import { equal, includes, ok, turn, until } from './support/assert.ts'
import { afterEach, beforeEach, test } from './support/bdd.ts'
import { focused, press } from './support/keys.ts'
import { at, button, clear, mount, type PayCharge, shown } from './support/mount.ts'
import { sending } from './support/sending.ts'
import { PageShop } from './support/shop.ts'
import { PageWallet } from './support/wallet.ts'

// What merchants' pages do around the element, and to it.

// A hundred modules here, one file in a build: loaded before the tests, whose waits are for what they test.
await import('../../src/wallet/index.ts')

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
  await turn()
})

const charged = (attributes: Record<string, string> = {}, place?: Element) =>
  mount(shop, { 'charge-id': shop.charge().id, redirect: 'none', ...attributes }, place)

/** A form of the page, and what it hears. */
function pageForm() {
  const form = document.createElement('form')
  form.innerHTML = '<input name="email" value="a@b.example" /><button>Order</button>'
  const heard: string[] = []
  for (const type of ['submit', 'reset', 'formdata', 'invalid'])
    form.addEventListener(type, (event) => {
      heard.push(type)
      event.preventDefault()
    })
  document.body.append(form)
  return { form, heard }
}

test('in a form, Enter in the amount names the amount and does not submit the page’s form', async () => {
  const { form, heard } = pageForm()
  const charge = shop.charge('0', { pricing_type: 'no_price' })
  const element = await at(mount(shop, { 'charge-id': charge.id }, form), 'enteringAmount')
  const input = element.shadowRoot?.querySelector('input') as HTMLInputElement
  input.focus()
  ok(focused() === input)
  for (const key of ['1', '2', 'Enter']) await press(key)
  await at(element, 'ready')
  includes(shown(element), 'Pay 12.00 DUSD')
  equal(heard, [])
})

test('nor does any button of any screen, and nothing of it is in the form’s data', async () => {
  const { form, heard } = pageForm()
  const heardBySample: string[] = []
  const { preview } = await (customElements.get('pay-charge') as typeof PayCharge).preview()
  const element = document.createElement('pay-charge')
  const { show } = preview(element)
  form.append(element)
  // What a button opens is not of this test.
  const { open } = window
  const { click } = HTMLAnchorElement.prototype
  window.open = () => null
  HTMLAnchorElement.prototype.click = () => {}
  for (const { name, state } of samples) {
    await show(state)
    await turn()
    for (const one of element.shadowRoot?.querySelectorAll('button') ?? []) {
      one.click()
      if (heard.length > 0) heardBySample.push(`${name}: ${one.textContent}`)
      heard.length = 0
    }
    equal([...new FormData(form).keys()], ['email'], name)
    heard.length = 0
  }
  window.open = open
  HTMLAnchorElement.prototype.click = click
  equal(heardBySample, [])
  equal(form.elements.length, 2)
})

test('the page’s own Enter and button submit its form, whatever the element shows', async () => {
  const { form, heard } = pageForm()
  await at(charged({}, form), 'ready')
  form.querySelector('input')?.focus()
  await press('Enter')
  equal(heard, ['submit'])
  equal(wallet.asked, [])
})

const moves: [string, (element: PayCharge, place: Element) => Promise<void>][] = [
  [
    'in the same turn',
    async (element, place) => {
      element.remove()
      place.append(element)
    },
  ],
  [
    'a turn later',
    async (element, place) => {
      element.remove()
      await turn()
      place.append(element)
    },
  ],
  [
    'a while later',
    async (element, place) => {
      element.remove()
      await new Promise((resolve) => setTimeout(resolve, 200))
      place.append(element)
    },
  ],
  [
    'into another shadow root',
    async (element, place) => {
      place.attachShadow({ mode: 'open' }).append(element)
    },
  ],
  [
    'many times',
    async (element, place) => {
      for (let times = 0; times < 20; times++) {
        document.body.append(element)
        if (times % 3 === 0) await turn()
        place.append(element)
      }
    },
  ],
]
for (const [name, move] of moves)
  test(`taken out in mid-payment and put in again ${name}, it has its payment`, async () => {
    const charge = shop.charge()
    const element = mount(shop, { 'charge-id': charge.id, redirect: 'none' })
    const { approve } = await sending(element, wallet)
    const calls = shop.calls.length
    const place = document.createElement('div')
    document.body.append(place)
    await move(element, place)
    await turn()
    equal(element.state.step, 'sending')
    includes(shown(element), 'Confirm in Page Wallet')
    equal(shop.calls.length, calls, 'it loads anew')
    approve()
    await at(element, 'confirming')
    await move(element, document.body.appendChild(document.createElement('div')))
    await turn()
    includes(shown(element), 'Payment sent')
    shop.confirm(charge)
    await at(element, 'paid')
    equal([wallet.count('eth_sendTransaction'), charge.payments.length], [1, 1])
  })

/** A document of the page's own origin, in a frame. */
async function openFrame(): Promise<Document> {
  const frame = document.createElement('iframe')
  frame.width = '800'
  document.body.append(frame)
  const inner = frame.contentDocument
  if (!inner) throw new Error('no document')
  inner.body.innerHTML = '<main></main>'
  return inner
}

test('moved into another document, and back, in mid-payment it has its looks and its payment', async () => {
  const charge = shop.charge()
  const element = mount(shop, {
    'charge-id': charge.id,
    redirect: 'none',
    'brand-color': '#7c3aed',
  })
  const { approve } = await sending(element, wallet)
  const looks = () => {
    const card = element.shadowRoot?.querySelector('.card') as HTMLElement
    const { padding, borderRadius } = getComputedStyle(card)
    const sheets = element.shadowRoot?.adoptedStyleSheets.length
    return { padding, borderRadius, sheets }
  }
  await until(
    () => looks().sheets === 3,
    () => 'the palette should come',
  )
  const before = looks()
  const inner = await openFrame()
  inner.querySelector('main')?.append(element)
  equal(element.ownerDocument === inner, true)
  await until(
    () => looks().sheets === 3,
    () => `styles should come: ${looks().sheets}`,
  )
  equal(looks(), before)
  includes(shown(element), 'Confirm in Page Wallet')
  approve()
  await at(element, 'confirming')
  document.body.append(element)
  shop.confirm(charge)
  await at(element, 'paid')
  await until(
    () => looks().sheets === 3,
    () => `styles should come back: ${looks().sheets}`,
  )
  equal([wallet.count('eth_sendTransaction'), charge.payments.length], [1, 1])
})

test('made for another document, before its styles are there, it draws too', async () => {
  const element = document.createElement('pay-charge') as PayCharge
  element.fetch = shop.fetch
  element.setAttribute('charge-id', shop.charge().id)
  const inner = await openFrame()
  inner.querySelector('main')?.append(element)
  await at(element, 'ready')
  includes(shown(element), 'Pay 19.99 DUSD')
  equal((element.shadowRoot?.adoptedStyleSheets.length ?? 0) > 0, true)
  // A document that nobody sees takes it, and gives it back.
  new DOMParser().parseFromString('<main></main>', 'text/html').body.append(element)
  element.setAttribute('brand-color', '#10b981')
  // Also at the next frame, when it would get its colors.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  document.body.append(element)
  await at(element, 'ready')
  equal((element.shadowRoot?.adoptedStyleSheets.length ?? 0) > 0, true)
})

test('a base of another host is warned of, once', async () => {
  const warnings: string[] = []
  const { warn } = console
  console.warn = (text: string) => warnings.push(text)
  const base = document.createElement('base')
  base.href = 'https://cdn.example/theme/'
  document.head.append(base)
  try {
    for (let count = 0; count < 2; count++) {
      const element = mount(shop, { 'charge-id': '3c90c3cc-0d44-4b50-8888-8dd25736052a' })
      await at(element, 'unavailable')
    }
    equal(warnings.length, 1)
    includes(warnings[0], 'proxy="/pay" is at https://cdn.example')
  } finally {
    base.remove()
    console.warn = warn
  }
})

test('what happened while it was out is on the screen when it is in again', async () => {
  const charge = shop.charge()
  const element = mount(shop, { 'charge-id': charge.id, redirect: 'none' })
  const { approve } = await sending(element, wallet)
  element.remove()
  await turn()
  approve()
  await until(
    () => element.state.step === 'confirming',
    () => element.state.step,
  )
  shop.confirm(charge)
  await until(
    () => element.state.step === 'paid',
    () => element.state.step,
  )
  document.body.append(element)
  await turn()
  includes(shown(element), 'Your payment is confirmed')
  equal(charge.payments.length, 1)
})

test('a framework that puts a new element in its place in mid-payment shows the payment, and sends nothing twice', async () => {
  const charge = shop.charge()
  const attributes = { 'charge-id': charge.id, redirect: 'none' }
  const old = mount(shop, attributes)
  const { approve } = await sending(old, wallet)
  old.remove()
  const anew = mount(shop, attributes)
  await at(anew, 'sending')
  anew.pay()
  approve()
  shop.confirm(charge)
  await until(
    () => charge.payments.length === 1,
    () => 'the payment should be recorded',
  )
  shop.confirm(charge)
  await at(anew, 'paid')
  equal(wallet.count('eth_sendTransaction'), 1)
})

test('a framework that writes the same attributes again and again changes nothing', async () => {
  const element = charged({ 'brand-name': 'Shop' })
  await at(element, 'ready')
  const pay = button(element, 'Pay')
  const { length } = shop.calls
  for (let times = 0; times < 5; times++) {
    for (const { name, value } of [...element.attributes]) element.setAttribute(name, value)
    element.texts = { pay: 'Pay {amount}' }
    await turn()
  }
  ok(button(element, 'Pay') === pay)
  equal(shop.calls.length, length)
})

test('several in one page have each its own language, brand and payment', async () => {
  const given = [
    { locale: 'de', 'brand-color': '#b91c1c', 'brand-name': 'Rot' },
    { locale: 'ar', 'brand-color': '#15803d', 'brand-name': 'أخضر' },
    { locale: 'ja', 'brand-color': '#1d4ed8', 'color-scheme': 'dark' },
    { locale: 'en', mode: 'dialog' },
  ]
  const all = given.map((attributes) => charged(attributes as Record<string, string>))
  const card = (one: PayCharge | undefined) => one?.shadowRoot?.querySelector('.card')
  for (const one of all) await at(one, 'ready')
  for (const [index, { locale }] of given.entries())
    await until(
      () => card(all[index])?.getAttribute('lang') === locale,
      () => `${locale}: ${card(all[index])?.getAttribute('lang')}`,
    )
  const [german, arabic, , english] = all as [PayCharge, PayCharge, PayCharge, PayCharge]
  includes(shown(german), '19,99 DUSD zahlen')
  includes(shown(german), 'Rot')
  ok(!/zahlen|Rot/.test(shown(arabic)))
  equal(
    all.map((one) => getComputedStyle(card(one) as Element).direction),
    ['ltr', 'rtl', 'ltr', 'ltr'],
  )
  const fills = all.slice(0, 3).map((one) => {
    const pay = one.shadowRoot?.querySelector('button:not(.quiet)')
    return getComputedStyle(pay as Element).backgroundColor
  })
  equal(new Set(fills).size, 3, 'colors')
  german.pay()
  await at(german, 'confirming')
  equal([arabic.state.step, english.state.step], ['ready', 'ready'])
})

const rules: Record<string, string> = {
  'elements by their names':
    'button, h2, p, a, ul, li, dl, dt, dd, input, label, small, svg, img, section, header, footer, dialog, progress { color: red !important; font: 40px serif !important; margin: 30px !important; padding: 30px !important; display: inline !important; border: 5px solid !important; letter-spacing: 9px !important }',
  'classes and parts of our names':
    '.card, .price, .amount, .plain, .quiet, .wallet, .notice, .step, .say, .screen, .hidden, .skeleton, .copy, [part] { all: unset !important; position: fixed !important }',
  'a reset of boxes':
    '*, ::before, ::after { box-sizing: content-box; margin: 7px; padding: 7px; border: 0 solid red; outline: 1px solid; background: red; list-style: none; transition: all 3s; animation: none }',
  'a reset of controls':
    'button, input, select, textarea { all: unset } button { width: 10px; border-radius: 50% } :focus { outline: none !important }',
  'its root, which makes a rem of ten pixels': ':root { font-size: 10px }',
  'all that there is': '* { all: unset }',
  'each of its elements':
    '* { color: red; font: italic 40px serif; letter-spacing: 9px; text-transform: uppercase; text-align: end }',
  'texts around the element':
    'div { text-transform: uppercase !important; white-space: nowrap !important; text-indent: 20px !important; text-shadow: 0 0 2px red !important; word-spacing: 5px !important; font: italic 40px serif !important; color: red !important }',
  'names of ours for its own animations and properties':
    '@keyframes spin { to { opacity: 0 } } @keyframes breathe { to { opacity: 0 } } :root { --_radius: 99px; --_ink: red; --_space: 1px; --_surface: red; --_fill: red }',
}

// Colors that still fade are not those that a rule gives.
await emulateMedia({ reducedMotion: 'reduce' })

/** How all of the card looks. Sizes in full, since a margin or a font would change them. */
function look({ shadowRoot }: PayCharge): string[] {
  return [...(shadowRoot?.querySelectorAll('.card, .card *') ?? [])].map((one) => {
    const style = getComputedStyle(one)
    const { width, height } = one.getBoundingClientRect()
    const all = ['color', 'background', 'font', 'letterSpacing', 'margin', 'padding', 'border']
    const more = ['display', 'position', 'outline', 'borderRadius', 'opacity', 'transitionDuration']
    const looks = [...all, ...more].map((name) => style[name as 'color'])
    const size = `${width.toFixed(2)}x${height.toFixed(2)}`
    return `${one.localName}.${one.getAttribute('class')} ${size} ${looks.join(' | ')}`
  })
}

for (const [name, css] of Object.entries(rules))
  test(`rules of the page for ${name} do not come in`, async () => {
    const { preview } = await (customElements.get('pay-charge') as typeof PayCharge).preview()
    const place = document.createElement('div')
    place.style.cssText =
      'all: initial !important; display: block !important; width: 400px !important'
    const element = document.createElement('pay-charge')
    // What a page says of the element itself is meant.
    element.style.cssText =
      'margin: 0; padding: 0; border: 0; outline: 0; display: block; container-type: inline-size'
    element.setAttribute('brand-name', 'Shop')
    const { show } = preview(element)
    document.body.append(place)
    place.append(element)
    for (const sample of ['ready', 'choose amount', 'choose wallet', 'confirming', 'paid']) {
      await show(samples.find((one) => one.name === sample)?.state ?? { step: 'loading' })
      await turn()
      const before = look(element)
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets.push(sheet)
      const after = look(element)
      document.adoptedStyleSheets.pop()
      const moved = before.flatMap((one, index) =>
        one === after[index] ? [] : [one, after[index]],
      )
      equal(moved, [], sample)
    }
  })

test('of the page’s direction the card takes none but for a language that runs so', async () => {
  document.documentElement.dir = 'rtl'
  try {
    const element = await at(charged({ locale: 'en' }), 'ready')
    const card = element.shadowRoot?.querySelector('.card') as Element
    equal(getComputedStyle(card).direction, 'ltr')
    const [amount] = card.querySelectorAll('.amount')
    const { left } = amount?.getBoundingClientRect() ?? { left: 0 }
    ok(left - card.getBoundingClientRect().left < 40, 'the price stands at the start of its line')
  } finally {
    document.documentElement.dir = ''
  }
})

test('no screen lets a style, or a global name, out into the page', async () => {
  const globals = Object.getOwnPropertyNames(window).sort()
  const outside = document.createElement('section')
  outside.className = 'card say'
  outside.innerHTML =
    '<h2>A</h2><button class="plain">B</button><dialog open class="close">C</dialog><p class="notice step">D</p>'
  document.body.append(outside)
  const seen = () =>
    [outside, ...outside.querySelectorAll('*')].map((one) => {
      const { color, display, padding, font, position, border, opacity } = getComputedStyle(one)
      return [color, display, padding, font, position, border, opacity]
    })
  const before = seen()
  const { preview } = await (customElements.get('pay-charge') as typeof PayCharge).preview()
  for (const mode of ['inline', 'dialog']) {
    const element = document.createElement('pay-charge')
    element.setAttribute('mode', mode)
    const { show } = preview(element)
    document.body.append(element)
    for (const { state } of samples) await show(state)
    await turn()
  }
  equal(seen(), before)
  equal(document.adoptedStyleSheets.length, 0)
  equal(document.head.querySelectorAll('style').length, 0)
  equal(Object.getOwnPropertyNames(window).sort(), globals)
})
