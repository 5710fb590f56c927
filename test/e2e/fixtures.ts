import { test as base, expect, type Page } from '@playwright/test'
import { type Stage, startStage } from '../support/stage.ts'
import { TestWallet, type TestWalletOptions } from '../support/test-wallet.ts'

interface Fixtures {
  /** A wallet in the page, before any of its scripts. */
  wallet: (options?: Omit<TestWalletOptions, 'rpcUrl'>) => Promise<TestWallet>
}

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
  page: async ({ page }, use) => {
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted Type/i.test(message.text())) faults.push(message.text())
    })
    await use(page)
    expect(faults, 'the page has no CSP violation and no uncaught error').toEqual([])
  },
  wallet: async ({ page, stage }, use) => {
    await use(async (options = {}) => {
      const wallet = new TestWallet({ rpcUrl: stage.chain.rpcUrl, ...options })
      await wallet.install(page)
      return wallet
    })
  },
})

export { expect }

/** The text of the screen. */
export const card = (page: Page) => page.locator('pay-charge')

/** Mines so that a transfer gets its confirmations. */
export async function mine(stage: Stage, blocks = 3) {
  await stage.chain.client.mine({ blocks })
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

/** The payer's one button. */
export const payButton = (page: Page, amount = '19.99 DUSD') =>
  card(page).getByRole('button', { name: `Pay ${amount}` })

/** From the transfer to the receipt: what was sent is mined and confirmed. */
export async function confirm(page: Page, stage: Stage) {
  await expect(card(page)).toContainText('Payment sent')
  await mine(stage)
  await expect(card(page)).toContainText('Thank you. The payment is confirmed.')
}
