import {
  type Browser,
  type BrowserContext,
  expect as defaultExpect,
  type Page,
} from '@playwright/test'
import type { PayCharge } from '../../src/element/pay-charge.ts'
import { card, payButton } from '../e2e/fixtures.ts'
import type { Stage } from '../support/stage.ts'
import { TestWallet } from '../support/test-wallet.ts'
import { patience } from '../support/wait.ts'

const expect = defaultExpect.configure({ timeout: patience })

/** Pays in an example's page, as a customer does. Rejects when anything of it fails; `picture` then shows the page. */
export async function payInBrowser(browser: Browser, stage: Stage, url: string, picture: string) {
  const context = await browser.newContext({ viewport: { width: 420, height: 900 } })
  const faults = collectFaults(context)
  const node = await routeNode(context, stage.chain.rpcUrl)
  const wallet = new TestWallet({ rpcUrl: stage.chain.rpcUrl })
  await wallet.install(context)
  const page = await context.newPage()
  await page.addInitScript(countReads)
  try {
    await page.goto(url)
    // A page that a server has rendered gets its properties and listeners only when its scripts have taken it over.
    await expect.poll(() => readSettings(page)).toEqual(settings)
    await payButton(page).click({ timeout: patience })
    await expect(card(page)).toContainText('Payment sent')
    await stage.chain.client.mine({ blocks: 3 })
    await expect(card(page)).toContainText('Thank you. Your payment is confirmed.')
    const [hash] = wallet.sent
    expect(wallet.sent, 'the wallet has sent one transaction').toHaveLength(1)
    await expect(page.getByRole('status').getByText(`Your transaction: ${hash}`)).toBeVisible()
    const id = await card(page).evaluate((element) => (element as PayCharge).charge?.id ?? '')
    const reads = await page.evaluate(() => Reflect.get(globalThis, 'receiptReads'))
    expect(reads, 'the page has heard of it once').toBe(1)
    expect(node.calls, "the page's own node was asked").toBeGreaterThan(0)
    const { payments } = await stage.client.getCharge(id)
    expect(payments).toMatchObject([{ status: 'COMPLETED', paidAmountInRequestedToken: '19.99' }])
    expect(faults, 'no uncaught error, no error in the console').toEqual([])
  } catch (error) {
    await page.screenshot({ path: picture, fullPage: true })
    throw faults.length > 0
      ? new AggregateError([error], faults.join('\n'), { cause: error })
      : error
  } finally {
    // A call to the node may still be under way.
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
}

/** What the element of every example is given, by attribute or property. */
const settings = {
  order: { sku: 'mug' },
  brandColor: '#7c3aed',
  rpcUrls: { 31337: 'https://rpc.example' },
}

function readSettings(page: Page) {
  return card(page).evaluate((element) => {
    const { order, brandColor, rpcUrls } = element as PayCharge
    // JSON text where a server has rendered it.
    const value = typeof order === 'string' ? (JSON.parse(order) as unknown) : order
    return { order: value, brandColor, rpcUrls }
  })
}

/** Counts how often handlers of the page read the receipt of a payment: each does once. */
function countReads() {
  let reads = 0
  Object.defineProperty(globalThis, 'receiptReads', { get: () => reads })
  const count = (event: WindowEventMap['pay-charge-success']) => {
    const { receipt } = event
    const get = () => {
      reads++
      return receipt
    }
    Object.defineProperty(event, 'receipt', { get })
  }
  addEventListener('pay-charge-success', count, { capture: true })
}

/** Errors that a customer would not see, and that a merchant must not have. */
function collectFaults(context: BrowserContext): string[] {
  const faults: string[] = []
  context.on('weberror', (error) => faults.push(String(error.error())))
  context.on('console', (message) => {
    const { url } = message.location()
    if (message.type() === 'error' && !isExpected(url, message.text()))
      faults.push(`${message.text()} ${url}`)
  })
  return faults
}

/** Returns whether an error in the console belongs to every payment that goes well. */
function isExpected(url: string, text: string): boolean {
  // Chromium asks every site for an icon.
  if (url.endsWith('/favicon.ico')) return true
  // The service may see the transfer on the chain before the page reports it: it then answers that it knows the payment.
  return url.endsWith('/payments') && text.includes('409')
}

/** Stands for the node that a page names in `rpcUrls`: the local chain, at a name that is in each example. */
async function routeNode(context: BrowserContext, rpcUrl: string) {
  const node = { calls: 0 }
  await context.route('https://rpc.example/**', async (route) => {
    const request = route.request()
    node.calls++
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers })
    const reply = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: request.postData() ?? '',
    })
    const body = await reply.text()
    return route.fulfill({ contentType: 'application/json', headers, body })
  })
  return node
}
