import { BaseError, ContractFunctionRevertedError } from 'viem'
import { normalize } from 'viem/ens'
import { PayError } from '../../../errors.ts'
import { createChainNodes, type RpcCallListener } from '../nodes/nodes.ts'
import type { Address } from '../types/address.ts'

/** ENS is deployed on Ethereum mainnet. */
const ensChainId = 1

/**
 * Creates a function that returns the address of an ENS name, undefined where it has none, by a mainnet node. Names
 * whose resolver answers off-chain (ERC-3668) have none here: to read them, the service would have to call a URL that a
 * stranger chose.
 */
export function createEnsReader(
  rpcUrl: string,
  onCall: RpcCallListener = () => undefined,
): (name: string) => Promise<Address | undefined> {
  const { any: chain } = createChainNodes(ensChainId, [rpcUrl], undefined, onCall)
  return async (text) => {
    const name = normalizeName(text)
    // Imported here because it loads every chain, which a service that resolves no name does not need.
    const { mainnet } = await import('viem/chains')
    const { address: universalResolverAddress } = mainnet.contracts.ensUniversalResolver
    const address = await chain.read((client) =>
      client.getEnsAddress({ name, universalResolverAddress, strict: false }).catch(ignoreRevert),
    )
    return address ?? undefined
  }
}

/**
 * Normalizes an ENS name by ENSIP-15, so that names which look the same are the same.
 *
 * @throws PayError `invalid_request` for a text that cannot be a name
 */
function normalizeName(text: string): string {
  try {
    return normalize(text)
  } catch (cause) {
    throw new PayError('invalid_request', 'recipient is not a valid ENS name (ENSIP-15).', {
      field: 'recipient',
      cause,
    })
  }
}

/** Returns null when the resolver reverted: the name has no address. Throws any other error again. */
function ignoreRevert(cause: unknown): null {
  const isRevert = (error: unknown) => error instanceof ContractFunctionRevertedError
  if (cause instanceof BaseError && cause.walk(isRevert)) return null
  throw cause
}
