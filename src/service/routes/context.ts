import type { Logger } from 'pino'
import type { Chains, Store } from '../domain/ports.ts'
import type { Account } from '../domain/records.ts'

/** What every route is given: the ports, and what the operator set. */
export interface ServiceContext {
  store: Store
  chains: Chains
  log: Logger
  /** The service's own address as payers reach it. */
  publicUrl: string
  /** Tells the watcher that a payment waits on this chain. */
  wake: (chainId: number) => void
}

/** Hono's variables of one call. */
export type Env = { Variables: { requestId: string; account: Account } }
