import {
  card,
  confirm,
  expect,
  expectPaidOnce,
  newCharge,
  open,
  payButton,
  receipt,
  test,
} from '../../e2e/fixtures.ts'
import { inherited, replaced } from '../../support/hostile-pages.ts'

// Old libraries leave things on the prototypes that every object of a page has. A payer pays there all the same, once.

for (const [name, spoil] of Object.entries(inherited)) {
  test(`a page with ${name} takes one payment, which is confirmed`, async ({
    page,
    stage,
    wallet,
  }) => {
    const payer = await wallet()
    await page.addInitScript(`(${spoil})(window)`)
    const charge = await newCharge(stage)
    await open(page, stage, charge)
    await payButton(page).click()
    await confirm(page, stage)
    await expect(receipt(page)).toBeVisible()
    await expectPaidOnce(stage, charge, payer)
  })
}

for (const [name, [spoil, told]] of Object.entries(replaced)) {
  test(`a page with ${name} says so in our words, and asks no wallet`, async ({
    page,
    stage,
    wallet,
  }) => {
    const payer = await wallet()
    await page.addInitScript(`(${spoil})(window)`)
    await page.addInitScript(() => {
      const codes: string[] = []
      addEventListener('pay-charge-error', (event) => {
        codes.push((event as unknown as { code: string }).code)
        document.documentElement.dataset.codes = codes.join(' ')
      })
    })
    await open(page, stage, await newCharge(stage))
    const text = `Another script on this page has changed ${told}, so nothing can be paid here.`
    // Some are found before the price, and others before a wallet is asked.
    const button = payButton(page)
    await expect(button.or(card(page).getByText(text))).toBeVisible()
    if (await button.isVisible()) await button.click()
    await expect(card(page)).toContainText(text)
    await expect(page.locator('html')).toHaveAttribute('data-codes', 'page_broken')
    expect(payer.asked).toEqual([])
  })
}
