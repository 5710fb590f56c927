import type { Address, Hex } from 'viem'
import { findFirstBlock } from '../logs/search.ts'
import type { ChainClient } from '../nodes/client.ts'
import type { Spending } from '../types/chains.ts'
import type { BlockRange } from '../types/transfer-logs.ts'
import { computeFee } from './fee.ts'
import { ignorePrunedState } from './internal-transfers.ts'

/** Limit of an account's transactions in one range: each costs a search for its block. */
const maxTransactions = 1000

/**
 * Returns how much native currency an account's own transactions in a range of blocks spent. No index of a node lists them, but the
 * account's nonce counts them, so the block of each is searched for by nonce.
 *
 * Undefined where these do not account for all outgoing money: a contract, or an account that delegates to one (EIP-7702), sends in
 * the transactions of others. Also where the node keeps no state of these blocks, and for too many transactions.
 */
export async function listSpending(
  chain: ChainClient,
  account: string,
  { from, to }: BlockRange,
  limit = maxTransactions,
): Promise<readonly Spending[] | undefined> {
  const address = account as Address
  const readNonce = (blockNumber: bigint) =>
    chain.read((client) =>
      client.getTransactionCount({ address, blockNumber }).then(BigInt).catch(ignorePrunedState),
    )
  const readCode = (blockNumber: bigint) =>
    chain.read((client) => client.getCode({ address, blockNumber }).catch(ignorePrunedState))
  const before = from > 0n ? from - 1n : 0n
  const [first, end] = [await readNonce(before), await readNonce(to)]
  if (first === undefined || end === undefined || end - first > limit) return undefined
  if ((await readCode(before)) || (await readCode(to))) return undefined
  const spending: Spending[] = []
  let start = from
  while (BigInt(spending.length) < end - first) {
    const next = first + BigInt(spending.length)
    const block = await findFirstBlock(start, to, async (number) => {
      const nonce = await readNonce(number)
      return nonce !== undefined && nonce > next
    })
    const found = block > to ? [] : await readSpending(chain, address, block)
    // A node that has lost the state, or follows another branch by now.
    if (found.length === 0) return undefined
    spending.push(...found)
    start = block + 1n
  }
  return spending
}

async function readSpending(
  chain: ChainClient,
  address: Address,
  blockNumber: bigint,
): Promise<Spending[]> {
  const isOwn = (other: Hex | null) => other?.toLowerCase() === address.toLowerCase()
  const block = await chain.read((client) =>
    client.getBlock({ blockNumber, includeTransactions: true }),
  )
  const spending: Spending[] = []
  for (const { hash, from, to, value } of block.transactions) {
    if (!isOwn(from)) continue
    const receipt = await chain.read((client) => client.getTransactionReceipt({ hash }))
    const moved = receipt.status === 'success' && !isOwn(to) ? value : 0n
    const fee = computeFee(receipt)
    if (fee === undefined) return []
    spending.push({ hash, block: blockNumber, amount: moved + fee })
  }
  return spending
}
