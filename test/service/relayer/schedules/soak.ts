import { type Played, playSchedule } from './world.ts'

// Plays COUNT schedules of the relayer from SEED on, and says what was paid in them; or, with FAULT, looks for the first that
// breaks. PLAYS asks for several of these, one after the other. Without node:test, which watches every promise of its process.

/** What is played, and what says the line that is printed of it. */
export interface Play {
  count: number
  seed: number
  faults: Parameters<typeof playSchedule>[1]
}
export interface Sum extends Played {
  schedules: number
  broken: string
}

const { PLAYS, COUNT = 1_000_000, SEED = 1, FAULT = '{}' } = process.env
const plays = PLAYS
  ? (JSON.parse(PLAYS) as Play[])
  : [{ count: Number(COUNT), seed: Number(SEED), faults: JSON.parse(FAULT) as Play['faults'] }]
// Traces of errors that are part of the play cost more than all else.
Error.stackTraceLimit = 0
for (const one of plays) console.log(JSON.stringify(await play(one)))

async function play({ count, seed, faults }: Play): Promise<Sum> {
  const played = { paid: 0, refused: 0, browser: 0, program: 0, forwarded: 0, held: 0 }
  const sum: Sum = { schedules: 0, ...played, broken: '' }
  for (let at = seed; at < seed + count && sum.broken === ''; at += 1) {
    try {
      for (const [name, count] of Object.entries(await playSchedule(at, faults)))
        sum[name as keyof Played] += count
      sum.schedules += 1
      if (sum.schedules % 50_000 === 0) console.error(JSON.stringify(sum))
    } catch (cause) {
      sum.broken = `Schedule ${at}: ${(cause as Error).message}`
    }
  }
  return sum
}
