import type { Plant } from './plant.ts'

const jumps = 'test/service/clock-jumps.test.ts'

/** Rules about what is relied on of the world: its clocks, its database, its kernel. */
export const plants: Plant[] = [
  {
    rule: 'intervals are measured by the monotonic clock',
    file: 'src/service/watcher/turn.ts',
    from: 'const isDue = performance.now() - lookedAt >= lookIntervalMs',
    to: 'const isDue = Date.now() - lookedAt >= lookIntervalMs',
    test: jumps,
    name: 'delays no payment: the chain is looked at as before',
  },
  {
    rule: 'what is planned follows a database’s clock that is set back',
    file: 'src/service/store/database-clock.ts',
    from: 'if (backMs <= toleranceMs) return 0',
    to: 'if (backMs <= toleranceMs || true) return backMs',
    test: jumps,
    name: 'delays nothing that is planned, and no lease of a process that died outlives it',
  },
  {
    rule: 'a charge expires when its chains agree',
    file: 'src/service/watcher/expiry.ts',
    from: 'new Map(times.filter(([, time]) => time < now))',
    to: 'new Map(times.filter(() => false))',
    test: jumps,
    name: 'expires no charge before the chain has come to its time',
  },
  {
    rule: 'what no clock corrects refuses nobody',
    file: 'src/service/domain/quotes.ts',
    from: 'export const clockSlackMs = clockToleranceMs + maxSlotMs',
    to: 'export const clockSlackMs = maxSlotMs',
    test: 'test/attack/credit.test.ts',
    name: 'no difference of the clocks that nobody corrects refuses who signs, reports or pays in time',
  },
]
