import {
  confirm,
  expect,
  expectPaidOnce,
  newCharge,
  open,
  payButton,
  receipt,
  test,
} from '../../e2e/fixtures.ts'

// Old libraries leave things on the prototypes that every object of a page has. A payer pays there all the same, once.

const pages: Record<string, () => void> = {
  'an enumerable function on Object.prototype': () => {
    Object.assign(Object.prototype, { forEachOwn() {} })
  },
  'an enumerable text on Object.prototype': () => {
    Object.assign(Object.prototype, { oldLibrary: '1.2' })
  },
}

for (const [name, spoil] of Object.entries(pages)) {
  test(`a page with ${name} takes one payment, which is confirmed`, async ({
    page,
    stage,
    wallet,
  }) => {
    const payer = await wallet()
    await page.addInitScript(spoil)
    const charge = await newCharge(stage)
    await open(page, stage, charge)
    await payButton(page).click()
    await confirm(page, stage)
    await expect(receipt(page)).toBeVisible()
    await expectPaidOnce(stage, charge, payer)
  })
}
