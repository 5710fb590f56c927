import fc from 'fast-check'
import { actNumbers } from './acts.ts'
import type { Schedule } from './play.ts'
import { setups } from './setup.ts'

/** Any schedule. It shrinks to fewer acts in a plainer world. */
export const anySchedule: fc.Arbitrary<Schedule> = fc.record({
  setup: fc.integer({ min: 0, max: setups - 1 }),
  seed: fc.nat(2 ** 31 - 1),
  acts: fc.array(fc.nat(actNumbers - 1), { minLength: 6, maxLength: 42, size: 'max' }),
})
