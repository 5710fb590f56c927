import { chromium } from '@playwright/test'
import { chromiumArguments, chromiumPath } from '../../demo/browser.ts'
import type { Stage } from '../support/stage.ts'

/** A phone on a slow mobile network: what the peers' figures were taken with. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const cpuSlowdown = 4

/** Milliseconds from navigation to the price on the screen, one fresh browser context a run. */
export async function timeToPrice(stage: Stage, runs: number): Promise<number[]> {
  const charge = await stage.client.createCharge({
    pricing_type: 'fixed_price',
    local_price: { amount: '19.99' },
  })
  const url = stage.page(`<pay-charge charge-id="${charge.id}"></pay-charge>`)
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [...chromiumArguments],
  })
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const context = await browser.newContext({ viewport: { width: 390, height: 800 } })
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', network)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    await page.addInitScript(() => {
      const look = () => {
        const text = document
          .querySelector('pay-charge')
          ?.shadowRoot?.querySelector('.amount')?.textContent
        if (text?.includes('19.99')) Object.assign(window, { priceAt: performance.now() })
        else requestAnimationFrame(look)
      }
      look()
    })
    await page.goto(url)
    const at = await page.waitForFunction(() => (window as { priceAt?: number }).priceAt)
    times.push(Number(await at.jsonValue()))
    await context.close()
  }
  await browser.close()
  return times.sort((a, b) => a - b)
}
