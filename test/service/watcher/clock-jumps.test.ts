import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { PayError } from '../../../src/errors.ts'
import { createId } from '../../../src/service/kernel/id.ts'
import { createChainTime } from '../../../src/service/watcher/chain-time.ts'
import { createExpiry } from '../../../src/service/watcher/expiry.ts'
import { type SimulatedWatcher, startSimulatedWatcher } from '../../support/simulated-watcher.ts'
import { openEmbedded } from '../../support/tables.ts'

// The machine's clock is set while the service runs. The chain's time goes on as before.

const chainId = 31_337
const minuteMs = 60_000
const hourMs = 60 * minuteMs

let database: Awaited<ReturnType<typeof openEmbedded>>
before(async () => {
  database = await openEmbedded()
})
after(() => database.close())

let watcher: SimulatedWatcher
beforeEach(async () => {
  watcher = await startSimulatedWatcher(undefined, database)
})
afterEach(() => watcher.stop())

async function addReport(): Promise<string> {
  const report = {
    ...{ id: createId(), chargeId: await watcher.createCharge(), chainId },
    ...{ hash: `0x${'a'.repeat(64)}`, token: '0x', signature: undefined },
    ...{ status: 'WAITING' as const, reason: '', attempts: 0, createdAt: new Date() },
    ...{ pendingTransaction: undefined, assignedBy: undefined },
  }
  const limits = { maxWaiting: 5, maxEnded: 5 }
  await watcher.store.addReport(report, limits)
  return report.id
}

describe('a clock that is set back by ten minutes', () => {
  test('delays no payment: the chain is looked at as before', async () => {
    const id = await watcher.createCharge()
    await watcher.pass(20_000)
    watcher.jump(-10 * minuteMs)
    await watcher.pay(id)
    await watcher.pass(20_000, { each: () => watcher.readCharge(id) })
    assert.equal(await watcher.readCharge(id), 'COMPLETED')
  })

  test('delays nothing that is planned, and no lease of a process that died outlives it', async () => {
    const { store } = watcher
    const id = await addReport()
    await store.scheduleReports([
      {
        id,
        signature: undefined,
        assignedBy: undefined,
        delayMs: 5000,
        pendingTransaction: undefined,
      },
    ])
    await store.acquireLease('task', crypto.randomUUID(), 10_000)
    assert.equal(await store.followClock(), 0)
    watcher.jump(-10 * minuteMs)
    assert.ok(await store.acquireLease('task', crypto.randomUUID(), 10_000))
    assert.ok(Math.abs((await store.followClock()) - 10 * minuteMs) < 5000)
    assert.equal((await store.listDueReports(chainId, 1)).length, 0)
    watcher.wait(6000)
    assert.equal((await store.listDueReports(chainId, 1)).length, 1)
  })
})

describe('a clock that jumps ahead', () => {
  test('and back before anybody has noticed delays no check', async () => {
    const { store } = watcher
    assert.equal(await store.followClock(), 0)
    watcher.jump(10 * hourMs)
    await addReport()
    watcher.jump(-10 * hourMs)
    assert.equal(await store.followClock(), 0)
    assert.equal((await store.listDueReports(chainId, 1)).length, 1)
  })

  test('expires no charge before the chain has come to its time', async () => {
    const id = await watcher.createCharge()
    await watcher.pass(8000)
    watcher.jump(25 * hourMs)
    await createExpiry(watcher)()
    assert.equal(await watcher.readCharge(id), 'NEW')
    // It stands still from now on: the monotonic clock continues its time.
    watcher.wait(25 * hourMs)
    await createExpiry(watcher)()
    assert.equal(await watcher.readCharge(id), 'EXPIRED')
  })

  test('expires nothing of a chain that was not read since the start, for an hour', async () => {
    const id = await watcher.createCharge()
    const chains = {
      ...watcher.chains,
      getBlockNumber: () => Promise.reject(new PayError('chain_unreachable', 'It is away.')),
    }
    const chainTime = createChainTime({ chains, log: watcher.log })
    watcher.jump(25 * hourMs)
    await createExpiry({ ...watcher, chainTime })()
    assert.equal(await watcher.readCharge(id), 'NEW')
    watcher.wait(hourMs)
    await createExpiry({ ...watcher, chainTime })()
    assert.equal(await watcher.readCharge(id), 'EXPIRED')
  })
})
