import { en } from '../../../src/element/i18n/languages/en.ts'
import {
  card,
  confirm,
  everyRun,
  expect,
  expectPaidOnce,
  newCharge,
  open,
  payButton,
  receipt,
} from '../../e2e/fixtures.ts'
import { inherited, replaced } from '../../support/hostile-pages.ts'

// Old libraries leave things on the prototypes that every object of a page has. A payer pays there all the same, once. Every run plays all of
// them in Chromium (test/engines/hostile-page.engines.test.ts), and one of each kind here, under a policy, with the service's word
// for it.

for (const [index, [name, spoil]] of Object.entries(inherited).entries()) {
  everyRun(index === 0)(
    `a page with ${name} takes one payment, which is confirmed`,
    async ({ page, stage, wallet }) => {
      const payer = await wallet()
      await page.addInitScript(`(${spoil})(window)`)
      const charge = await newCharge(stage)
      await open(page, stage, charge)
      await payButton(page).click()
      await confirm(page, stage)
      await expect(receipt(page)).toBeVisible()
      await expectPaidOnce(stage, charge, payer)
    },
  )
}

for (const [index, [name, [spoil, told]]] of Object.entries(replaced).entries()) {
  everyRun(index === 0)(
    `a page with ${name} says so in our words, and asks no wallet`,
    async ({ page, stage, wallet }) => {
      const payer = await wallet()
      await page.addInitScript(`(${spoil})(window)`)
      await page.addInitScript(() => {
        const codes: string[] = []
        addEventListener('pay-charge-error', (event) => {
          const { code, error } = event as unknown as { code: string; error: Error }
          codes.push(code)
          Object.assign(document.documentElement.dataset, {
            codes: codes.join(' '),
            told: error.message,
          })
        })
      })
      await open(page, stage, await newCharge(stage))
      const text = en.errors.page_broken
      // Some are found before the price, and others before a wallet is asked.
      const button = payButton(page)
      await expect(button.or(card(page).getByText(text))).toBeVisible()
      if (await button.isVisible()) await button.click()
      await expect(card(page)).toContainText(text)
      await expect(page.locator('html')).toHaveAttribute('data-codes', 'page_broken')
      const message = `Another script on this page has changed ${told}, so nothing can be paid here. Please tell the store.`
      await expect(page.locator('html')).toHaveAttribute('data-told', message)
      expect(payer.asked).toEqual([])
    },
  )
}
