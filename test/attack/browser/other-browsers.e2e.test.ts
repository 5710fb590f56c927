import type { Browser, Page } from '@playwright/test'
import { erc20Abi } from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import {
  apart,
  byHand,
  card,
  confirm,
  expect,
  expectConfirmed,
  expectPaidOnce,
  insist,
  mine,
  newCharge,
  open,
  payButton,
  receipt,
  transfersOf,
} from '../../e2e/fixtures.ts'
import { type KeepingCache, startKeepingCache } from '../../support/keeping-cache.ts'
import type { Stage } from '../../support/stage.ts'
import { TestWallet } from '../../support/test-wallet.ts'

// One payer, two browsers: the one in the wallet's app, and the phone's own. Neither sees what the other has stored.

const warning = (page: Page) =>
  card(page).getByRole('heading', { name: 'A payment may already be on its way' })
const press = (page: Page, name: string) => card(page).getByRole('button', { name }).click()

/** Another browser, with a wallet of its own. */
async function openBrowser(browser: Browser, stage: Stage, account = 1) {
  const context = await browser.newContext()
  const wallet = new TestWallet({ rpcUrl: stage.chain.rpcUrl, account })
  await wallet.install(context)
  return { page: await context.newPage(), wallet, close: () => context.close() }
}

/** Pays in one browser, as far as to the report: no block has it yet. */
async function report(page: Page, stage: Stage, charge: { id: string }) {
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText('Payment sent')
  await expect
    .poll(async () => (await stage.client.getCharge(charge.id)).waiting_report)
    .toMatchObject({ age_seconds: expect.any(Number) })
}

apart(
  'a payment that was reported and is in no block is told in every browser before a wallet is asked',
  async ({ page, browser, stage, wallet }) => {
    const payer = await wallet()
    const charge = await newCharge(stage)
    const early = await openBrowser(browser, stage, 2)
    const late = await openBrowser(browser, stage, 3)
    // This one shows the offer before anything is reported.
    await open(early.page, stage, charge)
    await expect(payButton(early.page)).toBeVisible()
    await byHand(stage, async () => {
      await report(page, stage, charge)
      await open(late.page, stage, charge)
      await expect(warning(late.page)).toBeVisible()
      await expect(card(late.page)).toContainText(
        /A payment for this was reported \d+ minutes? ago\./,
      )
      await payButton(early.page).click()
      await expect(warning(early.page)).toBeVisible()
      await mine(stage)
      // Nobody presses anything: what the block shows is shown.
      await expectConfirmed(page)
      // Who did not pay is not thanked.
      for (const { page: other } of [early, late])
        await expect(card(other)).toContainText('This has already been paid.')
    })
    for (const other of [early, late]) {
      expect(other.wallet.count('eth_sendTransaction')).toBe(0)
      await other.close()
    }
    await expectPaidOnce(stage, charge, payer)
  },
)

apart('a false report only warns, and the way to pay stays', async ({ page, stage, wallet }) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  const { address: tokenAddress } = stage.chain.token('DUSD')
  const lie = { hash: `0x${'1f'.repeat(32)}`, chainId: '31337', tokenAddress }
  await stage.client.addPayment(charge.id, lie)
  expect((await stage.client.getCharge(charge.id)).status).toBe('NEW')
  await open(page, stage, charge)
  await expect(warning(page)).toBeVisible()
  await expect(card(page)).toContainText('The network hasn’t confirmed it yet.')
  await press(page, 'Check again')
  await expect(warning(page)).toBeVisible()
  await insist(page, 'Pay anyway')
  // Once is enough: another lie meanwhile does not bar the way.
  await stage.client.addPayment(charge.id, { ...lie, hash: `0x${'2f'.repeat(32)}` })
  await payButton(page).click()
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, payer)
})

apart(
  'an account with a transaction that is in no block is told so before its wallet is asked',
  async ({ page, stage, wallet }) => {
    const payer = await wallet({ account: 4 })
    const charge = await newCharge(stage)
    const { chain } = stage
    const token = chain.dusd
    await chain.client.writeContract({
      address: token,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [demoAccount(4).address, 50_000_000n],
    })
    await byHand(stage, async () => {
      await chain.client.sendTransaction({
        account: demoAccount(4),
        to: stage.recipient,
        value: 1n,
      })
      await open(page, stage, charge)
      await payButton(page).click()
      await expect(warning(page)).toBeVisible()
      await expect(card(page)).toContainText('Your account has sent a transaction')
      expect(payer.count('eth_sendTransaction')).toBe(0)
      await mine(stage, 1)
    })
    await press(page, 'Check again')
    await payButton(page).click()
    await confirm(page, stage)
    await expectPaidOnce(stage, charge, payer)
  },
)

apart.describe('behind a cache that keeps every reply', () => {
  let cache: KeepingCache
  apart.beforeEach(async ({ stage }) => {
    cache = await startKeepingCache(stage.shop)
  })
  apart.afterEach(() => cache.close())

  apart(
    'a payer sees the receipt, and a second browser that it is paid',
    async ({ page, browser, stage, wallet }) => {
      const payer = await wallet()
      const charge = await newCharge(stage)
      const address = stage
        .page(`<pay-charge charge-id="${charge.id}"></pay-charge>`)
        .replace(stage.shop, cache.origin)
      await page.goto(address)
      await payButton(page).click()
      await confirm(page, stage)
      const other = await openBrowser(browser, stage, 2)
      await other.page.goto(address)
      // What the cache has kept is the offer.
      await payButton(other.page).click()
      await expect(receipt(other.page)).toBeVisible()
      expect(other.wallet.count('eth_sendTransaction')).toBe(0)
      await other.close()
      expect(await transfersOf(stage, charge)).toHaveLength(1)
      await expectPaidOnce(stage, charge, payer)
      const reads = [...cache.kept.keys()].filter((path) => path.startsWith('/pay/'))
      expect(reads.filter((path) => !path.includes('fresh='))).toHaveLength(1)
    },
  )
})
