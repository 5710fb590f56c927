import type { Browser, Page } from '@playwright/test'
import type { startDemo } from './demo.ts'

/** The demo with its month, whose desk is shown. */
type Demo = Awaited<ReturnType<typeof startDemo>>

/** Takes the pictures of the pages for the shop's people, from the desk of a demo with its month. */
export async function takeDesk(browser: Browser, demo: Demo, folder: string): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: 1000, height: 700 },
    deviceScaleFactor: 1.5,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Berlin',
  })
  const desk = `${demo.facts.service}/desk`
  const take = async (name: string) => {
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.screenshot({ path: `${folder}desk-${name}.png` })
  }
  await signIn(page, desk, demo.deskKey)
  await addEndpoint(page, desk)
  await page.goto(desk)
  await take('today')
  await page.goto(`${desk}/unmatched`)
  await page.getByRole('link', { name: 'Choose' }).first().click()
  await take('unmatched')
  await page.goto(`${desk}/refunds`)
  await page.locator('main tbody a, main ul a[href*="/refunds/"]').first().click()
  await take('refund')
  await page.goto(`${desk}/books`)
  await take('books')
  await createCharge(page, desk)
  await take('charge')
  await page.close()
}

async function signIn(page: Page, desk: string, key: string) {
  await page.goto(desk)
  await page.getByLabel('Key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Today' }).waitFor()
}

/** With an endpoint the shop is set up, and Today begins with its figures. */
async function addEndpoint(page: Page, desk: string) {
  await page.goto(`${desk}/webhooks`)
  await page.getByLabel('URL').fill('https://shop.example/webhooks/pay-charge')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.waitForLoadState('networkidle')
}

async function createCharge(page: Page, desk: string) {
  await page.goto(`${desk}/charges/new`)
  await page.getByLabel('What it is for').fill('Glazing course, May 8')
  await page.getByLabel('Amount in dollars').fill('45.00')
  await page.getByLabel('Order number').fill('K-17')
  await page.getByLabel('e-mail').fill('ada.byron@example.com')
  await page.getByRole('button', { name: 'Create charge' }).click()
  await page.getByRole('heading', { name: 'Ask for payment' }).waitFor()
}
