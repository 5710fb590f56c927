import type { Page } from '@playwright/test'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { generateQuoteKey } from '../../src/api/signed-quote/sign.ts'
import { type Stage, startStage } from '../support/stage.ts'
import {
  test as base,
  card,
  confirm,
  expect,
  expectPaidOnce,
  newCharge,
  nightlyOf,
  open,
  payButton,
  receipt,
} from './fixtures.ts'

// A shop that signs its quotes in its own backend, before a service that signs those of its payment pages.

const shopKey = await generateQuoteKey('ES256')
const serviceKey = await generateQuoteKey('EdDSA')
const account = `eip155:31337:${demoAccount(5).address}`
const name = 'Blue Mug of Lisbon'

const test = base.extend<object, { stage: Stage }>({
  stage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const stage = await startStage(
        { QUOTE_KEY: serviceKey.privateKey, QUOTE_RECIPIENTS: account },
        { quoteKey: shopKey.privateKey, recipients: [account], merchantName: name },
      )
      await use(stage)
      await stage.end()
    },
    { scope: 'worker' },
  ],
})

const nightly = nightlyOf(test)

const signed = `quote-key="${shopKey.publicKey}"`
/** The merchant's name beside the account that is paid. */
const signedName = (page: Page) => card(page).locator('dd.signed')
const address = (page: Page) => card(page).locator('.address')

const screens = [
  { width: 360, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const

for (const [at, { width, colorScheme }] of screens.entries()) {
  const declare = at === 0 ? test : nightly
  declare(
    `a signed quote is paid, with the merchant’s name beside the whole address (${width}, ${colorScheme})`,
    async ({ page, stage, wallet }) => {
      await page.setViewportSize({ width, height: 760 })
      const payer = await wallet()
      const { promise: approved, resolve: approve } = Promise.withResolvers<'approve'>()
      payer.decide = ({ method }) => (method === 'eth_sendTransaction' ? approved : 'approve')
      const charge = await newCharge(stage)
      await open(page, stage, charge, `${signed} color-scheme="${colorScheme}" redirect="none"`)
      await payButton(page).click()
      const shoot = (screen: string) =>
        page.screenshot({ path: `test/output/signed-${screen}-${width}-${colorScheme}.png` })
      await expect(signedName(page)).toHaveText(name)
      await expect(address(page)).toHaveText(stage.recipient)
      await shoot('confirm')
      approve('approve')
      await confirm(page, stage)
      await expect(receipt(page)).toBeVisible()
      await expect(signedName(page)).toHaveText(name)
      await shoot('receipt')
      await expectPaidOnce(stage, charge, payer)
    },
  )
}

test('an order is signed for its page, and paid again after a reload', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const body = `<pay-charge order='{"sku": "mug"}' ${signed} redirect="none"></pay-charge>`
  await page.goto(stage.page(body))
  await expect(payButton(page)).toBeVisible()
  await page.reload()
  await payButton(page).click()
  await confirm(page, stage)
  expect(payer.count('eth_sendTransaction')).toBe(1)
})

test('a reserved amount is signed, too, and shown with the name', async ({ page, stage }) => {
  await open(page, stage, await newCharge(stage), signed)
  await card(page).getByRole('button', { name: 'Pay by QR code or address' }).click()
  await expect(signedName(page)).toHaveText(name)
  await expect(card(page)).toContainText('Waiting for your payment')
})

test('a quote that was changed on its way, or that another key has signed, is not paid', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  await open(page, stage, charge, `quote-key="${serviceKey.publicKey}"`)
  await expect(card(page)).toContainText('doesn’t carry a valid signature of the store')
  await page.route('**/pay/charges/*', async (route) => {
    const response = await route.fetch()
    const reply = await response.json()
    reply.request_charge.requestLink.recipientAddress = demoAccount(7).address
    await route.fulfill({ response, json: reply })
  })
  await open(page, stage, charge, `${signed} color-scheme="light"`)
  await expect(card(page)).toContainText('doesn’t carry a valid signature of the store')
  await page.screenshot({ path: 'test/output/signed-refused.png' })
  const state = await page.evaluate(() => {
    const found = document.querySelector('pay-charge')?.state
    return found?.step === 'failed' && [found.error.code, found.error.field, found.error.details]
  })
  expect(state).toEqual(['quote_not_signed', 'quote-key', { reason: 'recipient' }])
  expect(payer.count('eth_requestAccounts')).toBe(0)
})

test('the payment page pays what the service has signed for this account', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  await page.goto(charge.hosted_url)
  await expect(card(page)).toHaveAttribute('quote-key', /^EdDSA:[\w-]{43}@[\da-f-]{36}$/)
  await payButton(page).click()
  await confirm(page, stage)
  expect(payer.count('eth_sendTransaction')).toBe(1)
})
