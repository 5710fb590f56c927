import type { Plant } from './plant.ts'

const jumps = 'test/service/watcher/clock-jumps.test.ts'

/** Rules about what is relied on of the world: its clocks, its database, its kernel. */
export const plants: Plant[] = [
  {
    rule: 'intervals are measured by the monotonic clock',
    file: 'src/service/watcher/scan/scheduled-scan.ts',
    from: "import { computeBackoffMs } from '../../../api/backoff.ts'",
    to: "import { computeBackoffMs } from '../../../api/backoff.ts'; const performance = { now: () => Date.now() }",
    test: jumps,
    name: 'delays no payment: the chain is looked at as before',
  },
  {
    rule: 'what is planned follows a database’s clock that is set back',
    file: 'src/service/db/clock.ts',
    from: 'if (backMs <= toleranceMs) {',
    to: 'if (backMs < 1e12) {',
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
    rule: 'a data folder is held by a lock of the kernel',
    file: 'src/service/db/data-lock.ts',
    from: "lock.exec('begin exclusive')",
    to: "lock.exec('begin')",
    test: 'test/service/db/data-lock.test.ts',
  },
  {
    rule: 'a try to lock a folder takes no lock away',
    file: 'src/service/db/data-lock.ts',
    from: "openSync(path, 'wx', 0o600)",
    to: "openSync(path, 'a', 0o600)",
    test: 'test/service/db/data-lock.test.ts',
    name: 'a process that has it does not get it twice, and a try does not take it away',
  },
  {
    rule: 'a session is told how times are written',
    file: 'src/service/db/session.ts',
    from: "  DateStyle: 'ISO, MDY',",
    to: '',
    test: 'test/service/db/database-defaults.test.ts',
    name: 'a role whose defaults are German times, Tokyo and serializable reads what it has written',
  },
  {
    rule: 'after a failover no connection to the old primary is lent',
    file: 'src/service/db/pool.ts',
    from: 'if (error.code === readOnlyCode) distrust(error)',
    to: '',
    test: 'test/service/db/failover.test.ts',
    name: 'after a failover one creation fails at most, with 503; all that was acknowledged is there',
  },
  {
    rule: 'what a caller sent wrong is refused before a Request is made of it',
    file: 'src/api/request-head.ts',
    from: 'if (forbiddenMethods.includes(method.toUpperCase())) return 405',
    to: 'if (method) return undefined',
    test: 'test/service/http/request-head.test.ts',
  },
  {
    rule: 'what no clock corrects refuses nobody',
    file: 'src/service/charges/pricing/quotes.ts',
    from: 'export const clockSlackMs = clockToleranceMs + maxSlotMs',
    to: 'export const clockSlackMs = maxSlotMs',
    test: 'test/attack/credit.test.ts',
    name: 'no difference of the clocks that nobody corrects refuses who signs, reports or pays in time',
  },
  {
    rule: 'no check is planned later than its longest wait',
    file: 'src/service/db/clock.ts',
    from: "where status = 'WAITING' and next_check_at > now()",
    to: "where status = 'NONE' and next_check_at > now()",
    test: 'test/service/watcher/clock-jumps.test.ts',
    name: 'and back before anybody has noticed delays no check',
  },
]
