import {
  type Client,
  createClient,
  defineChain,
  type Hash,
  http,
  publicActions,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import { getTransactionReceipt } from 'viem/actions'

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
 * seconds cut off the mining of many blocks.
 */
const timeout = 180_000

/** Calls of the local chain. None is repeated: blocks that were being mined would be mined once more. */
export function localTransport(rpcUrl: string) {
  return http(rpcUrl, { timeout, retryCount: 0 })
}

/** Milliseconds after which a transaction is not mined any more. */
const receiptTimeout = 180_000

/**
 * Waits for a receipt by asking for it. viem's own action asks when a block comes, and misses one that comes while it asks:
 * on a chain that mines only when there is something to mine, no other one follows.
 */
export const receiptActions = (client: Client) => ({
  async waitForTransactionReceipt({ hash }: { hash: Hash }): Promise<TransactionReceipt> {
    const end = Date.now() + receiptTimeout
    for (;;) {
      const receipt = await getTransactionReceipt(client, { hash }).catch((error) => {
        if (error instanceof TransactionReceiptNotFoundError) return undefined
        throw error
      })
      if (receipt) return receipt
      if (Date.now() > end) throw new Error(`${hash} was not mined in ${receiptTimeout} ms.`)
      // A page of the demo imports this file too, so nothing here is Node's.
      await new Promise((resolve) => setTimeout(resolve, client.pollingInterval))
    }
  },
})

/** A client with every reading action, for the chain that answers at `rpcUrl`. */
export function chainClient(rpcUrl: string) {
  // No chain is pinned: a test may run a second one with an id of its own.
  return createClient({ transport: localTransport(rpcUrl), pollingInterval, cacheTime: 0 })
    .extend(publicActions)
    .extend(receiptActions)
}

/** What {@link chainClient} gives. */
export type ChainClient = ReturnType<typeof chainClient>
