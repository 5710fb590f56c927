import {
  type AttributeProperty,
  attributeProperties,
  decidesAboutMoney,
  parseElementSettings,
} from '../../src/element/attributes.ts'
import type { PayChargeStateEvent } from '../../src/element/events.ts'
import { loadMessages, supportedLocales } from '../../src/element/i18n/languages/load-messages.ts'
import { PayError } from '../../src/errors.ts'
import { equal, includes, ok, turn, until } from './support/assert.ts'
import { afterEach, beforeEach, test } from './support/bdd.ts'
import { at, clear, listen, mount, shown } from './support/mount.ts'
import { PageShop, recipient, tokenAddress } from './support/shop.ts'

let shop: PageShop
let faults: unknown[]
const fault = (event: ErrorEvent | PromiseRejectionEvent) => {
  faults.push('reason' in event ? event.reason : event.error)
}

beforeEach(() => {
  shop = new PageShop()
  faults = []
  addEventListener('error', fault)
  addEventListener('unhandledrejection', fault)
})
afterEach(() => {
  clear()
  removeEventListener('error', fault)
  removeEventListener('unhandledrejection', fault)
  equal(faults, [], 'exceptions in the page')
})

const uuid = '3c90c3cc-0d44-4b50-8888-8dd25736052a'

/** Each attribute with texts that are right, and texts that mean nothing. */
const table: Record<string, [good: string[], bad: string[]]> = {
  proxy: [
    ['/pay', 'https://shop.example/pay', 'pay'],
    ['javascript:alert(1)', 'ftp://x', 'http://'],
  ],
  'charge-id': [
    [uuid, `\n${uuid} `, uuid.toUpperCase()],
    ['x', `${uuid}0`, '../charges', ' '],
  ],
  order: [
    ['{"sku":"mug"}', '[1]', '"mug"'],
    ['{sku}', "{'sku':1}", '{'],
  ],
  // A good one is in place of the others: payment-link.browser.test.ts.
  'payment-link': [
    [],
    [
      'javascript:alert(1)',
      '/l/k7m2p9q4xd',
      'https://pay.example/pay/k7m2p9q4xd',
      'https://pay.example/l/k7m2p9q4xd?amount=1',
      'https://pay.example/l/k7m2p9q4xd/charges',
      'http://pay.example/l/k7m2p9q4xd',
    ],
  ],
  'success-url': [
    ['/ok', 'https://shop.example/ok?a=1#b'],
    ['javascript:alert(1)', 'data:text/html,x', 'blob:x'],
  ],
  'cancel-url': [
    ['/no', '?cancelled'],
    ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', '\tjavascript:alert(1)'],
  ],
  'onramp-url': [
    [
      'https://buy.example/',
      'https://buy.example/?to={address}&asset={token}&contract={token_address}&chain={chain}&amount={amount}#a',
      'https://buy.example:8443/{chain}/{token}',
    ],
    [
      'javascript:alert(1)',
      'http://buy.example/',
      '//buy.example/',
      '/buy?amount={amount}',
      'https://buy.example/?amount={price}',
      'https://buy.example/?amount={amount',
      'https://{token}.example/',
      'https://{address}/',
      'https://shop.example@buy.example/',
      'https://buy.example\\@shop.example/',
      'https://buy.example/ javascript:alert(1)',
    ],
  ],
  redirect: [
    ['auto', 'button', 'none', 'AUTO', ' None '],
    ['maybe', 'autobutton'],
  ],
  mode: [
    ['inline', 'Inline'],
    ['window', 'inline dialog'],
  ],
  'brand-color': [
    ['#7c3aed', 'rebeccapurple', 'oklch(0.6 0.2 300)'],
    ['#12', 'purpel', 'red; color: blue', 'url(x)'],
  ],
  'brand-logo': [
    ['/demo/shop/files/mug.svg', 'data:image/png;base64,AA=='],
    ['javascript:alert(1)', 'data:text/html,x', 'blob:https://shop.example/1'],
  ],
  'brand-name': [['Field & Kiln', '<b>'], []],
  'support-url': [
    ['https://shop.example/help', 'mailto:help@shop.example'],
    ['javascript:alert(1)', 'http://shop.example/help', '/help', 'mailto:', 'tel:112'],
  ],
  'color-scheme': [
    ['auto', 'light', 'dark', 'DARK'],
    ['sepia', 'darkish'],
  ],
  locale: [
    ['pt-BR', 'de', 'zh-Hant-TW', 'en_US', 'de_DE.UTF-8', 'sr_RS@latin', 'fr,en;q=0.5'],
    ['english_US', '-', 'C', 'klingon', 'toolonglanguage'],
  ],
  'walletconnect-project-id': [
    ['3f2a9d1b10c94a559c112f4f2a9d1b10'],
    ['my project', 'a-b', 'YOUR_PROJECT_ID'],
  ],
  confirmations: [
    ['1', '12', '99999'],
    ['0', '-1', '1.5', '1e3', 'three', '100000'],
  ],
  attribution: [['on', 'off', 'OFF'], ['sometimes']],
  disabled: [['', 'true', 'disabled'], []],
  hide: [
    ['cancel', 'pay-again', 'recipient', ' cancel  recipient '],
    ['price', 'footer', 'all'],
  ],
  recipients: [
    [
      `eip155:31337:${recipient}`,
      `eip155:31337:${recipient.toLowerCase()}`,
      ` eip155:1:${recipient},\neip155:31337:${recipient} `,
    ],
    [
      '',
      ' ',
      recipient,
      'eip155:31337',
      `eip155:31337:${recipient} x`,
      `eip155:31337:${recipient}, eip155:1:${recipient}0`,
      // One letter in the wrong case, and one digit that is wrong (EIP-55).
      `eip155:31337:${recipient.replace('D', 'd')}`,
      `eip155:31337:${recipient.replace('9965', '9964')}`,
      `eip155:31337:0x${recipient.slice(2).toUpperCase()}`,
    ],
  ],
  'max-rate': [
    [`eip155:31337/erc20:${tokenAddress} 1 6`, `eip155:31337/erc20:${tokenAddress} 1.5 6 USD`],
    ['', '1', `eip155:31337/erc20:${tokenAddress}`, `eip155:31337/erc20:${tokenAddress} 1`],
  ],
  // A good key refuses all that it has not signed: test/attack/middle/signed.test.ts.
  'quote-key': [
    [],
    ['', ' ', 'x', 'ES256:', `ES256:B${'A'.repeat(85)}`, `ES384:B${'A'.repeat(86)}`, 'EdDSA:x y'],
  ],
  'chain-id': [['31337'], ['0', '0x1', '-1', '1.0', 'base']],
  'token-address': [[tokenAddress], ['0x123', 'usdc', `${tokenAddress}0`]],
  'token-decimals': [['6'], ['-1', '1.5', '78', '400', 'six']],
  'token-symbol': [['DUSD'], []],
  recipient: [[], ['0x123', 'vitalik.eth', recipient.slice(2)]],
}

const isPinList = (name: string) => /^(recipients|max-rate|quote-key)$/.test(name)
const needed = (name: string) =>
  /^(order|charge-id|payment-link)$/.test(name) ? {} : { 'charge-id': uuid }

test('the table knows every attribute there is', () => {
  const known = customElements.get('pay-charge') as unknown as { observedAttributes: string[] }
  equal(
    Object.keys(table).sort(),
    known.observedAttributes.filter((name) => name !== 'defer-hydration').sort(),
  )
})

for (const [name, [good, bad]] of Object.entries(table)) {
  test(`${name}: what is right is taken`, async () => {
    for (const value of good) {
      const { id } = shop.charge()
      const given: Record<string, string> = { 'charge-id': id, [name]: value }
      // The page must know what the token is worth.
      if (name === 'recipients') given['max-rate'] = `eip155:31337/erc20:${tokenAddress} 1 6`
      if (name === 'order') delete given['charge-id']
      const named = value.trim().toLowerCase()
      if (name === 'charge-id') shop.charges.set(named, { ...shop.charge(), id: named })
      const element = mount(shop, given)
      await at(element, 'ready')
      equal(element.getAttribute(name), value)
      element.remove()
    }
  })

  const property = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const stops = decidesAboutMoney(property as AttributeProperty)
  if (bad.length > 0 && stops)
    test(`${name}: what is wrong stops the payment; its name is told to everybody, its form to developers`, async () => {
      for (const value of bad) {
        const events = listen()
        const charge = isPinList(name) ? { 'charge-id': shop.charge().id } : needed(name)
        const element = mount(shop, { ...charge, [name]: value })
        await at(element, 'failed')
        const [told, ...others] = events.of('pay-charge-error')
        equal(others, [])
        equal(told?.code, 'invalid_attribute', value)
        equal(told?.error.field, name, value)
        ok(told?.message.startsWith(`${name} `), told?.message)
        includes(
          shown(element),
          `This payment isn’t set up correctly. Please tell the store.${name}`,
        )
        ok(!shown(element).includes(told?.message ?? ''), told?.message)
        element.pay()
        await turn()
        equal(element.state.step, 'failed')
        events.stop()
        element.retry()
        await at(element, 'failed')
        element.remove()
      }
      // Pins are parsed while the charge is being loaded.
      if (!isPinList(name)) equal(shop.calls, [], 'calls made with a wrong attribute')
    })
  else if (bad.length > 0)
    test(`${name}: what is wrong is told to developers, and its default is used`, async () => {
      for (const value of bad) {
        const events = listen()
        const element = mount(shop, { 'charge-id': shop.charge().id, [name]: value })
        await at(element, 'ready')
        await until(
          () => events.of('pay-charge-error').length > 0,
          () => `${value} should be told`,
        )
        const [told, ...others] = events.of('pay-charge-error')
        equal(others, [])
        equal([told?.code, told?.error.field], ['invalid_attribute', name], value)
        ok(told?.message.startsWith(`${name} must be `), told?.message)
        equal(element.state.step, 'ready')
        includes(shown(element), 'Pay 19.99 DUSD')
        events.stop()
        element.remove()
      }
    })

  // A pin whose text is missing by mistake must not pin nothing.
  if (isPinList(name)) continue
  // A boolean attribute is true by its presence.
  if (name === 'disabled') continue
  test(`${name}: empty counts as absent`, () => {
    const base = { chargeId: uuid }
    if (name === 'charge-id') {
      equal(parseElementSettings({ order: '{}', chargeId: '' }).chargeId, undefined)
      return
    }
    equal(parseElementSettings({ ...base, [property]: '' }), parseElementSettings(base))
    equal(parseElementSettings({ ...base, [property]: null }), parseElementSettings(base))
  })
}

test('charge-id or order is needed, and not both', async () => {
  for (const given of [{}, { 'charge-id': uuid, order: '{}' }] as Record<string, string>[]) {
    const element = mount(shop, given)
    await at(element, 'failed')
    includes(shown(element), 'Please tell the store.charge-id')
    element.remove()
  }
})

test('in every language the payer reads a sentence for payers, with the store’s name', async () => {
  const sentences = new Set<string>()
  for (const locale of supportedLocales) {
    const { describeError } = await loadMessages(locale)
    const error = new PayError('invalid_attribute', 'proxy must be a URL.', { field: 'proxy' })
    const [sentence] = (describeError?.(error) ?? ['']) as [string]
    sentences.add(sentence)
    const read = sentence.replace(/\s+/g, ' ')
    const element = mount(shop, { proxy: 'ftp://x', 'brand-name': 'Field & Kiln', locale })
    await at(element, 'failed')
    await until(
      () => shown(element).includes(`${read}proxy`),
      () => `${locale}: ${shown(element)}`,
    )
    includes(shown(element), 'Field & Kiln')
    ok(!shown(element).includes('must be'), locale)
    element.remove()
  }
  equal(sentences.size, supportedLocales.length)
})

test('a recipient needs its four companions', async () => {
  const element = mount(shop, { 'charge-id': uuid, recipient, 'chain-id': '1' })
  await at(element, 'failed')
  includes(shown(element), 'Please tell the store.recipient')
})

test('where to pay is taken from the attributes when the service has no request charge', async () => {
  const { id } = shop.charge()
  shop.joins = false
  shop.answer = (call) =>
    call.includes('request-charges')
      ? Response.json({ error: { type: 'not_found', message: 'No.' } }, { status: 404 })
      : undefined
  const where = {
    recipient,
    'chain-id': '8453',
    'token-address': tokenAddress,
    'token-decimals': '6',
    'token-symbol': 'USDC',
  }
  const element = await at(mount(shop, { 'charge-id': id, ...where }), 'ready')
  includes(shown(element), '19.99 USDC on Base')
})

const dusd = `eip155:31337/erc20:${tokenAddress} 1 6`

test('what the service says must agree with the attributes that say where to pay', async () => {
  const wrong = { 'chain-id': '8453', 'token-decimals': '18', 'token-symbol': 'USDC' }
  for (const [name, value] of Object.entries(wrong)) {
    const { id } = shop.charge()
    const element = await at(mount(shop, { 'charge-id': id, [name]: value }), 'failed')
    includes(shown(element), 'doesn’t match what the store has set')
    element.remove()
  }
})

test('a recipient that is not named is never shown with a price, and no button pays', async () => {
  const { id } = shop.charge()
  const steps: string[] = []
  const note = (event: Event) => steps.push((event as PayChargeStateEvent).state.step)
  addEventListener('pay-charge-state', note)
  const pins = { recipients: `eip155:31337:${tokenAddress}`, 'max-rate': dusd }
  const element = await at(mount(shop, { 'charge-id': id, ...pins }), 'failed')
  removeEventListener('pay-charge-state', note)
  equal([...new Set(steps)], ['loading', 'failed'])
  includes(shown(element), 'The payment address doesn’t match the store’s')
  element.pay()
  await turn()
  equal(element.state.step, 'failed')
})

test('a pin that becomes wrong stops a payment that is about to start, and a right one starts anew', async () => {
  const { id } = shop.charge()
  const pins = { recipients: `eip155:31337:${recipient}`, 'max-rate': dusd }
  const element = await at(mount(shop, { 'charge-id': id, ...pins }), 'ready')
  element.pay()
  await at(element, 'choosingWallet')
  element.recipients = 'anybody'
  await at(element, 'failed')
  includes(shown(element), 'Please tell the store.recipients')
  element.pay()
  element.retry()
  await turn()
  equal(element.state.step, 'failed')
  element.recipients = pins.recipients
  await at(element, 'ready')
  // Other pins ask for the charge anew, and decide anew.
  element.recipients = `eip155:1:${recipient}`
  await at(element, 'failed')
})

test('every attribute has a property of the same name, in both directions', () => {
  const element = document.createElement('pay-charge')
  for (const name of attributeProperties) {
    ok(name in element, name)
    const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    element.setAttribute(attribute, 'x')
    equal((element as unknown as Record<string, unknown>)[name], 'x', name)
  }
})

test('properties take numbers and objects as they are', async () => {
  const element = document.createElement('pay-charge')
  element.fetch = shop.fetch
  element.confirmations = 3
  element.order = { sku: 'mug', quantity: 2 }
  document.body.append(element)
  await at(element, 'ready')
  equal(shop.bodies, [{ sku: 'mug', quantity: 2 }])
})

test('an order that JSON cannot carry is told by name', async () => {
  const circle: Record<string, unknown> = {}
  circle.self = circle
  for (const order of [circle, { amount: 1n }]) {
    const element = document.createElement('pay-charge')
    const events = listen()
    element.order = order
    document.body.append(element)
    await at(element, 'failed')
    equal(events.of('pay-charge-error')[0]?.error.field, 'order')
    events.stop()
    element.remove()
  }
})

test('values of any kind end in an error at most, never in an exception', async () => {
  const wild = [Symbol('x'), 1n, Number.NaN, true, false, [], {}, () => {}, '\0', '💥'.repeat(9999)]
  for (const name of attributeProperties) {
    for (const value of wild) {
      const element = document.createElement('pay-charge')
      element.fetch = shop.fetch
      ;(element as unknown as Record<string, unknown>)[name] = value
      document.body.append(element)
      await turn()
      ok(['failed', 'loading', 'ready', 'unavailable'].includes(element.state.step), name)
      element.remove()
    }
  }
})

test('a wrong attribute that is put right goes on, and one removed counts no more', async () => {
  const { id } = shop.charge()
  const element = await at(mount(shop, { 'charge-id': id, proxy: 'ftp://x' }), 'failed')
  element.setAttribute('proxy', '/pay')
  await at(element, 'ready')
  element.setAttribute('chain-id', 'base')
  await at(element, 'failed')
  element.removeAttribute('chain-id')
  await at(element, 'ready')
})

test('another charge-id starts anew; looks change without a call', async () => {
  const [first, second] = [shop.charge('1'), shop.charge('2')]
  const element = await at(mount(shop, { 'charge-id': first.id }), 'ready')
  const before = shop.calls.length
  element.setAttribute('brand-name', 'Field & Kiln')
  element.setAttribute('color-scheme', 'dark')
  await until(
    () => shown(element).includes('Field & Kiln'),
    () => shown(element),
  )
  equal(getComputedStyle(element).colorScheme, 'dark')
  equal(shop.calls.length, before)
  element.chargeId = second.id
  await until(
    () => element.charge?.id === second.id,
    () => shown(element),
  )
  await turn()
  includes(shown(element), 'Pay 2.00 DUSD')
})

test('several changes of one turn are one load', async () => {
  const element = mount(shop, { 'charge-id': shop.charge().id })
  for (let times = 0; times < 5; times++) element.chargeId = shop.charge().id
  await at(element, 'ready')
  equal(shop.calls.length, 1)
})

test('elements of one charge ask for it once', async () => {
  const { id } = shop.charge()
  const elements = Array.from({ length: 10 }, () => mount(shop, { 'charge-id': id }))
  for (const element of elements) await at(element, 'ready')
  equal(shop.calls, [`GET /pay/charges/${id}?expand=request_charge`])
})

test('a service that does not join the request charge is asked for it', async () => {
  const { id } = shop.charge()
  shop.joins = false
  await at(mount(shop, { 'charge-id': id }), 'ready')
  equal(shop.calls, [
    `GET /pay/charges/${id}?expand=request_charge`,
    `GET /pay/request-charges/${id}`,
  ])
})

test('the first reply may be one that the page has preloaded, later ones never', async () => {
  const { id } = shop.charge()
  const modes: (RequestCache | undefined)[] = []
  const element = document.createElement('pay-charge')
  element.fetch = (url, init) => {
    modes.push(init.cache)
    return shop.fetch(url, init)
  }
  element.chargeId = id
  document.body.append(element)
  await at(element, 'ready')
  element.retry()
  await until(
    () => modes.length === 2,
    () => `${modes}`,
  )
  equal(modes, ['default', 'no-store'])
})

test('the price that comes late, of a charge that was changed meanwhile, is not shown', async () => {
  const [slow, fast] = [shop.charge('1'), shop.charge('2')]
  const waiting: (() => void)[] = []
  const element = document.createElement('pay-charge')
  element.fetch = async (url, init) => {
    if (url.includes(slow.id)) await new Promise<void>((resolve) => waiting.push(resolve))
    return await shop.fetch(url, { ...init, signal: null })
  }
  element.chargeId = slow.id
  document.body.append(element)
  await until(
    () => waiting.length === 1,
    () => 'one call',
  )
  element.chargeId = fast.id
  await at(element, 'ready')
  for (const go of waiting) go()
  await turn()
  equal(element.charge?.id, fast.id)
})

test('the settings name what is refused, and leave the rest out', () => {
  const wrong = parseElementSettings({ chargeId: uuid, tokenDecimals: 1.5, locale: '-' })
  equal(wrong.refusal?.field, 'token-decimals')
  equal([wrong.tokenDecimals, wrong.locale], [undefined, undefined])
  const full = parseElementSettings({
    chargeId: uuid,
    recipient,
    chainId: 1,
    tokenAddress,
    tokenDecimals: 0,
    tokenSymbol: 'X',
  })
  equal(full.destination, {
    recipient,
    chainId: 1,
    token: { address: tokenAddress, decimals: 0, symbol: 'X' },
  })
  equal(full.proxy, '/pay')
})
