import { getEntryKey, getOrderKey } from '../../src/element/first/order-storage.ts'
import { equal, includes, ok, turn, until } from './support/assert.ts'
import { accessible, plain, schemes } from './support/axe.ts'
import { afterEach, beforeEach, test } from './support/bdd.ts'
import { at, button, clear, mount, type PayCharge, shown } from './support/mount.ts'
import { PageShop, problem, reply } from './support/shop.ts'
import { PageWallet } from './support/wallet.ts'

// A payment link on a page of anybody, against the contract of the service's door.

/** Another one in each test: a page has one session of a link. */
let link = ''
const offer = {
  is_open: true,
  title: 'Mug',
  text: '€19.99',
  name: 'Mug',
  description: 'Rust glaze',
  store: 'Mug shop',
  brand_color: '#7c3aed',
  brand_logo_url: '',
  price: '€19.99',
  livemode: true,
  questions: [] as object[],
  button: 'Continue to payment',
  lang: 'en',
  dir: 'ltr',
  charge: '',
}
const email = {
  name: 'field0',
  label: 'Email',
  kind: 'email',
  required: true,
  autocomplete: 'email',
  value: '',
  max_length: '254',
  min: '',
  max: '',
  options: [],
}
const taken = {
  ...offer,
  is_open: false,
  title: 'Someone else is paying right now',
  text: 'In 5 minutes.',
}

let shop: PageShop
let wallet: PageWallet
let offered: typeof offer

beforeEach(() => {
  link = `https://pay.example/l/${crypto.randomUUID().slice(-10)}`
  shop = new PageShop()
  wallet = new PageWallet().announce()
  offered = offer
  shop.answer = (call) => {
    if (call.includes('/offer?')) return reply(200, offered)
    if (call.startsWith('POST /pay/charges?')) return reply(201, { id: shop.charge().id })
    return undefined
  }
})
afterEach(async () => {
  wallet.leave()
  clear()
  plain()
  await turn()
})

/** An element of the link, whose calls the shop answers below `/pay`. */
function show(attributes: Record<string, string> = {}): PayCharge {
  const element = mount(shop, { 'payment-link': link, redirect: 'none', ...attributes })
  element.fetch = (url, init) => shop.fetch(url.replace(link, '/pay'), init)
  return element
}

/** Waits for a text on the screen. */
const sees = (element: PayCharge, text: string) =>
  until(
    () => shown(element).includes(text),
    () => `${text} should be in ${shown(element)}`,
  )

const created = () => shop.calls.filter((call) => call.startsWith('POST /pay/charges?')).length

test('shows the offer and creates nothing, however often it is loaded; the click creates one charge', async () => {
  for (let times = 0; times < 3; times += 1) {
    const element = await at(show(), 'offered')
    includes(shown(element), '€19.99')
    includes(shown(element), 'Mug shop')
    equal(getComputedStyle(element).getPropertyValue('--_brand').trim(), '#7c3aed')
    for (const scheme of schemes) await accessible(element, scheme)
    element.remove()
    await turn()
  }
  equal(created(), 0)
  const element = await at(show(), 'offered')
  button(element, 'Continue').click()
  button(element, 'Continue').click()
  await at(element, 'ready')
  equal(created(), 1)
  equal(shop.bodies, [{}])
  ok(shop.calls.every((call) => !call.includes('/pay/charges?expand')))
  includes(shown(element), '19.99 DUSD')
})

test('sends the answers to the link’s questions and nothing else, and says what is wrong with one', async () => {
  offered = { ...offer, questions: [email] }
  const element = await at(show(), 'offered')
  element.pay()
  await turn()
  equal(created(), 0, 'a required answer is missing')
  const input = element.shadowRoot?.querySelector('input') as HTMLInputElement
  input.value = 'ada@example.com'
  const { answer } = shop
  shop.answer = (call) =>
    call.startsWith('POST')
      ? reply(400, {
          error: {
            type: 'validation_error',
            message: 'Enter an email address.',
            details: [{ field: 'field0', message: 'Enter an email address.' }],
          },
        })
      : answer(call)
  element.pay()
  await sees(element, 'Enter an email address.')
  equal(input.getAttribute('aria-invalid'), 'true')
  equal(input.value, 'ada@example.com', 'what was entered stays')
  shop.answer = answer
  element.pay()
  await at(element, 'ready')
  equal(shop.bodies.at(-1), { field0: 'ada@example.com' })
})

test('repeats a call whose answer was lost as the same call', async () => {
  const keys: (string | null)[] = []
  const element = await at(show(), 'offered')
  const { fetch } = element
  element.fetch = (url, init) => {
    if (init.method === 'POST') keys.push(new Headers(init.headers).get('idempotency-key'))
    if (keys.length === 1 && init.method === 'POST') throw new TypeError('Failed to fetch')
    return (fetch as typeof globalThis.fetch)(url, init)
  }
  element.pay()
  await sees(element, 'can’t be reached')
  element.pay()
  await at(element, 'ready')
  equal(keys.length, 2)
  ok(keys[0])
  equal(keys[0], keys[1])
})

test('goes on with the charge of a click whose answer never came to the page', async () => {
  const { id } = shop.charge()
  const keyOf = ({ headers }: RequestInit) => new Headers(headers).get('idempotency-key')
  const keys: (string | null)[] = []
  const first = await at(show(), 'offered')
  first.fetch = (_url, init) => {
    keys.push(keyOf(init))
    return new Promise(() => undefined)
  }
  first.pay()
  await until(
    () => keys.length > 0,
    () => 'the call should be sent',
  )
  first.remove()
  await turn()
  const again = show()
  const { fetch } = again
  again.fetch = (url, init) => {
    offered = { ...taken, charge: keyOf(init) === keys[0] ? id : '' }
    return (fetch as typeof globalThis.fetch)(url, init)
  }
  await at(again, 'ready')
  equal(again.charge?.id, id)
  equal(created(), 0)
  ok(keys[0])
  ok(!JSON.stringify(localStorage).includes(keys[0] ?? ''), 'the key has served')
})

test('goes on with the charge of an earlier page, which is what a reload and a second tab find', async () => {
  const first = await at(show(), 'offered')
  first.pay()
  await at(first, 'ready')
  const { charge } = first
  clear()
  await turn()
  offered = taken
  const again = await at(show(), 'ready')
  equal(again.charge?.id, charge?.id)
  equal(created(), 1)
})

test('says that somebody else is paying, also where that is found out by the click', async () => {
  const element = await at(show(), 'offered')
  const { answer } = shop
  shop.answer = (call) => {
    if (!call.startsWith('POST')) return answer(call)
    offered = taken
    return problem(409, 'conflict', 'Someone else is paying right now.')
  }
  element.pay()
  await sees(element, 'Someone else is paying right now')
  includes(shown(element), 'In 5 minutes.')
  offered = offer
  button(element, 'Check again').click()
  await sees(element, 'Continue to payment')
})

test('offers anew where the charge has ended, and where the customer can choose otherwise', async () => {
  const { id } = shop.charge('19.99', { more: { status: 'EXPIRED' } })
  localStorage.setItem(getOrderKey(link), JSON.stringify({ chargeId: id }))
  await at(show(), 'offered')
  clear()
  const open = shop.charge('19.99', { more: { status: 'NEW' } })
  localStorage.setItem(getOrderKey(link), JSON.stringify({ chargeId: open.id }))
  offered = { ...offer, questions: [email] }
  await at(show(), 'offered')
  clear()
  localStorage.setItem(getOrderKey(link), JSON.stringify({ chargeId: crypto.randomUUID() }))
  await at(show(), 'offered')
  equal(created(), 0)
})

test('goes back to the offer when its charge has expired on the screen', async () => {
  const element = await at(show(), 'offered')
  element.pay()
  await at(element, 'ready')
  const charge = shop.charges.get(element.charge?.id ?? '')
  if (charge) charge.more = { status: 'EXPIRED' }
  element.retry()
  await at(element, 'unavailable')
  button(element, 'Start over').click()
  await at(element, 'offered')
  element.pay()
  await at(element, 'ready')
  equal(created(), 2)
})

test('follows a payment that may be on its way before it asks for the offer', async () => {
  const { id } = shop.charge()
  localStorage.setItem(getOrderKey(link), JSON.stringify({ chargeId: id }))
  localStorage.setItem(getEntryKey(id), JSON.stringify({ version: 1, awaited: true }))
  const element = show()
  await until(
    () => shop.calls.some((call) => call.includes(id)),
    () => `${id} should be asked for: ${shop.calls.join()}`,
  )
  ok(!shop.calls.some((call) => call.includes('/offer')))
  localStorage.removeItem(getEntryKey(id))
  element.remove()
})

test('two elements of one link have one charge', async () => {
  const [one, two] = [await at(show(), 'offered'), await at(show(), 'offered')]
  one.pay()
  two.pay()
  await at(one, 'ready')
  await at(two, 'ready')
  equal(one.charge?.id, two.charge?.id)
  equal(created(), 1)
})

test('is refused in words for the page’s developer', async () => {
  const said: string[] = []
  const { error } = console
  console.error = (...words: unknown[]) => void said.push(String(words[0]))
  try {
    for (const [attributes, text] of [
      [{ 'payment-link': 'https://pay.example/pay/1' }, 'must be the address of a payment link'],
      [
        { 'payment-link': 'http://pay.example/l/k7m2p9q4xd' },
        'must be the address of a payment link',
      ],
      [{ 'charge-id': crypto.randomUUID() }, 'needs no charge-id, order or proxy'],
      [{ order: '{}' }, 'needs no charge-id, order or proxy'],
      [{ proxy: '/pay' }, 'needs no charge-id, order or proxy'],
    ] as const) {
      const element = await at(show(attributes), 'failed')
      await until(
        () => said.some((one) => one.includes(text)),
        () => `${text} should be said: ${said.join()}`,
      )
      includes(said.join(' '), 'payment-link')
      said.length = 0
      element.remove()
    }
  } finally {
    console.error = error
  }
  equal(shop.calls, [])
})

test('has nothing to pay while the page disables it', async () => {
  const element = await at(show({ disabled: '' }), 'offered')
  element.pay()
  await turn()
  equal(button(element, 'Continue').disabled, true)
  equal(created(), 0)
})
