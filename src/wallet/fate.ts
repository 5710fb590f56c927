import {
  type Address,
  type Client,
  type Hash,
  type Transaction,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import { getTransaction, getTransactionCount, getTransactionReceipt } from 'viem/actions'
import type { Fate, Intent, Sighting } from '../checkout/ports.ts'
import type { Provider } from './batch.ts'
import { unless } from './errors.ts'
import { readHead } from './read.ts'
import { hasFailed } from './safe.ts'
import { searchTransfer } from './search.ts'
import { same, transfersOf } from './transfers.ts'

/** Stretches of the chain that are searched at most for what replaced a transaction. */
const looks = 5

/**
 * What became of a transaction. One that the chain does not know may have been replaced: then its account's nonce is
 * spent, by the same transfer under another hash or, `depth` blocks deep, by something else. The nonce of a transaction that
 * somebody else sends for the payer (a bundler, an owner of a Safe) says nothing of him.
 *
 * @param provider the payer's wallet, which tells of its batches
 */
export async function readFate(
  client: Client,
  hash: string,
  intent: Intent | undefined,
  depth: number,
  attribution: boolean,
  provider?: Provider,
): Promise<Fate> {
  const head = await readHead(client)
  const receipt = await getTransactionReceipt(client, { hash: hash as Hash }).catch(
    unless(TransactionReceiptNotFoundError),
  )
  const known = await getTransaction(client, { hash: hash as Hash }).catch(
    unless(TransactionNotFoundError),
  )
  if (!known) {
    const unknown: Fate = { seen: 'unknown' }
    return intent
      ? await replacement(client, intent, { head, depth, attribution, provider })
      : unknown
  }
  const his = !intent || same(known.from, intent.from)
  const nonce = his && { nonce: known.nonce }
  if (!receipt) return { seen: 'pending', ...nonce }
  const confirmations = Math.max(Number(head - receipt.blockNumber) + 1, 1)
  const reverted = receipt.status === 'reverted' || (!his && failedInside(intent, known, receipt))
  return { seen: 'mined', confirmations, reverted, ...nonce }
}

/**
 * True when a transaction of somebody else went through, and the payer's call in it did not: bundlers, and Safes that pay
 * for their own gas, carry on then. Of a call that moves the chain's own coin only a Safe's log tells.
 */
function failedInside(intent: Intent, sent: Transaction, receipt: TransactionReceipt): boolean {
  const { from, quote, proposal } = intent
  const { logs } = receipt
  // What does not concern the payer is another's payment of the charge.
  const acts = same(sent.to, from) || sent.input.includes(from.slice(2).toLowerCase())
  if (!acts) return false
  if (proposal && hasFailed(logs, from, proposal.id)) return true
  const pays = ({ token, to }: { token: string | undefined; to: string }) =>
    same(token, quote.token.address) && same(to, quote.recipient)
  return !quote.token.native && !transfersOf(sent, receipt).some(pays)
}

interface Looking {
  head: bigint
  depth: number
  attribution: boolean
  provider: Provider | undefined
}

async function replacement(
  client: Client,
  intent: Intent,
  { head, depth, attribution, provider }: Looking,
): Promise<Fate> {
  let sighting: Sighting | undefined
  let from: bigint | undefined
  for (let look = 0; look < looks && (from === undefined || from < head); look++) {
    sighting = await searchTransfer(client, intent, attribution, { from, depth }, provider)
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
