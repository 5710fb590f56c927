import { chromiumArguments, wholeChromiumPath } from '../../demo/browser.ts'
import { card, confirm, expect, newCharge, open, payButton, receipt, test } from './fixtures.ts'

// Playwright turns the cache off, and the headless shell has none; a file of its own, because this browser is another one.
test.use({
  launchOptions: {
    executablePath: wholeChromiumPath(),
    args: [...chromiumArguments],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
})

test('going back to the page as it was shows the receipt and stays there', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  await open(page, stage, charge, 'success-url="/success"')
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => Reflect.set(window, 'persisted', persisted))
  })
  await payButton(page).click()
  await confirm(page, stage)
  await page.waitForURL('**/success')
  // It is there at once: nothing loads.
  await page.goBack({ waitUntil: 'commit' })
  await expect(receipt(page)).toBeVisible()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'persisted'))).toBe(true)
  await expect(card(page).getByRole('button', { name: /^Pay [$\d]/ })).toBeHidden()
  await expect(card(page).getByRole('button', { name: 'Return to the store' })).toBeVisible()
  expect(payer.count('eth_sendTransaction')).toBe(1)
})
