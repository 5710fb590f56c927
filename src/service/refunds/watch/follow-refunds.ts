import { maxReferences } from '../../chain/proof/allocation.ts'
import { findMentionedReferences, toHexDigits } from '../../chain/proof/suffix.ts'
import type { Receipt, Transaction } from '../../chain/types/transactions.ts'
import { computeCheckDelayMs } from '../../watcher/confirm/schedule.ts'
import type { ReadHead, WatcherContext } from '../../watcher/context.ts'
import type { RefundRecord, UnclearTransfer } from '../records.ts'
import { type RefundOutcome, settleRefund } from '../settle.ts'
import { type AskedRefund, isAsked, isConfirmed, lookUp } from './asked-refund.ts'
import { readTransfer } from './read-transfer.ts'
import { search } from './search.ts'

/** Number of refunds that are looked at in one poll. The others wait for the next, the longest overdue first. */
const batchSize = 50
/** Milliseconds until a refund whose check failed is looked at again. */
const retryMs = 10_000

/**
 * Looks for the transfers of refunds whose wallet was asked: by the hash that was reported, by the transactions that the account
 * has sent since, and by the logs of its transfers. Found transfers are followed until no reorganization can remove them.
 */
export async function followRefunds(
  context: WatcherContext,
  chainId: number,
  readHead: ReadHead,
  lastHead: bigint | undefined,
): Promise<void> {
  const { store, log, reorgBlocks } = context
  const fromBlock = (lastHead ?? 0n) - BigInt(reorgBlocks)
  const due = await store.listWatchedRefunds(chainId, fromBlock < 0n ? 0n : fromBlock, batchSize)
  if (due.length === 0) return
  const head = await readHead()
  for (const refund of due) {
    try {
      if (isAsked(refund)) await check(context, refund, head)
      await store.scheduleRefundCheck(refund.id, computeDelayMs(refund))
    } catch (err) {
      await store.scheduleRefundCheck(refund.id, retryMs)
      log.warn(
        { err, chainId, refund: refund.id },
        'A refund could not be checked. The service tries again.',
      )
    }
  }
}

async function check(context: WatcherContext, refund: AskedRefund, head: bigint): Promise<void> {
  const outcome = await look(context, refund, head)
  if (outcome) await settle(context, refund, outcome)
}

async function settle(
  { store, log }: WatcherContext,
  looked: AskedRefund,
  outcome: RefundOutcome,
): Promise<void> {
  const { id, chainId, reference } = looked
  let step: string | undefined
  const { status, hash } = await store.updateRefund(id, undefined, (locked) => {
    if (isOfAnother(looked, locked.refund, outcome)) return undefined
    const update = settleRefund(locked, outcome)
    step = update?.step
    return update
  })
  if (step) log.info({ chainId, hash, status, step, reference }, 'refund')
}

/** Returns whether meanwhile another wallet was asked, or another transaction reported, which this look did not cover. */
function isOfAnother(looked: AskedRefund, now: RefundRecord, { kind }: RefundOutcome): boolean {
  if (now.attempt?.id !== looked.attempt.id) return true
  return kind !== 'mined' && now.hash !== looked.hash
}

function computeDelayMs({ attempt, createdAt }: RefundRecord): number {
  return computeCheckDelayMs(attempt?.startedAt ?? createdAt, new Date())
}

/** Returns the state of a refund's transfer on the chain; undefined while it is not known. */
async function look(
  context: WatcherContext,
  refund: AskedRefund,
  head: bigint,
): Promise<RefundOutcome | undefined> {
  const { chains } = context
  const { chainId, transfer, hash } = refund
  if (transfer && hash !== undefined) {
    const blockHash = await chains.getBlockHash(chainId, transfer.block.number)
    // A node that lags has no such block, which proves nothing.
    if (blockHash === undefined) return undefined
    if (blockHash === transfer.block.hash)
      return {
        kind: 'mined',
        hash,
        transfer,
        isConfirmed: isConfirmed(context, refund, transfer.block, head),
      }
  }
  if (hash !== undefined) return await lookAtReported(context, refund, hash, head)
  const { found, unseen } = await search(context, refund, head)
  return found ?? unseen
}

/** Looks at the transaction that was reported, or at the one that has taken its place. */
async function lookAtReported(
  context: WatcherContext,
  refund: AskedRefund,
  hash: string,
  head: bigint,
): Promise<RefundOutcome> {
  const { chains } = context
  const { chainId, attempt } = refund
  const lookup = await lookUp(context, refund, hash, head)
  const { transaction, receipt } = lookup
  const { found } = await readTransfer(context, refund, lookup, head)
  if (found) return found
  const waiting: RefundOutcome = { kind: 'unseen', head, seen: undefined }
  if (transaction && receipt)
    return isConfirmed(context, refund, receipt.block, head)
      ? await describeFailure(context, refund, { transaction, receipt }, head)
      : waiting
  if (transaction) {
    const { from: sender, nonce } = transaction
    const isOwn = isTransactionOf(refund, transaction)
    return isOwn && !attempt.seen
      ? { ...waiting, seen: { sender, nonce, seenAtBlock: head } }
      : waiting
  }
  const confirmed = head + 1n - BigInt(chains.getConfirmations(chainId))
  // A hash that no node has ever shown leads nowhere: the transfer is looked for as if none had been reported.
  if (!attempt.seen || confirmed < 0n) {
    const searched = await search(context, refund, head)
    return searched.found ?? searched.unseen
  }
  const replacement = await chains.findReplacement(chainId, attempt.seen, confirmed)
  if (replacement === undefined || replacement === hash) return waiting
  const replaced = await lookUp(context, refund, replacement, head)
  const { found: inPlace, unclear } = await readTransfer(context, refund, replaced, head)
  if (inPlace) return inPlace
  const searched = await search(context, refund, head)
  if (searched.found) return searched.found
  return end(refund, `The transaction was replaced by ${replacement}.`, [
    ...unclear,
    ...searched.unclear,
  ])
}

/** Ends an attempt, unless the merchant first has to look at a transfer that may be the refund. */
function end(
  { dismissed }: AskedRefund,
  reason: string,
  unclear: readonly UnclearTransfer[],
): RefundOutcome {
  const isUndecided = unclear.some(({ hash }) => !dismissed.includes(hash))
  return isUndecided ? { kind: 'mistaken', reason, unclear } : { kind: 'ended', reason }
}

/**
 * Describes a final transaction that does not transfer the refund. If it is the refund's own transaction, the refund has failed,
 * unless another transaction has the transfer. Any other hash was reported by mistake (some wallets answer with the hash of an
 * earlier transaction), and does not rule out the transfer, which may still be mined.
 */
async function describeFailure(
  context: WatcherContext,
  refund: AskedRefund,
  { transaction, receipt }: { transaction: Transaction; receipt: Receipt },
  head: bigint,
): Promise<RefundOutcome> {
  const { found, unclear } = await search(context, refund, head)
  if (found) return found
  if (!receipt.hasSucceeded && isTransactionOf(refund, transaction))
    return end(refund, 'The transaction has failed on the chain.', unclear)
  return {
    kind: 'mistaken',
    reason: `The transaction ${transaction.hash} does not transfer the refund.`,
    unclear,
  }
}

/**
 * Returns whether a transaction is that of a refund: the asked account signed it after it was asked, and it names the refund. An
 * older one is of an earlier, failed attempt, and proves nothing about this one.
 */
function isTransactionOf(
  { attempt, reference }: AskedRefund,
  { from, nonce, input }: Transaction,
): boolean {
  return (
    from.toLowerCase() === attempt.account.toLowerCase() &&
    nonce >= (attempt.nonce ?? 0) &&
    findMentionedReferences(toHexDigits(input), maxReferences).includes(reference)
  )
}
