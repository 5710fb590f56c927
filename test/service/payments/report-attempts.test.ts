import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import type { Store } from '../../../src/service/app/store.ts'
import type { Chains } from '../../../src/service/chain/types/chains.ts'
import type { ReportRecord } from '../../../src/service/payments/reports.ts'
import type { WatcherContext } from '../../../src/service/watcher/context.ts'
import { createReportReader } from '../../../src/service/watcher/scan/reports.ts'
import type { WatchedDestinations } from '../../../src/service/watcher/watched-destinations.ts'

const chainId = 1
const destinations = { nativeRecipients: [] } as unknown as WatchedDestinations

/** Checks these reports once, on a chain that calls back for each hash that is read. */
async function check(
  due: readonly ReportRecord[],
  onRead: (hash: string, counts: ReadonlyMap<string, number>) => void,
) {
  const counts = new Map<string, number>()
  const store: Partial<Store> = {
    listDueReports: async () => [...due],
    listReports: async () => [],
    endReports: async () => undefined,
    async countReportAttempts(ids) {
      for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
    },
    async scheduleReports(schedule) {
      for (const { id, delayMs } of schedule) {
        assert.ok(counts.has(id), 'it was counted before')
        assert.ok(delayMs > 0)
      }
    },
  }
  const chains: Partial<Chains> = {
    async lookUpTransaction(_, hash, head) {
      onRead(hash, counts)
      return { chainId, transaction: undefined, receipt: undefined, head }
    },
  }
  const context = { store, chains, log: pino({ enabled: false }) } as unknown as WatcherContext
  await createReportReader(context, chainId, 1000)(destinations, async () => 1n)
  return counts
}

const reportOf = (id: string, hash: string) =>
  ({ id, hash, chainId, attempts: 0, createdAt: new Date(), status: 'WAITING' }) as ReportRecord

test('a check is counted before it is made: what it does to the process, it does less and less often', async () => {
  const counted: (number | undefined)[] = []
  await check([reportOf('a', '0x1')], (_, counts) => counted.push(counts.get('a')))
  assert.deepEqual(counted, [1])
})

test('a hundred reports of one transaction take one place among those that are checked', async () => {
  const read: string[] = []
  const flood = Array.from({ length: 100 }, (_, index) => reportOf(`${index}`, '0xflood'))
  const honest = Array.from({ length: 19 }, (_, index) => reportOf(`own ${index}`, `0x${index}`))
  const counts = await check([...flood, ...honest], (hash) => read.push(hash))
  assert.equal(read.length, 20)
  assert.ok(honest.every(({ id }) => counts.get(id) === 1))
  assert.equal(flood.filter(({ id }) => counts.has(id)).length, 20)
})
