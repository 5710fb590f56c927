import { nativeAddress } from '../../../api/formats.ts'
import type { Address } from '../../domain/chain/address.ts'
import { toBookedPrice } from '../../domain/chain/tokens.ts'
import type {
  Block,
  Receipt,
  Transaction,
  TransactionLookup,
} from '../../domain/chain/transactions.ts'
import { maxReferences } from '../../domain/payments/proof/allocation.ts'
import { attributeTransfers } from '../../domain/payments/proof/proof.ts'
import { findMentionedReferences, toHexDigits } from '../../domain/payments/proof/suffix.ts'
import type { Transfer } from '../../domain/payments/transfers.ts'
import { type RefundOutcome, settleRefund } from '../../domain/refunds/lifecycle.ts'
import type { RefundAttempt, RefundRecord, RefundTransfer } from '../../domain/refunds/records.ts'
import { computeCheckDelayMs } from '../confirm/schedule.ts'
import type { ReadHead, WatcherContext } from '../context.ts'

/** Number of refunds that are looked at in one poll. The others wait for the next, the longest overdue first. */
const batchSize = 50
/** A reorganization may mine a transaction this many blocks before the one that was the newest. */
const reorgDepth = 64n
/** The most transactions of one account that are looked at in a poll, of those that it sent since its wallet was asked. */
const maxOwnTransactions = 20
/** Before the wallet is believed to have sent nothing, all are looked at; an account that sends more is never believed. */
const maxReleasedTransactions = 1000
/** Milliseconds until a refund whose check failed is looked at again. */
const retryMs = 10_000

/** A refund whose wallet was asked. */
type AskedRefund = RefundRecord & { attempt: RefundAttempt; recipient: string }

/**
 * Looks for the transfers of refunds whose wallet was asked: by the hash that was reported, by the transactions that the
 * account has sent since, and by the logs of its transfers. Those that were found are followed until no reorganization can
 * take them back.
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
      const outcome = isAsked(refund) ? await look(context, refund, head) : undefined
      if (outcome) await settle(context, refund, outcome)
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

function isAsked(refund: RefundRecord): refund is AskedRefund {
  return refund.attempt !== undefined && refund.recipient !== undefined
}

async function settle(
  { store, log }: WatcherContext,
  { id, chainId, reference }: RefundRecord,
  outcome: RefundOutcome,
): Promise<void> {
  let step: string | undefined
  const { status, hash } = await store.updateRefund(id, undefined, (locked) => {
    const update = settleRefund(locked, outcome)
    step = update?.step
    return update
  })
  if (step) log.info({ chainId, hash, status, step, reference }, 'refund')
}

function computeDelayMs({ attempt, createdAt }: RefundRecord): number {
  return computeCheckDelayMs(attempt?.startedAt ?? createdAt, new Date())
}

/** Returns what the chain shows of a refund's transfer; undefined where that is not known yet. */
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
  return (await search(context, refund, head)) ?? createUnseen(refund, head, true)
}

/** Says that no block has the transfer; and, after a search, whether that was one of all accounts. */
function createUnseen({ attempt }: AskedRefund, head: bigint, wasSearched: boolean) {
  const isSearched = wasSearched && attempt.releaseAt !== undefined
  return { kind: 'unseen', head, seen: undefined, isSearched } as const
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
  const found = await readReceipt(context, refund, lookup, head)
  if (found) return found
  const waiting = createUnseen(refund, head, false)
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
  if (!attempt.seen || confirmed < 0n)
    return (await search(context, refund, head)) ?? createUnseen(refund, head, true)
  const replacement = await chains.findReplacement(chainId, attempt.seen, confirmed)
  if (replacement === undefined || replacement === hash) return waiting
  const replaced = await lookUp(context, refund, replacement, head)
  const reason = `The transaction was replaced by ${replacement}.`
  return (
    (await readReceipt(context, refund, replaced, head)) ??
    (await search(context, refund, head)) ?? { kind: 'ended', reason }
  )
}

/**
 * Says what a transaction means that does not transfer the refund, and that no reorganization can change any more. That of the
 * refund itself has failed, if no other one has the transfer. Any other hash was reported by mistake, as by a wallet that
 * answers with that of an earlier one, and says nothing of the transfer: it may still be mined.
 */
async function describeFailure(
  context: WatcherContext,
  refund: AskedRefund,
  { transaction, receipt }: { transaction: Transaction; receipt: Receipt },
  head: bigint,
): Promise<RefundOutcome> {
  const found = await search(context, refund, head)
  if (found) return found
  if (!receipt.hasSucceeded && isTransactionOf(refund, transaction))
    return { kind: 'ended', reason: 'The transaction has failed on the chain.' }
  return {
    kind: 'mistaken',
    reason: `The transaction ${transaction.hash} does not transfer the refund.`,
  }
}

/**
 * Returns whether a transaction is that of a refund: the account that was asked has signed it since, and it names the refund.
 * One of before is of an earlier attempt, which has failed, and says nothing of this one's.
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

/** Looks for the transfer where no hash leads to it. Returns undefined where no block has it. */
async function search(
  context: WatcherContext,
  refund: AskedRefund,
  head: bigint,
): Promise<RefundOutcome | undefined> {
  const hashes = new Set([
    ...(await listHashesOfLogs(context, refund, head)),
    ...(await listOwnTransactions(context, refund, head)),
  ])
  for (const hash of hashes) {
    const found = await readReceipt(
      context,
      refund,
      await lookUp(context, refund, hash, head),
      head,
    )
    if (found) return found
  }
  return undefined
}

async function listHashesOfLogs(
  { chains }: WatcherContext,
  { chainId, token, recipient, amount, attempt }: AskedRefund,
  head: bigint,
): Promise<string[]> {
  if (token === nativeAddress) return []
  const { account, fromBlock, searchedTo = fromBlock, releaseAt } = attempt
  const filter = { tokens: [token], recipients: [recipient] }
  const readFrom = async (block: bigint, senders?: readonly string[]) => {
    const from = block > reorgDepth ? block - reorgDepth : 0n
    return await chains.findTransfers(chainId, { from, to: head }, { ...filter, senders })
  }
  // A search that began is continued where it ended.
  const own = await readFrom(searchedTo, [account])
  // Before the wallet is believed to have sent nothing, all accounts are looked at: it may have asked another one.
  const all = releaseAt === undefined ? [] : await readFrom(fromBlock)
  const others = all.filter((log) => log.amount === amount)
  return [...own, ...others].map(({ hash }) => hash)
}

/**
 * Returns the transactions that the account has sent since its wallet was asked, as far as they are mined. Native currency leaves
 * no log; the transfers of tokens are found by theirs.
 */
async function listOwnTransactions(
  { chains }: WatcherContext,
  { chainId, token, attempt: { account, nonce, fromBlock, releaseAt } }: AskedRefund,
  head: bigint,
): Promise<string[]> {
  if (nonce === undefined || token !== nativeAddress) return []
  const count = (await chains.getNonce(chainId, account, head)) - nonce
  if (releaseAt !== undefined && count > maxReleasedTransactions)
    throw new Error(`${account} has sent too many transactions to look for a refund among them.`)
  const looked = releaseAt === undefined ? Math.min(count, maxOwnTransactions) : count
  const hashes: string[] = []
  for (let offset = 0; offset < looked; offset++) {
    const own = { sender: account, nonce: nonce + offset, seenAtBlock: fromBlock }
    const hash = await chains.findReplacement(chainId, own, head)
    if (hash !== undefined) hashes.push(hash)
  }
  return hashes
}

function lookUp(
  { chains }: WatcherContext,
  { chainId, token, recipient }: AskedRefund,
  hash: string,
  head: bigint,
): Promise<TransactionLookup> {
  const nativeRecipients = token === nativeAddress ? [recipient] : []
  return chains.lookUpTransaction(chainId, hash, head, nativeRecipients)
}

/** Returns the transfer of a refund in a mined transaction; undefined where it has none. */
async function readReceipt(
  context: WatcherContext,
  refund: AskedRefund,
  lookup: TransactionLookup,
  head: bigint,
): Promise<RefundOutcome | undefined> {
  const { receipt, transaction } = lookup
  if (!receipt || !transaction) return undefined
  const { chainId, token, recipient, id } = refund
  const hash = transaction.hash.toLowerCase()
  const watched = { tokens: [token], recipients: [recipient] }
  const taken = await context.store.getTakenTransfers(chainId, hash, id)
  const found = attributeTransfers(lookup, watched, context).transfers.find(
    (candidate) =>
      !taken.positions.includes(candidate.position) &&
      isTransferOf(refund, candidate, receipt.block),
  )
  if (!found) return undefined
  const isFeeOfSender = transaction.from.toLowerCase() === found.sender && !taken.hasFee
  return {
    kind: 'mined',
    hash,
    transfer: await createRefundTransfer(context, refund, receipt, found, isFeeOfSender),
    isConfirmed: isConfirmed(context, refund, receipt.block, head),
  }
}

/** Adds to a transfer what the books need: a node soon keeps no state of its block, by which it is priced. */
async function createRefundTransfer(
  { chains, clock }: WatcherContext,
  { chainId, token }: AskedRefund,
  { block, minedAt, fee }: Receipt,
  { position, amount, sender }: Transfer<bigint>,
  isFeeOfSender: boolean,
): Promise<RefundTransfer> {
  const readPrice = async (asset: Address) =>
    toBookedPrice(
      await chains.getUsdPriceAt(chainId, asset, { number: block.number, time: minedAt }),
    )
  const native = isFeeOfSender && fee ? await chains.getToken(chainId, nativeAddress) : undefined
  return {
    position,
    amount,
    block,
    minedAt: clock.correctBlockTime(chainId, minedAt),
    sender: chains.parseAddress(sender, 'sender'),
    blockTime: minedAt,
    price: await readPrice(token),
    fee:
      native && fee
        ? { amount: fee, symbol: native.symbol, price: await readPrice(nativeAddress) }
        : undefined,
  }
}

/**
 * Returns whether a transfer is that of a refund. Of the account that was asked it names the refund; some wallets drop the
 * name: then the amount is the refund's, to the unit, and it was sent after the wallet was asked. Another account of the
 * merchant's may have sent it; but anybody can send a little in the refund's name, so then both have to be right.
 */
function isTransferOf(
  { reference, amount, attempt }: AskedRefund,
  transfer: Transfer<bigint>,
  block: Block,
): boolean {
  const isNamed = transfer.references.includes(reference)
  const isWhole = transfer.amount === amount
  if (transfer.sender !== attempt.account.toLowerCase()) return isNamed && isWhole
  return (
    isNamed || (transfer.references.length === 0 && isWhole && block.number > attempt.fromBlock)
  )
}

function isConfirmed(
  { chains }: WatcherContext,
  { chainId }: RefundRecord,
  block: Block,
  head: bigint,
): boolean {
  return head - block.number + 1n >= BigInt(chains.getConfirmations(chainId))
}
