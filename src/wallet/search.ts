import {
  type Address,
  type Client,
  erc20Abi,
  getAbiItem,
  isAddressEqual,
  type Transaction,
} from 'viem'
import {
  getBlock,
  getLogs,
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
} from 'viem/actions'
import type { Intent, Sighting } from '../checkout/ports.ts'
import type { Provider } from './batch.ts'
import { transferCall } from './call.ts'
import { readProposal } from './proposal.ts'
import { readHead } from './read.ts'
import { isContract } from './safe.ts'

/** Providers bound the range of eth_getLogs; 2,000 blocks pass everywhere that we know of. */
export const logRange = 2_000n
/** Hex digits of `transfer(address,uint256)`: 0x, selector, two words. What follows is the suffix. */
const plainLength = 2 + 8 + 64 + 64
/** Blocks read whole for a transfer of the chain's own coin, which leaves no log. */
export const blockRange = 50n

/** Where to look. */
export interface SearchRange {
  /** Blocks up to this one were searched before. @default some before the intent's: a reorganisation may have moved it there */
  from?: bigint | undefined
  /** Confirmations that make a block final. */
  depth: number
}

/**
 * Looks for the transfer of an intent: one with our nonce and our calldata that waits or was mined, or a Transfer log
 * from the account to the recipient over just the amount, in a transaction that names the charge; or the transaction of
 * what the wallet answered in its place. `used` only when the nonce is spent, for good, and no such thing is there, or when
 * the wallet says that it gave up. A contract's nonce says nothing of what others send for it. A long stretch of the chain
 * is searched in several looks.
 *
 * @param provider the payer's wallet, which tells of its batches
 */
export async function searchTransfer(
  client: Client,
  intent: Intent,
  attribution: boolean,
  { from = startOf(intent), depth }: SearchRange,
  provider?: Provider,
): Promise<Sighting> {
  // The pool first: what leaves it meanwhile is in a block that is read after.
  const waiting = await inBlock(client, intent, attribution, 'pending')
  if (waiting) return { seen: 'transfer', hash: waiting }
  const head = await readHead(client)
  const range = inBlocks(intent) ? blockRange : logRange
  const whole = from + range >= head
  const upTo = whole ? head : from + range
  const hash = await mined(client, intent, attribution, { from: from + 1n, to: upTo })
  if (hash) return { seen: 'transfer', hash }
  const progress = await readProposal(client, provider, intent, { from: from + 1n, to: upTo })
  if (progress && 'hash' in progress) return { seen: 'transfer', hash: progress.hash }
  if (progress)
    return { seen: whole && progress.proposal.failed ? 'used' : 'nothing', upTo, ...progress }
  const final = head - BigInt(depth - 1)
  if (!whole || final < 0n) return { seen: 'nothing', upTo }
  return { seen: (await isSpent(client, intent, { final, head })) ? 'used' : 'nothing', upTo }
}

/** Coin that an account sends itself is found in whole blocks. What owners send for a contract is never there. */
function inBlocks({ quote, proposal }: Intent): boolean {
  return quote.token.native && proposal?.kind !== 'signatures'
}

/** No transfer of an intent is in an earlier block: deeper than this no chain is reorganised. */
function startOf({ block }: Intent): bigint {
  return block > 16n ? block - 16n : 0n
}

/** True when the account's nonce went, for good, and nothing of it waits. */
async function isSpent(
  client: Client,
  intent: Intent,
  { final, head }: { final: bigint; head: bigint },
): Promise<boolean> {
  const address = intent.from as Address
  const [spent, newest, next] = await Promise.all([
    getTransactionCount(client, { address, blockNumber: final }),
    getTransactionCount(client, { address, blockNumber: head }),
    getTransactionCount(client, { address, blockTag: 'pending' }),
  ])
  // Something of the account waits, which a node need not show: it may be our transfer, with a later nonce.
  const waits = next > newest
  return spent > intent.nonce && !waits && !(await isContract(client, address))
}

async function mined(
  client: Client,
  intent: Intent,
  attribution: boolean,
  { from, to }: { from: bigint; to: bigint },
): Promise<string | undefined> {
  const { quote } = intent
  if (inBlocks(intent)) {
    for (let number = from; number <= to; number++) {
      const hash = await inBlock(client, intent, attribution, number)
      if (hash) return hash
    }
    return undefined
  }
  // A node refuses a range that begins after its newest block.
  if (to < from || quote.token.native) return undefined
  const logs = await getLogs(client, {
    address: quote.token.address as Address,
    event: getAbiItem({ abi: erc20Abi, name: 'Transfer' }),
    args: { from: intent.from as Address, to: quote.recipient as Address },
    fromBlock: from,
    toBlock: to,
  })
  const { data } = await transferCall(client, quote, attribution)
  const suffix = data.slice(plainLength)
  for (const { args, transactionHash, blockNumber } of logs) {
    if (args.value !== quote.amount) continue
    // The same account may have paid as much to the same shop for something else: what names our charge is ours, also
    // inside the call of a smart account.
    const { input, nonce } = await getTransaction(client, { hash: transactionHash })
    // In the blocks from before the intent may stand a former payment of the charge.
    const earlier = (blockNumber ?? 0n) <= intent.block && nonce < intent.nonce
    if (!earlier && !intent.known?.includes(transactionHash) && input.includes(suffix))
      return transactionHash
  }
  return undefined
}

async function inBlock(
  client: Client,
  intent: Intent,
  attribution: boolean,
  at: bigint | 'pending',
): Promise<string | undefined> {
  const block = await getBlock(client, {
    includeTransactions: true,
    ...(at === 'pending' ? { blockTag: at } : { blockNumber: at }),
  })
  const call = await transferCall(client, intent.quote, attribution)
  const same = (one: Transaction) =>
    isAddressEqual(one.from, intent.from as Address) &&
    one.to !== null &&
    isAddressEqual(one.to, call.to) &&
    one.value === call.value &&
    one.input === call.data
  const found = block.transactions.filter(same)
  const next = found.find(({ nonce }) => nonce >= intent.nonce)
  if (next) return next.hash
  // Where the network has forgotten what waited, the wallet begins anew with its nonce. By its place and its nonce such a
  // transfer looks like an earlier one: only what names the charge, and took effect, is taken for it.
  const names = attribution && call.data !== '0x' && at !== 'pending' && at > intent.block
  for (const { hash } of names ? found : []) {
    const { status } = await getTransactionReceipt(client, { hash })
    if (status === 'success' && !intent.known?.includes(hash)) return hash
  }
  return undefined
}
