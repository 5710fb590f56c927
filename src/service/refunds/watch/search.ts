import { nativeAddress } from '../../../api/formats.ts'
import type { WatcherContext } from '../../watcher/context.ts'
import type { UnclearTransfer } from '../records.ts'
import type { RefundOutcome } from '../settle.ts'
import { type AskedRefund, getFirstBlock, laterBlock, lookUp, reorgDepth } from './asked-refund.ts'
import { readTransfer } from './read-transfer.ts'
import { proveNothingSent } from './release.ts'

/** Blocks that are searched again: a node's index of logs may have been behind its newest block. */
const rereadBlocks = 500n
/** The most transactions of one account that are looked at in a poll: the next poll continues behind them. */
const maxOwnTransactions = 20

type Unseen = Extract<RefundOutcome, { kind: 'unseen' }>

/** The result of a search for a transfer. */
export interface SearchResult {
  /** Undefined where no block has it. */
  found: RefundOutcome | undefined
  unclear: readonly UnclearTransfer[]
  /** States that no block has the transfer, and up to which block that is known. */
  unseen: Unseen
}

/** Looks for the transfer where no hash leads to it. */
export async function search(
  context: WatcherContext,
  refund: AskedRefund,
  head: bigint,
): Promise<SearchResult> {
  const own = await listOwnTransactions(context, refund, head)
  const proof = await proveNothingSent(context, refund, head)
  const hashes = new Set([
    ...(await listHashesOfLogs(context, refund, head)),
    ...own.hashes,
    ...(proof?.hashes ?? []),
  ])
  const unclear: UnclearTransfer[] = []
  const unseen: Unseen = {
    kind: 'unseen',
    head,
    seen: undefined,
    searchedNonce: own.searchedNonce,
    release: proof?.release,
    isProven: proof?.isProven,
    unclear,
  }
  for (const hash of hashes) {
    const lookup = await lookUp(context, refund, hash, head)
    const read = await readTransfer(context, refund, lookup, head)
    if (read.found) return { found: read.found, unclear, unseen }
    unclear.push(...read.unclear)
  }
  return { found: undefined, unclear, unseen }
}

async function listHashesOfLogs(
  { chains }: WatcherContext,
  refund: AskedRefund,
  head: bigint,
): Promise<string[]> {
  const { chainId, token, recipient, attempt, released } = refund
  if (token === nativeAddress) return []
  const first = getFirstBlock(refund)
  // A search that began is continued where it ended.
  const { account, searchedTo = first } = attempt
  const from = laterBlock(searchedTo - rereadBlocks, first)
  if (from > head) return []
  // A transfer that an earlier wallet was believed not to have sent.
  const senders = released ? [account, released.account] : [account]
  const filter = { tokens: [token], recipients: [recipient], senders }
  const logs = await chains.findTransfers(chainId, { from, to: head }, filter)
  return logs.map(({ hash }) => hash)
}

/**
 * Returns the next transactions that the account has sent since its wallet was asked, as far as they are mined. Native currency
 * leaves no log; the transfers of tokens are found by theirs.
 */
async function listOwnTransactions(
  { chains }: WatcherContext,
  { chainId, token, attempt: { account, nonce, fromBlock, searchedNonce = nonce } }: AskedRefund,
  head: bigint,
): Promise<{ hashes: string[]; searchedNonce: number | undefined }> {
  if (nonce === undefined || searchedNonce === undefined || token !== nativeAddress)
    return { hashes: [], searchedNonce }
  const end = await chains.getNonce(chainId, account, head)
  // A reorganization may have given the last ones to other transactions.
  const deep = head > reorgDepth ? head - reorgDepth : 0n
  const isFirst = searchedNonce === nonce
  const settled = isFirst ? nonce : await chains.getNonce(chainId, account, deep)
  const start = Math.max(nonce, Math.min(searchedNonce, settled))
  const next = Math.min(end, Math.max(start, searchedNonce) + maxOwnTransactions)
  const hashes: string[] = []
  for (let own = start; own < next; own++) {
    const pending = { sender: account, nonce: own, seenAtBlock: fromBlock }
    const hash = await chains.findReplacement(chainId, pending, head)
    if (hash !== undefined) hashes.push(hash)
  }
  return { hashes, searchedNonce: Math.max(next, nonce) }
}
