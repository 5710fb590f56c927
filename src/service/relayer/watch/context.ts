import type { RelayerAccounts } from './accounts.ts'
import type { FeeOffers } from './fees.ts'
import type { RelayerOptions } from './options.ts'

/** The dependencies that all parts of the relayer share. */
export interface RelayerContext extends RelayerOptions {
  accounts: RelayerAccounts
  feeOffers: FeeOffers
}

/** Returns whether the operator pays for transactions on a chain. */
export function isRelayed({ limits }: Pick<RelayerOptions, 'limits'>, chainId: number): boolean {
  return (limits.maxCosts.get(chainId) ?? 0n) > 0n
}
