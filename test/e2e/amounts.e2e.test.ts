import type { Page } from '@playwright/test'
import { createDeskKey } from '../support/desk.ts'
import { readLines } from '../support/visual-order.ts'
import { card, expect, mine, newCharge, suffixOf, test } from './fixtures.ts'

// Amounts on the service's pages as the eye sees them, in languages that are written from right to left.

/** The lines of a page's part, each from left to right. */
const linesOf = (page: Page, selector: string) => page.locator(selector).evaluate(readLines)

const order = {
  name: 'Order 1042 (blue).',
  description: 'Leaves the workshop on Monday.',
  line_items: [
    { name: 'Stoneware mug', description: 'Rust glaze.', quantity: 2, unit_amount: '18.25' },
    { name: 'Voucher', unit_amount: '-2.00' },
  ],
  tax_note: 'Includes 5.51 USD VAT.',
}

for (const [locale, unit, discount] of [
  ['ar', 'US$', '-2.00 US$'],
  ['he', '$', '$ -2.00'],
] as const)
  test.describe(locale, () => {
    test.use({ locale, viewport: { width: 1280, height: 900 } })

    /** What stands whole on some line. */
    const words = [
      order.name,
      order.description,
      order.tax_note,
      'Stoneware mug',
      `${unit} 36.50`,
      discount,
    ]

    test('the hosted page', async ({ page, stage }) => {
      const charge = await newCharge(stage, {
        ...order,
        local_price: { amount: '34.50', currency: 'USD' },
      })
      await page.goto(charge.hosted_url)
      await expect(card(page)).toContainText('34.50')
      const lines = await linesOf(page, 'header.order')
      for (const part of [...words, `${unit} 34.50`])
        expect(lines.filter((line) => line.includes(part))).not.toEqual([])
      expect(lines).toContainEqual(`${unit} 18.25 × 2 · Rust glaze.`)
    })

    test('the desk', async ({ page, stage }) => {
      const charge = await newCharge(stage, {
        ...order,
        local_price: { amount: '34.50', currency: 'USD' },
      })
      const { environment, account, service, chain, recipient, client } = stage
      await chain.transfer(chain.dusd, recipient, 34_500_000n, suffixOf(charge))
      await mine(stage)
      await expect
        .poll(async () => (await client.getCharge(charge.id)).payments[0]?.status)
        .toBe('COMPLETED')
      const { apiKey } = await createDeskKey(environment, account, {
        scope: 'desk:manage',
        name: 'Ruth Sand',
      })
      await page.goto(`${service.baseUrl}/desk`)
      await page.locator('input[type=password]').fill(apiKey)
      await page.keyboard.press('Enter')
      await expect(page.locator('.figures')).toBeVisible()
      await page.goto(`${service.baseUrl}/desk/charges/${charge.id}`)
      const lines = await linesOf(page, 'main')
      for (const part of [order.name, order.tax_note, `${unit} 34.50`, '34.50 DUSD'])
        expect(lines.filter((line) => line.includes(part))).not.toEqual([])
      await page.goto(`${service.baseUrl}/desk/charges`)
      const rows = await linesOf(page, 'table')
      for (const part of [order.name, `${unit} 34.50`])
        expect(rows.filter((line) => line.includes(part))).not.toEqual([])
    })
  })

test('a long price stays on one line of a phone, before the element is there and after', async ({
  browser,
  stage,
}) => {
  for (const amount of ['99999999999.99', '1000000000000.00']) {
    const charge = await newCharge(stage, { local_price: { amount, currency: 'USD' } })
    for (const javaScriptEnabled of [false, true]) {
      const context = await browser.newContext({
        javaScriptEnabled,
        viewport: { width: 360, height: 740 },
      })
      const page = await context.newPage()
      await page.goto(charge.hosted_url)
      const price = page.locator(javaScriptEnabled ? 'pay-charge .amount' : '.card .price')
      await expect(price).toBeVisible()
      await page.screenshot({ path: `test/output/screens/long-${amount}-${javaScriptEnabled}.png` })
      const { height } = (await price.boundingBox()) ?? { height: Number.NaN }
      const size = Number.parseFloat(
        await price.evaluate((element) => getComputedStyle(element).fontSize),
      )
      expect(height).toBeLessThan(size * 1.5)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
      await context.close()
    }
  }
})
