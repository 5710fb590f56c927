import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Fault, faults } from './faults.ts'
import { play, type Schedule } from './play.ts'

// `npm run plant`: the simulation can fail. Each fault is planted in a process of its own, and must be found. SEED and
// COUNT (20,000) change the hunt, ONLY names one fault by a part of its name.

const seed = process.env.SEED ?? '1'
const count = process.env.COUNT ?? '20000'
const planted = fileURLToPath(new URL('./planted.ts', import.meta.url))

interface Found {
  after: number
  invariant: string
}
type Message = { schedule: Schedule } | { found: Found | undefined }

/** What became of a fault: what found it, that nothing did, or undefined when it could not be planted. */
function plant(fault: Fault): Promise<Found | 'nothing' | undefined> {
  const child = fork(planted, [String(faults.indexOf(fault)), seed, count])
  return new Promise((resolve) => {
    let end: Found | 'nothing' | undefined
    child.on('message', (message: Message) => {
      if ('schedule' in message) void alone(message.schedule).then((broken) => child.send(broken))
      else end = message.found ?? 'nothing'
    })
    child.once('exit', () => resolve(end))
  })
}

/** One after the other: a play takes the process's clock. */
let last: Promise<unknown> = Promise.resolve()

/** True when a schedule breaks without any fault. */
function alone(schedule: Schedule): Promise<boolean> {
  const broken = last.then(() => play(schedule)).then((violation) => violation !== undefined)
  last = broken
  return broken
}

const chosen = faults.filter(({ name }) => name.includes(process.env.ONLY ?? ''))
const queue = [...chosen]
let missed = 0

async function worker() {
  for (let fault = queue.shift(); fault; fault = queue.shift()) {
    const found = await plant(fault)
    if (typeof found !== 'object') missed++
    console.log(`${fault.name}: ${verdict(found)}`)
  }
}

function verdict(found: Found | 'nothing' | undefined): string {
  if (found === undefined) return 'NOT PLANTED'
  if (found === 'nothing') return `NOT FOUND in ${count}`
  return `found after ${found.after}, by (${found.invariant})`
}

await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker))
console.log(`${chosen.length - missed} of ${chosen.length} faults found, seed ${seed}.`)
process.exitCode = missed > 0 ? 1 : 0
