import type { ReportRecord } from '../domain/records.ts'
import type { WatcherContext } from './context.ts'
import { examine } from './examine.ts'
import type { Places } from './places.ts'

const second = 1000
const minute = 60 * second

/** Until the next look, by how many there were; after that once an hour. Milliseconds. */
const waits = [second, 2 * second, 5 * second, 15 * second, minute, 5 * minute, 15 * minute]
const longestWait = 60 * minute

/**
 * Reports that are looked at in one interval of the chain, and hashes at the same time. A share that stays small, however
 * often the watcher is woken: whoever reports what is not there must not hold up what is, which the scan finds and the
 * payments follow before this.
 */
const reportsAnInterval = 40
const width = 4
/** Milliseconds before a hash is tried again that could not be read. */
const faultPause = 30_000

/** Looks at what was reported, as far as its share reaches. Gives whether something was recorded. */
export type LookAtReports = (places: Places, head: () => Promise<bigint>) => Promise<boolean>

/**
 * Makes what looks whether the chain shows what was reported. What it shows is examined for everybody; what it does not
 * show costs one call, less and less often.
 */
export function createReportLooker(
  context: WatcherContext,
  chainId: number,
  intervalMs: number,
): LookAtReports {
  let share = reportsAnInterval
  let grownAt = Date.now()
  return async (places, head) => {
    const now = Date.now()
    const grown = ((now - grownAt) / intervalMs) * reportsAnInterval
    share = Math.min(reportsAnInterval, share + grown)
    grownAt = now
    if (share < 1) return false
    const due = await context.store.dueReports(chainId, new Date(now), Math.floor(share))
    share -= due.length
    return await lookAtAll(context, places, chainId, due, head)
  }
}

async function lookAtAll(
  context: WatcherContext,
  places: Places,
  chainId: number,
  due: readonly ReportRecord[],
  head: () => Promise<bigint>,
): Promise<boolean> {
  if (due.length === 0) return false
  const newest = await head()
  const queue = [...Map.groupBy(due, ({ hash }) => hash)]
  let recorded = false
  const work = async () => {
    for (let one = queue.shift(); one; one = queue.shift()) {
      const [hash, reports] = one
      try {
        recorded = (await lookAt(context, places, hash, reports, newest)) || recorded
      } catch (err) {
        context.log.warn(
          { err, chainId, hash },
          'A report could not be looked at; it is tried again.',
        )
        await postpone(context, reports, () => faultPause)
      }
    }
  }
  await Promise.all(Array.from({ length: width }, work))
  return recorded
}

async function lookAt(
  context: WatcherContext,
  places: Places,
  hash: string,
  reports: readonly ReportRecord[],
  head: bigint,
): Promise<boolean> {
  const { store, chains } = context
  const [{ chainId } = { chainId: 0 }] = reports
  const examined = await examine(context, places, chainId, hash, head, reports)
  if (examined.kind === 'mined' && examined.isOpen) {
    await postpone(context, reports, waitAfter)
    return false
  }
  if (examined.kind === 'mined') {
    await store.endReports(
      reports.map(({ id }) => id),
      '',
    )
    return true
  }
  if (examined.kind === 'waiting') {
    await postpone(context, reports, waitAfter, examined.trace)
    return false
  }
  const trace = reports.find((one) => one.trace)?.trace
  const replaced = trace && (await chains.replacement(chainId, trace, head))
  if (!replaced || replaced === hash) await postpone(context, reports, waitAfter)
  else for (const { id } of reports) await store.replaceReport(id, replaced)
  return false
}

async function postpone(
  { store }: WatcherContext,
  reports: readonly ReportRecord[],
  wait: (report: ReportRecord) => number,
  trace?: ReportRecord['trace'],
): Promise<void> {
  for (const one of reports) {
    await store.postponeReport(one.id, new Date(Date.now() + wait(one)), trace)
  }
}

/** One that the mempool showed is followed closely: it is somebody's payment. */
function waitAfter({ looks, trace, createdAt }: ReportRecord): number {
  const wait = waits[looks] ?? longestWait
  const young = Date.now() - createdAt.getTime() < 60 * minute
  return trace && young ? Math.min(wait, 5 * second) : wait
}
