import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import type { Stage } from '../../support/stage.ts'
import { until } from '../../support/wait.ts'
import { openPage } from './conditions.ts'
import { type Spread, summarize } from './figures.ts'
import { type BenchShop, price } from './shop.ts'
import { buildDocument, priceText } from './variants.ts'

/** What elements of one charge cost a page, beyond the same page with the script and no element. */
export interface ElementsFigures {
  count: number
  /** Milliseconds on the slow CPU, until everything has loaded. */
  script: Spread
  styleAndLayout: Spread
  /** KiB of JavaScript's memory, after a garbage collection. */
  heap: Spread
  calls: number
}

interface Cost {
  script: number
  styleAndLayout: number
  heap: number
  calls: number
}

const counts = [0, 1, 10, 100]
/** Behind the last price, the code of later screens, which loads when the page is idle, comes within this time. */
const settleMs = 2000

const hasEveryPrice = `[...document.querySelectorAll('pay-charge')].every(({ shadowRoot }) =>
  shadowRoot?.querySelector('.amount')?.textContent.includes('${priceText}'))`

/** Loads pages with so many elements, in turn. The first round warms the servers and is forgotten. */
export async function measureElements(
  browser: Browser,
  stage: Stage,
  shop: BenchShop,
  rounds: number,
): Promise<ElementsFigures[]> {
  const costs = new Map<number, Cost[]>(counts.map((count) => [count, []]))
  for (let round = 0; round <= rounds; round += 1) {
    const empty = await measurePage(browser, stage, shop, 0)
    for (const [count, list] of costs) {
      if (count === 0) continue
      const full = await measurePage(browser, stage, shop, count)
      if (round > 0) list.push(subtract(full, empty))
    }
    console.error(`elements: round ${round} of ${rounds}`)
  }
  return counts
    .filter((count) => count > 0)
    .map((count) => {
      const list = costs.get(count) ?? []
      const spread = (figure: keyof Cost) => summarize(list.map((cost) => cost[figure]))
      return {
        count,
        script: spread('script'),
        styleAndLayout: spread('styleAndLayout'),
        heap: spread('heap'),
        calls: spread('calls').median,
      }
    })
}

async function measurePage(
  browser: Browser,
  stage: Stage,
  shop: BenchShop,
  count: number,
): Promise<Cost> {
  const charge = await stage.client.createCharge(price)
  const { page, context, cdp } = await openPage(browser, { cpu: true })
  try {
    await cdp.send('Performance.enable')
    shop.takeCalls()
    const body = `<pay-charge charge-id="${charge.id}"></pay-charge>`.repeat(count)
    await page.goto(shop.page(buildDocument({ script: 'pay-charge.js', body })))
    await until('every price', async () => {
      const { result } = await cdp.send('Runtime.evaluate', { expression: hasEveryPrice })
      return result.value === true || undefined
    })
    await sleep(settleMs)
    const { metrics } = await cdp.send('Performance.getMetrics')
    const ms = (name: string) =>
      (metrics.find((one) => one.name === name)?.value ?? Number.NaN) * 1000
    await cdp.send('HeapProfiler.collectGarbage')
    const { usedSize } = await cdp.send('Runtime.getHeapUsage')
    return {
      script: ms('ScriptDuration'),
      styleAndLayout: ms('RecalcStyleDuration') + ms('LayoutDuration'),
      heap: usedSize / 1024,
      calls: shop.takeCalls().length,
    }
  } finally {
    await context.close()
  }
}

const subtract = (one: Cost, other: Cost): Cost => ({
  script: one.script - other.script,
  styleAndLayout: one.styleAndLayout - other.styleAndLayout,
  heap: one.heap - other.heap,
  calls: one.calls - other.calls,
})
