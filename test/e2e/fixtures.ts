import {
  type BrowserContext,
  test as base,
  expect,
  type Frame,
  type Page,
  type TestInfo,
  type TestType,
} from '@playwright/test'
import { erc20Abi, getAbiItem, type Hex } from 'viem'
import { computeReference } from '../../src/service/kernel/reference.ts'
import { isNightly } from '../support/effort.ts'
import { type Stage, startStage } from '../support/stage.ts'
import { TestWallet, type TestWalletOptions } from '../support/test-wallet.ts'

interface Fixtures {
  /** A wallet in every page of the browser, before any of its scripts. */
  wallet: (options?: Omit<TestWalletOptions, 'rpcUrl'>) => Promise<TestWallet>
}

/**
 * What Playwright's clock says in a page that loads while its scripts are taken away one by one, at the end of a test that has
 * set the time. No script of ours reads a property of this name.
 */
const clockRemains = "TypeError: Cannot read properties of undefined (reading 'controller')"

/** Tests with a stage for each worker. Every page must stay free of CSP violations and uncaught errors. */
export const test = base.extend<Fixtures, { stage: Stage }>({
  stage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const stage = await startStage()
      await use(stage)
      await stage.end()
    },
    { scope: 'worker' },
  ],
  context: async ({ context }, use) => {
    await useWatched(context, use)
    // The next test has this context too.
    await context.setOffline(false)
  },
  wallet: async ({ context, stage }, use) => {
    await use(async (options = {}) => {
      const wallet = new TestWallet({ rpcUrl: stage.chain.rpcUrl, ...options })
      await wallet.install(context)
      return wallet
    })
  },
})

/** Tests each with a context of its own, in the worker of the others: `reuseContext: false` would start another, with its stage. */
export const apart = test.extend({
  context: async ({ browser }, use) => {
    const context = await browser.newContext()
    await useWatched(context, use)
    await context.close()
  },
})

/** Uses a context whose pages must stay free of CSP violations and uncaught errors. */
async function useWatched(
  context: BrowserContext,
  use: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const faults: string[] = []
  context.on('weberror', (error) => {
    const text = String(error.error())
    if (text !== clockRemains) faults.push(text)
  })
  context.on('console', (message) => {
    if (/Content Security Policy|Trusted Type/i.test(message.text())) faults.push(message.text())
  })
  await use(context)
  expect(faults, 'no page has a CSP violation or an uncaught error').toEqual([])
}

export { expect }

/** Declares a test of a name. */
type Declare<Parts> = (
  name: string,
  body: (parts: Parts, info: TestInfo) => Promise<void> | void,
) => void

/** {@link nightly} for a file whose tests have more parts. */
export function nightlyOf<Own extends object, Shared extends object>(
  declare: TestType<Own, Shared>,
): Declare<Own & Shared> {
  return isNightly ? declare : declare.skip
}

/** Declares a test that says again what another says in every run: without `npm run test:nightly` no page is opened for it. */
export const nightly = nightlyOf(test)

/** Of a row of tests: declares one that every run plays, or one that is left to the night. */
export const everyRun = everyRunOf(test)

/** {@link everyRun} for a file whose tests have other parts. */
export function everyRunOf<Own extends object, Shared extends object>(
  declare: TestType<Own, Shared>,
) {
  return (isPlayed: boolean) => (isPlayed ? declare : nightlyOf(declare))
}

/** The text of the screen. */
export const card = (page: Page) => page.locator('pay-charge')

/** The line that keeps paying again out of sight while the first payment may still arrive. */
export const somethingWrong = (page: Page) => card(page).getByText('Something wrong?')

/** Pays again although the first payment may still arrive. */
export async function insist(page: Page, name: 'Pay anyway' | 'Pay again') {
  const button = card(page).getByRole('button', { name })
  await expect(somethingWrong(page)).toBeVisible()
  await expect(button).toBeHidden()
  await somethingWrong(page).click()
  await button.click()
}

/** Mines so that a transfer gets its confirmations. */
export async function mine(stage: Stage, blocks = 3) {
  await stage.chain.client.mine({ blocks })
}

/** Runs with blocks mined by hand only. */
export async function byHand(stage: Stage, work: () => Promise<void>) {
  const { client } = stage.chain
  await client.setAutomine(false)
  try {
    await work()
  } finally {
    await client.setAutomine(true)
  }
}

/** A charge of the stage's account, in DUSD unless it says otherwise. */
export function newCharge(stage: Stage, more: Record<string, unknown> = {}) {
  return stage.client.createCharge({
    pricing_type: 'fixed_price',
    local_price: { amount: '19.99', currency: 'USD' },
    ...more,
  })
}

/** Opens a page with the element for a charge. */
export async function open(page: Page, stage: Stage, charge: { id: string }, attributes = '') {
  await page.goto(stage.page(`<pay-charge charge-id="${charge.id}" ${attributes}></pay-charge>`))
}

/** Another tab of the browser with the element for a charge. */
export async function openAnother(
  page: Page,
  stage: Stage,
  charge: { id: string },
  attributes = '',
) {
  const another = await page.context().newPage()
  await open(another, stage, charge, attributes)
  return another
}

/** The payer's one button. */
export const payButton = (page: Page, amount = '19.99 DUSD') =>
  card(page).getByRole('button', { name: `Pay ${amount}` })

/** The title of the receipt. */
export const receipt = (page: Page) =>
  card(page).getByRole('heading', { name: 'Paid', exact: true })

/** The payer reads that the payment is confirmed, or is back at the store: a page with a success URL shows it for 3 s only. */
export async function expectConfirmed(page: Page) {
  const thanks = card(page).getByText('Thank you. Your payment is confirmed.')
  const success = page.getByRole('heading', { name: 'success', exact: true })
  await expect(thanks.or(success).first()).toBeVisible()
}

/** From the transfer to the receipt: what was sent is mined and confirmed. */
export async function confirm(page: Page, stage: Stage) {
  await expect(card(page)).toContainText('Payment sent')
  await mine(stage)
  await expectConfirmed(page)
}

/**
 * Waits until the page has drawn for so many milliseconds, and has handled what its observers then told it. Chromium says
 * what is visible with a frame, a tenth of a second late; a busy machine may draw none for longer than any sleep.
 */
export function seen(page: Page | Frame, ms = 250): Promise<void> {
  return page.evaluate(async (leastMs) => {
    const frame = () => new Promise(requestAnimationFrame)
    const startedAt = performance.now()
    while (performance.now() - startedAt < leastMs) await frame()
    // After a standstill the first frame alone may have taken all that time.
    await frame()
    await frame()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }, ms)
}

/**
 * Puts off what the pages of a browser do by a timer of so many milliseconds until no test is there any more. What is shown for
 * seconds only, or waited for, would be missed by a machine that stands still meanwhile.
 */
export async function postpone(context: BrowserContext, timerMs: number) {
  await context.addInitScript((given) => {
    const { setTimeout, setInterval } = window
    const putOff = (ms?: number) => (ms === given ? 2 ** 31 - 1 : ms)
    Object.assign(window, {
      setTimeout: (work: () => void, ms?: number, ...rest: unknown[]) =>
        setTimeout(work, putOff(ms), ...rest),
      setInterval: (work: () => void, ms?: number, ...rest: unknown[]) =>
        setInterval(work, putOff(ms), ...rest),
    })
  }, timerMs)
}

/** What the browser has noted of a charge; '' for nothing. */
export function journal(page: Page, charge: { id: string }): Promise<string> {
  return page.evaluate((key) => localStorage.getItem(key) ?? '', `pay-charge:${charge.id}`)
}

/** What follows a call and names a charge (ERC-8021). */
export function suffixOf(charge: { id: string }): Hex {
  const name = Buffer.from(computeReference(charge.id)).toString('hex')
  return `0x${name}200080218021802180218021802180218021`
}

/** Transactions that moved money to the shop in the name of a charge. */
export async function transfersOf(stage: Stage, charge: { id: string }): Promise<Hex[]> {
  const { client } = stage.chain
  const event = getAbiItem({ abi: erc20Abi, name: 'Transfer' })
  const args = { to: stage.recipient }
  const logs = await client.getLogs({ event, args, fromBlock: 0n })
  const all = await Promise.all(
    logs.map(({ transactionHash }) => client.getTransaction({ hash: transactionHash })),
  )
  const name = Buffer.from(computeReference(charge.id)).toString('hex')
  return all.filter(({ input }) => input.includes(name)).map(({ hash }) => hash)
}

/** One question to the wallet, one transfer on the chain, one payment at the service. */
export async function expectPaidOnce(stage: Stage, charge: { id: string }, payer: TestWallet) {
  expect(payer.count('eth_sendTransaction')).toBe(1)
  const transfers = await transfersOf(stage, charge)
  expect(transfers).toHaveLength(1)
  expect((await stage.client.getCharge(charge.id)).payments).toMatchObject([
    { status: 'COMPLETED', payerTransactionHash: transfers[0] },
  ])
}

/** The page that follows a payment has read anew how it stands on the chain. */
export async function lookedAgain(payer: TestWallet) {
  const ask = 'eth_getTransactionByHash'
  const asked = payer.asked.filter(({ method }) => method === ask).length
  // A look asks once for the transaction, and for others where it is gone. Asked for twice, the first answer has been heard.
  const hashes = () =>
    payer.asked
      .filter(({ method }) => method === ask)
      .slice(asked)
      .map(({ params }) => String(params))
  await expect.poll(() => hashes().some((hash, at, all) => all.indexOf(hash) < at)).toBe(true)
}

/** What the service says of each payment of a charge, in the order in which they came. */
export async function statuses(stage: Stage, charge: { id: string }): Promise<unknown[]> {
  const { payments } = await stage.client.getCharge(charge.id)
  return payments.map(({ status }) => status)
}

/** Asks the chain something that viem types not. */
export async function rpc(stage: Stage, method: string, ...params: unknown[]): Promise<unknown> {
  const response = await fetch(stage.chain.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown }
  if (error) throw new Error(`${method}: ${JSON.stringify(error)}`)
  return result
}
