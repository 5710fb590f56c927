import { equal, includes, ok, turn, until } from './support/assert.ts'
import { afterEach, beforeEach, test } from './support/bdd.ts'
import { at, button, clear, drawn, listen, mount, shown } from './support/mount.ts'
import { sending } from './support/sending.ts'
import { PageShop, problem } from './support/shop.ts'
import { PageWallet, payer } from './support/wallet.ts'

// A hundred modules here, one file in a build: loaded before the tests, whose waits are for what they test.
await import('../../src/wallet/index.ts')

let shop: PageShop
let wallet: PageWallet
let told: ReturnType<typeof listen>

beforeEach(() => {
  shop = new PageShop()
  wallet = new PageWallet().announce()
  told = listen()
})
afterEach(async () => {
  for (const { id } of shop.charges.values()) shop.confirm({ id })
  wallet.leave()
  told.stop()
  clear()
  await turn()
})

const charged = (fields: Record<string, string> = {}) => {
  const charge = shop.charge()
  return { charge, element: mount(shop, { 'charge-id': charge.id, redirect: 'none', ...fields }) }
}

test('a payment tells the page of each of its moments, in order', async () => {
  const { charge, element } = charged()
  const { approve } = await sending(element, wallet)
  await until(
    () => shown(element).includes('Confirm in Page Wallet'),
    () => shown(element),
  )
  approve()
  await at(element, 'confirming')
  shop.confirm(charge)
  await at(element, 'paid')
  equal(told.names, ['ready', 'connect', 'submit', 'success'])
  equal(told.of('pay-charge-connect')[0]?.address, payer)
  const { hash } = told.of('pay-charge-submit')[0] ?? {}
  const success = told.of('pay-charge-success')[0]
  equal(success?.receipt.hash, hash)
  equal(success?.receipt.amount, '19.99')
  equal(success?.payment?.payerTransactionHash, hash)
  equal(element.payment?.payerTransactionHash, hash)
  equal(shop.bodies, [
    {
      hash,
      chainId: '31337',
      tokenAddress: element.state.step === 'paid' && element.state.option.quote.token.address,
    },
  ])
  // What stays is the receipt.
  includes(localStorage.getItem(`pay-charge:${charge.id}`), '"settledAt":')
})

test('before the wallet is asked, the intent is in the storage', async () => {
  const { charge, element } = charged()
  const { refuse } = await sending(element, wallet)
  includes(localStorage.getItem(`pay-charge:${charge.id}`), '"amount":"19990000"')
  refuse()
  await at(element, 'ready')
  includes(shown(element), 'You declined the request in your wallet')
  equal(localStorage.getItem(`pay-charge:${charge.id}`), null)
})

test('an element that is moved keeps its payment', async () => {
  const { charge, element } = charged()
  const { approve } = await sending(element, wallet)
  const place = document.createElement('div')
  document.body.append(place)
  place.append(element)
  await turn()
  equal(element.state.step, 'sending')
  includes(shown(element), 'Confirm in Page Wallet')
  approve()
  await at(element, 'confirming')
  document.body.append(element)
  shop.confirm(charge)
  await at(element, 'paid')
  includes(shown(element), 'Your payment is confirmed')
  equal(wallet.count('eth_sendTransaction'), 1)
})

test('one that is taken away while the wallet is open still records what was sent', async () => {
  const { charge, element } = charged()
  const { approve } = await sending(element, wallet)
  element.remove()
  await turn()
  approve()
  await until(
    () => charge.payments.length === 1,
    () => 'the hash should be recorded',
  )
})

test('one that is taken away and brought back is there again', async () => {
  const { element } = charged()
  await at(element, 'ready')
  element.remove()
  await turn()
  const before = shop.calls.length
  document.body.append(element)
  await until(
    () => shop.calls.length > before,
    () => 'it should load anew',
  )
  await at(element, 'ready')
})

test('one that is taken away before the price stops asking for it', async () => {
  shop.answer = () => problem(503, 'service_unavailable', 'Later.')
  const { element } = charged()
  await turn()
  element.remove()
  await turn()
  const { length } = shop.calls
  await new Promise((resolve) => setTimeout(resolve, 1500))
  equal(shop.calls.length, length)
})

test('another charge-id waits while a transfer is under way, and comes after it', async () => {
  const { charge, element } = charged()
  const other = shop.charge('5')
  const { approve } = await sending(element, wallet)
  element.chargeId = other.id
  await turn()
  equal(element.charge?.id, charge.id)
  approve()
  await at(element, 'confirming')
  equal(charge.payments.length, 1)
  equal(element.charge?.id, charge.id)
  shop.confirm(charge)
  await until(
    () => element.charge?.id === other.id,
    () => shown(element),
  )
  await at(element, 'ready')
  equal(told.names.filter((name) => name === 'success').length, 1)
  equal(other.payments.length, 0)
})

test('a wrong attribute in mid-payment is told, and the payment stays on the screen', async () => {
  const { charge, element } = charged()
  const { approve } = await sending(element, wallet)
  element.setAttribute('locale', '-')
  await until(
    () => told.names.includes('error'),
    () => 'the error should be told',
  )
  equal(told.of('pay-charge-error')[0]?.error.field, 'locale')
  includes(shown(element), 'Confirm in Page Wallet')
  element.removeAttribute('locale')
  approve()
  await at(element, 'confirming')
  equal(charge.payments.length, 1)
})

test('an attribute that stays wrong after a payment began does not hide that it is paid', async () => {
  const { charge, element } = charged()
  const { approve } = await sending(element, wallet)
  approve()
  await at(element, 'confirming')
  element.setAttribute('confirmations', 'three')
  await until(
    () => told.names.includes('error'),
    () => 'the error should be told',
  )
  shop.confirm(charge)
  await at(element, 'paid')
  includes(shown(element), 'Your payment is confirmed')
  // Another wrong one, set after the end.
  element.setAttribute('mode', 'modal')
  await turn()
  await turn()
  equal(element.state.step, 'paid')
  includes(shown(element), 'Your payment is confirmed')
  equal(told.of('pay-charge-success').length, 1)
  element.removeAttribute('mode')
  element.removeAttribute('confirmations')
  await turn()
  equal(element.state.step, 'paid')
  equal(wallet.count('eth_sendTransaction'), 1)
})

test('a payment that went wrong is shown until the payer goes on, and then the wrong attribute', async () => {
  const { charge, element } = charged()
  const { approve } = await sending(element, wallet)
  approve()
  await at(element, 'confirming')
  shop.confirm(charge, 'FAILED')
  await at(element, 'notPaid')
  element.setAttribute('recipients', '-')
  await turn()
  includes(shown(element), 'Contact the store with your receipt')
  element.retry()
  await at(element, 'failed')
  await until(
    () => told.of('pay-charge-error').some(({ error }) => error.field === 'recipients'),
    () => 'the error should be told',
  )
  includes(shown(element), 'This payment isn’t set up correctly')
  equal(wallet.count('eth_sendTransaction'), 1)
})

for (const [name, wait] of [
  ['sooner', 0],
  ['later', 300],
] as const) {
  test(`a charge-id that is changed while the code is on its way, and comes ${name}, is the one that is paid`, async () => {
    const first = shop.charge('1')
    const second = shop.charge('2')
    const element = await at(mount(shop, { 'charge-id': first.id, redirect: 'none' }), 'ready')
    element.fetch = async (url, init) => {
      if (wait) await new Promise((resolve) => setTimeout(resolve, wait))
      return await shop.fetch(url, init)
    }
    // The payer’s pointer comes near, and in the same moment the page changes its mind.
    element.dispatchEvent(new PointerEvent('pointerenter'))
    element.chargeId = second.id
    await until(
      () => element.charge?.id === second.id,
      () => shown(element),
    )
    element.pay()
    await until(
      () => wallet.count('eth_sendTransaction') === 1,
      () => shown(element),
    )
    const sent = wallet.asked.find(({ method }) => method === 'eth_sendTransaction')
    const [request] = (sent?.params ?? []) as { data: string }[]
    includes(request?.data, (2_000_000).toString(16).padStart(64, '0'))
    await at(element, 'confirming')
    equal([first.payments.length, second.payments.length], [0, 1])
  })
}

test('a payer who cancels while it loads has cancelled', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { id } = shop.charge()
  const element = document.createElement('pay-charge')
  element.fetch = async (url, init) => {
    await promise
    return await shop.fetch(url, init)
  }
  element.chargeId = id
  document.body.append(element)
  await turn()
  element.cancel()
  await at(element, 'cancelled')
  resolve()
  await new Promise((done) => setTimeout(done, 100))
  equal(element.state.step, 'cancelled')
  element.retry()
  await at(element, 'ready')
})

test('a note that cannot be read is said, and paying all the same takes consent', async () => {
  const charge = shop.charge()
  localStorage.setItem(`pay-charge:${charge.id}`, '{"version":99}')
  const element = mount(shop, { 'charge-id': charge.id, redirect: 'none' })
  await at(element, 'ready')
  includes(shown(element), 'We can’t read the record of an earlier payment')
  element.pay()
  await at(element, 'storageBlocked')
  await drawn(element)
  includes(shown(element), 'You may have already paid')
  equal(wallet.count('eth_sendTransaction'), 0)
  button(element, 'Back').click()
  await at(element, 'ready')
  element.pay()
  await at(element, 'storageBlocked')
  button(element, 'Pay anyway').click()
  await at(element, 'confirming')
  equal(charge.payments.length, 1)
})

test('a browser that stores nothing says so before the wallet; consent pays once', async () => {
  const { setItem } = Storage.prototype
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  try {
    const { charge, element } = charged()
    await at(element, 'ready')
    element.pay()
    await at(element, 'storageBlocked')
    await drawn(element)
    includes(shown(element), 'Your browser is blocking storage')
    button(element, 'Try again').click()
    await turn()
    await at(element, 'storageBlocked')
    equal(wallet.count('eth_sendTransaction'), 0)
    button(element, 'Pay anyway').click()
    await at(element, 'confirming')
    shop.confirm(charge)
    await at(element, 'paid')
    equal(wallet.count('eth_sendTransaction'), 1)
    equal(told.names.filter((name) => name === 'success').length, 1)
  } finally {
    Storage.prototype.setItem = setItem
  }
})

test('two elements of one page pay two charges', async () => {
  const one = charged()
  const two = charged()
  await Promise.all([at(one.element, 'ready'), at(two.element, 'ready')])
  one.element.pay()
  two.element.pay()
  await Promise.all([at(one.element, 'confirming'), at(two.element, 'confirming')])
  equal([one.charge.payments.length, two.charge.payments.length], [1, 1])
  const hashes = told.of('pay-charge-submit').map(({ hash }) => hash)
  equal(new Set(hashes).size, 2)
})

test('two elements of one charge show one payment, send once, and each tells of it once', async () => {
  const { charge, element } = charged()
  const { approve } = await sending(element, wallet)
  const second = mount(shop, { 'charge-id': charge.id, redirect: 'none' })
  await at(second, 'sending')
  second.pay()
  await at(second, 'sending')
  equal(wallet.count('eth_sendTransaction'), 1)
  approve()
  await at(element, 'confirming')
  await until(
    () => shown(second).includes('1 of 1') || shown(second).includes('confirmations'),
    () => shown(second),
  )
  shop.confirm(charge)
  await Promise.all([at(element, 'paid'), at(second, 'paid')])
  equal(charge.payments.length, 1)
  for (const kind of ['submit', 'success'])
    equal(told.names.filter((name) => name === kind).length, 2)
})

test('after a refusal the element that watched may pay', async () => {
  const { charge, element } = charged()
  const { refuse } = await sending(element, wallet)
  const second = await at(mount(shop, { 'charge-id': charge.id, redirect: 'none' }), 'sending')
  wallet.answer = () => undefined
  refuse()
  await at(second, 'ready')
  second.pay()
  await at(second, 'confirming')
  equal(charge.payments.length, 1)
})

test('one that was left open is not paid after the other was', async () => {
  const { charge, element } = charged()
  const second = mount(shop, { 'charge-id': charge.id, redirect: 'none' })
  await Promise.all([at(element, 'ready'), at(second, 'ready')])
  element.pay()
  await at(element, 'confirming')
  shop.confirm(charge)
  await at(element, 'paid')
  second.pay()
  await at(second, 'paid')
  equal(wallet.count('eth_sendTransaction'), 1)
})

test('a wallet that fails without a refusal leaves it open what happened, and nothing is sent again', async () => {
  const { element } = charged()
  const { fail } = await sending(element, wallet)
  fail()
  await at(element, 'unknownOutcome')
  includes(shown(element), 'Don’t pay again yet')
  element.pay()
  element.cancel()
  element.retry()
  await turn()
  equal(element.state.step, 'unknownOutcome')
  equal(wallet.count('eth_sendTransaction'), 1)
})

test('a transaction that pays another charge is said, and its hash shown', async () => {
  const { element } = charged()
  const { approve } = await sending(element, wallet)
  shop.answer = (call) =>
    call.endsWith('/payments') ? problem(409, 'conflict', 'Already used.') : undefined
  approve()
  await at(element, 'failed')
  const { hash } = told.of('pay-charge-submit')[0] ?? {}
  includes(shown(element), 'already belongs to another payment')
  includes(shown(element), hash ?? 'a hash')
  equal(told.of('pay-charge-error')[0]?.code, 'conflict')
})

test('a conflict about our own hash is a success', async () => {
  const { charge, element } = charged()
  const { approve } = await sending(element, wallet)
  let lost = false
  const { fetch } = shop
  element.fetch = async (url, init) => {
    const answer = await fetch(url, init)
    if (!url.endsWith('/payments') || lost) return answer
    lost = true
    throw new TypeError('Failed to fetch')
  }
  approve()
  await at(element, 'confirming')
  equal(charge.payments.length, 1)
  equal(shop.calls.filter((call) => call.endsWith('/payments')).length, 2)
})

test('the same order in one page creates one charge', async () => {
  const order = { order: '{"sku":"mug"}' }
  const [one, two] = [mount(shop, order), mount(shop, order)]
  const keys = new Set<string | null>()
  for (const element of [one, two])
    element.fetch = (url, init) => {
      if (init.method === 'POST') keys.add(new Headers(init.headers).get('idempotency-key'))
      return shop.fetch(url, init)
    }
  await Promise.all([at(one, 'ready'), at(two, 'ready')])
  equal(keys.size, 1)
  ok([...keys][0])
})

test('a list of wallets is shown where there are two, and the chosen one pays', async () => {
  const second = new PageWallet({ name: 'Second', rdns: 'example.second' }).announce()
  const { element } = charged()
  await at(element, 'ready')
  button(element, 'Pay').click()
  await at(element, 'choosingWallet')
  await until(
    () => shown(element).includes('Second'),
    () => shown(element),
  )
  button(element, 'Second').click()
  await at(element, 'confirming')
  equal([wallet.count('eth_sendTransaction'), second.count('eth_sendTransaction')], [0, 1])
  second.leave()
})
