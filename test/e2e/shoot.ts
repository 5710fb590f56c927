import type { Page } from '@playwright/test'
import { card, expect } from './fixtures.ts'

/** A screen, in both schemes, on a phone and on a desktop, into test/output/screens; none may overflow. */
export async function shoot(page: Page, name: string) {
  for (const [width, height] of [
    [360, 720],
    [1280, 800],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const path = `test/output/screens/${name}-${width}-${colorScheme}.png`
      await page.screenshot({ path, fullPage: true })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, `${name} at ${width} px`).toBeLessThanOrEqual(0)
    }
  }
}

/** The element as a shop would have it. */
export const element = (id: string, more = '') =>
  `<pay-charge charge-id="${id}" brand-name="Field &amp; Kiln" redirect="none" ${more}><p slot="summary">Stoneware mug, 1 piece</p></pay-charge>`

/** Clicks the payer's one button. */
export const pay = (page: Page) =>
  card(page)
    .getByRole('button', { name: /^Pay [$\d]/ })
    .click()
