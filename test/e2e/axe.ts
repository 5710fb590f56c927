import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

/** The script that a page needs before any of its own: its policy lets none in later. */
export const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations', 'incomplete'],
  preload: false,
}

/** What axe has against the page as it is, with everything opened that can be. */
export async function violations(page: Page): Promise<string[]> {
  // What a click leads to is there before its styles are.
  await page.waitForLoadState()
  return await page.evaluate(async (given) => {
    const root = document.querySelector('pay-charge')?.shadowRoot
    for (const details of root?.querySelectorAll('details') ?? []) details.open = true
    // Of a row that is scrolled away no color can be read.
    for (const list of root?.querySelectorAll<HTMLElement>('.long') ?? [])
      list.style.maxHeight = 'none'
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } }
    const results = await axe.run(given)
    // What it cannot decide counts too, as far as it is about color.
    const unsure = results.incomplete.filter(({ id }) => id === 'color-contrast')
    return [...results.violations, ...unsure].flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    )
  }, options)
}
