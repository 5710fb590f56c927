import { namedCharges } from '../domain/attribution.ts'
import type { BlockRange, Chains, CoinBlock, FoundTransfer } from '../domain/ports.ts'

/** A transaction that may pay; `input` where it is known already. */
export type Found = FoundTransfer & { input?: string }

/** Blocks read again, for what a reorganisation or a node that lags behind brought there since. */
export const rescan = 32n
/** Blocks read at the same time. */
const width = 8n

/**
 * Finds transfers of coin, which leave no log: by the calldata of every transaction of every block. A block is read
 * once; one whose parent is not the block read before it tells of a reorganisation, and sends the search back.
 */
export function coinFinder(chains: Chains, chainId: number) {
  const seen = new Map<bigint, string>()

  async function find({ from, to }: BlockRange): Promise<Found[]> {
    const found: Found[] = []
    for (let at = from; at <= to; at += width) {
      const numbers = Array.from({ length: Number(width) }, (_, index) => at + BigInt(index))
      const blocks = await Promise.all(
        numbers.filter((number) => number <= to).map((number) => chains.coinBlock(chainId, number)),
      )
      for (const [index, block] of blocks.entries()) {
        if (!block) throw new Error(`Block ${numbers[index]} of chain ${chainId} is not there yet.`)
        found.push(...named(block))
        remember(numbers[index] ?? at, block.hash)
      }
    }
    return [...(await findBelow(from, to)), ...found]
  }

  /** What changed below a block since it was read; all that is within reach, after a restart. */
  async function findBelow(from: bigint, to: bigint): Promise<Found[]> {
    const found: Found[] = []
    let child = from <= to ? await chains.coinBlock(chainId, from) : undefined
    for (let at = from - 1n; child && at >= 0n && at >= from - rescan; at -= 1n) {
      if (seen.get(at) === child.parentHash) break
      const block = await chains.coinBlock(chainId, at)
      if (!block) break
      found.push(...named(block))
      remember(at, block.hash)
      child = block
    }
    return found
  }

  function remember(number: bigint, hash: string): void {
    seen.set(number, hash)
    seen.delete(number - 2n * rescan)
  }

  return { find }
}

function named({ hash: blockHash, transactions }: CoinBlock): Found[] {
  return transactions
    .filter(({ input }) => namedCharges(input).size > 0)
    .map(({ hash, input }) => ({ hash, blockHash, input }))
}
