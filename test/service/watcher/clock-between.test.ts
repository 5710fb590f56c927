import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import type { Chains } from '../../../src/service/chain/types/chains.ts'
import type { ReportRecord } from '../../../src/service/payments/reports.ts'
import { gatherEvidence } from '../../../src/service/watcher/attribute/evidence.ts'
import { createClock } from '../../../src/service/watcher/clock.ts'
import type { WatcherContext } from '../../../src/service/watcher/context.ts'
import { chargeOf, recipients, token } from '../../attack/reserving.ts'

const chainId = 1
const sender = '0x00000000000000000000000000000000000000Aa'

test('a clock that is measured while a payment is judged lets the payment be judged again', async () => {
  const now = Date.now()
  const minedAt = new Date(now - 600_000)
  const chains = { getBlockTime: async () => minedAt } as Partial<Chains> as Chains
  const log = pino({ level: 'silent' })
  const clock = createClock({ chains, log, onOffset: () => undefined })
  await clock.measure(chainId, 5n)
  const [recipient = ''] = recipients
  const charge = chargeOf(1, recipient, 10n ** 6n, now)
  // The merchant has decided that it pays.
  const decided = { assignedBy: 'cli', createdAt: new Date(now), status: 'WAITING' }
  const report = { id: 'r', chargeId: charge.id, ...decided }
  const transfer = { position: 0, token, recipient, sender, amount: 10n ** 6n, references: [] }
  const arrival = {
    transaction: {
      chainId,
      hash: '0x01',
      receipt: { minedAt, block: { number: 6n } },
      attribution: { mentionedReferences: [] },
      reports: [report],
    },
    charges: [charge],
    transfers: [transfer],
    waiting: [report],
  } as unknown as Parameters<typeof gatherEvidence>[1]
  const store = { findAccepted: async () => [], isHolder: async () => true } as Partial<
    WatcherContext['store']
  >
  const context = {
    ...{ clock, log, chains, store },
  } as unknown as WatcherContext
  const { arrived, mustReadAgain } = await gatherEvidence(context, arrival, [])
  await clock.measure(chainId, 6n)
  assert.ok(clock.isMeasured(chainId))
  const decision = arrived.decideCredit(transfer, new Map([[charge.id, charge]]))
  assert.match(String('reason' in decision && decision.reason), /older than the charge/)
  assert.ok(mustReadAgain(report as unknown as ReportRecord))
})
