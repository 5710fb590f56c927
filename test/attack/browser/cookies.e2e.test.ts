import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Frame, type Page } from '@playwright/test'
import { chromiumArguments, wholeChromiumPath } from '../../../demo/browser.ts'
import {
  expect,
  expectPaidOnce,
  mine,
  newCharge,
  nightly,
  open,
  seen,
  test,
} from '../../e2e/fixtures.ts'
import type { Stage } from '../../support/stage.ts'
import { TestWallet } from '../../support/test-wallet.ts'

// The browser's own settings, as payers have them: nothing of the page is put in the place of what the browser does.

interface Profile {
  preferences: object
  arguments?: readonly string[]
}

/** Runs with a browser that has these settings. */
async function inBrowser(profile: Profile, work: (context: BrowserContext) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'pay-charge-cookies-'))
  await mkdir(join(folder, 'Default'))
  const text = JSON.stringify({ profile: profile.preferences })
  await writeFile(join(folder, 'Default', 'Preferences'), text)
  const executablePath = wholeChromiumPath()
  const args = [...chromiumArguments, ...(profile.arguments ?? [])]
  const context = await chromium.launchPersistentContext(folder, { executablePath, args })
  try {
    await work(context)
  } finally {
    await context.close()
    // The browser's own processes may still write there.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

/** What the browser says to whoever wants a lock, and to whoever wants the storage. */
function refusals(frame: Page | Frame) {
  return frame.evaluate(async () => {
    const lock = await navigator.locks
      .request('probe', () => 'granted')
      .catch((cause: Error) => cause.name)
    try {
      return [lock, typeof localStorage]
    } catch (cause) {
      return [lock, (cause as Error).name]
    }
  })
}

const warning = 'Your browser is blocking storage'

/** The payer is told what is true, may go back, and pays. */
async function payWithoutNote(
  at: Page | Frame,
  stage: Stage,
  payer: TestWallet,
  charge: { id: string },
) {
  const card = at.locator('pay-charge')
  const pay = card.getByRole('button', { name: 'Pay 19.99 DUSD' })
  // In a frame of another site the browser says late that the button is seen.
  const click = async () => {
    await pay.click({ trial: true })
    await seen(at)
    await pay.click()
  }
  await click()
  await expect(card.getByRole('heading', { name: warning })).toBeVisible()
  await expect(card).not.toContainText('You may have already paid')
  await card.getByRole('button', { name: 'Back' }).click()
  await click()
  await expect(card.getByRole('heading', { name: warning })).toBeVisible()
  expect(payer.count('eth_sendTransaction')).toBe(0)
  await card.getByRole('button', { name: 'Pay anyway' }).click()
  await expect(card).toContainText('Payment sent')
  await mine(stage)
  await expect(card).toContainText('Thank you. Your payment is confirmed.')
  await expectPaidOnce(stage, charge, payer)
}

/** Waits until the browser calls the pay button visible, which it knows once the page around the frame is drawn. */
function untilVisible(frame: Frame) {
  return frame.locator('pay-charge').evaluate(
    (element) =>
      new Promise<void>((done) => {
        const observer = new IntersectionObserver(
          (entries) => {
            const { isVisible } = entries.at(-1) as IntersectionObserverEntry & {
              isVisible: boolean
            }
            if (!isVisible) return
            observer.disconnect()
            done()
          },
          { trackVisibility: true, delay: 100 } as IntersectionObserverInit,
        )
        observer.observe(element.shadowRoot?.querySelector('.pay > button') as Element)
      }),
  )
}

/** A page of another site with the shop's in a frame. */
async function embed(address: string) {
  const body = `<!doctype html><title>Another site</title><iframe src="${address}" width="400" height="700"></iframe>`
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    // Another site than the shop's, which is at localhost; both are secure contexts.
    address: `http://127.0.0.1:${port}/`,
    close() {
      // The browser holds a connection in store, which Node would wait for.
      server.closeAllConnections()
      return new Promise<void>((done) => server.close(() => done()))
    },
  }
}

test('with all cookies blocked by the browser the payer is told so, pays and is credited', async ({
  stage,
}) => {
  const preferences = { default_content_setting_values: { cookies: 2 } }
  await inBrowser({ preferences }, async (context) => {
    const payer = new TestWallet({ rpcUrl: stage.chain.rpcUrl })
    await payer.install(context)
    const page = await context.newPage()
    const charge = await newCharge(stage)
    await open(page, stage, charge)
    expect(await refusals(page), 'the browser’s own setting').toEqual([
      'SecurityError',
      'SecurityError',
    ])
    await payWithoutNote(page, stage, payer, charge)
  })
})

nightly('with all cookies blocked an order is paid, too', async ({ stage }) => {
  const preferences = { default_content_setting_values: { cookies: 2 } }
  await inBrowser({ preferences }, async (context) => {
    const payer = new TestWallet({ rpcUrl: stage.chain.rpcUrl })
    await payer.install(context)
    const page = await context.newPage()
    await page.goto(stage.page(`<pay-charge redirect="none" order='{"sku":"mug"}'></pay-charge>`))
    await expect(page.locator('pay-charge')).toContainText('Pay 19.99 DUSD')
    const charge = await page.locator('pay-charge').evaluate((element) => ({
      id: (element as unknown as { charge: { id: string } }).charge.id,
    }))
    await payWithoutNote(page, stage, payer, charge)
  })
})

test('in a frame of another site, in a private window that blocks its storage, the payer is told so, pays and is credited', async ({
  stage,
}) => {
  // 1: third parties are blocked in private windows, which is the browser's default.
  const preferences = { cookie_controls_mode: 1 }
  await inBrowser({ preferences, arguments: ['--incognito'] }, async (context) => {
    const payer = new TestWallet({ rpcUrl: stage.chain.rpcUrl })
    await payer.install(context)
    const page = await context.newPage()
    const charge = await newCharge(stage)
    const shop = stage.page(`<pay-charge charge-id="${charge.id}" redirect="none"></pay-charge>`)
    const site = await embed(shop)
    try {
      await page.goto(site.address)
      await expect.poll(() => page.frame({ url: shop })?.url()).toBe(shop)
      const frame = page.frame({ url: shop }) as Frame
      await expect(frame.locator('pay-charge')).toContainText('Pay 19.99 DUSD')
      expect(await refusals(frame), 'the browser’s own setting').toEqual([
        'SecurityError',
        'SecurityError',
      ])
      await untilVisible(frame)
      await payWithoutNote(frame, stage, payer, charge)
    } finally {
      await site.close()
    }
  })
})
