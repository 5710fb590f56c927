import { type AsyncHook, createHook } from 'node:async_hooks'
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
  const left = new Set(files)
  failWhereLeft(left)
  const stopTracing = catchTracing()
  const allLoaded = Promise.withResolvers<void>()
  let loading = files.length
  for (const file of files)
    suite(file, async () => {
      let costBefore = 0
      before(() => {
        costBefore = cost()
      })
      try {
        await import(join(root, file))
      } finally {
        after(() => {
          left.delete(file)
          tellCost(file, cost() - costBefore)
        })
        loading -= 1
        if (loading === 0) {
          stopTracing()
          allLoaded.resolve()
        }
      }
      // No test runs before.
      await allLoaded.promise
    })
}

/** Fails a process that ends, as by `process.exit()` in a test, before all of its files have: nothing else would tell of the rest. */
function failWhereLeft(left: ReadonlySet<string>): void {
  // Of a run of tests by their name, most files have none.
  if (process.env.TEST_NAME) return
  process.on('exit', () => {
    if (left.size === 0) return
    console.error(`The process has ended before these files had:\n${[...left].join('\n')}`)
    process.exitCode = 1
  })
}

/**
 * Catches the hook by which `node:test` traces every promise, and gives what ends it. The hook tells it to which suite a test
 * belongs, which is known once all files are loaded. From then on it only tells which test an error belongs to that nobody
 * catches, and takes an eighth of the processor's time: without it such an error still fails the run.
 */
function catchTracing(): () => void {
  const hooks = Object.getPrototypeOf(createHook({})) as AsyncHook
  const { enable } = hooks
  const caught: AsyncHook[] = []
  hooks.enable = function (this: AsyncHook) {
    caught.push(this)
    return enable.call(this)
  }
  return () => {
    hooks.enable = enable
    for (const one of caught) one.disable()
  }
}

const cost = () => {
  const { own, children } = readCpuSeconds()
  return own + children
}

function tellCost(file: string, seconds: number): void {
  const { COSTS_FILE } = process.env
  if (COSTS_FILE) appendFileSync(COSTS_FILE, `${JSON.stringify({ file, seconds })}\n`)
}
