import type { Chains, Store } from '../domain/ports.ts'
import type { Metrics } from './metrics.ts'

/** Receives the heartbeat of a loop, which shows that it is alive. */
export type OnHeartbeat = (loop: string) => void

/** Returns the store with its changes counted in the metrics. */
export function instrumentStore<S extends Store>(
  store: S,
  metrics: Metrics,
  onHeartbeat: OnHeartbeat,
): S {
  return {
    ...store,
    async updateCharge(id, decide) {
      let isKnown = false
      const applied = await store.updateCharge(id, (charge, transfers) => {
        const change = decide(charge, transfers)
        isKnown = charge.payments.some((one) => one.id === change?.payment?.id)
        return change
      })
      if (!applied?.payment) return applied
      const { status } = applied.payment
      if (status === 'COMPLETED') metrics.countPayment('completed')
      if (status === 'FAILED') metrics.countPayment('failed')
      if (status === 'PENDING') metrics.countPayment(isKnown ? 'reopened' : 'reported')
      return applied
    },
    async acquireLease(task, owner, durationMs) {
      const isOwner = await store.acquireLease(task, owner, durationMs)
      // Also where another process has the lease: this loop asked for it, so it is alive.
      onHeartbeat(task)
      return isOwner
    },
    async recordTransaction(mined, chargeIds, decideCredit) {
      const recorded = await store.recordTransaction(mined, chargeIds, decideCredit)
      for (const _ of recorded.creditedChargeIds) metrics.countPayment('reported')
      return recorded
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
