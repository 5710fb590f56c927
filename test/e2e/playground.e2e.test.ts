// The playground from the first look to three faults on the real chain: one demo for all, hence its length.

import { test as base, expect, type Locator, type Page } from '@playwright/test'
import axe from 'axe-core'
import { faults } from '../../demo/playground/faults.ts'
import { groupOf, groups, slugOf, titleOf } from '../../demo/playground/screens.ts'
import type { PayCharge } from '../../src/element/pay-charge.ts'
import { samples } from '../../src/element/preview/samples.ts'
import { startDemo } from '../support/demo.ts'
import { isNightly } from '../support/effort.ts'
import { nightlyOf } from './fixtures.ts'

const test = base.extend<object, { shop: string }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const { facts, end } = await startDemo()
      await use(facts.shop)
      await end()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  viewport: { width: 1280, height: 860 },
  // No page may have an uncaught error or break its policy.
  context: async ({ context }, use) => {
    const wrong: string[] = []
    context.on('weberror', (error) => wrong.push(String(error.error())))
    context.on('console', (message) => {
      if (/Content Security Policy|Trusted Type/i.test(message.text())) wrong.push(message.text())
    })
    await use(context)
    expect(wrong).toEqual([])
  },
})

const nightly = nightlyOf(test)

const still = (page: Page) => page.locator('#still-stage pay-charge')
const live = (page: Page) => page.locator('#live-stage pay-charge')
const panel = (page: Page) => page.getByRole('complementary', { name: 'Look and colors' })
const brand = (page: Page) => panel(page).getByRole('textbox', { name: 'Brand color', exact: true })

async function open(page: Page, shop: string, query = '') {
  await page.goto(`${shop}/playground${query}`)
  await expect(page.locator('html[data-ready]')).toBeVisible()
}

/** Red, green and blue of the computed color of an element, from 0 to 255. */
async function rendered(of: Locator, property: 'color' | 'background-color'): Promise<number[]> {
  const text = await of.evaluate((element, name) => {
    // Through a canvas: what a browser computes may be in any color space.
    const context = document.createElement('canvas').getContext('2d')!
    context.fillStyle = getComputedStyle(element).getPropertyValue(name)
    context.fillRect(0, 0, 1, 1)
    return context.getImageData(0, 0, 1, 1).data.join(',')
  }, property)
  return text.split(',').slice(0, 3).map(Number)
}

/** WCAG 2.2, relative luminance and contrast ratio, written here anew. */
function contrast(one: number[], other: number[]): number {
  const luminance = (color: number[]) => {
    const [r = 0, g = 0, b = 0] = color.map((v) => {
      const c = v / 255
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [a = 0, b = 0] = [luminance(one), luminance(other)].sort((x, y) => y - x)
  return (a + 0.05) / (b + 0.05)
}

/** The ratio that the table tells of a pair. */
async function told(page: Page, pair: string): Promise<number> {
  return Number(await page.locator(`tr[data-pair="${pair}"] td`).first().textContent())
}

test('every screen is in the list, and shows', async ({ page, shop }) => {
  await open(page, shop)
  const list = page.getByRole('navigation', { name: 'What is shown' })
  expect(await list.locator('legend:visible').allTextContents()).toEqual([...groups])
  await expect(list.getByRole('radio')).toHaveCount(samples.length)
  // The first of each group; the night looks at all of them.
  const chosen = samples.filter(
    (sample, at) =>
      isNightly || at === samples.findIndex((one) => groupOf(one) === groupOf(sample)),
  )
  expect(chosen.length).toBeGreaterThanOrEqual(groups.length)
  for (const sample of chosen) {
    await list.locator(`input[name="screen"][value="${slugOf(sample)}"]`).check()
    await expect(page.locator('#screen-name')).toHaveText(titleOf(sample).screen)
    await expect
      .poll(() => still(page).evaluate((element) => (element as PayCharge).state.step))
      .toBe(sample.state.step)
    await expect(still(page).locator('[part="card"]')).toBeVisible()
  }
})

test('arrow keys go through the screens, and the address goes with them', async ({
  page,
  shop,
}) => {
  await open(page, shop, '?screen=confirming')
  await page.locator('input[value="confirming"]').focus()
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(/screen=confirming-a-large-payment/)
  await expect(still(page)).toContainText('Large payments wait')
  await page.getByRole('button', { name: 'Previous screen' }).click()
  await expect(page).toHaveURL(/screen=confirming$/)
  await page.reload()
  await expect(still(page)).toContainText('1 of 12 confirmations')
})

test('color, scheme, language, width, corners and mode change the card, and a link shows the same', async ({
  page,
  shop,
}) => {
  await open(page, shop)
  const card = still(page).locator('[part="card"]')
  const pay = still(page).locator('[part="button"]').first()
  await brand(page).fill('#0f766e')
  await expect.poll(() => rendered(pay, 'background-color')).toEqual([15, 118, 110])
  const surface = await rendered(card, 'background-color')
  await panel(page).getByRole('radio', { name: 'Dark' }).check()
  await expect.poll(() => rendered(card, 'background-color')).not.toEqual(surface)
  await panel(page).getByLabel('Language').selectOption({ label: 'العربية' })
  await expect(card).toHaveAttribute('dir', 'rtl')
  await expect(panel(page).locator('#direction')).toHaveText('Right to left')
  await page.getByRole('radio', { name: '280' }).check()
  await expect.poll(async () => (await card.boundingBox())?.width).toBe(280)
  await panel(page).getByLabel('Radius').fill('0')
  await expect(pay).toHaveCSS('border-radius', '0px')
  await panel(page).getByLabel('Name', { exact: true }).fill('Söhne & Co')
  await expect(card).toContainText('Söhne & Co')

  const link = page.url()
  const there = await page.context().newPage()
  await there.goto(link)
  await expect(there.locator('#still-stage [part="card"]')).toHaveAttribute('dir', 'rtl')
  const width = async () => (await there.locator('#still-stage [part="card"]').boundingBox())?.width
  await expect.poll(width).toBe(280)
  await expect(brand(there)).toHaveValue('#0f766e')
  await expect(there.locator('#snippet-html')).toHaveText(
    (await page.locator('#snippet-html').textContent()) ?? '',
  )
  await there.close()

  await panel(page).getByRole('radio', { name: 'Dialog' }).check()
  await expect(still(page).locator('dialog')).toHaveCount(1)
  await expect(card).toBeHidden()
  await still(page).getByRole('button').first().click()
  await expect(card).toBeVisible()
})

test('what is no color changes nothing, and is marked', async ({ page, shop }) => {
  await open(page, shop)
  const pay = still(page).locator('[part="button"]').first()
  const before = await rendered(pay, 'background-color')
  await brand(page).fill('bluish')
  await expect(brand(page)).toHaveAttribute('aria-invalid', 'true')
  expect(await rendered(pay, 'background-color')).toEqual(before)
  await brand(page).fill('rebeccapurple')
  await expect(brand(page)).toHaveAttribute('aria-invalid', 'false')
  await expect.poll(() => rendered(pay, 'background-color')).toEqual([102, 51, 153])
})

test('the snippet makes an element of the same attributes, and is what is copied', async ({
  page,
  context,
  shop,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, shop, '?lang=ja&scheme=dark&radius=4&name=%22A%22+%26+B')
  const html = (await page.locator('#snippet-html').textContent()) ?? ''
  await page.getByRole('button', { name: 'Copy HTML' }).click()
  await expect(page.locator('#copied')).toHaveText('Copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(html)
  await expect(page.locator('#snippet-css')).toContainText('--pay-charge-radius: 4px;')

  const names = (of: Locator) =>
    of.evaluate((element) => {
      const looks = ['brand-color', 'brand-name', 'brand-logo', 'color-scheme', 'locale', 'mode']
      return looks.map((name) => element.getAttribute(name))
    })
  const own = await context.newPage()
  await own.setContent(html)
  expect(await names(own.locator('pay-charge'))).toEqual(await names(still(page)))
  expect(await names(own.locator('pay-charge'))).toContain('"A" & B')
})

for (const [at, [name, color]] of (
  [
    ['a color that fits', '#9a4a26'],
    ['a color that has to be shifted', '#bef264'],
  ] as const
).entries()) {
  for (const scheme of ['light', 'dark'] as const) {
    const declare = (at === 0) === (scheme === 'light') ? test : nightly
    declare(
      `the contrast table tells the ratios of ${name} as they are painted, ${scheme}`,
      async ({ page, shop }) => {
        const query = new URLSearchParams({ brand: color, scheme })
        await open(page, shop, `?${query}`)
        const card = still(page).locator('[part="card"]')
        const pay = still(page).locator('[part="button"]').first()
        await expect(page.locator('#contrast-scheme')).toContainText(scheme)
        const surface = await rendered(card, 'background-color')
        const painted = {
          'ink-surface': contrast(await rendered(card, 'color'), surface),
          'soft-surface': contrast(
            await rendered(still(page).locator('small').first(), 'color'),
            surface,
          ),
          'onFill-fill': contrast(
            await rendered(pay, 'color'),
            await rendered(pay, 'background-color'),
          ),
        }
        for (const [pair, ratio] of Object.entries(painted)) {
          expect(Math.abs((await told(page, pair)) - ratio), `${pair} ${ratio}`).toBeLessThan(0.02)
        }
        expect(await page.locator('#contrast .fail').count()).toBe(0)
      },
    )
  }
}

test('a brand color that had to be shifted says so, from what to what and why', async ({
  page,
  shop,
}) => {
  await open(page, shop, '?brand=%23bef264')
  const note = page.locator('#shift p')
  await expect(note.first()).toHaveText(
    /^Light: .* shifted from #bef264 to #[\da-f]{6}, because it has only 1\.\d\d : 1 on the card/,
  )
  await expect(note.last()).toHaveText('Dark: #bef264 is used as it is.')
})

test.describe('a fault', () => {
  const choose = (page: Page, id: string) => page.locator(`input[name="fault"][value="${id}"]`)
  const pay = (page: Page) => live(page).getByRole('button', { name: 'Pay 34.50 DUSD' })
  const log = (page: Page) => page.getByRole('log', { name: 'What happens' })
  const act = (page: Page, name: string) => page.locator('#acts').getByRole('button', { name })

  test('is in the list, each with what it shows; the wallet that refuses: declined, and paid once it agrees', async ({
    page,
    shop,
  }) => {
    await open(page, shop, '?view=live')
    await expect(page.locator('input[name="fault"]')).toHaveCount(faults.length)
    await choose(page, 'refuses-transfer').check()
    await expect(page.locator('#fault-name')).toHaveText('Refuses the transfer')
    await pay(page).click()
    await expect(live(page)).toContainText('You declined the request in your wallet')
    await expect(log(page)).toContainText('wallet_refused')
    await act(page, 'The payer agrees from now on').click()
    await pay(page).click()
    await expect(live(page).getByRole('heading', { name: 'Paid', exact: true })).toBeVisible()
    const charge = await live(page).getAttribute('charge-id')
    await page.getByRole('button', { name: 'Start anew' }).click()
    await expect(pay(page)).toBeVisible()
    await expect(live(page)).not.toHaveAttribute('charge-id', charge ?? '')
  })

  nightly(
    'the wallet that sends and never answers: the transfer is found',
    async ({ page, shop }) => {
      await open(page, shop, '?view=live&fault=answer-lost')
      await pay(page).click()
      await expect(live(page).getByRole('heading', { name: 'Paid', exact: true })).toBeVisible()
      await expect(log(page)).toContainText('pay-charge-success')
      await expect(log(page).getByText('eth_sendTransaction')).toHaveCount(1)
    },
  )

  test('the service that is down after the transfer: kept, and recorded when it is back', async ({
    page,
    shop,
  }) => {
    await open(page, shop, '?view=live&fault=down-after')
    await pay(page).click()
    await expect(live(page)).toContainText('can’t reach the store right now')
    await act(page, 'The service is back').click()
    await expect(live(page).getByRole('heading', { name: 'Paid', exact: true })).toBeVisible()
    // 201, or 409 of its own charge where the service has found the payment by itself a moment before.
    await expect(log(page)).toContainText(/POST \S*payments\s*(201|409)/)
  })

  test('the chain that makes no blocks: makes them again when the page is left', async ({
    page,
    shop,
  }) => {
    await open(page, shop, '?view=live&fault=no-blocks')
    const height = () =>
      page.evaluate(async () => {
        const response = await fetch('/chain', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}',
        })
        return Number(((await response.json()) as { result: string }).result)
      })
    await pay(page).click()
    await expect(live(page)).toContainText('Waiting for the network')
    const stopped = await height()
    await act(page, 'Mine one block').click()
    await expect(live(page)).toContainText('1 of 2 confirmations')
    expect(await height()).toBe(stopped + 1)
    await page.goto(shop)
    await expect.poll(height).toBeGreaterThan(stopped + 1)
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const query of ['', '?view=live&fault=refuses-transfer']) {
    const declare = (colorScheme === 'light') === (query === '') ? test : nightly
    declare(`axe finds nothing, ${colorScheme}, ${query || 'screens'}`, async ({ page, shop }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await open(page, shop, query)
      await expect(
        page.locator('pay-charge').getByRole('button', { name: /^Pay [$\d]/ }),
      ).toBeVisible()
      await page.evaluate(axe.source)
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 })
        const found = await page.evaluate(async () => {
          const { axe: own } = window as unknown as { axe: typeof axe }
          const { violations } = await own.run(document, { resultTypes: ['violations'] })
          return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
        })
        expect(found).toEqual([])
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - innerWidth,
        )
        expect(overflow, `${width} px`).toBeLessThanOrEqual(0)
      }
    })
  }
}
