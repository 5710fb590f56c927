import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import { chromiumArguments, chromiumPath } from '../../demo/browser.ts'
import { startDemo } from './demo.ts'
import { takeDesk } from './desk-screenshots.ts'

// `npm run screenshots`: takes the pictures of README and documentation again. Run it after a change of texts or styles.
//   npm run screenshots -- desk   only those of the desk

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = `${root}demo/screenshots/`

/** A card of a picture: the name of the screen (pay-charge/preview), and its brand color. */
interface Card {
  screen: string
  color?: string
}

spawnSync('vite', ['build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' })
const isDeskOnly = process.argv.includes('desk')
const demo = await startDemo({ month: true })
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: [...chromiumArguments],
})
try {
  if (!isDeskOnly) await takeElement(browser, demo.facts.shop)
  await takeDesk(browser, demo, folder)
} finally {
  await browser.close()
  await demo.end()
}

async function takeElement(browser: Browser, shop: string) {
  await takeCards(browser, shop, 'card', [
    { screen: 'ready' },
    { screen: 'confirming' },
    { screen: 'paid' },
  ])
  await takeCards(browser, shop, 'brands', [
    { screen: 'ready', color: '#7c3aed' },
    { screen: 'partly paid', color: '#f59e0b' },
    { screen: 'confirming', color: '#0f172a' },
  ])
  await takePlayground(browser, shop)
}

/** Takes pictures of cards side by side, one in light and one in dark. */
async function takeCards(browser: Browser, shop: string, name: string, cards: Card[]) {
  for (const scheme of ['light', 'dark'] as const)
    await takeRow(browser, shop, scheme, `${name}-${scheme}.png`, cards)
}

async function takeRow(
  browser: Browser,
  shop: string,
  colorScheme: 'light' | 'dark',
  file: string,
  cards: Card[],
) {
  const page = await browser.newPage({
    viewport: { width: 1160, height: 300 },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
    colorScheme,
  })
  await page.goto(`${shop}/playground`)
  await page.evaluate(async (cards) => {
    type Element = HTMLElement & { brandName: string; brandColor: string | null }
    await customElements.whenDefined('pay-charge')
    const { preview, samples } = await (
      customElements.get('pay-charge') as unknown as {
        preview(): Promise<typeof import('../../src/element/preview/index.ts')>
      }
    ).preview()
    document.head.replaceChildren()
    document.body.replaceChildren()
    for (const sheet of document.adoptedStyleSheets) sheet.replaceSync('')
    document.documentElement.style.colorScheme = 'light dark'
    document.body.style.cssText =
      'margin:0;background:light-dark(#f3f3f3,#08090a);display:grid;grid-template-columns:repeat(3,1fr);gap:22px;padding:22px;align-items:start'
    for (const { screen, color } of cards) {
      const element = document.createElement('pay-charge') as unknown as Element
      element.brandName = 'Field & Kiln'
      element.brandColor = color ?? null
      const summary = element.appendChild(document.createElement('p'))
      summary.slot = 'summary'
      summary.style.margin = '0'
      summary.textContent = 'Stoneware mug × 2'
      document.body.append(element)
      const sample = samples.find(({ name }) => name === screen)
      if (!sample) throw new Error(`There is no screen ${screen}.`)
      await preview(element as never).show(sample.state)
    }
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  }, cards)
  // The icons of token and network.
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: folder + file, fullPage: true })
  await page.close()
}

async function takePlayground(browser: Browser, shop: string) {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 900 },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  })
  const place = new URLSearchParams({ screen: 'confirming', brand: '#0f766e' })
  await page.goto(`${shop}/playground?${place}`)
  await page.locator('pay-charge').first().locator('.card').waitFor()
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: `${folder}playground.png` })
  await page.close()
}
