import { type Client, type Hash, TransactionReceiptNotFoundError } from 'viem'
import { getBlockNumber, getTransactionReceipt } from 'viem/actions'
import type { Depth } from '../checkout/ports.ts'

/** How deep a transaction is in the chain; not mined yet is 0. */
export async function readDepth(client: Client, hash: string): Promise<Depth> {
  try {
    const [receipt, head] = await Promise.all([
      getTransactionReceipt(client, { hash: hash as Hash }),
      getBlockNumber(client, { cacheTime: 0 }),
    ])
    const confirmations = Number(head - receipt.blockNumber) + 1
    return { confirmations: Math.max(confirmations, 1), reverted: receipt.status === 'reverted' }
  } catch (cause) {
    if (cause instanceof TransactionReceiptNotFoundError)
      return { confirmations: 0, reverted: false }
    throw cause
  }
}
