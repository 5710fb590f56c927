import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { faults, plantIn } from './faults.ts'
import type { Schedule } from './play.ts'

// A process of plant.ts: plants one fault in memory, then hunts for it. Arguments: the fault's number, seed, count.

const [number, seed, count] = process.argv.slice(2).map(Number)
const fault = faults[number ?? -1]
if (!fault) throw new Error('Give the number of a fault.')
const path = fileURLToPath(new URL(`../../${fault.file}`, import.meta.url))
const source = plantIn(readFileSync(path, 'utf8'), fault)
const url = pathToFileURL(path).href
registerHooks({
  load(at, context, next) {
    const loaded = next(at, context)
    return at === url ? { ...loaded, source } : loaded
  },
})

// Only now: what it imports must meet the hook.
const { hunt } = await import('./hunt.ts')

/** Asks the parent, where nothing is planted, whether the schedule breaks there too. */
async function isOurs(schedule: Schedule): Promise<boolean> {
  const answer = once(process, 'message')
  process.send?.({ schedule })
  const [broken] = await answer
  return !broken
}

const found = await hunt(seed ?? 1, count ?? 1, false, isOurs)
process.send?.({ found: found && { after: found.after, invariant: found.violation.invariant } })
process.disconnect()
