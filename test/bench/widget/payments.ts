import type { Browser, CDPSession, Page } from '@playwright/test'
import type { Stage } from '../../support/stage.ts'
import { TestWallet } from '../../support/test-wallet.ts'
import { until } from '../../support/wait.ts'
import { openPage } from './conditions.ts'
import { type BenchShop, price } from './shop.ts'
import { buildDocument } from './variants.ts'

/** What a page holds after so many payments, after a garbage collection. */
export interface Memory {
  payments: number
  heapBytes: number
  nodes: number
  listeners: number
  documents: number
}

/** By the first, everything has been loaded and used; what comes after it is growth. */
const readings = [10, 20, 30, 40, 50]

/** Pays one charge after the other in one page, each with an element of its own that is removed afterwards. */
export async function measureMemory(
  browser: Browser,
  stage: Stage,
  shop: BenchShop,
): Promise<Memory[]> {
  const { page, context, cdp } = await openPage(browser, {})
  try {
    const wallet = new TestWallet({ rpcUrl: stage.chain.rpcUrl })
    await wallet.install(context)
    await page.goto(shop.page(buildDocument({ script: 'pay-charge.js', body: '' })))
    const memory: Memory[] = []
    for (let payments = 1; payments <= (readings.at(-1) ?? 0); payments += 1) {
      await pay(page, stage, wallet)
      if (!readings.includes(payments)) continue
      memory.push(await readMemory(cdp, payments))
      console.error(`memory: ${payments} payments`)
    }
    return memory
  } finally {
    await context.close()
  }
}

async function pay(page: Page, stage: Stage, wallet: TestWallet): Promise<void> {
  const { id } = await stage.client.createCharge(price)
  await page.evaluate((chargeId) => {
    const element = document.createElement('pay-charge')
    element.setAttribute('charge-id', chargeId)
    element.setAttribute('redirect', 'none')
    document.querySelector('main')?.append(element)
  }, id)
  const reach = (step: string) =>
    page.waitForFunction((name) => document.querySelector('pay-charge')?.state.step === name, step)
  const sent = wallet.sent.length
  await reach('ready')
  await page.evaluate(() => document.querySelector('pay-charge')?.pay())
  await until('the transfer', () => wallet.sent.length > sent || undefined)
  await stage.chain.client.mine({ blocks: 3 })
  await (await reach('paid')).dispose()
  await page.evaluate(() => document.querySelector('pay-charge')?.remove())
}

async function readMemory(cdp: CDPSession, payments: number): Promise<Memory> {
  // What a collection lets go may free more in the next one: finalizers, and wrappers of DOM nodes.
  for (let turn = 0; turn < 3; turn += 1) await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners, documents } = await cdp.send('Memory.getDOMCounters')
  return { payments, heapBytes: usedSize, nodes, listeners: jsEventListeners, documents }
}
