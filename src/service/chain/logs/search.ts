import { type Address, BlockNotFoundError, type Hex } from 'viem'
import type { ChainClient } from '../nodes/client.ts'
import { ignoreError } from '../transactions/lookup.ts'
import type { PendingTransaction } from '../types/transactions.ts'

// Searches for blocks and transactions whose number or hash is not known.

/** Reads the hash of a block; returns undefined where there is none with this number. */
export async function readBlockHash(
  chain: ChainClient,
  blockNumber: bigint,
): Promise<string | undefined> {
  const block = await chain.read((client) =>
    client.getBlock({ blockNumber }).catch(ignoreMissingBlock),
  )
  return block?.hash
}

/** Reads the timestamp of a block; returns undefined where there is none with this number. */
export async function readBlockTime(
  chain: ChainClient,
  blockNumber: bigint,
): Promise<Date | undefined> {
  const block = await chain.read((client) =>
    client.getBlock({ blockNumber }).catch(ignoreMissingBlock),
  )
  return block && new Date(Number(block.timestamp) * 1000)
}

/** Reads the next nonce of an account by a block. */
export async function readNonce(
  chain: ChainClient,
  account: string,
  blockNumber: bigint,
): Promise<number> {
  const address = account as Address
  return await chain.read((client) => client.getTransactionCount({ address, blockNumber }))
}

/** Finds the last block before a time; returns 0 for none. */
export async function findBlockBefore(
  chain: ChainClient,
  time: Date,
  head: bigint,
): Promise<bigint> {
  const seconds = BigInt(Math.floor(time.getTime() / 1000))
  const isAtOrAfter = async (blockNumber: bigint) => {
    const block = await chain.read((client) => client.getBlock({ blockNumber }))
    return block.timestamp >= seconds
  }
  // Back from the newest block in growing steps, because many nodes do not keep old blocks (EIP-4444).
  let low = head
  for (let step = 1n; low > 0n && (await isAtOrAfter(low)); step *= 2n)
    low = low > step ? low - step : 0n
  const first = await findFirstBlock(low, head, isAtOrAfter)
  return first === 0n ? 0n : first - 1n
}

/** How many blocks before a transaction was last seen are searched too: a reorganization can mine it there. */
const reorgDepth = 64n

/**
 * Finds the transaction that was mined with the sender and nonce of a pending one since that was seen; returns
 * undefined where none was. Rejects where the node keeps no state of these blocks.
 */
export async function findReplacement(
  chain: ChainClient,
  { sender, nonce, seenAtBlock: seen }: PendingTransaction,
  head: bigint,
): Promise<string | undefined> {
  const address = sender as Address
  const isNonceUsed = async (blockNumber: bigint) => {
    const count = await chain.read((client) => client.getTransactionCount({ address, blockNumber }))
    return count > nonce
  }
  if (!(await isNonceUsed(head))) return undefined
  const from = (seen < head ? seen : head) - reorgDepth
  const blockNumber = await findFirstBlock(from < 0n ? 0n : from, head, isNonceUsed)
  const block = await chain.read((client) =>
    client.getBlock({ blockNumber, includeTransactions: true }),
  )
  const found = block.transactions.find(
    (transaction) =>
      transaction.from.toLowerCase() === sender.toLowerCase() && transaction.nonce === nonce,
  )
  return found?.hash satisfies Hex | undefined
}

/**
 * Returns the first block for which a condition holds, by binary search; `to` + 1 for none. The condition must hold for all later
 * blocks.
 */
export async function findFirstBlock(
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

/** Returns undefined for the error that a block does not exist; rethrows any other error. */
export function ignoreMissingBlock(cause: unknown): undefined {
  return ignoreError(cause, BlockNotFoundError)
}
