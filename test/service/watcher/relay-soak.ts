import { playSchedule } from './relay-world.ts'

// Plays COUNT schedules of the relayer from SEED on, and says what was paid in them; or, with FAULT, looks for the first that breaks.
// Without node:test, which watches every promise of its process.

const count = Number(process.env.COUNT ?? 1_000_000)
const seed = Number(process.env.SEED ?? 1)
const faults = JSON.parse(process.env.FAULT ?? '{}') as Parameters<typeof playSchedule>[1]
// Traces of errors that are part of the play cost more than all else.
Error.stackTraceLimit = 0
const sum = { schedules: 0, paid: 0, refused: 0, browser: 0, program: 0, broken: '' }
for (let at = seed; at < seed + count && sum.broken === ''; at += 1) {
  try {
    const played = await playSchedule(at, faults)
    for (const name of ['paid', 'refused', 'browser', 'program'] as const) sum[name] += played[name]
    sum.schedules += 1
    if (sum.schedules % 50_000 === 0) console.error(JSON.stringify(sum))
  } catch (cause) {
    sum.broken = `Schedule ${at}: ${(cause as Error).message}`
  }
}
console.log(JSON.stringify(sum))
