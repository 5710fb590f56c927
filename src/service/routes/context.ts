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
  /** Tells the watcher that something was reported on this chain. */
  wake: (chainId: number) => void
  /** Milliseconds from a charge's creation until it expires. */
  expiry: number
  /** Milliseconds that an amount from a price feed holds. */
  quoteLifeMs: number
  /** Milliseconds for which a place is watched after its newest charge. */
  watchMs: number
  /** Places of one account that are watched at once. */
  recipientsPerAccount: number
  /** True where the operator lets the first report take money that names nobody. */
  firstReport: boolean
}

/** Hono's variables of one call. */
export type Env = {
  Variables: { requestId: string; account: Account }
  /** Where a call came from, as the server saw it. */
  Bindings: { address?: string | undefined }
}
