import { expect, type Page, test } from '@playwright/test'
import { type Address, createPublicClient, createTestClient, erc20Abi } from 'viem'
import { demoAccount, roles } from '../../demo/chain/accounts.ts'
import { localTransport } from '../../demo/chain/client.ts'
import { blockTime } from '../../demo/start/chain.ts'
import { type DemoFacts, startDemo } from '../support/demo.ts'

// `npm start`, driven as a newcomer does who has no wallet.

let demo: Awaited<ReturnType<typeof startDemo>>
let facts: DemoFacts

test.beforeAll(async () => {
  test.setTimeout(300_000)
  demo = await startDemo()
  facts = demo.facts
})
test.afterAll(() => demo.end())

/** What the browser has refused on the shop's pages, and their errors. */
let complaints: string[] = []
test.beforeEach(({ page }) => {
  complaints = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  // A violation of the policy and a hash that does not fit are errors on the console.
  page.on('console', (line) => {
    // 409 where the service has found the payment by itself a moment before: the browser writes that answer down.
    const isKnown = /status of 409/.test(line.text()) && line.location().url.endsWith('/payments')
    if (line.type() === 'error' && !isKnown) complaints.push(line.text())
  })
})
test.afterEach(() => expect(complaints).toEqual([]))

test('a checkout pins where its money may go, who must sign, and the hash of each of its files', async ({
  page,
}) => {
  await page.goto(`${facts.shop}/products/bowl`)
  const element = card(page)
  await expect(element).toHaveAttribute('recipients', `eip155:31337:${demoAccount(5).address}`)
  await expect(element).toHaveAttribute('max-rate', /erc20:.*slip44/)
  await expect(element).toHaveAttribute('quote-key', /^ES256:/)
  const map = JSON.parse((await page.locator('script[type=importmap]').textContent()) ?? '')
  const hashes = map.integrity as Record<string, string>
  await expect(element.getByRole('button', { name: 'Pay 34.50 DUSD' })).toBeVisible()
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/pay-charge')),
  )
  expect(loaded.length).toBeGreaterThan(2)
  for (const path of loaded) expect(hashes[path], path).toMatch(/^sha384-/)
})

/** What the merchant has of the token that the shop asks. */
async function merchantHas(symbol = 'DUSD'): Promise<bigint> {
  const client = createPublicClient({ transport: localTransport(facts.chain.rpcUrl) })
  const token = facts.tokens.find((one) => one.symbol === symbol)
  return client.readContract({
    address: token?.address as Address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [demoAccount(5).address],
  })
}

const card = (page: Page) => page.locator('pay-charge')
/** Waits for the wallet to announce itself (EIP-6963): one that comes after the click is listed, and not taken at once. */
const walletThere = (page: Page) =>
  page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    addEventListener('eip6963:announceProvider', () => resolve(), { once: true })
    dispatchEvent(new Event('eip6963:requestProvider'))
    return promise
  })
const approve = (page: Page) => page.getByRole('button', { name: 'Approve' }).click()

test('the mug, by a charge of the backend: three clicks, success page, the price to the cent', async ({
  page,
}) => {
  const before = await merchantHas()
  await page.goto(`${facts.shop}/products/mug`)
  await page.getByRole('button', { name: /Buy/ }).click()
  const pay = card(page).getByRole('button', { name: 'Pay 19.99 DUSD' })
  await expect(pay).toBeVisible()
  await walletThere(page)
  await pay.click()
  await expect(page.getByRole('heading', { name: /Connect/ }).first()).toBeVisible()
  await approve(page)
  await expect(card(page)).toContainText('Confirm in Demo Wallet')
  // The name stands beside the address because the quote is signed.
  await expect(card(page)).toContainText('Field & Kiln')
  // The chain waits for the page here: on a busy machine both confirmations would come between two looks at the page.
  const chain = createTestClient({ mode: 'anvil', transport: localTransport(facts.chain.rpcUrl) })
  await chain.setIntervalMining({ interval: 0 })
  await approve(page)
  await expect(card(page)).toContainText('The network is confirming your payment')
  await chain.mine({ blocks: 1 })
  await expect(card(page)).toContainText('1 of 2 confirmations')
  await chain.setIntervalMining({ interval: blockTime })
  await page.waitForURL('**/success')
  await expect(page.locator('body')).toContainText('19.99 DUSD')
  expect((await merchantHas()) - before).toBe(19_990_000n)
})

test('the bowl, by an order: refused once, then paid', async ({ page }) => {
  const before = await merchantHas()
  await page.goto(`${facts.shop}/products/bowl`)
  const pay = card(page).getByRole('button', { name: 'Pay 34.50 DUSD' })
  await expect(pay).toBeVisible()
  await walletThere(page)
  await pay.click()
  await approve(page)
  await expect(card(page)).toContainText('Confirm in Demo Wallet')
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect(card(page)).toContainText('You declined the request in your wallet')
  expect(await merchantHas()).toBe(before)
  await pay.click()
  await approve(page)
  await page.waitForURL('**/success')
  expect((await merchantHas()) - before).toBe(34_500_000n)
})

test('dollars and no ETH: two clicks, no network fee, and the receipt', async ({ page }) => {
  const before = await merchantHas()
  await page.goto(`${facts.shop}/products/mug`)
  await page.getByRole('button', { name: /Buy/ }).click()
  const pay = card(page).getByRole('button', { name: 'Pay 19.99 DUSD' })
  await expect(pay).toBeVisible()
  await walletThere(page)
  // The account is chosen once, where a wallet of one's own has it chosen already.
  await page.evaluate(() => {
    addEventListener('eip6963:announceProvider', (event) => {
      const { provider } = (event as CustomEvent).detail
      void provider.request({ method: 'eth_requestAccounts' })
    })
    dispatchEvent(new Event('eip6963:requestProvider'))
  })
  const choice = page.getByRole('combobox')
  await choice.selectOption({ value: demoAccount(roles.coinless).address })
  await page.screenshot({ path: 'test/output/coinless-connect.png' })
  await approve(page)
  await expect(choice).toBeHidden()
  // A button that the wallet's dialog has covered ignores clicks for a while, silently: the payer opens the page anew.
  await page.reload()
  await expect(pay).toBeVisible()
  await walletThere(page)
  await pay.click()
  await expect(page.getByRole('heading', { name: 'Sign a payment' })).toBeVisible()
  await expect(card(page)).toContainText('Network fee')
  await page.screenshot({ path: 'test/output/coinless-sign.png' })
  await approve(page)
  await page.waitForURL('**/success')
  await expect(page.locator('body')).toContainText('19.99 DUSD')
  expect((await merchantHas()) - before).toBe(19_990_000n)
  const client = createPublicClient({ transport: localTransport(facts.chain.rpcUrl) })
  expect(await client.getBalance({ address: demoAccount(roles.coinless).address })).toBe(0n)
})

test('cancel leads to the page that says that nothing was paid', async ({ page }) => {
  await page.goto(`${facts.shop}/products/mug`)
  await page.getByRole('button', { name: /Buy/ }).click()
  await card(page).getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL('**/cancel')
  await expect(page.locator('body')).toContainText('Nothing was paid')
})
