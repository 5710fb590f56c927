import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from '@playwright/test'
import { chromiumArguments, chromiumPath } from '../../../demo/browser.ts'

/** A round trip of the slow line, in milliseconds. */
export const roundTripMs = 150

/** A phone on a slow mobile network. */
const slowLine = {
  offline: false,
  latency: roundTripMs,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const cpuSlowdown = 4

export const conditions =
  '150 ms latency, 1.6 Mbit/s, CPU 4 times slower, HTTP/2, TLS and Brotli, nothing cached'

/** What of the slow phone a measurement wants. */
export interface Slowness {
  line?: boolean
  cpu?: boolean
}

/** A page in a context of its own, with Chromium's own view of it. */
export interface MeasuredPage {
  page: Page
  context: BrowserContext
  cdp: CDPSession
}

/** Starts Debian's Chromium. */
export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArguments] })
}

/** Opens an empty page in a new context, which has nothing cached. */
export async function openPage(browser: Browser, slow: Slowness): Promise<MeasuredPage> {
  const viewport = { width: 390, height: 800 }
  const context = await browser.newContext({ viewport, ignoreHTTPSErrors: true })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  if (slow.line) {
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', slowLine)
  }
  if (slow.cpu) await slowCpu(cdp)
  return { page, context, cdp }
}

/** Makes the page's CPU slow from now on. */
export async function slowCpu(cdp: CDPSession): Promise<void> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
}
