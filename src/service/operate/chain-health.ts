import { PayError } from '../../errors.ts'
import type { Chains } from '../chain/types/chains.ts'

/** Whether a chain can be read: `another chain` where its node serves a chain other than the one in CHAIN_RPC_URLS. */
export type ChainHealth = 'ok' | 'unreachable' | 'another chain'

/** How long a node may take to answer. */
const answerMs = 3000
/**
 * How long an answer is reused: anyone may ask, as often as they like. A monitor that asks every few seconds must not cost more
 * calls than an idle chain.
 */
const reuseMs = 5 * 60_000
/** How long a failure is shown again: shorter, for the operator who repairs it. */
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
    // The watcher logs the reason, which may name the node. This answer is public.
    (cause): ChainHealth =>
      cause instanceof PayError && cause.details === 'another chain'
        ? 'another chain'
        : 'unreachable',
  )
  const health = await Promise.race([asking, promise])
  clearTimeout(timer)
  return health
}
