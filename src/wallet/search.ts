import { type Address, type Client, erc20Abi, getAbiItem, type Hash } from 'viem'
import {
  getBlock,
  getLogs,
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
} from 'viem/actions'
import type { Intent, Sighting } from '../checkout/ports.ts'
import type { Provider } from './batch.ts'
import { readReferences } from './naming.ts'
import { readProposal } from './proposal.ts'
import { readHead } from './read.ts'
import { isContract } from './safe.ts'
import {
  describeTransfer,
  matchTransfer,
  movesAmount,
  paysRecipient,
  type WantedTransfer,
} from './wanted.ts'

/** Providers bound the range of eth_getLogs; 2,000 blocks pass everywhere that we know of. */
export const logRange = 2_000n
/** Blocks read whole for a transfer of the chain's own coin, which leaves no log. */
export const blockRange = 50n

/** Where to look. */
export interface SearchRange {
  /** Blocks up to this one were searched before. @default some before the intent's: a reorganisation may have moved it there */
  from?: bigint | undefined
  /** Confirmations that make a block final. */
  depth: number
  /** Nobody waits for the wallet's answer any more: a page that is gone asked it. @default false */
  isUnanswered?: boolean | undefined
}

/**
 * Looks for the transfer of an intent: one that the account sent with our nonce and that waits or was mined, or a Transfer
 * log from the account to the recipient in a transaction that names the charge, however much it moves; or the transaction
 * of what the wallet answered in its place. A wallet may leave the charge's name out: what has the intent's own nonce is
 * ours all the same. What names another charge never is. Once the nonce is spent for good, by something else, what names nobody
 * and has another nonce is taken for it; and where nobody waits for the wallet's answer, also what was mined for good since
 * the intent with a nonce that something forgotten by the network had held. `used` only when no such thing is there either, or when the wallet says that it
 * gave up. A contract's nonce says nothing of what others send for it. A long
 * stretch of the chain is searched in several looks.
 *
 * @param provider the payer's wallet, which tells of its batches
 */
export async function searchTransfer(
  client: Client,
  intent: Intent,
  attribution: boolean,
  { from = startOf(intent), depth, isUnanswered = false }: SearchRange,
  provider?: Provider,
): Promise<Sighting> {
  const wanted = await describeTransfer(client, intent, attribution)
  // The pool first: what leaves it meanwhile is in a block that is read after.
  const waiting = await findInBlock(client, wanted, 'pending')
  if (waiting && !isPossible(waiting)) return waiting
  const head = await readHead(client)
  const range = inBlocks(intent) ? blockRange : logRange
  const whole = from + range >= head
  const upTo = whole ? head : from + range
  const stretch = { from: from + 1n, to: upTo }
  const mined = await findMined(client, wanted, stretch)
  if (mined && !isPossible(mined)) return mined
  const progress = await readProposal(client, provider, intent, stretch)
  if (progress && 'hash' in progress) return await tellName(client, intent, progress.hash)
  if (progress)
    return { seen: whole && progress.proposal.failed ? 'used' : 'nothing', upTo, ...progress }
  const final = head - BigInt(depth - 1)
  if (!(whole || mined) || final < 0n) return { seen: 'nothing', upTo }
  const nonces = await readNonces(client, intent, { final, head })
  const spent = isSpent(nonces, intent) && !(await isContract(client, intent.from as Address))
  if (!mined) return { seen: spent ? 'used' : 'nothing', upTo }
  // What may be ours is not passed over before it is certain that nothing else is.
  const since = mined.block > intent.block && mined.block <= final
  return spent || (isUnanswered && since && isForgotten(nonces, intent))
    ? { seen: 'transfer', hash: mined.hash, named: false }
    : { seen: 'nothing', upTo: mined.block - 1n }
}

/** Coin that an account sends itself is found in whole blocks. What owners send for a contract is never there. */
function inBlocks({ quote, proposal }: Intent): boolean {
  return quote.token.native && proposal?.kind !== 'signatures'
}

/** No transfer of an intent is in an earlier block: deeper than this no chain is reorganised. */
function startOf({ block }: Intent): bigint {
  return block > 16n ? block - 16n : 0n
}

/** Transactions of an account: those that are mined for good, all mined ones, and those that wait as well. */
interface Nonces {
  final: number
  newest: number
  next: number
}

async function readNonces(
  client: Client,
  { from }: Intent,
  blocks: { final: bigint; head: bigint },
): Promise<Nonces> {
  const address = from as Address
  const [final, newest, next] = await Promise.all([
    getTransactionCount(client, { address, blockNumber: blocks.final }),
    getTransactionCount(client, { address, blockNumber: blocks.head }),
    getTransactionCount(client, { address, blockTag: 'pending' }),
  ])
  return { final, newest, next }
}

/** True when the account's nonce went, for good, and nothing of it waits. */
function isSpent({ final, newest, next }: Nonces, intent: Intent): boolean {
  // Something of the account waits, which a node need not show: it may be our transfer, with a later nonce.
  return final > intent.nonce && next === newest
}

/**
 * True when the intent's nonce was reckoned from something that waited and is forgotten: nothing waits, and the account has
 * not come beyond it. The wallet counts from the chain, and so gave our transfer an earlier nonce.
 */
function isForgotten({ newest, next }: Nonces, intent: Intent): boolean {
  return next === newest && next <= intent.nonce
}

type Found = Extract<Sighting, { seen: 'transfer' }>
/** A transfer that names nobody, with another nonce than the intent's. */
interface Possible {
  hash: string
  block: bigint
}

function isPossible(found: Found | Possible): found is Possible {
  return 'block' in found
}

async function findMined(
  client: Client,
  wanted: WantedTransfer,
  { from, to }: { from: bigint; to: bigint },
): Promise<Found | Possible | undefined> {
  const { intent } = wanted
  if (inBlocks(intent)) {
    let possible: Possible | undefined
    for (let number = from; number <= to; number++) {
      const found = await findInBlock(client, wanted, number)
      if (found && !isPossible(found)) return found
      possible ??= found
    }
    return possible
  }
  // A node refuses a range that begins after its newest block.
  if (to < from || intent.quote.token.native) return undefined
  return await findInLogs(client, wanted, { from, to })
}

async function findInLogs(
  client: Client,
  wanted: WantedTransfer,
  { from, to }: { from: bigint; to: bigint },
): Promise<Found | Possible | undefined> {
  const { quote, ...intent } = wanted.intent
  const logs = await getLogs(client, {
    address: quote.token.address as Address,
    event: getAbiItem({ abi: erc20Abi, name: 'Transfer' }),
    args: { from: intent.from as Address, to: quote.recipient as Address },
    fromBlock: from,
    toBlock: to,
  })
  let possible: Possible | undefined
  for (const { args, transactionHash: hash, blockNumber: block } of logs) {
    if (intent.known?.includes(hash)) continue
    const transaction = await getTransaction(client, { hash })
    // In the blocks from before the intent may stand a former payment of the charge.
    if (block <= intent.block && transaction.nonce < intent.nonce) continue
    const isExact = args.value === quote.amount
    const match = matchTransfer(wanted, transaction, isExact)
    // Another amount in the name of the charge, from before the intent, is a part that was paid earlier.
    if (match === 'named' && !isExact && block <= intent.block) continue
    if (match === 'possible') possible ??= { hash, block }
    else if (match) return { seen: 'transfer', hash, named: match === 'named' }
  }
  return possible
}

async function findInBlock(
  client: Client,
  wanted: WantedTransfer,
  at: bigint | 'pending',
): Promise<Found | Possible | undefined> {
  const { intent } = wanted
  const block = await getBlock(client, {
    includeTransactions: true,
    ...(at === 'pending' ? { blockTag: at } : { blockNumber: at }),
  })
  const made = block.transactions.filter(
    (one) => paysRecipient(wanted, one) && !intent.known?.includes(one.hash),
  )
  for (const one of made.filter(({ nonce }) => nonce >= intent.nonce)) {
    const match = matchTransfer(wanted, one, movesAmount(wanted, one))
    if (match && match !== 'possible')
      return { seen: 'transfer', hash: one.hash, named: match === 'named' }
  }
  // Where the network has forgotten what waited, the wallet begins anew with its nonce. By its place and its nonce such a
  // transfer looks like an earlier one: what took effect and names the charge is taken for it, what names none may be it.
  if (at === 'pending') return undefined
  let possible: Possible | undefined
  for (const one of made) {
    const match = matchTransfer(wanted, one, movesAmount(wanted, one))
    const isLater = at > intent.block || one.nonce >= intent.nonce
    if (!isLater || !match || (match === 'possible' && possible)) continue
    const { status } = await getTransactionReceipt(client, { hash: one.hash })
    if (status !== 'success') continue
    if (match === 'named') return { seen: 'transfer', hash: one.hash, named: true }
    possible ??= { hash: one.hash, block: at }
  }
  return possible
}

/** Tells whether the transaction of what the wallet answered in place of one carries the charge's name. */
async function tellName(client: Client, { quote }: Intent, hash: string): Promise<Found> {
  const { input } = await getTransaction(client, { hash: hash as Hash })
  const named = readReferences(input).has(quote.reference ?? '')
  return { seen: 'transfer', hash, named }
}
