import { cpus, loadavg } from 'node:os'
import type { Browser } from '@playwright/test'
import { withOptions } from '../../support/service-options.ts'
import { type Stage, startStage } from '../../support/stage.ts'
import { buildBareElement, buildWidget } from './build-scripts.ts'
import { measureClickToWallet } from './click-to-wallet.ts'
import { conditions, launchBrowser } from './conditions.ts'
import { measureElements } from './elements.ts'
import { measureInteractions } from './interactions.ts'
import { measureMemory } from './payments.ts'
import {
  listClickFigures,
  listClickRatios,
  listElementsFigures,
  listElementsRatios,
  listInteractionFigures,
  listMemoryFigures,
  listMemoryRatios,
  listPriceFigures,
  listPriceRatios,
} from './report.ts'
import { type BenchShop, startShop } from './shop.ts'
import { measureTimeToPrice } from './time-to-price.ts'

/** What a measurement works with: everything is real, and on this machine. */
export interface Bench {
  browser: Browser
  stage: Stage
  shop: BenchShop
  /** How often a load is repeated. */
  rounds: number
}

/** What a part of the bench prints: its ratios stand above the figures of all parts. */
interface Report {
  ratios: string[]
  figures: string[]
}

/** The parts of `npm run bench`, in the order in which they run. */
const parts: Record<string, (bench: Bench) => Promise<Report>> = {
  async price({ browser, stage, shop, rounds }) {
    const figures = await measureTimeToPrice(browser, stage, shop, rounds)
    const title = `Time to price (${rounds} runs each, in turn; ${conditions})`
    return {
      ratios: listPriceRatios(figures),
      figures: [title, ...listPriceFigures(figures)],
    }
  },
  async elements({ browser, stage, shop, rounds }) {
    const figures = await measureElements(browser, stage, shop, Math.ceil(rounds / 2))
    return {
      ratios: listElementsRatios(figures),
      figures: [
        'Elements of one charge, beyond a page with the script alone (CPU 4 times slower)',
        ...listElementsFigures(figures),
      ],
    }
  },
  async interactions({ browser, shop }) {
    const interactions = await measureInteractions(browser, shop)
    return {
      ratios: [],
      figures: [
        'Click to next paint (Event Timing API, in steps of 8 ms; CPU 4 times slower)',
        ...listInteractionFigures(interactions),
      ],
    }
  },
  async click({ browser, stage, rounds }) {
    const figures = await measureClickToWallet(browser, stage, rounds)
    return {
      ratios: listClickRatios(figures),
      figures: [
        'From the click on Pay to the wallet’s question (everything loaded, CPU 4 times slower)',
        ...listClickFigures(figures),
      ],
    }
  },
  async memory({ browser, stage, shop }) {
    const memory = await measureMemory(browser, stage, shop)
    return {
      ratios: listMemoryRatios(memory),
      figures: ['Memory of one page, after garbage collections', ...listMemoryFigures(memory)],
    }
  },
}

export const widgetParts = Object.keys(parts)

/** `npm run bench`: measures the widget in a real browser, and prints all ratios before all figures. */
export async function benchWidget(names: readonly string[], rounds: number): Promise<void> {
  await withBench(rounds, async (bench) => {
    const reports: Report[] = []
    for (const [name, measure] of Object.entries(parts)) {
      if (names.includes(name)) reports.push(await measure(bench))
    }
    console.log(`${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)}`)
    const ratios = reports.flatMap((report) => report.ratios)
    if (ratios.length > 0) console.log(['Ratios', ...ratios].join('\n'))
    for (const { figures } of reports) console.log(['', ...figures].join('\n'))
  })
}

/** Builds the widget, starts all that it needs, and ends it afterwards. */
export async function withBench(
  rounds: number,
  measure: (bench: Bench) => Promise<void>,
): Promise<void> {
  buildWidget()
  const scripts = new Map([['bare-element.js', await buildBareElement()]])
  // Whoever measures calls more often than a payer does.
  const stage = await startStage({
    RATE_LIMIT: '0',
    ...withOptions({ rateLimitAddress: 0 }),
    LOG_LEVEL: 'warn',
  })
  const shop = await startShop(stage, scripts)
  const browser = await launchBrowser()
  try {
    await measure({ browser, stage, shop, rounds })
  } finally {
    await browser.close()
    await shop.close()
    await stage.end()
  }
}
