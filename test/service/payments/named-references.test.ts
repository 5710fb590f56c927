import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import type { Store } from '../../../src/service/app/store.ts'
import type { Chains } from '../../../src/service/chain/types/chains.ts'
import { computeReference } from '../../../src/service/kernel/reference.ts'
import type { AttributedTransaction } from '../../../src/service/watcher/attribute/attribute-transaction.ts'
import type { WatcherContext } from '../../../src/service/watcher/context.ts'
import { creditTransfers } from '../../../src/service/watcher/credit/credit-transfers.ts'
import type { WatchedDestinations } from '../../../src/service/watcher/watched-destinations.ts'

test('a transfer with several references asks the database nothing, and one beside it is read', async () => {
  const references = Array.from({ length: 8 }, (_, index) => computeReference(`${index}`))
  const own = computeReference('own')
  const asked: (readonly string[])[] = []
  const store: Partial<Store> = {
    async findCharges({ references = [] }) {
      asked.push(references)
      return []
    },
    async findAccepted(names) {
      assert.deepEqual(names, [])
      return []
    },
    findReservations: async () => [],
    endReports: async () => undefined,
    recordTransactions: async (all) =>
      all.map(() => ({ creditedChargeIds: [], unmatchedCount: 0, movedCount: 0 })),
  }
  const chains: Partial<Chains> = {
    parseAddress: (text) => text,
    getUsdPriceAt: async () => ({ source: 'none' }),
  }
  const clock = { correctBlockTime: () => new Date(), isMeasured: () => true }
  const context = { store, chains, clock, log: pino({ enabled: false }) }
  const place = { token: '0xa', recipient: '0xb', amount: 1n }
  const transfers = [
    { ...place, position: 1, sender: '0xc', references },
    { ...place, position: 2, sender: '0xd', references: [own] },
  ]
  const mentionedReferences = [...references, own]
  const transaction = {
    chainId: 1,
    hash: '0xhash',
    receipt: { block: { number: 1n, hash: '0xblock' }, minedAt: new Date() },
    attribution: {
      ...{ transfers, movements: transfers, mentionedReferences, hasUnknownNativeAmount: false },
    },
    reports: [],
  }
  await creditTransfers(
    context as unknown as WatcherContext,
    { has: () => true, accepts: () => true } as unknown as WatchedDestinations,
    1,
    [transaction as unknown as AttributedTransaction],
  )
  assert.deepEqual(asked, [[own]])
})
