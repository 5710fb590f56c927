import type { Locator } from '@playwright/test'
import type { PayCharge } from '../../src/element/pay-charge.ts'
import { isNightly } from '../support/effort.ts'
import { axe, violations } from './axe.ts'
import { openGallery, schemes, screens } from './face.ts'
import { card, everyRun, expect, newCharge, payButton, test } from './fixtures.ts'

// What can be measured of WCAG 2.2 AA, on every screen.

test.beforeEach(async ({ page }) => {
  // Before any script of the page: its policy lets none in later.
  await page.addInitScript({ path: axe })
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

// Every run plays half of the screens in each of two.
for (const lang of ['en', 'ar'])
  for (const scheme of schemes) {
    const isOfThis = (_: string, at: number) => (at % 2 === 0) === (lang === 'en')
    everyRun((lang === 'en') === (scheme === 'light'))(
      `axe finds nothing on any screen, ${scheme}, in ${lang}`,
      async ({ page, stage }) => {
        const { show, speak, paint } = await openGallery(page, stage)
        await speak(lang)
        await paint(scheme)
        const faults: string[] = []
        for (const name of isNightly ? screens : screens.filter(isOfThis)) {
          await show(name)
          for (const fault of await violations(page)) faults.push(`${name}: ${fault}`)
        }
        expect(faults).toEqual([])
      },
    )
  }

const order = {
  name: 'Order 1042',
  line_items: [
    { name: 'Stoneware mug', description: 'Rust glaze, 350 ml', quantity: 2, unit_amount: '7.50' },
    { name: 'Shipping, 2 to 4 days', unit_amount: '4.99' },
  ],
  tax_note: 'Including $1.60 tax',
  payer_email: 'ada@example.com',
}

for (const scheme of schemes)
  everyRun(scheme === 'light')(
    `axe finds nothing where the order is shown, ${scheme}`,
    async ({ page, stage }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      const charge = await newCharge(stage, order)
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(charge.hosted_url)
        await expect(payButton(page)).toBeVisible()
        expect(await violations(page)).toEqual([])
      }
      // The page around it has one scheme.
      await page.emulateMedia({ colorScheme: 'light' })
      const element = `<pay-charge charge-id="${charge.id}" color-scheme="${scheme}" disabled></pay-charge>`
      await page.goto(stage.page(`<main><h1>Shop</h1>${element}</main>`))
      await expect(card(page)).toContainText('Stoneware mug')
      await expect(payButton(page)).toBeDisabled()
      expect(await violations(page)).toEqual([])
    },
  )

test('axe finds nothing in the browser of another app', async ({ browser, stage }) => {
  const context = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Instagram 350.0',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.addInitScript({ path: axe })
  const element = `<pay-charge charge-id="${(await newCharge(stage)).id}"></pay-charge>`
  await page.goto(stage.page(`<main><h1>Shop</h1>${element}</main>`))
  await payButton(page).click()
  await expect(card(page)).toContainText('Instagram')
  expect(await violations(page)).toEqual([])
  await page.screenshot({ path: 'test/output/screens/in-app.png', fullPage: true })
  await context.close()
})

/** Controls below 44 px, the folded ones too. */
function smallTargets(host: Element): string[] {
  for (const fold of host.shadowRoot?.querySelectorAll('details') ?? []) fold.open = true
  const found = [...(host.shadowRoot?.querySelectorAll('button, a, input, summary') ?? [])]
  return found.flatMap((control) => {
    // A choice is hit by its whole label.
    const target = (control.matches('[type="radio"]') && control.closest('label')) || control
    if (!target.checkVisibility()) return []
    const { width, height } = target.getBoundingClientRect()
    if (width >= 44 && height >= 44) return []
    const size = `${Math.round(width)} × ${Math.round(height)}`
    return [`${target.localName}.${target.className} “${target.textContent?.trim()}” is ${size}`]
  })
}

for (const lang of ['en', 'ar', 'ja'])
  everyRun(lang === 'en')(
    `every target is large enough to hit, in ${lang}`,
    async ({ page, stage }) => {
      const { find, speak } = await openGallery(page, stage)
      await speak(lang)
      expect(await find(screens, smallTargets)).toEqual([])
    },
  )

/** Texts of another size than those of the card, apart from the two large amounts. */
function oddSizes(host: Element): string[] {
  for (const fold of host.shadowRoot?.querySelectorAll('details') ?? []) fold.open = true
  const faults: string[] = []
  const walker = document.createTreeWalker(host.shadowRoot ?? host, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { nodeValue, parentElement: parent } = walker.currentNode
    if (!nodeValue?.trim() || !parent?.checkVisibility()) continue
    if (parent.closest('.hidden') || parent.matches('.amount, .number')) continue
    const size = Number.parseFloat(getComputedStyle(parent).fontSize)
    if (![12, 13, 14, 15, 16, 20].includes(Math.round(size * 100) / 100))
      faults.push(`“${nodeValue.trim()}” has ${size} px in ${parent.localName}.${parent.className}`)
  }
  return faults
}

for (const width of [280, 1280])
  everyRun(width === 280)(
    `texts have six sizes, of which none is below 12 px, at ${width} px`,
    async ({ page, stage }) => {
      await page.setViewportSize({ width, height: 1400 })
      const { find } = await openGallery(page, stage)
      expect(await find(screens, oddSizes)).toEqual([])
    },
  )

for (const scheme of schemes)
  everyRun(scheme === 'dark')(
    `axe finds nothing in the dialog, ${scheme}`,
    async ({ page, stage }) => {
      const { show, paint } = await openGallery(page, stage, { mode: 'dialog' })
      await paint(scheme)
      const faults: string[] = []
      for (const name of ['ready', 'choose wallet', 'confirm in wallet', 'confirming', 'paid']) {
        await show(name)
        faults.push(...(await violations(page)))
        await card(page).evaluate((element) => (element as PayCharge).open())
        await expect(card(page).locator('dialog')).toBeVisible()
        for (const fault of await violations(page)) faults.push(`${name}: ${fault}`)
        expect(await card(page).evaluate(smallTargets), name).toEqual([])
        await card(page).evaluate((element) => (element as PayCharge).close())
      }
      expect(faults).toEqual([])
    },
  )

test('one live region says what the screen is, or leaves it to an alert', async ({
  page,
  stage,
}) => {
  const { show } = await openGallery(page, stage)
  for (const name of screens) {
    await show(name)
    await expect(card(page).locator('[role="status"]'), name).toHaveCount(1)
    const heard = card(page).locator('[role="status"], [role="alert"]').filter({ hasText: /./ })
    await expect(heard, name).not.toHaveCount(0)
  }
})

/** Writes down what a live region says, from now on. */
async function listen(region: Locator): Promise<() => Promise<string[]>> {
  const said = await region.evaluateHandle((element) => {
    const texts: string[] = []
    new MutationObserver(() => texts.push(element.textContent?.trim() ?? '')).observe(element, {
      characterData: true,
      childList: true,
      subtree: true,
    })
    return texts
  })
  return () => said.jsonValue()
}

test('what was copied is said, and so is what could not be', async ({ page, stage }) => {
  const { show } = await openGallery(page, stage)
  await show('paid')
  const screen = card(page).locator('[role="status"]')
  const region = card(page).locator('[aria-live]')
  await expect(screen).toHaveText('Paid. Thank you. Your payment is confirmed.')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // Each is there for two seconds only.
  const heard = await listen(region)
  await card(page).getByRole('button', { name: 'Copy address' }).click()
  // Alone: the screen was told before.
  await expect.poll(heard).toEqual(['Copied', ''])
  await page.evaluate(() => Object.assign(window, { open: () => null }))
  await card(page).getByRole('button', { name: 'Print' }).click()
  await expect.poll(heard).toEqual(['Copied', '', 'Something went wrong', ''])
  await expect(screen).toHaveText('Paid. Thank you. Your payment is confirmed.')
})

test('a refusal is said in place of what the payer has heard before', async ({ page, stage }) => {
  const { show } = await openGallery(page, stage)
  const region = card(page).locator('[role="status"]')
  await show('ready')
  await expect(region).toHaveText('Ready to pay')
  await show('confirm in wallet')
  await show('ready, declined')
  await expect(region).toHaveText('You declined the request in your wallet.')
})

test('a browser that translates the texts makes nothing be said again, and nothing be missed', async ({
  page,
  stage,
}) => {
  const { show } = await openGallery(page, stage)
  const region = card(page).locator('[role="status"]')
  await show('ready')
  // As Chromium does: each text node is replaced by elements.
  await region.evaluate((element) => {
    const translated = document.createElement('font')
    translated.textContent = 'Bereit zum Bezahlen'
    element.replaceChildren(translated)
  })
  await show('ready')
  await expect(region).toHaveText('Bereit zum Bezahlen')
  await show('choose wallet')
  await expect(region).toHaveText('Choose your wallet')
})

test('the title takes the focus also where the page finds the payment by itself', async ({
  page,
  stage,
}) => {
  const { show } = await openGallery(page, stage)
  const heading = card(page).locator('h2')
  await show('scan, payment')
  await card(page).getByRole('button', { name: 'Copy 34.500317 USDC' }).focus()
  // The charge is loaded again, and for that time there is nothing that could have the focus.
  await show('loading')
  await show('paid')
  await expect(heading).toBeFocused()
  await show('scan, payment')
  await card(page).getByRole('button', { name: 'Copy 34.500317 USDC' }).focus()
  await show('loading')
  // A payer who goes on to something else in the page is not called back.
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/cart', textContent: 'Cart' })
    document.body.append(link)
    link.focus()
  })
  await show('paid')
  await expect(page.getByRole('link', { name: 'Cart' })).toBeFocused()
})
