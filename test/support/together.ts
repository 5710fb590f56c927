import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readCpuSeconds } from './cost.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs files of tests in this process, one after the other. What they load is loaded and compiled once: for most files that
 * takes longer than their tests.
 */
export function runTogether(files: readonly string[]): void {
  for (const file of files)
    suite(file, async () => {
      let costBefore = 0
      before(() => {
        costBefore = cost()
      })
      await import(join(root, file))
      after(() => tellCost(file, cost() - costBefore))
    })
}

const cost = () => {
  const { own, children } = readCpuSeconds()
  return own + children
}

function tellCost(file: string, seconds: number): void {
  const { COSTS_FILE } = process.env
  if (COSTS_FILE) appendFileSync(COSTS_FILE, `${JSON.stringify({ file, seconds })}\n`)
}
