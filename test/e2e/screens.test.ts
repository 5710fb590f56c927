import type { Page } from '@playwright/test'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { card, expect, mine, newCharge, test } from './fixtures.ts'

/** Every screen, in both schemes, on a phone and on a desktop, into test/output/screens; none may overflow. */
async function shoot(page: Page, name: string) {
  for (const [width, height] of [
    [360, 720],
    [1280, 800],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({ path: `test/output/screens/${name}-${width}-${colorScheme}.png` })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, `${name} at ${width} px`).toBeLessThanOrEqual(0)
    }
  }
}

const element = (id: string, more = '') =>
  `<pay-charge charge-id="${id}" brand-name="Field &amp; Kiln" redirect="none" ${more}><p slot="summary">Stoneware mug, 1 piece</p></pay-charge>`

const pay = (page: Page) => card(page).getByRole('button', { name: /^Pay / }).click()

test('before a wallet', async ({ page, stage }) => {
  const charge = await newCharge(stage)
  const url = stage.page(element(charge.id))
  await page.route('**/pay/**', () => {})
  await page.goto(url)
  await expect(card(page).locator('.bone').first()).toBeVisible()
  await shoot(page, 'loading')
  await page.unroute('**/pay/**')
  await page.goto(url)
  await expect(card(page)).toContainText('$19.99')
  await shoot(page, 'ready')
  await pay(page)
  await expect(card(page)).toContainText('No wallet was found')
  await shoot(page, 'no-wallet')
  await card(page).getByRole('button', { name: 'Back' }).click()
  await card(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(card(page)).toContainText('Payment cancelled')
  await shoot(page, 'cancelled')
})

test('what cannot be shown', async ({ page, stage }) => {
  await page.goto(stage.page(element(crypto.randomUUID())))
  await expect(card(page)).toContainText('not available')
  await shoot(page, 'unavailable')
  await page.goto(stage.page(element('not-a-uuid')))
  await expect(card(page)).toContainText('charge-id must be a UUID')
  await shoot(page, 'invalid-attribute')
  await page.route('**/pay/**', (route) => route.abort())
  await page.goto(stage.page(element(crypto.randomUUID())))
  await expect(card(page)).toContainText('could not be reached')
  await shoot(page, 'offline')
})

test('an amount of the payer', async ({ page, stage }) => {
  const price = { pricing_type: 'no_price', local_price: { amount: '0' } }
  await page.goto(stage.page(element((await newCharge(stage, price)).id)))
  await expect(card(page)).toContainText('How much')
  await shoot(page, 'amount')
  await card(page).getByRole('button', { name: 'Continue' }).click()
  await expect(card(page)).toContainText('above zero')
  await shoot(page, 'amount-wrong')
  // A thousand to some and one to others: never guessed.
  await card(page).getByLabel('Amount in DUSD').fill('1,000')
  await card(page).getByRole('button', { name: 'Continue' }).click()
  await expect(card(page)).toContainText('above zero')
  await card(page).getByLabel('Amount in DUSD').fill('12.5')
  await card(page).getByRole('button', { name: 'Continue' }).click()
  await expect(card(page).getByRole('button', { name: 'Pay 12.50 DUSD' })).toBeVisible()
})

test('with a wallet', async ({ page, stage, wallet }) => {
  const payer = await wallet({ chainId: 1 })
  await wallet({ name: 'Another Wallet With A Long Name', account: 2 })
  const charge = await newCharge(stage)
  await page.goto(stage.page(element(charge.id)))
  await pay(page)
  await expect(card(page).getByRole('button', { name: 'Another Wallet' })).toBeVisible()
  await shoot(page, 'wallets')
  payer.decide = () => 'hang'
  await card(page).getByRole('button', { name: 'Test Wallet' }).click()
  await expect(card(page)).toContainText('Connect in Test Wallet')
  await shoot(page, 'connecting')
  await card(page).getByRole('button', { name: 'Back' }).click()
  payer.decide = (ask) => (ask.method === 'wallet_switchEthereumChain' ? 'hang' : 'approve')
  await card(page).getByRole('button', { name: 'Test Wallet' }).click()
  await expect(card(page)).toContainText('Approve the change of network')
  await shoot(page, 'network-asking')
  await page.reload()
  payer.decide = (ask) => (ask.method === 'wallet_switchEthereumChain' ? 'refuse' : 'approve')
  await pay(page)
  await card(page).getByRole('button', { name: 'Test Wallet' }).click()
  await expect(card(page)).toContainText('stayed on another network')
  await shoot(page, 'network')
  payer.decide = (ask) => (ask.method === 'eth_sendTransaction' ? 'hang' : 'approve')
  await card(page).getByRole('button', { name: 'Switch network' }).click()
  await expect(card(page)).toContainText('Confirm in Test Wallet')
  await shoot(page, 'sending')
  await card(page).getByRole('button', { name: 'I don’t see it' }).click()
  await expect(card(page)).toContainText('Nothing has been found so far')
  await shoot(page, 'unsure')
  await card(page).getByRole('button', { name: 'pay again' }).click()
  payer.decide = (ask) => (ask.method === 'eth_sendTransaction' ? 'refuse' : 'approve')
  await pay(page)
  await card(page).getByRole('button', { name: 'Test Wallet' }).click()
  await expect(card(page)).toContainText('You declined it')
  await shoot(page, 'ready-refused')
})

test('short of money', async ({ page, stage, wallet }) => {
  await wallet({ account: 3 })
  await page.goto(stage.page(element((await newCharge(stage)).id)))
  await pay(page)
  await expect(card(page)).toContainText('Not enough DUSD')
  await shoot(page, 'short-token')
  const { address } = stage.chain.token('DUSD')
  await stage.chain.transfer(address, demoAccount(3).address, 50_000_000n)
  await stage.chain.client.setBalance({ address: demoAccount(3).address, value: 1000n })
  await card(page).getByRole('button', { name: 'Try again' }).click()
  await expect(card(page)).toContainText('Not enough ETH')
  await shoot(page, 'short-gas')
})

test('after the transfer', async ({ page, stage, wallet }) => {
  await wallet()
  const charge = await newCharge(stage)
  await page.goto(
    stage.page(
      element(charge.id, 'success-url="/success" redirect="button"').replace('redirect="none"', ''),
    ),
  )
  await page.route('**/payments', (route) => route.abort())
  await pay(page)
  await expect(card(page)).toContainText('cannot be reached right now')
  await shoot(page, 'recording')
  await page.unroute('**/payments')
  await expect(card(page)).toContainText('1 of 2 confirmations')
  await shoot(page, 'confirming')
  await mine(stage)
  await expect(card(page)).toContainText('The payment is confirmed')
  await shoot(page, 'paid')
  await page.reload()
  await expect(card(page)).toContainText('There is nothing left to do')
  await shoot(page, 'paid-before')
})

test('partly paid', async ({ page, stage }) => {
  const charge = await newCharge(stage)
  const { address } = stage.chain.token('DUSD')
  const hash = await stage.chain.transfer(address, stage.recipient, 5_000_000n)
  await stage.client.addPayment(charge.id, { hash, chainId: '31337', tokenAddress: address })
  await mine(stage)
  await expect
    .poll(async () => (await stage.client.getCharge(charge.id)).payments[0]?.status)
    .toBe('COMPLETED')
  await page.goto(stage.page(element(charge.id)))
  await expect(card(page)).toContainText('Pay the rest: 14.99 DUSD')
  await shoot(page, 'partly-paid')
})
