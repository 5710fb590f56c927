import { PayError } from '../../errors.ts'
import type { Chains } from '../domain/chains.ts'

/** Whether a chain can be read: `another chain` where its node serves another one than CHAIN_RPC_URLS says. */
export type ChainHealth = 'ok' | 'unreachable' | 'another chain'

/** How long a node may take to answer. */
const answerMs = 3000
/**
 * How long an answer is shown again: anybody may ask, and as often as they like. A monitor that asks every few seconds
 * must not cost more calls than a chain on which nothing happens.
 */
const reuseMs = 5 * 60_000
/** How long an answer is shown again that a chain cannot be read: whoever repairs it looks again. */
const failureReuseMs = 10_000

/** Creates the function that asks the nodes of all chains for their newest block. */
export function createChainHealth(
  chains: Pick<Chains, 'ids' | 'getBlockNumber'>,
): () => Promise<ReadonlyMap<number, ChainHealth>> {
  let readAt = -Infinity
  let reading: Promise<ReadonlyMap<number, ChainHealth>> | undefined
  let isHealthy = false
  const readAll = async () => {
    const health = new Map(
      await Promise.all(chains.ids.map(async (id) => [id, await readChain(chains, id)] as const)),
    )
    isHealthy = [...health.values()].every((state) => state === 'ok')
    return health
  }
  return () => {
    const ageMs = performance.now() - readAt
    if (reading && ageMs < (isHealthy ? reuseMs : failureReuseMs)) return reading
    readAt = performance.now()
    reading = readAll()
    return reading
  }
}

async function readChain(
  chains: Pick<Chains, 'getBlockNumber'>,
  chainId: number,
): Promise<ChainHealth> {
  const { promise, resolve } = Promise.withResolvers<ChainHealth>()
  const timer = setTimeout(() => resolve('unreachable'), answerMs)
  const asking = chains.getBlockNumber(chainId).then(
    (): ChainHealth => 'ok',
    // Why is in the log of the watcher, which meets the same: it may name the node, and anybody may read this.
    (cause): ChainHealth =>
      cause instanceof PayError && cause.details === 'another chain'
        ? 'another chain'
        : 'unreachable',
  )
  const health = await Promise.race([asking, promise])
  clearTimeout(timer)
  return health
}
