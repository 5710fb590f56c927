import type { PaymentOption } from '../../src/checkout/quote/payment-option.ts'
import type { State } from '../../src/checkout/state.ts'
import { parseElementSettings, type RawProperties } from '../../src/element/attributes.ts'
import { ElementRedirect } from '../../src/element/checkout/redirect-after-payment.ts'
import { equal, ok, turn, until } from './support/assert.ts'
import { afterEach, beforeEach, test } from './support/bdd.ts'
import { keepPage } from './support/leaving.ts'

const chargeId = '3c90c3cc-0d44-4b50-8888-8dd25736052a'
const hash = `0x${'a'.repeat(64)}`
let page: ReturnType<typeof keepPage>
let endings: ElementRedirect[] = []

beforeEach(() => {
  page = keepPage()
})
afterEach(() => {
  for (const ending of endings) ending.stop()
  endings = []
  page.stop()
  sessionStorage.clear()
  Reflect.deleteProperty(document, 'visibilityState')
})

type Redirects = NonNullable<PaymentOption['charge']['redirects']>

/** A paid charge that names where to go. */
function paid(redirects: Partial<Redirects> = {}): Extract<State, { step: 'paid' }> {
  const all = { success_url: '', cancel_url: '', will_redirect_after_success: true, ...redirects }
  const charge = {
    id: chargeId,
    hosted_url: '',
    created_at: '',
    pricing_type: 'fixed_price' as const,
    redirects: all,
  }
  const token = {
    address: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    decimals: 6,
    symbol: 'DUSD',
    native: false,
  }
  const recipient = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
  const quote = { chargeId, chainId: 31_337, recipient, token, amount: 0n }
  return {
    step: 'paid',
    option: { charge, quote, price: 5n, paidAmount: 5n },
    hash,
    wasPaidBefore: false,
  }
}

function end(given: RawProperties, target = new EventTarget()): ElementRedirect {
  const settings = parseElementSettings({ chargeId, ...given })
  const ending = new ElementRedirect({ element: target, settings, requestUpdate: () => {} })
  endings.push(ending)
  return ending
}

/** Long enough for the receipt to be seen. */
const seen = () =>
  until(
    () => page.places.length > 0,
    () => 'the page should be left',
  )

test('after the receipt was seen, the page goes where the charge says', async () => {
  const ending = end({})
  const started = performance.now()
  ending.handleSuccess(paid({ success_url: 'https://shop.example/thanks' }), undefined)
  ok(ending.isLeaving)
  await seen()
  ok(performance.now() - started > 2500, 'the receipt was seen for too short')
  equal(page.places, ['https://shop.example/thanks'])
})

test('the attribute wins over the charge, and a path is the page’s own', () => {
  const ending = end({ successUrl: '/thanks?order=1' })
  equal(
    ending.getSuccessUrl(paid({ success_url: 'https://shop.example/other' })),
    new URL('/thanks?order=1', document.baseURI).href,
  )
})

test('who stops it stays, and may still go', async () => {
  const ending = end({ successUrl: '/thanks' })
  ending.handleSuccess(paid(), undefined)
  ending.stop()
  equal(ending.isLeaving, false)
  ok(ending.getSuccessUrl(paid()))
  await turn()
  equal(page.places, [])
})

test('redirect="button" offers, and does not go by itself', () => {
  const ending = end({ redirect: 'button', successUrl: '/thanks' })
  ending.handleSuccess(paid(), undefined)
  equal(ending.isLeaving, false)
  ok(ending.getSuccessUrl(paid()))
})

test('redirect="none" goes nowhere', () => {
  const ending = end({ redirect: 'none', successUrl: '/thanks', cancelUrl: '/cancelled' })
  ending.handleSuccess(paid({ success_url: 'https://shop.example' }), undefined)
  equal(ending.getSuccessUrl(paid({ success_url: 'https://shop.example' })), undefined)
  equal(ending.isLeaving, false)
  ending.handleCancel(paid())
  equal(page.places, [])
})

test('a charge that will not go by itself is offered; the attribute goes all the same', () => {
  const unwilling = paid({
    success_url: 'https://shop.example',
    will_redirect_after_success: false,
  })
  const ending = end({})
  ending.handleSuccess(unwilling, undefined)
  equal(ending.isLeaving, false)
  equal(ending.getSuccessUrl(unwilling), 'https://shop.example')
  const told = end({ successUrl: '/thanks' })
  told.handleSuccess(unwilling, undefined)
  ok(told.isLeaving)
})

/** The receipt as a page of the same tab finds it that was loaded anew. */
const found = (redirects?: Partial<Redirects>) => ({ ...paid(redirects), wasPaidBefore: true })
const hide = () =>
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })

/** What befalls the tab before the receipt was seen, and leaves a new page in it. */
const interruptions: Readonly<Record<string, (ending: ElementRedirect) => void>> = {
  'is loaded anew': () => {},
  'was hidden, and is loaded anew': hide,
  'is loaded anew twice': () => end({ successUrl: '/thanks' }).resume(found()),
}
for (const [name, interrupt] of Object.entries(interruptions))
  test(`a page that ${name} before the receipt was seen goes all the same, once, and tells nothing twice`, async () => {
    const target = new EventTarget()
    let told = 0
    target.addEventListener('pay-charge-success', () => told++)
    if (name.includes('hidden')) hide()
    const first = end({ successUrl: '/thanks' }, target)
    first.handleSuccess(paid(), undefined)
    interrupt(first)
    // The page is gone, and its timers with it.
    for (const ending of endings) ending.stop()
    Reflect.deleteProperty(document, 'visibilityState')
    const second = end({ successUrl: '/thanks' }, target)
    ok(second.wasTold(found()))
    second.resume(found())
    ok(second.isLeaving)
    await seen()
    // The payer comes back: to the page as it was, or to a new one.
    const third = end({ successUrl: '/thanks' }, target)
    third.resume(found())
    equal(third.isLeaving, false)
    ok(third.wasTold(found()))
    equal([page.places.length, told], [1, 1])
  })

test('who chose to stay, stays after a reload too; so does a page that asks for no redirect', () => {
  const staying = end({ successUrl: '/thanks' })
  staying.handleSuccess(paid(), undefined)
  staying.stay()
  const after = end({ successUrl: '/thanks' })
  after.resume(found())
  equal(after.isLeaving, false)
  sessionStorage.clear()
  end({ redirect: 'button', successUrl: '/thanks' }).handleSuccess(paid(), undefined)
  const offering = end({ redirect: 'button', successUrl: '/thanks' })
  offering.resume(found())
  equal([offering.isLeaving, offering.wasTold(found())], [false, true])
})

test('a tab that has told no success goes nowhere for a payment of before', () => {
  const other = end({ successUrl: '/thanks' })
  other.resume(found())
  equal([other.isLeaving, other.wasTold(found())], [false, false])
})

test('two elements of one charge go once', async () => {
  const pair = [end({ successUrl: '/thanks' }), end({ successUrl: '/thanks' })]
  for (const ending of pair) ending.handleSuccess(paid(), undefined)
  await seen()
  await until(
    () => pair.every(({ isLeaving }) => !isLeaving),
    () => 'both should be done',
  )
  equal(page.places.length, 1)
})

test('preventDefault on success keeps the page, and the button goes too', () => {
  const target = new EventTarget()
  target.addEventListener('pay-charge-success', (event) => event.preventDefault())
  const ending = end({ successUrl: '/thanks' }, target)
  ending.handleSuccess(paid(), undefined)
  equal(ending.isLeaving, false)
  equal(ending.getSuccessUrl(paid()), undefined)
})

test('cancel goes to the charge’s address, the attribute’s before it', () => {
  const cancelled: State = {
    step: 'cancelled',
    option: paid({ cancel_url: 'https://shop.example/back' }).option,
  }
  end({}).handleCancel(cancelled)
  equal(page.places.at(-1), 'https://shop.example/back')
  end({ cancelUrl: '/basket' }).handleCancel(cancelled)
  equal(page.places.at(-1), new URL('/basket', document.baseURI).href)
})

test('preventDefault on cancel keeps the page', () => {
  const target = new EventTarget()
  target.addEventListener('pay-charge-cancel', (event) => event.preventDefault())
  end({ cancelUrl: '/basket' }, target).handleCancel({ step: 'cancelled' })
  equal(page.places, [])
})

test('a charge’s address that is no http or https one is never gone to', () => {
  const bad = [
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    '/path',
    '//x',
    'shop.example',
    ' ',
    'file:///etc/passwd',
  ]
  for (const url of bad) {
    const state = paid({ success_url: url, cancel_url: url })
    const ending = end({})
    equal(ending.getSuccessUrl(state), undefined, url)
    ending.handleSuccess(state, undefined)
    equal(ending.isLeaving, false, url)
    ending.handleCancel(state)
  }
  equal(page.places, [])
})

test('success carries the receipt: what was paid, to whom, by which transaction', () => {
  const target = new EventTarget()
  let receipt: unknown
  target.addEventListener('pay-charge-success', (event) => {
    receipt = (event as HTMLElementEventMap['pay-charge-success']).receipt
  })
  end({ brandName: 'Field & Kiln' }, target).handleSuccess(paid(), undefined)
  equal(receipt, {
    chargeId,
    store: 'Field & Kiln',
    hash,
    chainId: 31_337,
    amount: '0.000005',
    tokenSymbol: 'DUSD',
    tokenAddress: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    recipient: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
    from: '',
    status: 'confirmed',
    time: '',
  })
})
