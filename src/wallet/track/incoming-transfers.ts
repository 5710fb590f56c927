import { type Address, type Client, erc20Abi, getAbiItem } from 'viem'
import { getBlock, getLogs, getTransaction, getTransactionReceipt } from 'viem/actions'
import type { Quote } from '../../checkout/quote/payment-option.ts'
import { readBlockNumber } from '../read.ts'
import { namesOtherCharge } from './references.ts'
import { maxFullBlocks, maxLogBlocks } from './search-transfer.ts'
import { isHexEqual } from './transfer-logs.ts'

/**
 * How many of the newest blocks are read again in the next search. A block may be replaced by a reorganization. And of
 * several nodes behind one URL, some announce a block before the others know its contents.
 */
const recheckedBlockCount = { logs: 16n, blocks: 2n }

/** The transfers that have arrived. */
export interface IncomingTransfers {
  /** In the order in which they were mined. */
  hashes: string[]
  /** The block to continue from. It is some blocks before the newest, so recent transfers are returned again. */
  toBlock: bigint
}

/**
 * Searches for transfers for a quote that did not use this page's wallet: of exactly the quote's amount, which is reserved for its
 * charge, in its token, to its recipient, in a block after `from`. Only transfers whose own sender gave another charge's reference
 * are left out; the service decides about the rest. Each call searches a limited number of blocks. Native currency that a contract
 * sends leaves no trace in blocks and is not found. Rejects with the node's error.
 *
 * @param range `from`: `toBlock` of the previous search. It is undefined at first, and then nothing is searched: a
 * transfer that was sent before the quote was shown is not for this quote
 */
export async function findIncomingTransfers(
  client: Client,
  quote: Quote,
  { from }: { from: bigint | undefined },
): Promise<IncomingTransfers> {
  const head = await readBlockNumber(client)
  if (from === undefined) return { hashes: [], toBlock: head }
  const { native } = quote.token
  const maxBlocks = native ? maxFullBlocks : maxLogBlocks
  const reachesHead = from + maxBlocks >= head
  const to = reachesHead ? head : from + maxBlocks
  const find = native ? findNativeTransfers : findTokenTransfers
  const hashes = await find(client, quote, { from: from + 1n, to })
  const nextFrom = reachesHead
    ? head - (native ? recheckedBlockCount.blocks : recheckedBlockCount.logs)
    : to
  return { hashes, toBlock: nextFrom > from ? nextFrom : from }
}

/** Blocks to search, the first and the last included. */
interface BlockInterval {
  from: bigint
  to: bigint
}

/** Finds ERC-20 transfers by their logs. */
async function findTokenTransfers(
  client: Client,
  quote: Quote,
  { from: fromBlock, to }: BlockInterval,
): Promise<string[]> {
  // Nodes reject a range that begins after their newest block.
  if (to < fromBlock) return []
  const logs = await getLogs(client, {
    address: quote.token.address as Address,
    event: getAbiItem({ abi: erc20Abi, name: 'Transfer' }),
    args: { to: quote.recipient as Address },
    fromBlock,
    toBlock: to,
  })
  const hashes = new Set<string>()
  for (const { args, transactionHash: hash } of logs) {
    if (args.value !== quote.amount || isHexEqual(args.from, quote.recipient) || hashes.has(hash))
      continue
    const transaction = await getTransaction(client, { hash })
    if (!namesOtherCharge(transaction, args.from ?? '', quote.reference)) hashes.add(hash)
  }
  return [...hashes]
}

/** Finds transfers of native currency, which leave no log, by reading whole blocks. */
async function findNativeTransfers(
  client: Client,
  quote: Quote,
  { from, to }: BlockInterval,
): Promise<string[]> {
  const hashes: string[] = []
  for (let blockNumber = from; blockNumber <= to; blockNumber++) {
    const { transactions } = await getBlock(client, { blockNumber, includeTransactions: true })
    for (const transaction of transactions) {
      if (transaction.value !== quote.amount || !isHexEqual(transaction.to, quote.recipient))
        continue
      if (
        isHexEqual(transaction.from, quote.recipient) ||
        namesOtherCharge(transaction, transaction.from, quote.reference)
      )
        continue
      // A block also holds reverted transactions: the recipient may be a contract that refuses native currency.
      const { status } = await getTransactionReceipt(client, { hash: transaction.hash })
      if (status === 'success') hashes.push(transaction.hash)
    }
  }
  return hashes
}
