import { expect, type Page, test } from '@playwright/test'
import { type Address, createPublicClient, erc20Abi } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { localTransport } from '../../demo/chain/client.ts'
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
  await approve(page)
  await expect(card(page)).toContainText('of 2 confirmations')
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

test('cancel leads to the page that says that nothing was paid', async ({ page }) => {
  await page.goto(`${facts.shop}/products/mug`)
  await page.getByRole('button', { name: /Buy/ }).click()
  await card(page).getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL('**/cancel')
  await expect(page.locator('body')).toContainText('Nothing was paid')
})
