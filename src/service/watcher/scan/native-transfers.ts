import { hasReference } from '../../chain/proof/suffix.ts'
import type { Address } from '../../chain/types/address.ts'
import type { BlockWithTransactions } from '../../chain/types/transactions.ts'
import type { BlockRange } from '../../chain/types/transfer-logs.ts'
import type { WatcherContext } from '../context.ts'
import type { FoundTransaction } from '../read.ts'
import { createBalanceSearch } from './balance-search.ts'

/** Number of blocks that are read again, because of reorganizations and nodes that lag behind. */
export const maxRereadBlocks = 32n
/** Number of blocks that are read at the same time. */
const concurrency = 8n

/**
 * Creates a finder of native currency transfers, which leave no log. It finds every transaction with a value to a
 * watched recipient, and every transaction whose calldata has a reference. A block is read once. When its parent is not
 * the block that was read before, the chain was reorganized, and earlier blocks are read again.
 *
 * A block contains all its transactions, so the result is known to be complete; but for what contracts send, which only
 * the recipients' balances show (balance-search.ts).
 */
export function createNativeFinder(
  { chains, log }: Pick<WatcherContext, 'chains' | 'log'>,
  chainId: number,
) {
  const search = createBalanceSearch({ chains, log }, chainId)
  const seen = new Map<bigint, string>()

  async function find(
    { from, to }: BlockRange,
    recipients: readonly Address[],
  ): Promise<FoundTransaction[]> {
    const wanted = new Set(recipients.map((recipient) => recipient.toLowerCase()))
    const found: FoundTransaction[] = []
    const blocksRead = new Map<bigint, BlockWithTransactions>()
    let first: BlockWithTransactions | undefined
    for (let at = from; at <= to; at += concurrency) {
      const numbers = Array.from({ length: Number(concurrency) }, (_, index) => at + BigInt(index))
      const blocks = await Promise.all(
        numbers
          .filter((number) => number <= to)
          .map((number) => chains.getBlockWithTransactions(chainId, number)),
      )
      for (const [index, block] of blocks.entries()) {
        if (!block)
          throw new Error(`Block ${numbers[index]} of chain ${chainId} is not available yet.`)
        first ??= block
        const number = numbers[index] ?? at
        blocksRead.set(number, block)
        found.push(...selectPaying(block, number, wanted))
        remember(number, block.hash)
      }
    }
    const reorganized = await findReorganized(from, first, wanted, blocksRead)
    // Together with the blocks that took the place of others, of which the balances of the old ones say nothing.
    const called = await search.find({ from: reorganized.from, to }, blocksRead, recipients)
    return [...reorganized.found, ...found, ...called]
  }

  /**
   * Finds payments in blocks below `from` that changed since they were read; after a restart, in all that are in reach.
   * Returns the lowest of these blocks, too.
   *
   * @param first the block `from`; undefined where none was read
   */
  async function findReorganized(
    from: bigint,
    first: BlockWithTransactions | undefined,
    wanted: ReadonlySet<string>,
    blocksRead: Map<bigint, BlockWithTransactions>,
  ): Promise<{ found: FoundTransaction[]; from: bigint }> {
    const found: FoundTransaction[] = []
    let [child, lowest] = [first, from]
    for (let at = from - 1n; child && at >= 0n && at >= from - maxRereadBlocks; at -= 1n) {
      if (seen.get(at) === child.parentHash) break
      const block = await chains.getBlockWithTransactions(chainId, at)
      if (!block) break
      found.push(...selectPaying(block, at, wanted))
      remember(at, block.hash)
      blocksRead.set(at, block)
      child = block
      lowest = at
    }
    return { found, from: lowest }
  }

  function remember(number: bigint, hash: string): void {
    seen.set(number, hash)
    seen.delete(number - 2n * maxRereadBlocks)
  }

  return { find }
}

function selectPaying(
  block: BlockWithTransactions,
  blockNumber: bigint,
  wanted: ReadonlySet<string>,
): FoundTransaction[] {
  return block.transactions
    .filter(({ to, value, input }) => {
      const isDirect = to !== undefined && value > 0n && wanted.has(to.toLowerCase())
      return isDirect || hasReference(input)
    })
    .map(({ hash }) => ({
      hash,
      block: { number: blockNumber, hash: block.hash },
      wholeBlock: block,
    }))
}
