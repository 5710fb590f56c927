import type { BlockRange } from '../../chain/types/transfer-logs.ts'
import type { WatcherContext } from '../context.ts'
import { maxRereadBlocks } from './native-transfers.ts'

/** Decides which blocks below a range are read with it once more, because a reorganization may have replaced them. */
export interface Rereading {
  /** Returns the block from which a range is read. */
  findStart(range: BlockRange): Promise<bigint>
  /** Remembers the end of a range that was read. */
  remember(range: BlockRange): Promise<void>
}

/**
 * Creates the rereading of one chain. Blocks that fit into the same call are always read again, since they cost nothing.
 * Where the node limits its calls to so few blocks that they would need calls of their own, the node is asked for the hash
 * of the last block instead: while it is the same, no block below was replaced.
 */
export function createRereading(
  { chains }: Pick<WatcherContext, 'chains'>,
  chainId: number,
): Rereading {
  /** Undefined while the node's limit is large enough. */
  let lastBlock: { number: bigint; hash: string | undefined } | undefined

  function needsSeveralCalls({ from, to }: BlockRange): boolean {
    const most = chains.getLogRange(chainId)
    return most !== undefined && to - from >= most
  }

  return {
    async findStart({ from, to }) {
      const start = from > maxRereadBlocks ? from - maxRereadBlocks : 0n
      if (!needsSeveralCalls({ from: start, to }) || lastBlock?.number !== from - 1n) return start
      const hash = await chains.getBlockHash(chainId, lastBlock.number)
      return hash !== undefined && hash === lastBlock.hash ? from : start
    },
    async remember({ from, to }) {
      const isLimited = needsSeveralCalls({ from: from - maxRereadBlocks, to })
      lastBlock = isLimited
        ? { number: to, hash: await chains.getBlockHash(chainId, to) }
        : undefined
    },
  }
}
