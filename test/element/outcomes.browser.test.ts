import { emulateMedia } from '@web/test-runner-commands'
import { getEntryKey } from '../../src/element/first/order-storage.ts'
import { equal, includes, ok, turn, until } from './support/assert.ts'
import { accessible, plain, reachable, schemes } from './support/axe.ts'
import { afterEach, beforeEach, test } from './support/bdd.ts'
import { at, button, clear, drawn, mount, type PayCharge, shown } from './support/mount.ts'
import { PageShop, problem, recipient, tokenAddress } from './support/shop.ts'
import { PageWallet, payer } from './support/wallet.ts'

// The screens of a payment that does not simply go through, and how a payer gets on from each.

await import('../../src/wallet/index.ts')
// A color that is still fading in would be measured on its way.
await emulateMedia({ reducedMotion: 'reduce' })

const hash = `0x${'a'.repeat(64)}`
const elapsed = performance.now.bind(performance)
const { setItem } = Storage.prototype
let ahead = 0
let shop: PageShop
let wallet: PageWallet
let letGo = () => {}

beforeEach(() => {
  shop = new PageShop()
  wallet = new PageWallet().announce()
  ahead = 0
  performance.now = () => elapsed() + ahead
})
afterEach(async () => {
  performance.now = elapsed
  Storage.prototype.setItem = setItem
  letGo()
  for (const { id } of shop.charges.values()) shop.confirm({ id })
  wallet.leave()
  clear()
  plain()
  await turn()
})

/** What an earlier page of this browser has written down of a charge. */
function noted({ id }: { id: string }, fields: object = {}) {
  const token = { address: tokenAddress, decimals: 6, symbol: 'DUSD', native: false }
  const quote = { chargeId: id, chainId: 31_337, recipient, token, amount: '19990000' }
  const intent = { id: 'one', from: payer, quote, nonce: 0, block: '100', time: 1_790_000_000_000 }
  localStorage.setItem(getEntryKey(id), JSON.stringify({ version: 1, intent, ...fields }))
}

/** An element of a charge whose payment is sent, recorded and followed; a block makes it final. */
async function followed(): Promise<PayCharge> {
  const { id } = shop.charge()
  const attributes = { 'charge-id': id, redirect: 'none', confirmations: '1' }
  const element = await at(mount(shop, attributes), 'ready')
  element.pay()
  return await at(element, 'confirming')
}

/** The chain answers so from now on. */
function chain(answers: Record<string, unknown>) {
  wallet.answer = ({ method }) => answers[method]
}

const gone = { eth_getTransactionReceipt: null, eth_getTransactionByHash: null }

const screens: Record<string, () => Promise<PayCharge>> = {
  elsewhere: async () => {
    const charge = shop.charge()
    noted(charge)
    await new Promise<void>((resolve) => {
      void navigator.locks.request(getEntryKey(charge.id), () => {
        resolve()
        return new Promise<void>((release) => {
          letGo = release
        })
      })
    })
    return await at(mount(shop, { 'charge-id': charge.id }), 'otherTab')
  },
  unsafe: async () => {
    const element = await at(mount(shop, { 'charge-id': shop.charge().id }), 'ready')
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
    element.pay()
    return await at(element, 'storageBlocked')
  },
  unsure: async () => {
    const charge = shop.charge()
    noted(charge)
    return await at(mount(shop, { 'charge-id': charge.id }), 'unknownOutcome')
  },
  dropped: async () => {
    const element = await followed()
    chain({ ...gone, eth_getTransactionCount: '0x0' })
    const looks = wallet.count('eth_getTransactionReceipt')
    await until(
      () => wallet.count('eth_getTransactionReceipt') > looks,
      () => 'the chain should be asked',
    )
    await turn()
    ahead = 61_000
    return await at(element, 'dropped')
  },
  'void, cancelled': async () => {
    const element = await followed()
    // Once more, so that the nonce that it has was seen.
    await until(
      () => element.state.step === 'confirming' && element.state.intent?.usedNonce === 0,
      () => shown(element),
    )
    chain({ ...gone, eth_getTransactionCount: '0x1' })
    return await at(element, 'notPaid')
  },
  'void, reverted': async () => {
    const element = await followed()
    chain({ eth_getTransactionReceipt: { blockNumber: '0x65', status: '0x0', logs: [] } })
    return await at(element, 'notPaid')
  },
  'void, refused': async () => {
    const element = await followed()
    shop.confirm({ id: element.charge?.id ?? '' }, 'FAILED')
    return await at(element, 'notPaid')
  },
  'failed with a hash': async () => {
    const charge = shop.charge()
    noted(charge, { hash })
    shop.answer = (call) =>
      call.endsWith('/payments') ? problem(409, 'conflict', 'Already used.') : undefined
    return await at(mount(shop, { 'charge-id': charge.id }), 'failed')
  },
  'failed to load, with a payment': async () => {
    const charge = shop.charge()
    noted(charge, { hash })
    shop.answer = () => problem(503, 'internal_server_error', 'The service is down.')
    return await at(mount(shop, { 'charge-id': charge.id }), 'failed')
  },
  'failed to load for good, with a payment': async () => {
    const charge = shop.charge()
    noted(charge, { hash })
    shop.answer = () => problem(501, 'internal_server_error', 'The service is down.')
    return await at(mount(shop, { 'charge-id': charge.id }), 'failed')
  },
  'gone, with a payment': async () => {
    const id = crypto.randomUUID()
    noted({ id }, { hash, isRecorded: true })
    return await at(mount(shop, { 'charge-id': id }), 'unavailable')
  },
}

/** Said wherever paying anew may cost twice, and nowhere else. */
const warnings = ['you’ll pay twice', 'Ask the store before you pay again']

/** What a payer reads on a screen, the buttons that it has, and what comes with them. */
const words: Record<string, [text: string, buttons: string[], more?: string[]]> = {
  elsewhere: ['You’re paying in another tab', ['Check again']],
  unsafe: ['browser is blocking storage', ['Try again', 'Pay anyway', 'Back']],
  unsure: [
    'Don’t pay again yet',
    ['Check again', 'I didn’t approve it – pay again'],
    ['you’ll pay twice'],
  ],
  dropped: ['Your payment may not go through', ['Pay again'], ['receipt', 'you’ll pay twice']],
  'void, cancelled': ['Canceled in your wallet', ['Pay again'], ['receipt']],
  'void, reverted': ['You paid only the network fee', ['Pay again'], ['receipt']],
  'void, refused': [
    'The store couldn’t accept this',
    ['Pay again'],
    ['receipt', 'Ask the store before you pay again'],
  ],
  'failed with a hash': ['already belongs to another payment', ['Check again'], ['receipt']],
  'failed to load, with a payment': ['We can’t reach the store', ['Check again'], ['receipt']],
  'failed to load for good, with a payment': [
    'payment service has a problem',
    ['Check again'],
    ['receipt'],
  ],
  'gone, with a payment': ['can’t find this order', ['Check again'], ['receipt']],
}

for (const [name, open] of Object.entries(screens)) {
  test(`${name}: says what it is and how to get on, to everybody`, async () => {
    const element = await open()
    await drawn(element)
    const [text, buttons, more = []] = words[name]!
    includes(shown(element), text)
    for (const label of buttons) button(element, label)
    for (const label of ['Copy', 'Download', 'Print'])
      equal(shown(element).includes(label), more.includes('receipt'), label)
    // Where paying anew may pay twice, it says so.
    for (const warning of warnings)
      equal(shown(element).includes(warning), more.includes(warning), warning)
    for (const scheme of schemes) await accessible(element, scheme)
    reachable(element)
  })
}

for (const name of ['void, cancelled', 'void, reverted']) {
  test(`${name}: paying anew starts from the charge as it is`, async () => {
    const element = await screens[name]!()
    const id = element.charge?.id ?? ''
    ok(!localStorage.getItem(getEntryKey(id))?.includes('"intent"'))
    // The shop may wait for it for long: that keeps nobody from paying anew.
    wallet.answer = () => undefined
    button(element, 'Pay again').click()
    await at(element, 'ready')
    equal(wallet.count('eth_sendTransaction'), 1)
  })
}

test('the tab that waits goes on when the other is gone', async () => {
  const element = await screens.elsewhere!()
  letGo()
  await at(element, 'unknownOutcome')
})

test('a dropped payment that comes after all is shown as it is', async () => {
  const element = await screens.dropped!()
  wallet.answer = () => undefined
  await at(element, 'confirming')
  shop.confirm({ id: element.charge?.id ?? '' })
  await at(element, 'paid')
})

test('sped up in the wallet: the shop is told of the new hash', async () => {
  const element = await followed()
  const [request] = (wallet.asked.find(({ method }) => method === 'eth_sendTransaction')?.params ??
    []) as { from: string; to: string; data: string }[]
  const faster = `0x${'f'.repeat(64)}`
  const replaced = { ...request, hash: faster, input: request?.data, nonce: '0x0', value: '0x0' }
  wallet.answer = ({ method, params }) => {
    const [asked] = (params ?? []) as unknown[]
    if (method === 'eth_getBlockByNumber')
      return { number: '0x65', timestamp: '0x0', transactions: [replaced] }
    const old = method.startsWith('eth_getTransaction') && asked !== faster
    return old && method !== 'eth_getTransactionCount' ? null : undefined
  }
  const { payments } = [...shop.charges.values()][0]!
  await until(
    () => payments.some((one) => one.payerTransactionHash === faster),
    () => shown(element),
  )
  await at(element, 'confirming')
  includes(shown(element), faster)
})
