import { PayError } from '../../../errors.ts'
import { type ChainClient, createChainClient } from './client.ts'

/** Called for each call that is sent to a node. `node` is the origin of its URL. */
export type RpcCallListener = (call: { chainId: number; node: string; method: string }) => void

/** The nodes of a chain. */
export interface ChainNodes {
  /** Reads one node, and another one where that fails or lags behind. */
  any: ChainClient
  /** Each node separately, to compare their answers. */
  each: readonly ChainClient[]
  /** Returns the newest block of the node in use. */
  readHead(): Promise<bigint>
}

/** Called when a node has failed, or lags behind (`lagBlocks`), and another one is used instead. */
export type FailoverListener = (failover: {
  chainId: number
  from: string
  to: string
  lagBlocks?: number
}) => void

/** A node that is this far behind another one is not read any more. A few seconds on the fastest chains. */
export const maxLagBlocks = 50n
/** Interval between two comparisons of all nodes. */
const compareIntervalMs = 10_000

/** Creates the clients of a chain by the JSON-RPC URLs of its nodes, in order of preference. */
export function createChainNodes(
  chainId: number,
  rpcUrls: readonly string[],
  onFailover: FailoverListener = () => undefined,
  onCall: RpcCallListener = () => undefined,
): ChainNodes {
  const [onlyUrl = ''] = rpcUrls
  const createNode = (url: string, retryCount: number) => {
    const client: ChainClient = createChainClient(chainId, url, {
      retryCount,
      onCall: (method) => onCall({ chainId, node: client.node, method }),
    })
    return client
  }
  if (rpcUrls.length > 1) {
    const each = rpcUrls.map((url) => createNode(url, 0))
    return createFailover(chainId, each, onFailover)
  }
  const only = createNode(onlyUrl, 2)
  return { any: only, each: [only], readHead: () => readNewestBlock(only) }
}

const readNewestBlock = (node: ChainClient) => node.read((client) => client.getBlockNumber())

/**
 * Stays with one node until that fails or lags behind, since nodes are not at the same block: to change with each call
 * would let the chain seem to move back and forth.
 */
function createFailover(
  chainId: number,
  each: readonly ChainClient[],
  onFailover: FailoverListener,
): ChainNodes {
  let current = 0
  let comparedAt = -Infinity
  const getNode = (index: number) => each[index % each.length] as ChainClient

  function changeTo(index: number, lagBlocks?: number): void {
    const from = getNode(current).node
    current = index % each.length
    onFailover({ chainId, from, to: getNode(current).node, ...(lagBlocks && { lagBlocks }) })
  }

  /** Compares the newest blocks. A node that does not answer is not compared: it fails when it is used. */
  async function compareHeads(): Promise<void> {
    const heads = await Promise.allSettled(each.map(readNewestBlock))
    const numbers = heads.map((head) => (head.status === 'fulfilled' ? head.value : undefined))
    const own = numbers[current]
    if (own === undefined) return
    const best = numbers.reduce<number>(
      (found, number, index) => ((number ?? 0n) > (numbers[found] ?? 0n) ? index : found),
      current,
    )
    const lag = (numbers[best] ?? own) - own
    if (lag > maxLagBlocks) changeTo(best, Number(lag))
  }

  const any: ChainClient = {
    chainId,
    get node() {
      return getNode(current).node
    },
    get limits() {
      return getNode(current).limits
    },
    async read(request) {
      const failures: unknown[] = []
      const first = current
      for (let index = first; index < first + each.length; index += 1) {
        const used = getNode(index)
        try {
          return await used.read(request)
        } catch (error) {
          // The node is not at fault for other errors.
          if (!(error instanceof PayError) || error.code !== 'chain_unreachable') throw error
          failures.push(error)
          // Reads that run at the same time fail together; one of them moves on.
          if (getNode(current) === used) changeTo(current + 1)
        }
      }
      throw failures[0]
    },
  }
  return {
    any,
    each,
    async readHead() {
      if (performance.now() - comparedAt >= compareIntervalMs) {
        comparedAt = performance.now()
        // Runs in parallel to the read: a node that hangs must not keep the others waiting.
        void compareHeads()
      }
      return await readNewestBlock(any)
    },
  }
}
