import fc from 'fast-check'
import { play, type Schedule } from './play.ts'
import { anySchedule } from './schedule.ts'
import { plainer } from './setup.ts'
import { promises, type Violation } from './violation.ts'

/** What a hunt for a broken invariant has found. */
export interface Catch {
  /** How many schedules were played until it was found. */
  after: number
  schedule: Schedule
  violation: Violation
}

/**
 * Plays random schedules until one breaks an invariant; undefined when none does.
 *
 * @param shrink look for a simpler one that breaks, too
 * @param counts false for a schedule whose break is none of ours
 */
export async function hunt(
  seed: number,
  count: number,
  shrink: boolean,
  counts: (schedule: Schedule) => Promise<boolean> = async () => true,
): Promise<Catch | undefined> {
  let violation: Violation | undefined
  let schedule: Schedule | undefined
  const property = fc.asyncProperty(anySchedule, async (one) => {
    const broken = await play(one)
    if (!broken || !(await counts(one))) return true
    violation = broken
    schedule = one
    return false
  })
  const { numRuns } = await fc.check(property, { seed, numRuns: count, endOnFailure: !shrink })
  if (!violation || !schedule) return undefined
  return {
    after: numRuns,
    ...(shrink ? await reduce(schedule, violation) : { schedule, violation }),
  }
}

/** Leaves out whatever a schedule does not need to break: fast-check stops at the first half that it needs. */
export async function reduce(
  schedule: Schedule,
  violation: Violation,
): Promise<Omit<Catch, 'after'>> {
  let best = { schedule, violation }
  const take = async (simpler: Schedule) => {
    const broken = await play(simpler)
    if (broken?.invariant !== violation.invariant) return false
    best = { schedule: simpler, violation: broken }
    return true
  }
  for (let size = 8; size >= 1; size = Math.floor(size / 2)) {
    for (let place = 0; place < best.schedule.acts.length; ) {
      const { acts } = best.schedule
      const fewer = [...acts.slice(0, place), ...acts.slice(place + size)]
      if (!(await take({ ...best.schedule, acts: fewer }))) place += size
    }
  }
  for (let again = true; again; ) {
    again = false
    for (const setup of plainer(best.schedule.setup))
      again ||= await take({ ...best.schedule, setup })
  }
  return best
}

/** What was found, for people: the invariant, the story that breaks it, and how to play it again. */
export async function report({ after, schedule, violation: first }: Catch): Promise<string> {
  const story: string[] = []
  const violation = await play(schedule, story)
  const { invariant, message } = violation ?? first
  return [
    `After ${after} schedules: (${invariant}) ${promises[invariant]}.`,
    violation ? message : `${message} It did not repeat.`,
    ...story,
    `Again: SCHEDULE='${JSON.stringify(schedule)}' node test/fault/tell.ts`,
  ].join('\n')
}
