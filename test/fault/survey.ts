import fc from 'fast-check'
import { play } from './play.ts'
import { anySchedule } from './schedule.ts'

// Plays COUNT schedules from SEED to the end, and counts what breaks: one example of each, to be told by tell.ts.

const count = Number(process.env.COUNT ?? 2_000)
const seed = Number(process.env.SEED ?? 1)
const breaks = new Map<string, { times: number; example: string }>()
const begun = process.cpuUsage()
for (const schedule of fc.sample(anySchedule, { numRuns: count, seed })) {
  const violation = await play(schedule)
  if (!violation) continue
  const text = violation.message.replace(/0x[\da-f]+/g, 'a transaction').replace(/\d+/g, 'n')
  const kind = `(${violation.invariant}) ${text}`
  const { times = 0, example = JSON.stringify(schedule) } = breaks.get(kind) ?? {}
  breaks.set(kind, { times: times + 1, example })
}
const milliseconds = process.cpuUsage(begun).user / 1000 / count
for (const [kind, { times, example }] of breaks) console.log(`${times} × ${kind}\n  ${example}`)
console.log(`${count} schedules from seed ${seed}, ${milliseconds.toFixed(2)} ms each.`)
