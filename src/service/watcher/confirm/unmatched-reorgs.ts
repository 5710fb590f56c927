import type { Block } from '../../chain/types/transactions.ts'
import { splitIntoBatches } from '../../kernel/batches.ts'
import type { ReadHead, WatcherContext } from '../context.ts'
import { creditTransactions } from '../credit/credit-transactions.ts'
import type { WatchedDestinations } from '../watched-destinations.ts'

/** Milliseconds between two queries for blocks to read, which ask only the database. */
const intervalMs = 30_000
/** Maximum number of blocks that are read together, and of transactions that are credited together. */
const maxBlocks = 200
const batchSize = 100

/** Drops unmatched transfers whose block was replaced. */
export type HandleUnmatchedReorgs = (
  destinations: WatchedDestinations,
  lastHead: bigint,
  readHead: ReadHead,
) => Promise<void>

/**
 * Creates the function that drops unmatched transfers that a reorganization removed: they belong to no payment, so nothing else
 * would remove them from the merchant's list. A block costs one call when it is confirmed, and one when it is half as deep as
 * reorganizations are searched for, however much strangers have sent in it.
 */
export function createUnmatchedReorgHandler(
  context: WatcherContext,
  chainId: number,
): HandleUnmatchedReorgs {
  const { store, chains, log, reorgBlocks } = context
  /** How deep each block was when it was last found in its place, by its hash. */
  const depths = new Map<string, bigint>()
  const deepEnough = BigInt(reorgBlocks) / 2n
  let lastReadAt = -Infinity

  function isDue(hash: string, depth: bigint): boolean {
    const last = depths.get(hash)
    return last === undefined || (last < deepEnough && depth >= deepEnough)
  }

  async function dropReplaced(
    destinations: WatchedDestinations,
    block: Block,
    head: bigint,
  ): Promise<void> {
    const hashes = await store.listUnmatchedHashes(chainId, block)
    for (const batch of splitIntoBatches(hashes, batchSize)) {
      const transactions = batch.map((hash) => ({ hash }))
      // Transfers that another block has now are moved there.
      const outcomes = await creditTransactions(context, destinations, chainId, transactions, head)
      const read = batch.filter((hash) => outcomes.get(hash)?.kind !== 'unread')
      const dropped = await store.dropUnmatched(chainId, read, block.hash)
      if (dropped > 0)
        log.info({ chainId, transfers: dropped }, 'A reorganization removed unmatched money.')
    }
  }

  return async (destinations, lastHead, readHead) => {
    if (performance.now() - lastReadAt < intervalMs) return
    lastReadAt = performance.now()
    const from = lastHead - BigInt(reorgBlocks)
    const to = lastHead - BigInt(chains.getConfirmations(chainId)) + 1n
    const blocks = await store.listUnmatchedBlocks(chainId, { from: from > 0n ? from : 0n, to })
    const kept = new Set(blocks.map(({ hash }) => hash))
    for (const hash of depths.keys()) if (!kept.has(hash)) depths.delete(hash)
    const due = blocks.filter(({ number, hash }) => isDue(hash, lastHead - number))
    for (const block of due.slice(0, maxBlocks)) {
      const { number, hash } = block
      const current = await chains.getBlockHash(chainId, number)
      // A node that lags behind does not have this block, which proves nothing.
      if (current === undefined) continue
      if (current === hash) depths.set(hash, lastHead - number)
      else await dropReplaced(destinations, block, await readHead())
    }
  }
}
