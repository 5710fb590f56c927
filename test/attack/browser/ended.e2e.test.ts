import { card, expect, newCharge, open, payButton, test } from '../../e2e/fixtures.ts'
import { startStage } from '../../support/stage.ts'

// Nobody pays what has ended: canceled by the merchant, or expired.

const noOffer = /^(Pay|Choose|Pay with)/

test('a canceled charge offers no payment', async ({ page, stage, wallet }) => {
  await wallet()
  const charge = await newCharge(stage)
  await stage.client.cancelCharge(charge.id)
  await open(page, stage, charge)
  await expect(card(page)).toContainText('The store canceled this payment')
  await expect(card(page).getByRole('button', { name: noOffer })).toHaveCount(0)
})

test('a charge that is canceled while its page is open opens no wallet', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await expect(payButton(page)).toBeVisible()
  await stage.client.cancelCharge(charge.id)
  await payButton(page).click()
  await expect(card(page)).toContainText('The store canceled this payment')
  await expect(card(page).getByRole('button', { name: noOffer })).toHaveCount(0)
  expect(payer.count('eth_sendTransaction')).toBe(0)
})

test('an order whose charge was canceled is made anew, at its own price', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  await page.goto(stage.page(`<pay-charge order='{"sku":"mug"}' redirect="none"></pay-charge>`))
  await expect(payButton(page)).toBeVisible()
  const shown = () =>
    card(page).evaluate((element) => (element as unknown as { charge: { id: string } }).charge.id)
  const first = await shown()
  await stage.client.cancelCharge(first)
  await payButton(page).click()
  await expect(card(page)).toContainText('The store canceled this payment')
  await card(page).getByRole('button', { name: 'Start over' }).click()
  await expect(payButton(page)).toBeVisible()
  expect(await shown()).not.toBe(first)
  expect(payer.count('eth_sendTransaction')).toBe(0)
})

test('a charge that expires while its page is open offers no payment any more, nor when it is opened again', async ({
  page,
  wallet,
}) => {
  test.slow()
  const payer = await wallet()
  // Hours: long enough for a page to be opened, and short enough to wait for.
  const stage = await startStage({ CHARGE_EXPIRY_HOURS: '0.012' })
  try {
    const charge = await newCharge(stage)
    await open(page, stage, charge)
    await expect(payButton(page)).toBeVisible()
    const gone = async () => {
      await expect(card(page)).toContainText('This payment has expired', { timeout: 120_000 })
      await expect(card(page).getByRole('button', { name: noOffer })).toHaveCount(0)
    }
    await gone()
    await page.reload()
    await gone()
    expect(payer.count('eth_sendTransaction')).toBe(0)
  } finally {
    await stage.end()
  }
})
