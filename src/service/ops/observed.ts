import type { Chains, Store } from '../domain/ports.ts'
import type { Metrics } from './metrics.ts'

/** Marks that a loop is alive. */
export type Beat = (loop: string) => void

/** The same store, whose changes are counted. */
export function observedStore<S extends Store>(store: S, metrics: Metrics, beat: Beat): S {
  return {
    ...store,
    async changeCharge(id, decide) {
      let known = false
      const made = await store.changeCharge(id, (charge, transfers) => {
        const change = decide(charge, transfers)
        known = charge.payments.some((one) => one.id === change?.payment?.id)
        return change
      })
      if (!made?.payment) return made
      const { status } = made.payment
      if (status === 'COMPLETED') metrics.payment('completed')
      if (status === 'FAILED') metrics.payment('failed')
      if (status === 'PENDING') metrics.payment(known ? 'reopened' : 'reported')
      return made
    },
    async lease(task, holder, milliseconds) {
      const mine = await store.lease(task, holder, milliseconds)
      // Also where another process has it: this loop asked, so it lives.
      beat(task)
      return mine
    },
    async recordTransaction(mined, chargeIds, judge) {
      const recorded = await store.recordTransaction(mined, chargeIds, judge)
      for (const _ of recorded.credited) metrics.payment('reported')
      return recorded
    },
    async saveScanned(chainId, block, witness) {
      await store.saveScanned(chainId, block, witness)
      metrics.scanned(chainId, block)
    },
  }
}

/** The same chains, whose heads are noted. */
export function observedChains(chains: Chains, metrics: Metrics): Chains {
  return {
    ...chains,
    async head(chainId) {
      const block = await chains.head(chainId)
      metrics.head(chainId, block)
      return block
    },
  }
}
