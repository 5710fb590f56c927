import type { Page } from '@playwright/test'
import type { Stage } from '../support/stage.ts'
import {
  card,
  confirm,
  expect,
  expectPaidOnce,
  journal,
  newCharge,
  nightly,
  open,
  payButton,
  receipt,
  test,
} from './fixtures.ts'
import { button, expectReceipt, facts, givePrinter } from './receipts.ts'

/** A page that dies with a hash of which nobody was told. */
async function leaveUntold(page: Page, stage: Stage, charge: { id: string }) {
  await open(page, stage, charge)
  await page.route('**/payments', () => {})
  await payButton(page).click()
  await expect.poll(() => journal(page, charge)).toContain('"hash"')
  await page.close()
}

/** From here on, every charge that the page asks for is one that the service does not know. */
async function loseCharge(page: Page, charge: { id: string }, path = '*') {
  const gone = crypto.randomUUID()
  await page.route(`**/pay/**/${charge.id}${path}`, (route) =>
    route.continue({ url: route.request().url().replace(charge.id, gone) }),
  )
}

test('what is paid can be copied, downloaded and printed, also when the page is opened again', async ({
  page,
  context,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  await givePrinter(context)
  // The device's clock is an hour late.
  await page.clock.setSystemTime(Date.now() - 3_600_000)
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await confirm(page, stage)
  await expectReceipt(page, stage, facts(stage, payer, charge), 'confirmed')
  await page.reload()
  await expect(receipt(page)).toBeVisible()
  await expectReceipt(page, stage, facts(stage, payer, charge), 'confirmed')
})

nightly(
  'the charge is gone and the payment was never told: the receipt stays',
  async ({ page, context, stage, wallet }) => {
    const payer = await wallet()
    await givePrinter(context)
    const charge = await newCharge(stage)
    await leaveUntold(page, stage, charge)
    const again = await context.newPage()
    await loseCharge(again, charge)
    await open(again, stage, charge)
    await expect(card(again)).toContainText('The store can’t find this order')
    await expectReceipt(again, stage, facts(stage, payer, charge), 'sent')
  },
)

test('the charge is gone when the shop is told: that is said, and the receipt stays', async ({
  page,
  context,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  await givePrinter(context)
  const charge = await newCharge(stage)
  await loseCharge(page, charge, '/payments')
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText('The store can’t find this order')
  await expectReceipt(page, stage, facts(stage, payer, charge), 'sent')
  // It is there again: nothing was forgotten.
  await page.unroute(`**/pay/**/${charge.id}/payments`)
  await button(page, 'Check again').click()
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, payer)
})

nightly(
  'the service cannot be reached at all: the receipt is there, and the payment is recorded once it can',
  async ({ page, context, stage, wallet }) => {
    const payer = await wallet()
    await givePrinter(context)
    const charge = await newCharge(stage)
    await leaveUntold(page, stage, charge)
    await stage.stopService()
    const again = await context.newPage()
    await open(again, stage, charge)
    await expect(card(again)).toContainText('We can’t reach the store right now. We’ll keep trying')
    await expectReceipt(again, stage, facts(stage, payer, charge), 'sent')
    await stage.restartService()
    await confirm(again, stage)
    await expectPaidOnce(stage, charge, payer)
  },
)

test('the receipt stays on the screen while the shop is asked again', async ({
  page,
  context,
  stage,
  wallet,
}) => {
  await wallet()
  const charge = await newCharge(stage)
  await leaveUntold(page, stage, charge)
  const again = await context.newPage()
  await again.clock.install()
  await again.route('**/pay/**', (route) => route.abort())
  await open(again, stage, charge)
  await expect(button(again, 'Download')).toBeVisible()
  // From here on the shop does not even fail.
  await again.route('**/pay/**', () => {})
  const asked = again.waitForRequest('**/pay/**')
  await again.clock.fastForward('00:11')
  await asked
  await expect(button(again, 'Download')).toBeVisible()
})
