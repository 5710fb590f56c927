import { card, expect, newCharge, open, payButton, test } from './fixtures.ts'
import { title } from './replacing.ts'

test('the store cancels while the wallet asks: who approves reads that the money comes back, and signs nothing', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  payer.decide = async ({ method }) => {
    if (method === 'eth_sendTransaction') await stage.client.cancelCharge(charge.id)
    return 'approve' as const
  }
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(title(page, 'The store canceled this order')).toBeVisible()
  await expect(card(page)).toContainText('Your payment arrived and the store has to return it.')
  await expect(card(page).getByRole('button', { name: /Sign|Not now|Pay/ })).toHaveCount(0)
  await expect(card(page).getByRole('button', { name: 'Copy receipt' })).toBeVisible()
  // A page that is opened later says the same.
  await page.reload()
  await expect(title(page, 'The store canceled this order')).toBeVisible()
  expect(payer.count('personal_sign')).toBe(0)
})
