import { type Address, BlockNotFoundError, type Hex } from 'viem'
import type { Trace } from '../domain/records.ts'
import type { ChainClient } from './client.ts'
import { absent } from './facts.ts'

// Searches for blocks and transactions whose number or hash is not known.

/** Reads the hash of a block; returns undefined where there is none with this number. */
export async function readBlockHash(
  chain: ChainClient,
  blockNumber: bigint,
): Promise<string | undefined> {
  const block = await chain.read((client) => client.getBlock({ blockNumber }).catch(noBlock))
  return block?.hash
}

/** Reads the timestamp of a block; returns undefined where there is none with this number. */
export async function readBlockTime(
  chain: ChainClient,
  blockNumber: bigint,
): Promise<Date | undefined> {
  const block = await chain.read((client) => client.getBlock({ blockNumber }).catch(noBlock))
  return block && new Date(Number(block.timestamp) * 1000)
}

/** Finds the last block before a time; returns 0 for none. */
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
  // Back from the newest block in growing steps, because many nodes do not keep old blocks (EIP-4444).
  let low = head
  for (let step = 1n; low > 0n && (await since(low)); step *= 2n) low = low > step ? low - step : 0n
  const first = await firstBlock(low, head, since)
  return first === 0n ? 0n : first - 1n
}

/** How many blocks before a transaction was last seen are searched too: a reorganization can mine it there. */
const depth = 64n

/**
 * Finds the transaction that was mined with the sender and nonce of a pending one since that was seen; returns
 * undefined where none was. Rejects where the node keeps no state of these blocks.
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

/**
 * Returns the first block for which a condition holds, by binary search; `to` + 1 for none. All later ones hold too.
 */
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

/** Returns undefined for the error that there is no such block; throws any other error again. */
export function noBlock(cause: unknown): undefined {
  return absent(cause, BlockNotFoundError)
}
