import { type Address, type Client, erc20Abi, getAbiItem } from 'viem'
import { getBlock, getLogs, getTransaction, getTransactionReceipt } from 'viem/actions'
import type { Quote } from '../checkout/deal.ts'
import { namesAnother } from './naming.ts'
import { readHead } from './read.ts'
import { blockRange, logRange } from './search.ts'
import { same } from './transfers.ts'

/**
 * The newest blocks, which are looked at again: one may give way to another, and of several nodes behind one address
 * some tell of a block before the rest know what is in it.
 */
const again = { logs: 16n, blocks: 2n }

/** What has arrived. */
export interface Arrivals {
  /** In the order in which they were mined. */
  hashes: string[]
  /** The block to go on from. Some blocks before the newest, whose transfers are told of again. */
  upTo: bigint
}

/**
 * Looks for transfers that somebody made for a quote from elsewhere: of exactly its amount, which is reserved for its
 * charge, in its token to its recipient, in a block after `from`. Only what its own sender meant for another charge, by
 * naming it, is left out; the service judges. A long stretch of the chain is searched in several looks. Coin that a contract
 * sends leaves no trace in blocks and is not found. Rejects as the node does.
 *
 * @param range `from`: `upTo` of the look before; undefined at first, when nothing is looked for: what was sent before
 * the quote was shown is not for it
 */
export async function findArrivals(
  client: Client,
  quote: Quote,
  { from }: { from: bigint | undefined },
): Promise<Arrivals> {
  const head = await readHead(client)
  if (from === undefined) return { hashes: [], upTo: head }
  const { native } = quote.token
  const range = native ? blockRange : logRange
  const whole = from + range >= head
  const to = whole ? head : from + range
  const find = native ? coins : transfers
  const hashes = await find(client, quote, { from: from + 1n, to })
  const settled = whole ? head - (native ? again.blocks : again.logs) : to
  return { hashes, upTo: settled > from ? settled : from }
}

interface Stretch {
  from: bigint
  to: bigint
}

async function transfers(client: Client, quote: Quote, { from, to }: Stretch): Promise<string[]> {
  // A node refuses a range that begins after its newest block.
  if (to < from) return []
  const logs = await getLogs(client, {
    address: quote.token.address as Address,
    event: getAbiItem({ abi: erc20Abi, name: 'Transfer' }),
    args: { to: quote.recipient as Address },
    fromBlock: from,
    toBlock: to,
  })
  const found = new Set<string>()
  for (const { args, transactionHash: hash } of logs) {
    if (args.value !== quote.amount || same(args.from, quote.recipient) || found.has(hash)) continue
    const transaction = await getTransaction(client, { hash })
    if (!namesAnother(transaction, args.from ?? '', quote.reference)) found.add(hash)
  }
  return [...found]
}

async function coins(client: Client, quote: Quote, { from, to }: Stretch): Promise<string[]> {
  const found: string[] = []
  for (let blockNumber = from; blockNumber <= to; blockNumber++) {
    const { transactions } = await getBlock(client, { blockNumber, includeTransactions: true })
    for (const one of transactions) {
      if (one.value !== quote.amount || !same(one.to, quote.recipient)) continue
      if (same(one.from, quote.recipient) || namesAnother(one, one.from, quote.reference)) continue
      // A block holds what was reverted, too: a contract may refuse coins.
      const { status } = await getTransactionReceipt(client, { hash: one.hash })
      if (status === 'success') found.push(one.hash)
    }
  }
  return found
}
