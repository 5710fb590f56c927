import { type Address, type Client, erc20Abi, getAbiItem, type Hash } from 'viem'
import {
  getBlock,
  getLogs,
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
} from 'viem/actions'
import type { Intent } from '../../checkout/ports/intent.ts'
import type { SearchResult } from '../../checkout/ports/wallets.ts'
import type { Provider } from '../connect/provider.ts'
import { readBlockNumber } from '../read.ts'
import { readProposalProgress } from '../send/proposal.ts'
import { isContract } from '../send/safe.ts'
import {
  describeTransfer,
  matchTransfer,
  movesAmount,
  paysRecipient,
  type WantedTransfer,
} from './match-transfer.ts'
import { readReferences } from './references.ts'

/** Providers limit the block range of eth_getLogs. All known ones accept 2,000 blocks. */
export const maxLogBlocks = 2_000n
/** The most blocks that one search reads whole for a transfer of native currency, which leaves no log. */
export const maxFullBlocks = 50n

/** Which blocks to search. */
export interface SearchRange {
  /**
   * The last block that was searched before.
   *
   * @default 16 blocks before the intent's, because a reorganization may have moved the transfer there
   */
  fromBlock?: bigint | undefined
  /** Confirmations that make a block final. */
  depth: number
  /**
   * Whether no page waits for the wallet's answer: the one that asked is gone.
   *
   * @default false
   */
  isUnanswered?: boolean | undefined
}

/**
 * Searches for the transfer of an intent and returns it, or how far the search has come. It is a transfer that the account sent
 * with the intent's nonce, pending or mined; a Transfer log from the account to the recipient in a transaction that carries the
 * charge's reference, of any amount; or the transaction that a batch or proposal of the wallet became. A long stretch of the chain
 * is searched in several calls.
 *
 * A wallet may leave the charge's reference out: a transfer with the intent's own nonce is ours all the same. A transfer with
 * another charge's reference never is. A transfer without a reference and with another nonce is treated as ours once another
 * transaction has finally used the intent's nonce; and, if no page waits for the wallet's answer, once it is final and the intent's
 * nonce was counted from a transaction that the network has dropped. The result is `used` only when there is no such transfer
 * either, or when the wallet reports that it gave up. A contract account's nonce does not reveal transactions that others send for
 * it.
 *
 * @param provider the payer's wallet, which knows the status of its batches
 */
export async function searchTransfer(
  client: Client,
  intent: Intent,
  attribution: boolean,
  { fromBlock = getStartBlock(intent), depth, isUnanswered = false }: SearchRange,
  provider?: Provider,
): Promise<SearchResult> {
  const wantedTransfer = await describeTransfer(client, intent, attribution)
  // The mempool first: a transaction that leaves it meanwhile is in a block that is read afterwards.
  const pendingMatch = await findInBlock(client, wantedTransfer, 'pending')
  if (pendingMatch && !isPossibleMatch(pendingMatch)) return pendingMatch
  const head = await readBlockNumber(client)
  const maxBlocks = needsFullBlocks(intent) ? maxFullBlocks : maxLogBlocks
  const reachesHead = fromBlock + maxBlocks >= head
  const toBlock = reachesHead ? head : fromBlock + maxBlocks
  const blocks = { from: fromBlock + 1n, to: toBlock }
  const minedMatch = await findMined(client, wantedTransfer, blocks)
  if (minedMatch && !isPossibleMatch(minedMatch)) return minedMatch
  const progress = await readProposalProgress(client, provider, intent, blocks)
  if (progress && 'hash' in progress) return await readCertainMatch(client, intent, progress.hash)
  if (progress) {
    const { isForgotten, ...proposal } = progress.proposal
    // That the wallet has forgotten it is conclusive only once the whole chain was searched.
    const knownProposal = isForgotten && reachesHead ? progress.proposal : proposal
    return {
      found: reachesHead && proposal.hasFailed ? 'used' : 'nothing',
      toBlock,
      proposal: knownProposal,
    }
  }
  const final = head - BigInt(depth - 1)
  if (!(reachesHead || minedMatch) || final < 0n) return { found: 'nothing', toBlock }
  const nonces = await readNonces(client, intent, { final, head })
  const isSpent =
    isNonceSpent(nonces, intent) && !(await isContract(client, intent.from as Address))
  if (!minedMatch) return { found: isSpent ? 'used' : 'nothing', toBlock }
  // A possible match is not skipped before it is certain that no other transfer is ours.
  const isSinceIntent = minedMatch.block > intent.block && minedMatch.block <= final
  return isSpent || (isUnanswered && isSinceIntent && wasNonceForgotten(nonces, intent))
    ? { found: 'transfer', hash: minedMatch.hash, hasReference: false }
    : { found: 'nothing', toBlock: minedMatch.block - 1n }
}

/**
 * Returns whether whole blocks have to be read: native currency leaves no log. A Safe executes its owners' calls inside another
 * transaction, which blocks do not show.
 */
function needsFullBlocks({ quote, proposal }: Intent): boolean {
  return quote.token.native && proposal?.kind !== 'signatures'
}

/**
 * Returns the block before the first in which the transfer can be: no chain is reorganized more than 16 blocks deep.
 */
function getStartBlock({ block }: Intent): bigint {
  return block > 16n ? block - 16n : 0n
}

/** How many transactions an account has sent: those in final blocks, all mined ones, and with those that are pending. */
interface Nonces {
  final: number
  latest: number
  pending: number
}

async function readNonces(
  client: Client,
  { from }: Intent,
  blocks: { final: bigint; head: bigint },
): Promise<Nonces> {
  const address = from as Address
  const [final, latest, pending] = await Promise.all([
    getTransactionCount(client, { address, blockNumber: blocks.final }),
    getTransactionCount(client, { address, blockNumber: blocks.head }),
    getTransactionCount(client, { address, blockTag: 'pending' }),
  ])
  return { final, latest, pending }
}

/** Returns whether the intent's nonce is finally spent and no transaction of the account is pending. */
function isNonceSpent({ final, latest, pending }: Nonces, intent: Intent): boolean {
  // A transaction of the account is pending, which a node need not show. It may be our transfer with a later nonce.
  return !intent.isNonceUnknown && final > intent.nonce && pending === latest
}

/**
 * Returns whether the intent's nonce was counted from a pending transaction that the network has dropped since: nothing
 * is pending, and the account has not come beyond it. The wallet counts from the chain, so our transfer has an earlier
 * nonce.
 */
function wasNonceForgotten({ latest, pending }: Nonces, intent: Intent): boolean {
  return pending === latest && pending <= intent.nonce
}

/** A transfer that certainly is the intent's. */
type CertainMatch = Extract<SearchResult, { found: 'transfer' }>
/** A transfer without a reference and with another nonce than the intent's. */
interface PossibleMatch {
  hash: string
  block: bigint
}

function isPossibleMatch(match: CertainMatch | PossibleMatch): match is PossibleMatch {
  return 'block' in match
}

async function findMined(
  client: Client,
  wantedTransfer: WantedTransfer,
  { from, to }: { from: bigint; to: bigint },
): Promise<CertainMatch | PossibleMatch | undefined> {
  const { intent } = wantedTransfer
  if (needsFullBlocks(intent)) {
    let possible: PossibleMatch | undefined
    for (let number = from; number <= to; number++) {
      const match = await findInBlock(client, wantedTransfer, number)
      if (match && !isPossibleMatch(match)) return match
      possible ??= match
    }
    return possible
  }
  // Nodes reject a range that begins after their newest block.
  if (to < from || intent.quote.token.native) return undefined
  return await findInLogs(client, wantedTransfer, { from, to })
}

async function findInLogs(
  client: Client,
  wantedTransfer: WantedTransfer,
  { from: fromBlock, to }: { from: bigint; to: bigint },
): Promise<CertainMatch | PossibleMatch | undefined> {
  const { quote, ...intent } = wantedTransfer.intent
  const logs = await getLogs(client, {
    address: quote.token.address as Address,
    event: getAbiItem({ abi: erc20Abi, name: 'Transfer' }),
    args: { from: intent.from as Address, to: quote.recipient as Address },
    fromBlock,
    toBlock: to,
  })
  let possible: PossibleMatch | undefined
  for (const { args, transactionHash: hash, blockNumber } of logs) {
    if (intent.earlierHashes?.includes(hash)) continue
    const transaction = await getTransaction(client, { hash })
    // Blocks from before the intent may hold an earlier payment of the same charge.
    if (blockNumber <= intent.block && transaction.nonce < intent.nonce) continue
    const isExact = args.value === quote.amount
    const match = matchTransfer(wantedTransfer, transaction, isExact)
    // Another amount in the name of the charge, from before the intent, is a part that was paid earlier.
    if (match === 'referenced' && !isExact && blockNumber <= intent.block) continue
    if (match === 'possible') possible ??= { hash, block: blockNumber }
    else if (match) return { found: 'transfer', hash, hasReference: match === 'referenced' }
  }
  return possible
}

async function findInBlock(
  client: Client,
  wantedTransfer: WantedTransfer,
  at: bigint | 'pending',
): Promise<CertainMatch | PossibleMatch | undefined> {
  const { intent } = wantedTransfer
  const block = await getBlock(client, {
    includeTransactions: true,
    ...(at === 'pending' ? { blockTag: at } : { blockNumber: at }),
  })
  const candidates = block.transactions.filter(
    (transaction) =>
      paysRecipient(wantedTransfer, transaction) &&
      !intent.earlierHashes?.includes(transaction.hash),
  )
  for (const transaction of candidates.filter(({ nonce }) => nonce >= intent.nonce)) {
    const match = matchTransfer(
      wantedTransfer,
      transaction,
      movesAmount(wantedTransfer, transaction),
    )
    if (match && match !== 'possible')
      return { found: 'transfer', hash: transaction.hash, hasReference: match === 'referenced' }
  }
  // After the network has dropped pending transactions, the wallet uses their nonces again. By its block and its nonce such a
  // transfer looks like an earlier one. If it succeeded and carries the charge's reference, it is treated as ours; without a
  // reference it is a possible match.
  if (at === 'pending') return undefined
  let possible: PossibleMatch | undefined
  for (const transaction of candidates) {
    const match = matchTransfer(
      wantedTransfer,
      transaction,
      movesAmount(wantedTransfer, transaction),
    )
    const isLater = at > intent.block || transaction.nonce >= intent.nonce
    if (!isLater || !match || (match === 'possible' && possible)) continue
    const { status } = await getTransactionReceipt(client, { hash: transaction.hash })
    if (status !== 'success') continue
    if (match === 'referenced')
      return { found: 'transfer', hash: transaction.hash, hasReference: true }
    possible ??= { hash: transaction.hash, block: at }
  }
  return possible
}

/** Reads whether the transaction of a batch or proposal carries the charge's reference, and returns it as a match. */
async function readCertainMatch(
  client: Client,
  { quote }: Intent,
  hash: string,
): Promise<CertainMatch> {
  const { input } = await getTransaction(client, { hash: hash as Hash })
  const hasReference = readReferences(input).has(quote.reference ?? '')
  return { found: 'transfer', hash, hasReference }
}
