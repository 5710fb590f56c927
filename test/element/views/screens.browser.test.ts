import { equal, includes, ok, turn, until } from '../support/assert.ts'
import { accessible, plain, reachable, schemes } from '../support/axe.ts'
import { afterEach, beforeEach, test } from '../support/bdd.ts'
import { hex } from '../support/color.ts'
import { at, button, clear, mount, type PayCharge, shown } from '../support/mount.ts'
import { PageShop, problem } from '../support/shop.ts'

let shop: PageShop

beforeEach(() => {
  shop = new PageShop()
})
afterEach(() => {
  clear()
  plain()
  document.head.querySelector('style')?.remove()
})

/** The first screens, by how to come to them. */
const screens: Record<string, () => Promise<PayCharge>> = {
  loading: async () => {
    shop.answer = () => 'hang'
    return await at(mount(shop, { 'charge-id': shop.charge().id }), 'loading')
  },
  ready: () => at(mount(shop, { 'charge-id': shop.charge().id, 'brand-name': 'Shop' }), 'ready'),
  unavailable: () => at(mount(shop, { 'charge-id': crypto.randomUUID() }), 'unavailable'),
  failed: async () => {
    shop.answer = () => problem(501, 'internal_server_error', 'The service is down.')
    return await at(mount(shop, { 'charge-id': shop.charge().id }), 'failed')
  },
  'wrong attribute': () => at(mount(shop, { 'charge-id': 'x' }), 'failed'),
  amount: () =>
    at(
      mount(shop, { 'charge-id': shop.charge('0', { pricing_type: 'no_price' }).id }),
      'enteringAmount',
    ),
  cancelled: async () => {
    const element = await at(mount(shop, { 'charge-id': shop.charge().id }), 'ready')
    element.cancel()
    return await at(element, 'cancelled')
  },
  'paid before': openPaid,
  refunded: async () => {
    const claimUrl = 'https://pay.example/refund'
    const refund = { tokenSymbol: 'DUSD', chainId: '1', sentAmount: '', hash: '', claimUrl }
    const hash = `0x${'b'.repeat(64)}`
    shop.refunds = [
      { ...refund, status: 'COMPLETED', amount: '5', sentAmount: '5.5', hash },
      { ...refund, status: 'SIGNING', amount: '4' },
      { ...refund, status: 'NEW', amount: '3' },
      { ...refund, status: 'CANCELLED', amount: '2' },
    ]
    const element = await openPaid()
    await until(
      () => shown(element).includes('5.50 DUSD'),
      () => shown(element),
    )
    return element
  },
}

async function openPaid(): Promise<PayCharge> {
  const charge = shop.charge()
  charge.payments.push({
    payerTransactionHash: `0x${'a'.repeat(64)}`,
    status: 'COMPLETED',
    paidAmountInRequestedToken: '19.99',
  })
  return await at(mount(shop, { 'charge-id': charge.id }), 'paid')
}

test('a receipt shows the refunds of its charge, and the page that asks where one goes', async () => {
  const element = await screens.refunded?.()
  if (!element) throw new Error('There is no such screen.')
  const text = shown(element)
  for (const part of ['Sent 5.50 DUSD', 'In progress 4.00 DUSD', 'Choose where it goes 3.00 DUSD'])
    includes(text, part)
  ok(!text.includes('2.00 DUSD'))
  const link = element.shadowRoot?.querySelector<HTMLAnchorElement>('a[href*="/refund"]')
  equal(link?.href, 'https://pay.example/refund')
})

for (const [name, open] of Object.entries(screens)) {
  for (const scheme of schemes) {
    test(`${name}, ${scheme}: axe finds nothing`, async () => {
      await accessible(await open(), scheme)
    })
  }

  test(`${name}: every control has a name and can be reached`, async () => {
    reachable(await open())
  })
}

const spoken = (element: PayCharge) =>
  element.shadowRoot?.querySelector('p[role="status"]')?.textContent ?? ''

test('one live region, the same all the time, tells each screen', async () => {
  const element = await at(mount(shop, { 'charge-id': shop.charge().id }), 'ready')
  const region = element.shadowRoot?.querySelector('p[role="status"]')
  equal(spoken(element), 'Ready to pay')
  element.cancel()
  await at(element, 'cancelled')
  includes(spoken(element), 'Payment canceled. Nothing was sent')
  ok(element.shadowRoot?.querySelector('p[role="status"]') === region)
})

test('while it loads, the card says that it is busy', async () => {
  const element = await screens.loading?.()
  // A reply that came at once would take the place of the skeleton.
  await until(
    () => element?.shadowRoot?.querySelector('section'),
    () => 'the skeleton should be shown',
  )
  equal(element?.shadowRoot?.querySelector('section')?.ariaBusy, 'true')
  includes(element && spoken(element), 'Loading payment')
})

test('the focus goes to the next screen’s title when its control goes away', async () => {
  const places = { 'cancel-url': '/cart', redirect: 'none' }
  const element = await at(mount(shop, { 'charge-id': shop.charge().id, ...places }), 'ready')
  await until(
    () => element.shadowRoot?.textContent?.includes('Cancel'),
    () => 'Cancel should come',
  )
  button(element, 'Cancel').focus()
  button(element, 'Cancel').click()
  await at(element, 'cancelled')
  equal(element.shadowRoot?.activeElement?.textContent, 'Payment canceled')
})

test('and to the first button of a screen without one', async () => {
  const element = await at(mount(shop, { 'charge-id': shop.charge().id }), 'ready')
  element.cancel()
  await at(element, 'cancelled')
  button(element, 'Pay now instead').focus()
  button(element, 'Pay now instead').click()
  await at(element, 'ready')
  ok(element.shadowRoot?.activeElement || document.activeElement === document.body)
})

test('the focus stays where it is when it is elsewhere in the page', async () => {
  const other = document.createElement('input')
  document.body.append(other)
  const element = await at(mount(shop, { 'charge-id': shop.charge().id }), 'ready')
  other.focus()
  element.cancel()
  await at(element, 'cancelled')
  ok(document.activeElement === other)
})

test('a text of the service is text, whatever it holds', async () => {
  const bad = '<img src=x onerror="window.bad = true"><script>window.bad = true</script>'
  const charge = shop.charge('19.99', {
    more: {
      organization_name: bad,
      brand_logo_url: 'javascript:alert(1)',
      brand_color: 'red;} *{',
    },
    where: { tokenSymbol: '<b>DUSD</b>' },
  })
  const element = await at(mount(shop, { 'charge-id': charge.id }), 'ready')
  includes(shown(element), bad)
  includes(shown(element), '<b>DUSD</b>')
  equal(element.shadowRoot?.querySelector('img, script, b'), null)
  equal((window as unknown as { bad?: boolean }).bad, undefined)
  equal(element.style.getPropertyValue('--_brand'), '')
})

test('no style of the page comes in', async () => {
  const style = document.createElement('style')
  style.textContent =
    'button, h2, p, section { color: rgb(1, 2, 3) !important; display: none !important; font-size: 99px !important }' +
    'body { font: italic 40px serif; letter-spacing: 9px; text-transform: uppercase; line-height: 5; text-align: right }'
  document.head.append(style)
  const element = await at(mount(shop, { 'charge-id': shop.charge().id }), 'ready')
  const { color, display, fontStyle, fontSize, letterSpacing, lineHeight } = getComputedStyle(
    button(element, 'Pay'),
  )
  ok(color !== 'rgb(1, 2, 3)')
  equal(display, 'flex')
  equal([fontStyle, fontSize, letterSpacing], ['normal', '16px', 'normal'])
  ok(Number.parseFloat(lineHeight) < 40, lineHeight)
})

test('no style of ours goes out', async () => {
  const outside = document.createElement('section')
  outside.className = 'card notice'
  outside.innerHTML = '<button class="plain">A</button><h2>B</h2><p class="hidden soft">C</p>'
  document.body.append(outside)
  const look = () =>
    [outside, ...outside.querySelectorAll('*')].map((one) => {
      const { color, display, padding, font, position, border } = getComputedStyle(one)
      return [color, display, padding, font, position, border]
    })
  const before = look()
  await at(mount(shop, { 'charge-id': shop.charge().id }), 'ready')
  equal(look(), before)
  equal(document.adoptedStyleSheets.length, 0)
})

test('custom properties of the page win over the charge’s brand, that over the defaults', async () => {
  const charge = shop.charge('19.99', { more: { brand_color: '#0000ff' } })
  const element = await at(mount(shop, { 'charge-id': charge.id }), 'ready')
  const background = () => hex(getComputedStyle(button(element, 'Pay')).backgroundColor)
  equal(background(), '#0000ff')
  element.brandColor = '#ff0000'
  await until(() => background() === '#ff0000', background)
  element.style.setProperty('--pay-charge-accent', '#00ff00')
  await until(() => background() === '#00ff00', background)
})

test('slots take the page’s own content', async () => {
  const element = document.createElement('pay-charge')
  element.fetch = shop.fetch
  element.chargeId = shop.charge().id
  element.innerHTML = '<b slot="heading">My shop</b><p slot="summary">A mug</p>'
  document.body.append(element)
  await at(element, 'ready')
  for (const slotted of element.children) ok(slotted.getBoundingClientRect().height > 0)
})

test('hidden hides it', async () => {
  const element = await at(mount(shop, { 'charge-id': shop.charge().id }), 'ready')
  element.hidden = true
  equal(getComputedStyle(element).display, 'none')
})

test('an amount of the payer is asked, corrected and offered', async () => {
  const element = (await screens.amount?.()) as PayCharge
  const type = async (text: string) => {
    const input = element.shadowRoot?.querySelector('input')
    if (input) input.value = text
    button(element, 'Continue').click()
    await turn()
  }
  // 1,5 is a fraction to some and no number to others: never guessed.
  for (const wrong of ['', '0', '-1', 'ten', '1e3', '0.0000001', '1,5', '12,34']) {
    await type(wrong)
    equal(element.state.step, 'enteringAmount', wrong)
    equal(element.shadowRoot?.querySelector('input')?.getAttribute('aria-invalid'), 'true')
  }
  await type(' 12.34 ')
  await at(element, 'ready')
  includes(shown(element), 'Pay 12.34 DUSD')
})
