import type { Page } from '@playwright/test'
import { schemes } from './face.ts'
import { card, expect } from './fixtures.ts'

/** Whether screens are also taken as pictures, for people to look at, which takes as long as all the rest. */
export const takesPictures = process.env.SCREENS === 'all'

export const phone = { width: 360, height: 720 }
export const tablet = { width: 768, height: 1024 }
export const desktop = { width: 1280, height: 800 }

/**
 * Checks that a screen does not overflow, on a phone and on a desktop unless others are named. With SCREENS=all it goes, in both schemes, into
 * test/output/screens.
 */
export async function shoot(page: Page, name: string, sizes = [phone, desktop]) {
  for (const size of sizes) {
    const { width } = size
    await page.setViewportSize(size)
    await untilLaidOut(page, width)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `${name} at ${width} px`).toBeLessThanOrEqual(0)
    for (const colorScheme of takesPictures ? schemes : []) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const path = `test/output/screens/${name}-${width}-${colorScheme}.png`
      await page.screenshot({ path, fullPage: true })
    }
  }
}

/** Waits until a page has its styles and its width: what a click leads to is read before its stylesheet has come. */
async function untilLaidOut(page: Page, width: number) {
  await page.waitForLoadState()
  await page.evaluate(async (expectedWidth) => {
    const frame = () => new Promise(requestAnimationFrame)
    while (innerWidth !== expectedWidth) await frame()
    await document.fonts.ready
    await frame()
  }, width)
}

/** The element as a shop would have it. */
export const element = (id: string, more = '') =>
  `<pay-charge charge-id="${id}" brand-name="Field &amp; Kiln" redirect="none" ${more}><p slot="summary">Stoneware mug, 1 piece</p></pay-charge>`

/** Clicks the payer's one button. */
export const pay = (page: Page) =>
  card(page)
    .getByRole('button', { name: /^Pay [$\d]/ })
    .click()
