import type { State } from '../../src/checkout/state.ts'
import {
  PayChargeBeforePayEvent,
  PayChargeCancelEvent,
  PayChargeCloseEvent,
  PayChargeConnectEvent,
  PayChargeLeaveEvent,
  PayChargeMisdirectedEvent,
  PayChargeOpenEvent,
  PayChargeSubmitEvent,
  PayChargeSuccessEvent,
  PayChargeWalletEvent,
} from '../../src/element/checkout/payment-events.ts'
import type { Receipt } from '../../src/element/checkout/receipt/receipt.ts'
import {
  dispatchStateEvents,
  PayChargeErrorEvent,
  PayChargeReadyEvent,
  PayChargeStateEvent,
} from '../../src/element/events.ts'
import { PayError } from '../../src/errors.ts'
import { openDeal } from '../checkout/samples.ts'
import { equal, ok } from './support/assert.ts'
import { afterEach, test } from './support/bdd.ts'
import { at, clear, listen, mount } from './support/mount.ts'
import { PageShop, problem } from './support/shop.ts'

afterEach(clear)

const charge = {
  id: '1',
  hosted_url: '',
  created_at: '',
  pricing_type: 'fixed_price' as const,
}
const receipt: Receipt = {
  chargeId: '1',
  store: 'Field & Kiln',
  hash: '0x1',
  chainId: 1,
  amount: '1',
  tokenSymbol: 'X',
  tokenAddress: '0x',
  recipient: '0x',
  from: '0x',
  status: 'confirmed',
  time: '',
}
const error = new PayError('offline', 'No connection.', { retryable: true })

const option = openDeal()
const transfer = { chainId: 1, tokenAddress: '0x', recipient: '0x', amount: 1n }

const events: [Event, type: string, cancelable: boolean][] = [
  [new PayChargeStateEvent({ step: 'loading' }), 'state', false],
  [new PayChargeReadyEvent(charge), 'ready', false],
  [new PayChargeBeforePayEvent(option), 'before-pay', true],
  [new PayChargeWalletEvent('Wallet'), 'wallet', false],
  [new PayChargeLeaveEvent('Wallet'), 'leave', false],
  [new PayChargeOpenEvent(), 'open', false],
  [new PayChargeCloseEvent(), 'close', false],
  [new PayChargeConnectEvent('0x1', 1), 'connect', false],
  [new PayChargeSubmitEvent('0x1'), 'submit', false],
  [new PayChargeSuccessEvent(charge, undefined, receipt), 'success', true],
  [new PayChargeCancelEvent(), 'cancel', true],
  [new PayChargeMisdirectedEvent('0x1', transfer, transfer), 'misdirected', false],
  [new PayChargeErrorEvent(error), 'error', false],
]

for (const [event, type, cancelable] of events) {
  test(`${type}: bubbles, leaves shadow roots, and is ${cancelable ? '' : 'not '}cancelable`, () => {
    equal(event.type, `pay-charge-${type}`)
    equal(event.bubbles, true)
    equal(event.composed, true)
    equal(event.cancelable, cancelable)
  })
}

test('each carries what it tells', () => {
  const told = new PayChargeErrorEvent(error)
  equal([told.code, told.message, told.retryable], ['offline', 'No connection.', true])
  ok(told.error === error)
  equal(new PayChargeConnectEvent('0x1', 5).chainId, 5)
  equal(new PayChargeSubmitEvent('0x1').hash, '0x1')
  const success = new PayChargeSuccessEvent(charge, undefined, receipt)
  ok(success.charge === charge && success.receipt === receipt)
})

test('a charge that is there is told once, with the charge, after every move', async () => {
  const shop = new PageShop()
  const { id } = shop.charge()
  const told = listen()
  const element = await at(mount(shop, { 'charge-id': id }), 'ready')
  equal(told.names, ['ready'])
  equal(told.of('pay-charge-ready')[0]?.charge.id, id)
  equal(
    told.of('pay-charge-state').map(({ state }) => state.step),
    ['loading', 'ready'],
  )
  ok(told.heard.every(({ target }) => target === element))
  told.stop()
})

test('an element in another shadow root is heard by the page too', async () => {
  const shop = new PageShop()
  const host = document.createElement('div')
  const inner = document.createElement('div')
  host.attachShadow({ mode: 'open' }).append(inner)
  document.body.append(host)
  const told = listen()
  const element = mount(shop, { 'charge-id': shop.charge().id }, inner)
  await at(element, 'ready')
  equal(told.names, ['ready'])
  told.stop()
})

const failures: [string, PageShop['answer'], string, string][] = [
  ['no such charge', () => problem(404, 'not_found', 'No.'), 'not_found', 'unavailable'],
  [
    'a failing service',
    () => problem(501, 'internal_server_error', 'No.'),
    'service_failed',
    'failed',
  ],
  ['an origin that is not served', () => problem(403, 'forbidden', 'No.'), 'forbidden', 'failed'],
  ['an answer of another form', () => Response.json({ data: 'x' }), 'invalid_reply', 'failed'],
  ['a page in place of JSON', () => new Response('<html>'), 'invalid_reply', 'failed'],
]
for (const [name, answer, code, step] of failures) {
  test(`${name} is told as ${code}, with a way out`, async () => {
    const shop = new PageShop()
    const { id } = shop.charge()
    shop.answer = answer
    const told = listen()
    const element = await at(mount(shop, { 'charge-id': id }), step as 'failed')
    equal(told.names, ['error'])
    equal(told.of('pay-charge-error')[0]?.code, code)
    shop.answer = () => undefined
    element.retry()
    await at(element, 'ready')
    told.stop()
  })
}

const hostile: [string, object, string][] = [
  ['half a decimal', { tokenDecimals: 1.5 }, 'invalid_reply'],
  ['400 decimals', { tokenDecimals: 400 }, 'invalid_reply'],
  ['negative decimals', { tokenDecimals: -1 }, 'invalid_reply'],
  ['decimals as text', { tokenDecimals: '6' }, 'invalid_reply'],
  ['a negative amount', { tokenAmount: '-5' }, 'invalid_reply'],
  ['more places than the token has', { tokenAmount: '0.0000001' }, 'invalid_amount'],
  ['an amount of nothing', { tokenAmount: '0' }, 'invalid_reply'],
  ['a short recipient', { requestLink: { recipientAddress: '0x12' } }, 'invalid_reply'],
  ['no recipient', { requestLink: {} }, 'invalid_reply'],
  ['a token that is no address', { tokenAddress: 'USDC' }, 'invalid_reply'],
  ['a chain that is no number', { chainId: 'base' }, 'invalid_reply'],
]
for (const [name, where, code] of hostile) {
  test(`a request charge with ${name} is never offered`, async () => {
    const shop = new PageShop()
    const { id } = shop.charge('19.99', { where })
    const told = listen()
    await at(mount(shop, { 'charge-id': id }), 'failed')
    equal(told.of('pay-charge-error')[0]?.code, code)
    told.stop()
  })
}

test('one failure is one event, however often it is met; another one, or the same after a success, is another', () => {
  const target = new EventTarget()
  const told: string[] = []
  target.addEventListener('pay-charge-error', (event) =>
    told.push((event as PayChargeErrorEvent).message),
  )
  const failing = (message?: string) =>
    ({
      step: 'reporting',
      ...(message && { lastError: new PayError('offline', message) }),
    }) as unknown as State
  const states = [undefined, 'a', 'a', 'a', 'b', 'b', undefined, 'b'].map(failing)
  for (const [index, state] of states.entries())
    dispatchStateEvents(target, state, states[index - 1] ?? failing())
  equal(told, ['a', 'b', 'b'])
})
