import { PayError } from '../../errors.ts'
import type { Chains } from '../chain/types/chains.ts'
import type { ChainReading } from '../chain/types/reading.ts'

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
): () => Promise<ReadonlyMap<number, ChainReading>> {
  let readAt = -Infinity
  let reading: Promise<ReadonlyMap<number, ChainReading>> | undefined
  let isHealthy = false
  const readAll = async () => {
    const health = new Map(
      await Promise.all(chains.ids.map(async (id) => [id, await readChain(chains, id)] as const)),
    )
    isHealthy = [...health.values()].every((reading) => reading.health === 'ok')
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
): Promise<ChainReading> {
  const { promise, resolve } = Promise.withResolvers<Omit<ChainReading, 'readAt'>>()
  const unreachable = { health: 'unreachable', block: undefined } as const
  const timer = setTimeout(() => resolve(unreachable), answerMs)
  const asking = chains.getBlockNumber(chainId).then(
    (block) => ({ health: 'ok', block }) as const,
    // The watcher logs the reason, which may name the node. This answer is public.
    (cause) =>
      cause instanceof PayError && cause.details === 'another chain'
        ? ({ health: 'another chain', block: undefined } as const)
        : unreachable,
  )
  const reading = await Promise.race([asking, promise])
  clearTimeout(timer)
  return { ...reading, readAt: performance.now() }
}
