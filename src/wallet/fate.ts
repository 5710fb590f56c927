import {
  type Address,
  type Client,
  type Hash,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import {
  getBlockNumber,
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
} from 'viem/actions'
import type { Fate, Intent, Sighting } from '../checkout/ports.ts'
import { searchTransfer } from './search.ts'

/** Stretches of the chain that are searched at most for what replaced a transaction. */
const looks = 5

/**
 * What became of a transaction. One that the chain does not know may have been replaced: then its account's nonce is
 * spent, by the same transfer under another hash or, `depth` blocks deep, by something else.
 */
export async function readFate(
  client: Client,
  hash: string,
  intent: Intent | undefined,
  depth: number,
  attribution: boolean,
): Promise<Fate> {
  const head = await getBlockNumber(client, { cacheTime: 0 })
  const receipt = await getTransactionReceipt(client, { hash: hash as Hash }).catch(
    unless(TransactionReceiptNotFoundError),
  )
  const known = await getTransaction(client, { hash: hash as Hash }).catch(
    unless(TransactionNotFoundError),
  )
  if (known && receipt) {
    const confirmations = Math.max(Number(head - receipt.blockNumber) + 1, 1)
    const reverted = receipt.status === 'reverted'
    return { seen: 'mined', confirmations, reverted, nonce: known.nonce }
  }
  if (known) return { seen: 'pending', nonce: known.nonce }
  return intent ? await replacement(client, intent, head, depth, attribution) : { seen: 'unknown' }
}

async function replacement(
  client: Client,
  intent: Intent,
  head: bigint,
  depth: number,
  attribution: boolean,
): Promise<Fate> {
  let sighting: Sighting | undefined
  let from = intent.block
  for (let look = 0; look < looks && (!sighting || from < head); look++) {
    sighting = await searchTransfer(client, intent, attribution, { from, depth })
    if (sighting.seen === 'transfer') return { seen: 'replaced', hash: sighting.hash }
    from = sighting.upTo
  }
  // Only the nonce that it was seen with proves anything, and no block that may still give way to another.
  const blockNumber = head - BigInt(depth - 1)
  const { used } = intent
  if (sighting?.seen !== 'used' || used === undefined || blockNumber < 0n)
    return { seen: 'unknown' }
  const address = intent.from as Address
  const spent = await getTransactionCount(client, { address, blockNumber })
  return spent > used ? { seen: 'replaced' } : { seen: 'unknown' }
}

/** Undefined for the error that says no; any other is thrown on. */
function unless(kind: abstract new (...args: never[]) => Error) {
  return (cause: unknown): undefined => {
    if (!(cause instanceof kind)) throw cause
  }
}
