import { equal, until } from '../element/support/assert.ts'
import { afterEach, test } from '../element/support/bdd.ts'
import { closePages, openPage, type ShopPage } from './support/page.ts'
import { mine, newCharge, newPayer, onChain, paymentsOf } from './support/stage.ts'
import { ChainWallet } from './support/wallet.ts'

// Whoever pays is taken back to the store, also where the page cannot see how the payment becomes confirmed. All ways and
// places are in test/e2e/taken-back.e2e.test.ts, in one engine; here are those that depend on how an engine stops a page.

afterEach(closePages)

type Charge = Awaited<ReturnType<typeof newCharge>> & { reference: string }

/** A payer at the page of a charge. */
interface Visit {
  page: ShopPage
  charge: Charge
  wallet: ChainWallet
}

/** Brings the payer to the point at which the page is left, and returns what then pays. */
type Way = (visit: Visit) => Promise<() => Promise<unknown>>

/** What a wallet elsewhere is told to send; `amount`: base units. */
async function readDestination({ id }: Charge) {
  const response = await fetch(`/pay/charges/${id}?expand=request_charge`)
  const { request_charge: destination } = (await response.json()) as {
    request_charge: { tokenAddress: string; requestLink: { recipientAddress: string } }
  }
  return { token: destination.tokenAddress, recipient: destination.requestLink.recipientAddress }
}

const word = (text: string) => text.replace(/^0x/, '').padStart(64, '0')

/** Sends an amount from elsewhere, with `suffix` behind the calldata. */
async function send(charge: Charge, amount: bigint, suffix = ''): Promise<string> {
  const [{ token, recipient }, from] = await Promise.all([readDestination(charge), newPayer()])
  const data = `0xa9059cbb${word(recipient)}${word(amount.toString(16))}${suffix}`
  return String(await onChain('eth_sendTransaction', [{ from, to: token, data }]))
}

const wallet: Way = async ({ page, wallet: own }) => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  own.decide = ({ method }) => (method === 'eth_sendTransaction' ? promise : undefined)
  await page.click('Pay 19.99 DUSD')
  await page.click(own.info.name)
  await until(
    () => own.count('eth_sendTransaction') === 1,
    () => page.text,
  )
  return async () => {
    resolve(undefined)
    await until(
      () => own.sent.length === 1,
      () => page.text,
    )
  }
}

async function showCode(page: ShopPage): Promise<bigint> {
  await page.click('Pay 19.99 DUSD')
  await page.click('Pay by QR code or address')
  await page.shows('Send exactly')
  const [, digits = ''] = /Send exactly 19\.(\d+) DUSD/.exec(page.text) ?? []
  return 19_000_000n + BigInt(digits.padEnd(6, '0'))
}

const code: Way = async ({ page, charge }) => {
  const amount = await showCode(page)
  return () => send(charge, amount)
}

const pastedHash: Way = async ({ page, charge }) => {
  await showCode(page)
  const suffix = [...charge.reference].map((one) => one.charCodeAt(0).toString(16)).join('')
  const hash = await send(charge, 19_990_000n, `${suffix}200080218021802180218021802180218021`)
  page.enter('hash', hash)
  await page.click('Check payment')
  // Or it is confirmed already, by a block that another case has mined.
  await until(
    () => page.text.includes('Payment sent') || page.paths.includes('/success'),
    () => page.text,
  )
  return async () => {}
}

type While = (page: ShopPage, confirm: () => Promise<void>) => Promise<void>

const whiles: Record<string, While> = {
  async hidden(page, confirm) {
    page.hide(true)
    await confirm()
    page.hide(false)
  },
  async offline(page, confirm) {
    page.cutOff(true)
    await confirm()
    page.cutOff(false)
  },
  async reloaded(page, confirm) {
    page.end()
    await confirm()
    page.comeBack()
  },
}

const cases = Object.entries({ wallet, code, 'pasted hash': pastedHash }).flatMap(([name, way]) =>
  Object.entries(whiles).map(([away, run]) => ({ title: `${name}, ${away}`, way, run })),
)

async function takeBack(way: Way, run: While): Promise<unknown[]> {
  const charge = (await newCharge()) as Charge
  // Two, so that the page asks which.
  const wallets = [await ChainWallet.open({ name: 'One' }), await ChainWallet.open({ name: 'Two' })]
  const [own] = wallets as [ChainWallet]
  const ends = { 'charge-id': charge.id, 'success-url': '/success' }
  const page = await openPage(ends, (at) => {
    for (const one of wallets) one.announceTo(at)
  })
  const pay = await way({ page, charge, wallet: own })
  await run(page, async () => {
    await pay()
    await mine()
    for (;;) {
      const payments = await paymentsOf(charge)
      if (payments.some(({ status }) => status === 'COMPLETED')) return
    }
  })
  await until(
    () => page.paths.includes('/success'),
    () => page.text,
  )
  const count = (all: string[], name: string) => all.filter((one) => one === name).length
  return [count(page.events, 'success'), count(page.paths, '/success')]
}

test('a wallet, a code and a pasted hash end with one success event and one redirect, the page hidden, offline or reloaded', async () => {
  const outcomes = await Promise.all(
    cases.map(async ({ title, way, run }) => [title, ...(await takeBack(way, run))]),
  )
  equal(
    outcomes,
    cases.map(({ title }) => [title, 1, 1]),
  )
})
