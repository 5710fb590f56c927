import type { Chain } from 'viem'
import { findChainDetails, knownChainIds } from '../../api/chains/chain-details.ts'
import { getChainName } from '../../api/chains/chain-names.ts'
import { getExplorerBase, localChainId } from '../../api/chains/chains.ts'

// Our table in viem's form: without its formatters, serializers and contracts, which are not needed here and cost 9 KiB.

function toChain(id: number): Chain {
  const [coin = 'ETH', rpc] = findChainDetails(id) ?? []
  const url = getExplorerBase(id)
  return {
    id,
    name: getChainName(id),
    nativeCurrency: { name: coin, symbol: coin, decimals: 18 },
    rpcUrls: { default: { http: [rpc ? `https://${rpc}` : 'http://127.0.0.1:8545'] } },
    ...(url && { blockExplorers: { default: { name: new URL(url).host, url } } }),
  }
}

/** The chains that work without the page giving their definition. */
export const builtInChains: readonly Chain[] = [...knownChainIds, localChainId].map(toChain)
