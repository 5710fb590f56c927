import type { Logger } from 'pino'
import type { Chains, Store } from '../domain/ports.ts'
import type { MerchantAccount } from '../domain/records.ts'

/** The dependencies of every route: the ports, and the operator's settings. */
export interface ServiceContext {
  store: Store
  chains: Chains
  log: Logger
  /** The service's own URL, as payers reach it. */
  publicUrl: string
  /** Tells the watcher that something was reported on this chain. */
  wake: (chainId: number) => void
  /** Milliseconds from a charge's creation until it expires. */
  expiryMs: number
  /** Milliseconds that an amount from a price feed holds. */
  quoteLifetimeMs: number
  /** Milliseconds for which a recipient and token are watched after their newest charge. */
  watchMs: number
  /** The most places (chain, token, recipient) of one account that are watched at once. */
  recipientsPerAccount: number
  /**
   * Whether money that names no charge is credited to the first charge that it is reported for. Set by the operator.
   */
  creditsFirstReport: boolean
}

/** Hono's variables and bindings of one call. */
export type Env = {
  Variables: { requestId: string; account: MerchantAccount }
  /** The address of the call's connection, as the server saw it. */
  Bindings: { address?: string | undefined }
}
