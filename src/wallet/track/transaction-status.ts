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
import type { Intent } from '../../checkout/ports/intent.ts'
import type { SearchResult, TransactionStatus } from '../../checkout/ports/wallets.ts'
import type { Provider } from '../connect/provider.ts'
import { ignoreError } from '../errors.ts'
import { readBlockNumber } from '../read.ts'
import { hasExecutionFailed } from '../send/safe.ts'
import { searchTransfer } from './search-transfer.ts'
import { isHexEqual, parseTransfers } from './transfer-logs.ts'

/** The most searches for a transaction's replacement. Each covers a limited number of blocks. */
const maxSearches = 5

/**
 * Reads the status of a transaction. One that the chain does not know may have been replaced: then its account's nonce is spent, by
 * the same transfer under another hash or, `depth` blocks deep, by something else. A transaction that another account sends for the
 * payer (a bundler, an owner of a Safe) has that sender's nonce, so the nonce is not returned.
 *
 * @param depth confirmations that make a block final
 * @param provider the payer's wallet, which knows the status of its batches
 */
export async function readTransactionStatus(
  client: Client,
  hash: string,
  intent: Intent | undefined,
  depth: number,
  attribution: boolean,
  provider?: Provider,
): Promise<TransactionStatus> {
  const head = await readBlockNumber(client)
  const receipt = await getTransactionReceipt(client, { hash: hash as Hash }).catch(
    ignoreError(TransactionReceiptNotFoundError),
  )
  const transaction = await getTransaction(client, { hash: hash as Hash }).catch(
    ignoreError(TransactionNotFoundError),
  )
  if (!transaction) {
    const unknown: TransactionStatus = { status: 'unknown' }
    return intent
      ? await findReplacement(client, hash, intent, { head, depth, attribution, provider })
      : unknown
  }
  const isFromPayer = !intent || isHexEqual(transaction.from, intent.from)
  const nonce = isFromPayer && { nonce: transaction.nonce }
  if (!receipt) return { status: 'pending', ...nonce }
  const confirmations = Math.max(Number(head - receipt.blockNumber) + 1, 1)
  const isReverted =
    receipt.status === 'reverted' ||
    (!isFromPayer && hasInnerCallFailed(intent, transaction, receipt))
  return { status: 'mined', confirmations, isReverted, ...nonce }
}

/**
 * Returns whether a transaction by another sender succeeded while the payer's call inside it failed. Bundlers, and Safes that pay
 * for their own gas, do not revert then. For a call that moves native currency only a Safe's log shows it.
 */
function hasInnerCallFailed(
  intent: Intent,
  transaction: Transaction,
  receipt: TransactionReceipt,
): boolean {
  const { from, quote, proposal } = intent
  const { logs } = receipt
  // A transaction that does not involve the payer's account is another payer's payment of the charge.
  const concernsPayer =
    isHexEqual(transaction.to, from) || transaction.input.includes(from.slice(2).toLowerCase())
  if (!concernsPayer) return false
  if (proposal && hasExecutionFailed(logs, from, proposal.id)) return true
  const isPayment = ({ token, to }: { token: string | undefined; to: string }) =>
    isHexEqual(token, quote.token.address) && isHexEqual(to, quote.recipient)
  return !quote.token.native && !parseTransfers(transaction, receipt).some(isPayment)
}

interface ReplacementSearch {
  head: bigint
  depth: number
  attribution: boolean
  provider: Provider | undefined
}

/** Searches for the replacement of a transaction that the chain does not know. */
async function findReplacement(
  client: Client,
  hash: string,
  intent: Intent,
  { head, depth, attribution, provider }: ReplacementSearch,
): Promise<TransactionStatus> {
  let result: SearchResult | undefined
  let fromBlock: bigint | undefined
  for (
    let search = 0;
    search < maxSearches && (fromBlock === undefined || fromBlock < head);
    search++
  ) {
    result = await searchTransfer(client, intent, attribution, { fromBlock, depth }, provider)
    // A node may know a block and not its transactions, as during a reorganization. None replaces itself.
    if (result.found === 'transfer' && isHexEqual(result.hash, hash)) return { status: 'unknown' }
    if (result.found === 'transfer') return { status: 'replaced', hash: result.hash }
    fromBlock = result.toBlock
  }
  // Only the nonce that the chain has shown for the transfer proves a replacement, and only in a final block.
  const blockNumber = head - BigInt(depth - 1)
  const { usedNonce } = intent
  if (result?.found !== 'used' || usedNonce === undefined || blockNumber < 0n)
    return { status: 'unknown' }
  const address = intent.from as Address
  const finalNonce = await getTransactionCount(client, { address, blockNumber })
  return finalNonce > usedNonce ? { status: 'replaced' } : { status: 'unknown' }
}
