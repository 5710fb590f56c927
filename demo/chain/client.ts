import { createClient, defineChain, http, publicActions } from 'viem'

/** anvil's own chain id. */
export const localChainId = 31_337

/** The local chain as viem describes chains; also what a wallet is told to add. */
export function localChain(rpcUrl: string, id: number = localChainId) {
  return defineChain({
    id,
    name: 'Localhost',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    testnet: true,
  })
}

/** Milliseconds between two looks for a receipt: the local chain answers within one. */
const pollingInterval = 100

/** A client with every reading action, for the chain that answers at `rpcUrl`. */
export function chainClient(rpcUrl: string) {
  // No chain is pinned: a test may run a second one with an id of its own.
  return createClient({ transport: http(rpcUrl), pollingInterval, cacheTime: 0 }).extend(
    publicActions,
  )
}

/** What {@link chainClient} gives. */
export type ChainClient = ReturnType<typeof chainClient>
