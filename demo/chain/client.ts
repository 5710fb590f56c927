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
/**
 * Milliseconds for an answer: enough to tell a chain that hangs from one that is busy. On a slow machine viem's own ten
 * seconds cut off the mining of two thousand blocks.
 */
const timeout = 60_000

/** Calls of the local chain. None is repeated: blocks that were being mined would be mined once more. */
export function localTransport(rpcUrl: string) {
  return http(rpcUrl, { timeout, retryCount: 0 })
}

/** A client with every reading action, for the chain that answers at `rpcUrl`. */
export function chainClient(rpcUrl: string) {
  // No chain is pinned: a test may run a second one with an id of its own.
  return createClient({ transport: localTransport(rpcUrl), pollingInterval, cacheTime: 0 }).extend(
    publicActions,
  )
}

/** What {@link chainClient} gives. */
export type ChainClient = ReturnType<typeof chainClient>
