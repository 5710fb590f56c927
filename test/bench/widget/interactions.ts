import type { Browser, Page } from '@playwright/test'
import { openPage, slowCpu } from './conditions.ts'
import { summarize } from './figures.ts'
import { type Control, prepareScreens } from './screen-stage.ts'
import type { BenchShop } from './shop.ts'
import { buildDocument } from './variants.ts'

/** A click and the milliseconds until the frame that answers it was painted, in steps of 8. */
export interface Interaction {
  name: string
  /** At most 16 where no browser tells more exactly: see `shortest`. */
  ms: number
}

/** A click that takes less than this is not told by the Event Timing API. */
export const shortest = 16
const slowClick = 48

/**
 * Clicks on the slow CPU: on the pay button so that every screen comes after it, and on every control of every screen
 * so that another screen comes after it. The views are those of a payment; the preview only decides what comes next.
 */
export async function measureInteractions(
  browser: Browser,
  shop: BenchShop,
): Promise<Interaction[]> {
  const { page, context, cdp } = await openPage(browser, {})
  try {
    await page.goto(shop.page(buildDocument({ script: 'pay-charge.js', body: '' })))
    const screens = await page.evaluate(prepareScreens)
    // Once through all, so that what a screen loads by itself has come.
    for (const screen of screens) await show(page, screen, 'ready')
    await slowCpu(cdp)
    const interactions: Interaction[] = []
    for (const screen of screens) {
      const name = `Pay, then "${screen}"`
      interactions.push({ name, ms: await measureClick(page, 'ready', screen, 0) })
      const controls = await show(page, screen, 'ready')
      for (const [index, { label }] of controls.entries()) {
        const ms = await measureClick(page, screen, 'ready', index)
        interactions.push({ name: `"${label}" on "${screen}"`, ms })
      }
    }
    console.error(`interactions: ${interactions.length} clicks on ${screens.length} screens`)
    return interactions
  } finally {
    await context.close()
  }
}

async function show(page: Page, screen: string, answer: string): Promise<Control[]> {
  return await page.evaluate(
    async ([shown, next]) => (await window.screenStage?.show(shown, next)) ?? [],
    [screen, answer] as const,
  )
}

/**
 * Clicks a control of a screen. A slow click is repeated and its median counts: what else the machine does makes one of
 * hundreds of clicks slow by chance.
 */
async function measureClick(
  page: Page,
  screen: string,
  answer: string,
  index: number,
): Promise<number> {
  const times: number[] = []
  do {
    const control = (await show(page, screen, answer))[index]
    if (!control) throw new Error(`The screen ${screen} has no control ${index}.`)
    times.push(await click(page, control))
  } while (Math.max(...times) > slowClick && times.length < 3)
  return summarize(times).median
}

async function click(page: Page, { x, y }: Control): Promise<number> {
  await page.evaluate(() => window.screenStage?.takeInteractions())
  await page.mouse.click(x, y)
  const times = await page.evaluate(async () => await window.screenStage?.takeInteractions())
  return Math.max(shortest, ...(times ?? []))
}
