import type { Page } from '@playwright/test'
import { createDeskKey } from '../support/desk.ts'
import type { PageTags, Stage } from '../support/stage.ts'
import { card, confirm, expect, seen, test } from './fixtures.ts'

// A link is made at the desk, and its two lines are pasted into a page of another origin under the strictest policy. Nothing is
// created until a customer continues.

test.use({ reuseContext: false })

/** What docs/csp-and-integrity.md says of a page with a pasted button, and this page's own style. */
const strictest = (service: string) =>
  [
    "default-src 'none'",
    `script-src ${service}`,
    `connect-src ${service}`,
    'img-src data:',
    "style-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

/** Makes a link at the desk that is paid once, and copies its lines as a merchant does. */
async function copyTags(page: Page, stage: Stage): Promise<string> {
  const { baseUrl } = stage.service
  const person = { scope: 'desk:manage', name: 'Ruth Sand' } as const
  const { apiKey } = await createDeskKey(stage.environment, stage.account, person)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseUrl })
  await page.goto(`${baseUrl}/desk`)
  await page.getByLabel('Key').fill(apiKey)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.goto(`${baseUrl}/desk/links/new`)
  await page.getByLabel('What it is for').fill('Mug & saucer')
  await page.getByLabel('Amount in dollars').fill('19.99')
  await page.locator('select[name=uses]').selectOption('once')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('heading', { name: 'Paste it into your page' })).toBeVisible()
  for (const [width, scheme] of [
    [1280, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme })
    const path = `test/output/screens/desk-link-${width}-${scheme}.png`
    await page.screenshot({ path, fullPage: true })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
  await page.getByRole('button', { name: 'Copy: HTML' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(await page.locator('pre').textContent())
  return copied
}

test('a pasted button sells a link once, on a page of another origin under the strictest policy', async ({
  browser,
  page,
  stage,
  wallet,
}) => {
  const { baseUrl } = stage.service
  const desk = await browser.newPage()
  const pasted = await copyTags(desk, stage)
  await desk.close()
  expect(pasted.split('\n')).toHaveLength(2)
  const [, url = ''] = /payment-link="([^"]+)"/.exec(pasted) ?? []
  const tags: PageTags = { html: '', scriptSource: '', policy: strictest(baseUrl) }
  const shop = stage.page(pasted, '', tags)
  expect(new URL(shop).origin).not.toBe(new URL(url).origin)
  const { data: links } = await stage.client.listPaymentLinks()
  const link = links.find((one) => one.url === url)
  const count = async () => {
    const query = { payment_link: link?.id ?? '', limit: 1 }
    return (await stage.client.listCharges(query)).pagination.total
  }

  const payer = await wallet()
  await page.setViewportSize({ width: 360, height: 740 })
  const loaded: string[] = []
  page.on('request', (request) => void loaded.push(request.url()))
  for (let visit = 0; visit < 3; visit += 1) {
    await page.goto(shop)
    await expect(card(page)).toContainText('$19.99')
  }
  await expect(card(page)).toContainText('Mug & saucer')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await seen(page)
    await page.screenshot({ path: `test/output/screens/pasted-${scheme}.png` })
  }
  expect(await count()).toBe(0)
  const origins = new Set(loaded.map((one) => new URL(one).origin))
  expect([...origins].sort()).toEqual([new URL(baseUrl).origin, stage.shop].sort())

  await card(page).getByRole('button', { name: 'Continue to payment' }).click()
  const pay = card(page).getByRole('button', { name: 'Pay 19.99 DUSD' })
  await expect(pay).toBeVisible()
  await page.screenshot({ path: 'test/output/screens/pasted-ready.png' })
  expect(await count()).toBe(1)

  const other = await browser.newPage()
  await other.goto(shop)
  await expect(card(other)).toContainText('Someone else is paying right now')
  await expect(card(other)).toContainText(/you can pay in (29|30) minutes/)
  await other.setViewportSize({ width: 360, height: 740 })
  await other.screenshot({ path: 'test/output/screens/pasted-taken.png' })

  await page.reload()
  await expect(pay).toBeVisible()
  const tab = await page.context().newPage()
  await tab.goto(shop)
  await expect(card(tab).getByRole('button', { name: 'Pay 19.99 DUSD' })).toBeVisible()
  await tab.close()
  expect(await count()).toBe(1)

  await pay.click()
  await confirm(page, stage)
  await expect(card(page)).toContainText('Paid')
  expect(payer.count('eth_sendTransaction')).toBe(1)
  const { data } = await stage.client.listCharges({ payment_link: link?.id ?? '', limit: 10 })
  expect(data.map(({ status }) => status)).toEqual(['COMPLETED'])
  await page.reload()
  await expect(card(page)).toContainText('Paid')
  await card(other).getByRole('button', { name: 'Check again' }).click()
  await expect(card(other)).toContainText('This has been paid')
  expect(await count()).toBe(1)
  await other.close()
})

test('without the script the link’s name leads to its page', async ({ page, stage }) => {
  const { url } = await stage.client.createPaymentLink({
    pricing_type: 'fixed_price',
    local_price: { amount: '5' },
    name: 'Mug',
  })
  await page.goto(
    stage.page(`<pay-charge payment-link="${url}"><a href="${url}">Mug</a></pay-charge>`, '', {
      html: '',
      scriptSource: '',
    }),
  )
  await page.getByRole('link', { name: 'Mug' }).click()
  await expect(page.getByRole('button', { name: 'Continue to payment' })).toBeVisible()
})
