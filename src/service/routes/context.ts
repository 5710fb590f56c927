import type { Logger } from 'pino'
import type { Chains, Store } from '../domain/ports.ts'
import type { Account, Change, PaymentRecord } from '../domain/records.ts'

/** What every route is given: the ports, and what the operator set. */
export interface ServiceContext {
  store: Store
  chains: Chains
  log: Logger
  /** The service's own address as payers reach it. */
  publicUrl: string
  /** Tells the watcher that a payment waits on this chain. */
  wake: (chainId: number) => void
  /** Takes a hash for a payment from a false claim that holds it; undefined where it is not false by what is known. */
  contest: (payment: PaymentRecord) => Promise<Change | undefined>
}

/** Hono's variables of one call. */
export type Env = {
  Variables: { requestId: string; account: Account }
  /** Where a call came from, as the server saw it. */
  Bindings: { address?: string | undefined }
}
