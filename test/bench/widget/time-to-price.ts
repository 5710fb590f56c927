import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import type { Stage } from '../../support/stage.ts'
import { openPage } from './conditions.ts'
import { type Spread, summarize } from './figures.ts'
import { loadUntilPrice, type PriceWatch, readPriceWatch } from './price-watch.ts'
import { type BenchShop, createCharge } from './shop.ts'
import { type Variant, type VariantId, variants } from './variants.ts'

/** The figures of one variant. Milliseconds; all but the time itself are of what comes before the price. */
export interface PriceFigures {
  id: VariantId
  name: string
  timeToPrice: Spread
  /** The sum of what long tasks took beyond 50 ms each. */
  blocking: Spread
  /** 0 where no task took 50 ms. */
  longestTask: Spread
  /** The largest sum of layout shifts of any run, up to a second after the price. */
  shift: number
  /** Calls to the proxy of one load, up to a second after the price. */
  calls: number
}

interface Run {
  timeToPrice: number
  blocking: number
  longestTask: number
  shift: number
  calls: number
}

/** Long enough for what loads behind the price, on the slow line. */
const settleMs = 1000

/**
 * Loads every variant in turn, so that whatever else the machine does falls on all. The first round warms the servers
 * and is forgotten.
 */
export async function measureTimeToPrice(
  browser: Browser,
  stage: Stage,
  shop: BenchShop,
  rounds: number,
): Promise<PriceFigures[]> {
  const runs = new Map<Variant, Run[]>(variants.map((variant) => [variant, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const [variant, list] of runs) {
      const run = await measureLoad(browser, stage, shop, variant)
      if (round > 0) list.push(run)
    }
    console.error(`time to price: round ${round} of ${rounds}`)
  }
  return variants.map((variant) => {
    const list = runs.get(variant) ?? []
    const spread = (figure: keyof Run) => summarize(list.map((run) => run[figure]))
    return {
      id: variant.id,
      name: variant.name,
      timeToPrice: spread('timeToPrice'),
      blocking: spread('blocking'),
      longestTask: spread('longestTask'),
      shift: spread('shift').max,
      calls: spread('calls').max,
    }
  })
}

async function measureLoad(
  browser: Browser,
  stage: Stage,
  shop: BenchShop,
  variant: Variant,
): Promise<Run> {
  const charge = await createCharge(stage)
  const measured = await openPage(browser, { line: true, cpu: true })
  try {
    shop.takeCalls()
    await loadUntilPrice(measured, shop.page(await variant.document(charge)))
    await sleep(settleMs)
    const load = summarizeLoad(await readPriceWatch(measured))
    return { ...load, calls: shop.takeCalls().length }
  } finally {
    await measured.context.close()
  }
}

/** Of a task that goes on behind the price, only what comes before it counts. */
function summarizeLoad({ priceAt, longTasks, shift }: PriceWatch): Omit<Run, 'calls'> {
  const durations = longTasks
    .filter(({ start }) => start < priceAt)
    .map(({ start, duration }) => Math.min(duration, priceAt - start))
  return {
    timeToPrice: priceAt,
    blocking: durations.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0),
    longestTask: Math.max(0, ...durations),
    shift,
  }
}
