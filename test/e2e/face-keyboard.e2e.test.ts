import type { Page } from '@playwright/test'
import type { Stage } from '../support/stage.ts'
import type { TestWallet } from '../support/test-wallet.ts'
import {
  card,
  expect,
  expectPaidOnce,
  mine,
  newCharge,
  payButton,
  receipt,
  seen,
  test,
} from './fixtures.ts'

// A payment without a mouse, from the page's start to the receipt.

/** A shop's page with a link before and after the element, so that what stands around it is part of the order. */
async function openShop(page: Page, stage: Stage, attributes = '') {
  const charge = await newCharge(stage)
  const element = `<pay-charge charge-id="${charge.id}" redirect="none" cancel-url="/cart" ${attributes}></pay-charge>`
  const body = `<main><h1>Shop</h1><a href="/cart">Cart</a>${element}<a href="/terms">Terms</a></main>`
  await page.goto(stage.page(body))
  await expect(card(page)).toContainText('$19.99')
  return charge
}

/** Two wallets, so that the payer has to choose; the first answers when it is told to. */
async function twoWallets(
  wallet: (options?: { name: string; account: number }) => Promise<TestWallet>,
) {
  const payer = await wallet()
  await wallet({ name: 'Second Wallet', account: 2 })
  return { payer, answer: payer.leaveOpen() }
}

/** What has the focus, as it calls itself. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const active = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement
    return (active?.getAttribute('aria-label') ?? active?.textContent ?? '').trim()
  })
}

/** Presses a key so often, and tells what each press has led to. */
async function walk(page: Page, key: 'Tab' | 'Shift+Tab', steps: number): Promise<string[]> {
  const way: string[] = []
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press(key)
    way.push(await focused(page))
  }
  return way
}

const focusOn = (page: Page, name: string) => expect.poll(() => focused(page)).toBe(name)

/** Waits until the pay button takes keys: in the half second after it is first seen a key was meant for something else. */
async function takesKeys(page: Page) {
  await seen(page)
  await expect
    .poll(() => payButton(page).evaluate((one) => getComputedStyle(one).pointerEvents))
    .not.toBe('none')
}

/** Presses the pay button until it leads on, as a payer does: a key that comes too early is taken by nobody. */
const pressPay = (page: Page, next: string) =>
  expect(async () => {
    if (/^Pay /.test(await focused(page))) await page.keyboard.press('Enter')
    await expect.poll(() => focused(page), { timeout: 3000 }).toBe(next)
  }).toPass()

/** Writes down what the live region says, from now on. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = []
    const region = document.querySelector('pay-charge')?.shadowRoot?.querySelector('[role=status]')
    if (!region) throw new Error('There is no live region.')
    new MutationObserver(() => said.push(region.textContent?.trim() ?? '')).observe(region, {
      characterData: true,
      childList: true,
      subtree: true,
    })
    Object.assign(window, { said })
  })
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said)
}

/** What it says from the click on. The title has the focus, which is read already, and each step is told once. */
const steps = [
  '',
  'Open your wallet and approve the connection to this site.',
  'This only takes a moment.',
  'Check the amount in your wallet and approve the payment. Keep this page open.',
  'Notifying the store. Keep this page open.',
  'The network is confirming your payment. You can close this page.',
  'Thank you. Your payment is confirmed.',
]

/** From the pay button, which has the focus, to the receipt. */
async function payByKeys(page: Page, stage: Stage, answer: (verdict: 'approve') => void) {
  await takesKeys(page)
  const heard = await listen(page)
  await page.keyboard.press('Enter')
  await focusOn(page, 'Choose your wallet')
  // The title is there before the list.
  await expect(card(page).locator('[part="wallet"]')).toHaveCount(2)
  // The way back stands before the title.
  expect(await walk(page, 'Tab', 3)).toEqual([
    'Test Wallet Installed',
    'Second Wallet Installed',
    'Pay by QR code or address Any wallet or exchange',
  ])
  await walk(page, 'Shift+Tab', 2)
  await page.keyboard.press('Space')
  await focusOn(page, 'Confirm in Test Wallet')
  expect(await walk(page, 'Tab', 2)).toEqual(['Copy address', 'Don’t see a request?'])
  answer('approve')
  await focusOn(page, 'Payment sent')
  await expect(card(page)).toContainText('1 of 2 confirmations')
  await mine(stage)
  await expect(receipt(page)).toBeVisible()
  await focusOn(page, 'Paid')
  // A wallet that answers at once leaves no time to ask for it, or to say that its balance is read.
  const said = await heard()
  const brief = steps.slice(1, 3)
  expect(said).toEqual(steps.filter((step) => !brief.includes(step) || said.includes(step)))
}

/** The controls of the receipt, in their order. */
async function walkReceipt(page: Page) {
  const way = await walk(page, 'Tab', 6)
  expect(way.slice(0, 3)).toEqual([
    'Copy address',
    expect.stringMatching(/^Copy transaction 0x/),
    'Details',
  ])
  expect(way.slice(3)).toEqual(['Download', 'Copy receipt', 'Print'])
}

test('the keyboard alone pays', async ({ page, stage, wallet }) => {
  const { payer, answer } = await twoWallets(wallet)
  const charge = await openShop(page, stage)
  await expect(payButton(page)).toBeVisible()
  await expect(card(page).getByRole('button', { name: 'Cancel' })).toBeVisible()
  const code = 'Pay by QR code or address'
  expect(await walk(page, 'Tab', 5)).toEqual(['Cart', 'Pay 19.99 DUSD', code, 'Cancel', 'Terms'])
  expect(await walk(page, 'Shift+Tab', 3)).toEqual(['Cancel', code, 'Pay 19.99 DUSD'])
  await payByKeys(page, stage, answer)
  await walkReceipt(page)
  expect(await walk(page, 'Tab', 1)).toEqual(['Terms'])
  await expectPaidOnce(stage, charge, payer)
})

test('the keyboard alone pays in the dialog', async ({ page, stage, wallet }) => {
  const { payer, answer } = await twoWallets(wallet)
  const charge = await openShop(page, stage, 'mode="dialog"')
  await expect(card(page).getByRole('button', { name: 'Pay $19.99' })).toBeVisible()
  expect(await walk(page, 'Tab', 3)).toEqual(['Cart', 'Pay $19.99', 'Terms'])
  await walk(page, 'Shift+Tab', 1)
  await page.keyboard.press('Enter')
  await focusOn(page, 'Pay 19.99 DUSD')
  expect(await walk(page, 'Tab', 3)).toEqual(['Pay by QR code or address', 'Cancel', 'Close'])
  // The page behind it is out of reach.
  const further = await walk(page, 'Tab', 5)
  expect(further).toContain('Pay 19.99 DUSD')
  expect(further).not.toContain('Terms')
  await page.keyboard.press('Escape')
  await focusOn(page, 'Pay $19.99')
  await page.keyboard.press('Space')
  await focusOn(page, 'Pay 19.99 DUSD')
  await payByKeys(page, stage, answer)
  await walkReceipt(page)
  await page.keyboard.press('Escape')
  await focusOn(page, 'Show receipt')
  expect(await walk(page, 'Tab', 1)).toEqual(['Terms'])
  await expectPaidOnce(stage, charge, payer)
})

test('Escape holds while the wallet is asked, and drops no payment', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const answer = payer.leaveOpen()
  const charge = await openShop(page, stage, 'mode="dialog"')
  await walk(page, 'Tab', 2)
  await page.keyboard.press('Enter')
  await focusOn(page, 'Pay 19.99 DUSD')
  await pressPay(page, 'Confirm in Test Wallet')
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape')
  await expect(card(page).locator('dialog')).toBeVisible()
  answer('approve')
  await focusOn(page, 'Payment sent')
  await page.keyboard.press('Escape')
  await expect(card(page).locator('dialog')).toBeHidden()
  await focusOn(page, 'Show payment')
  await expect.poll(async () => (await stage.client.getCharge(charge.id)).payments).toHaveLength(1)
  await mine(stage)
  await focusOn(page, 'Show receipt')
  await page.keyboard.press('Enter')
  await expect(receipt(page)).toBeVisible()
  await expectPaidOnce(stage, charge, payer)
})

test('an amount is written, refused and corrected by keys', async ({ page, stage }) => {
  const price = { pricing_type: 'no_price', local_price: { amount: '0' } }
  const charge = await newCharge(stage, price)
  await page.goto(stage.page(`<pay-charge charge-id="${charge.id}"></pay-charge>`))
  const field = card(page).getByLabel('Amount in DUSD')
  await expect(field).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(field).toBeFocused()
  await page.keyboard.type('1,5')
  await page.keyboard.press('Enter')
  await expect(card(page).getByRole('alert')).toContainText('in digits, like')
  // The error is tied to its control, which keeps the focus.
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(/in digits, like/)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('12.5')
  await page.keyboard.press('Enter')
  // There is no wallet in this browser.
  await focusOn(page, 'Pay by QR code or address')
})
