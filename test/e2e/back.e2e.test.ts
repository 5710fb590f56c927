import type { Page } from '@playwright/test'
import type { Stage } from '../support/stage.ts'
import {
  card,
  confirm,
  everyRun,
  expect,
  expectPaidOnce,
  mine,
  newCharge,
  open,
  payButton,
  receipt,
  test,
} from './fixtures.ts'

/** Every page that the tab has come to, in order. */
function visits(page: Page): string[] {
  const paths: string[] = []
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) paths.push(new URL(frame.url()).pathname)
  })
  return paths
}

/** What brings a payer to pay: a charge, or an order. */
const beginnings = {
  'a charge': async (page: Page, stage: Stage) =>
    open(page, stage, await newCharge(stage), 'success-url="/success"'),
  'an order': async (page: Page, stage: Stage) => {
    await page.goto(
      stage.page(`<pay-charge order='{"sku":"mug"}' success-url="/success"></pay-charge>`),
    )
  },
}

for (const [what, begin] of Object.entries(beginnings)) {
  everyRun(what === 'an order')(
    `${what}: the page goes on to the shop once; going back shows the receipt and stays there`,
    async ({ page, stage, wallet }) => {
      const payer = await wallet()
      await begin(page, stage)
      const shop = new URL(page.url()).pathname
      const paths = visits(page)
      await payButton(page).click()
      await confirm(page, stage)
      await page.waitForURL('**/success')
      for (const again of [() => page.goBack(), () => page.reload()]) {
        await again()
        await expect(receipt(page)).toBeVisible()
        // It offers to go on, and does not by itself.
        await expect(card(page).getByRole('button', { name: 'Return to the store' })).toBeVisible()
        await expect(card(page)).not.toContainText('Returning to the store')
        await expect(card(page).getByRole('button', { name: /^Pay [$\d]/ })).toBeHidden()
      }
      await card(page).getByRole('button', { name: 'Return to the store' }).click()
      await page.waitForURL('**/success')
      expect(paths).toEqual(['/success', shop, shop, '/success'])
      expect(payer.count('eth_sendTransaction')).toBe(1)
    },
  )
}

test('the shop is gone to only once the payment is recorded', async ({ page, stage, wallet }) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  await page.clock.install()
  await open(page, stage, charge, 'success-url="/success"')
  const paths = visits(page)
  await page.route('**/payments', (route) => route.abort())
  await payButton(page).click()
  await expect(card(page)).toContainText('can’t reach the store right now')
  await mine(stage)
  await page.clock.runFor(30_000)
  await expect(card(page)).toContainText('can’t reach the store right now')
  expect(paths).toEqual([])
  await page.unroute('**/payments')
  await page.waitForURL('**/success')
  await expectPaidOnce(stage, charge, payer)
})
