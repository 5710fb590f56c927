import type { Page } from '@playwright/test'
import type { Stage } from '../support/stage.ts'
import { card, everyRun, expect, newCharge, postpone, test } from './fixtures.ts'

// Nothing moves between the first paint and the payment that is ready, on a network that takes its time.

/** What the browser counts as moved (Layout Instability), from the first paint on. */
async function shifts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((done) => {
        const seen: string[] = []
        const note = (entries: PerformanceEntryList) => {
          for (const entry of entries as (PerformanceEntry & {
            value: number
            sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
          })[]) {
            const from = entry.sources.map(
              ({ node, previousRect: a, currentRect: b }) =>
                `${node?.nodeName} ${a.x},${a.y} ${a.width}×${a.height} to ${b.x},${b.y} ${b.width}×${b.height}`,
            )
            seen.push(`${entry.value}: ${from.join('; ')}`)
          }
        }
        new PerformanceObserver((list) => note(list.getEntries())).observe({
          type: 'layout-shift',
          buffered: true,
        })
        // What was buffered is given in a task of its own, and a shift is noted with the frame after it.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(seen), 100)))
      }),
  )
}

/**
 * A page as the README advises: the place is kept before the script has come. All of the network takes its time.
 *
 * @returns lets the proxy answer
 */
async function openShop(page: Page, stage: Stage, lang: string, attributes: string) {
  const charge = await newCharge(stage)
  // The card waits eight seconds for its language, and then speaks English.
  await postpone(page.context(), 8000)
  const { promise: isAnswering, resolve: answer } = Promise.withResolvers<void>()
  const late = (url: string, until: () => Promise<unknown>) =>
    page.route(url, async (route) => {
      await until()
      await route.continue()
    })
  await late('**/*.js', () => new Promise((done) => setTimeout(done, 150)))
  await late('**/pay/**', () => isAnswering)
  const dir = lang === 'ar' ? 'rtl' : 'ltr'
  const body = `<main class="kept" lang="${lang}" dir="${dir}"><h1>Shop</h1>
    <pay-charge charge-id="${charge.id}" ${attributes}><p slot="summary">Stoneware mug, 1 piece</p></pay-charge>
    <p>Free returns within 30 days.</p></main>`
  await page.goto(stage.page(body))
  return answer
}

const pages = [
  { lang: 'en', price: '$19.99', attributes: 'brand-name="Field &amp; Kiln"' },
  // The shop's name comes with the charge.
  { lang: 'de', price: '19,99', attributes: '' },
  { lang: 'ar', price: '19.99', attributes: 'brand-name="Field &amp; Kiln" brand-color="#0a7"' },
  // On a page from left to right.
  { lang: 'en', price: '19.99', attributes: 'locale="ar"' },
]

for (const width of [360, 1280])
  for (const { lang, price, attributes } of pages)
    everyRun((width === 360) === (lang !== 'de'))(
      `nothing moves while a payment loads at ${width} px in ${lang} ${attributes}`,
      async ({ page, stage }) => {
        await page.setViewportSize({ width, height: 800 })
        const idle = page.waitForResponse(/pay-charge-checkout-/)
        const answer = await openShop(page, stage, lang, attributes)
        await expect(card(page).locator('.skeleton').first()).toBeVisible()
        answer()
        await expect(card(page)).toContainText(price)
        // And none of what comes when the browser has nothing better to do.
        await (await idle).finished()
        await expect
          .poll(() =>
            card(page).evaluate(({ shadowRoot }) => shadowRoot?.adoptedStyleSheets.length),
          )
          .toBeGreaterThan(1)
        expect(await shifts(page)).toEqual([])
      },
    )

test('what moves is seen', async ({ page, stage }) => {
  const answer = await openShop(page, stage, 'en', '')
  answer()
  await expect(card(page)).toContainText('$19.99')
  await page.evaluate(() => document.querySelector('main')?.prepend(document.createElement('hr')))
  await expect.poll(() => shifts(page)).not.toEqual([])
})
