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
import type { Fate, Intent, Sighting } from '../../checkout/ports.ts'
import { unless } from '../errors.ts'
import { readHead } from '../read.ts'
import type { Provider } from '../send/batch.ts'
import { hasFailed } from '../send/safe.ts'
import { searchTransfer } from './search-transfer.ts'
import { same, transfersOf } from './transfer-logs.ts'

/** The most searches for what replaced a transaction. Each covers a limited number of blocks. */
const looks = 5

/**
 * Reads the status of a transaction. One that the chain does not know may have been replaced: then its account's
 * nonce is spent, by the same transfer under another hash or, `depth` blocks deep, by something else. A transaction
 * that somebody else sends for the payer (a bundler, an owner of a Safe) has that sender's nonce, so the nonce is not
 * returned.
 *
 * @param depth confirmations that make a block final
 * @param provider the payer's wallet, which knows the status of its batches
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
 * Returns whether a transaction that somebody else sent succeeded while the payer's call inside it failed. Bundlers,
 * and Safes that pay for their own gas, do not revert then. For a call that moves native currency only a Safe's log
 * shows it.
 */
function failedInside(intent: Intent, sent: Transaction, receipt: TransactionReceipt): boolean {
  const { from, quote, proposal } = intent
  const { logs } = receipt
  // A transaction that does not involve the payer's account is somebody else's payment of the charge.
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

/** Searches for what replaced a transaction that the chain does not know. */
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
  // Only the nonce that the chain has shown for the transfer proves a replacement, and only in a final block.
  const blockNumber = head - BigInt(depth - 1)
  const { used } = intent
  if (sighting?.seen !== 'used' || used === undefined || blockNumber < 0n)
    return { seen: 'unknown' }
  const address = intent.from as Address
  const spent = await getTransactionCount(client, { address, blockNumber })
  return spent > used ? { seen: 'replaced' } : { seen: 'unknown' }
}
