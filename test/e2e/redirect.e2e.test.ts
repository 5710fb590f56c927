import { card, confirm, expect, newCharge, open, payButton, receipt, test } from './fixtures.ts'

test('a page that is loaded anew before the receipt was seen thanks its payer, and goes to the store once', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  const told: string[] = []
  await page.exposeFunction('tell', (name: string) => told.push(name))
  await page.addInitScript(() =>
    addEventListener('pay-charge-success', () => Reflect.get(window, 'tell')('success')),
  )
  await open(page, stage, charge, 'success-url="/success"')
  await payButton(page).click()
  await confirm(page, stage)
  await expect(card(page)).toContainText('Returning to the store')
  await page.reload()
  await expect(card(page)).toContainText('Thank you. Your payment is confirmed.')
  await page.waitForURL('**/success')
  await page.goBack()
  await expect(receipt(page)).toBeVisible()
  await expect(card(page)).toContainText('Thank you. Your payment is confirmed.')
  await expect(card(page).getByRole('button', { name: 'Return to the store' })).toBeVisible()
  expect(told).toEqual(['success'])
  expect(payer.count('eth_sendTransaction')).toBe(1)
})
