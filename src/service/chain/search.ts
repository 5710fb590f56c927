import { type Address, BlockNotFoundError, type Hex } from 'viem'
import type { Trace } from '../domain/records.ts'
import type { ChainClient } from './client.ts'
import { absent } from './facts.ts'

// Looking for blocks and transactions that nobody named.

/** Hash of a block; undefined where there is none with this number. */
export async function readBlockHash(
  chain: ChainClient,
  blockNumber: bigint,
): Promise<string | undefined> {
  const block = await chain.read((client) => client.getBlock({ blockNumber }).catch(noBlock))
  return block?.hash
}

/** When a block says that it was made; undefined where there is none with this number. */
export async function readBlockTime(
  chain: ChainClient,
  blockNumber: bigint,
): Promise<Date | undefined> {
  const block = await chain.read((client) => client.getBlock({ blockNumber }).catch(noBlock))
  return block && new Date(Number(block.timestamp) * 1000)
}

/** The last block that was made before a time; 0 for none. */
export async function readBlockBefore(
  chain: ChainClient,
  time: Date,
  head: bigint,
): Promise<bigint> {
  const seconds = BigInt(Math.floor(time.getTime() / 1000))
  const since = async (blockNumber: bigint) => {
    const block = await chain.read((client) => client.getBlock({ blockNumber }))
    return block.timestamp >= seconds
  }
  // Back from the newest in growing steps: many nodes keep no blocks of long ago (EIP-4444).
  let low = head
  for (let step = 1n; low > 0n && (await since(low)); step *= 2n) low = low > step ? low - step : 0n
  const first = await firstBlock(low, head, since)
  return first === 0n ? 0n : first - 1n
}

/** Blocks before the last sight of a transaction that are searched too: a reorganisation can mine it there. */
const depth = 64n

/**
 * The transaction that was mined with a sender's nonce since the one of `trace` was seen; undefined where none was.
 * A node that keeps no state of these blocks rejects.
 */
export async function readReplacement(
  chain: ChainClient,
  { sender, nonce, head: seen }: Trace,
  head: bigint,
): Promise<string | undefined> {
  const address = sender as Address
  const used = async (blockNumber: bigint) => {
    const count = await chain.read((client) => client.getTransactionCount({ address, blockNumber }))
    return count > nonce
  }
  if (!(await used(head))) return undefined
  const from = (seen < head ? seen : head) - depth
  const blockNumber = await firstBlock(from < 0n ? 0n : from, head, used)
  const block = await chain.read((client) =>
    client.getBlock({ blockNumber, includeTransactions: true }),
  )
  const found = block.transactions.find(
    (one) => one.from.toLowerCase() === sender.toLowerCase() && one.nonce === nonce,
  )
  return found?.hash satisfies Hex | undefined
}

/** The first block from which on something holds; `to` + 1 for none. It holds for no block before one it fails for. */
async function firstBlock(
  from: bigint,
  to: bigint,
  holds: (block: bigint) => Promise<boolean>,
): Promise<bigint> {
  let [low, high] = [from, to + 1n]
  while (low < high) {
    const middle = (low + high) / 2n
    if (await holds(middle)) high = middle
    else low = middle + 1n
  }
  return low
}

/** Undefined for an answer that says that there is no such block. */
export function noBlock(cause: unknown): undefined {
  return absent(cause, BlockNotFoundError)
}
