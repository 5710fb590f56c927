import type { Logger } from 'pino'
import type { RpcCallListener } from '../../chain/nodes/nodes.ts'
import type { Chains } from '../../chain/types/chains.ts'
import { builtInTokens } from '../../chain/types/tokens.ts'
import type { CompleteOptions } from '../settings.ts'

/**
 * Opens the chains of the operator's nodes. Sends no request yet.
 *
 * @throws PayError `invalid_setting` for a price feed that could never be used, and for URLs of a chain that cannot be used
 */
export async function openChains(
  options: Omit<CompleteOptions, 'publicUrl'>,
  log: Logger,
  onCall: RpcCallListener = () => undefined,
): Promise<Chains> {
  // Loaded here, because its library is the largest part of the service's code.
  const { createChains } = await import('../chains.ts')
  return createChains({
    rpcUrls: options.rpcUrls,
    confirmations: options.confirmations,
    modes: options.chainModes,
    tokens: [...builtInTokens, ...options.tokens],
    feeds: options.feeds,
    ensRpcUrl: options.ensRpcUrl ?? options.rpcUrls.get(1)?.[0],
    onFailover: (failover) =>
      log.warn(failover, 'A node failed. The service reads the chain from another one.'),
    onCall,
  })
}
