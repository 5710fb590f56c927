import type { Chains } from '../chain/types/chains.ts'
import type { ChargeStore } from '../charges/store/charges.ts'
import type { LeaseStore } from '../db/leases.ts'
import type { ScanStateStore } from '../db/scan-states.ts'
import type { TransferStore } from '../payments/store/transfers.ts'
import type { RefundStore } from '../refunds/store/refunds.ts'
import { type Metrics, refundMetrics } from './metrics.ts'

/** Receives the heartbeat of a loop, which shows that it is alive. */
export type OnHeartbeat = (loop: string) => void

/** Returns the store with its changes counted in the metrics. */
export function instrumentStore<
  S extends ChargeStore & TransferStore & LeaseStore & ScanStateStore & RefundStore,
>(store: S, metrics: Metrics, onHeartbeat: OnHeartbeat): S {
  const updateCharges: ChargeStore['updateCharges'] = async (ids, decide) => {
    const knownIds = new Set<string>()
    const updates = await store.updateCharges(ids, (charge, transfers) => {
      for (const { id } of charge.payments) knownIds.add(id)
      return decide(charge, transfers)
    })
    for (const { payment } of updates.values()) {
      if (payment?.status === 'COMPLETED') metrics.countPayment('completed')
      if (payment?.status === 'FAILED') metrics.countPayment('failed')
      if (payment?.status === 'PENDING')
        metrics.countPayment(knownIds.has(payment.id) ? 'reopened' : 'reported')
    }
    return updates
  }

  return {
    ...store,
    updateCharges,
    async updateCharge(id, decide) {
      return (await updateCharges([id], decide)).get(id)
    },
    async updateRefund(id, author, decide) {
      let step: string | undefined
      const refund = await store.updateRefund(id, author, (locked) => {
        const update = decide(locked)
        step = update?.step
        return update
      })
      const outcome = refundMetrics.find((metric) => metric === step)
      if (outcome) metrics.countRefund(outcome)
      return refund
    },
    async acquireLease(task, owner, durationMs) {
      const isOwner = await store.acquireLease(task, owner, durationMs)
      // Also where another process has the lease: this loop asked for it, so it is alive.
      onHeartbeat(task)
      return isOwner
    },
    async recordTransactions(transactions) {
      const results = await store.recordTransactions(transactions)
      for (const { creditedChargeIds } of results)
        for (const _ of creditedChargeIds) metrics.countPayment('reported')
      return results
    },
    async saveScanState(chainId, block, witness) {
      await store.saveScanState(chainId, block, witness)
      metrics.recordScannedBlock(chainId, block)
    },
  }
}

/** Returns the chains with their newest blocks recorded in the metrics. */
export function instrumentChains(chains: Chains, metrics: Metrics): Chains {
  return {
    ...chains,
    async getBlockNumber(chainId) {
      const block = await chains.getBlockNumber(chainId)
      metrics.recordHead(chainId, block)
      return block
    },
  }
}
