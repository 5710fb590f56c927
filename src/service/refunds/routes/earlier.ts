import { nativeAddress } from '../../../api/formats.ts'
import { HttpError } from '../../../api/server/http-error.ts'
import type { PayError } from '../../../errors.ts'
import type { Address } from '../../chain/types/address.ts'
import type { BlockRange, SentFilter, TransferFilter } from '../../chain/types/transfer-logs.ts'
import { getQuote, isSameToken } from '../../charges/pricing/payment-assets.ts'
import type { ChargeRecord } from '../../charges/records.ts'
import type { ServiceContext } from '../../http/context.ts'
import { createRefusal } from '../../kernel/refusals.ts'
import { canonicalEntryPoints } from '../../payments/proof/operations.ts'
import { attributeTransfers } from '../../payments/proof/proof.ts'
import type { Transfer } from '../../payments/transfers.ts'
import type { RefundRecord, UnclearTransfer } from '../records.ts'
import { listUnknownReferences } from '../references.ts'
import type { RefundStore } from '../store/refunds.ts'

/** The stores that these routes use. */
type Stores = RefundStore

// Before a wallet is asked, the chain is searched for a transfer that has sent the refund already. The database may be that of a
// backup, which knows nothing of the wallets that were asked since.

/** Blocks of one range. A node that takes fewer makes them smaller. */
const blocksPerRange = 20_000n
/** Milliseconds of one call. The next call continues the search from there. */
const budgetMs = 8_000
/** A block this far below the newest one may be the last up to which a known log proves completeness. */
const maxUnproven = 64n
/** The most transactions of an account that are looked at one by one, where no log shows native currency. */
const maxOwnTransactions = 200
/** Blocks that are searched again, because a reorganization may have replaced them. */
const reorgDepth = 64n

/** The progress of a search. */
export interface EarlierSearch {
  /** Up to which block all is known. */
  to: bigint
  /** The transfer that sent the refund; undefined for none. */
  sent: UnclearTransfer | undefined
  /** Transfers that may have sent it. */
  unclear: readonly UnclearTransfer[]
  /** Why no wallet is to be asked yet; undefined once all was searched. */
  waitsFor: string | undefined
  /** Accounts whose outgoing transfers no node shows. */
  unsearched: readonly Address[]
}

/** A refund, and whose wallet is to be asked for it. */
export interface Question {
  charge: ChargeRecord
  refund: RefundRecord
  /** All of the charge. */
  refunds: readonly RefundRecord[]
  account: Address
}

type Context = Pick<ServiceContext<Stores>, 'chains' | 'store' | 'entryPoints'>

/**
 * Searches for a transfer that has sent a refund, from the block of the charge's payment on.
 *
 * @param since unknown transfers are older than this moment: the search has to reach a block after it
 */
export async function searchEarlier(
  context: Context,
  question: Question,
  since: Date,
): Promise<EarlierSearch> {
  const { charge, refund, account } = question
  const { chains } = context
  const { chainId } = refund
  const head = await chains.getBlockNumber(chainId)
  const [paid = head + 1n] = charge.payments
    .filter((payment) => payment.status === 'COMPLETED' && isSameToken(payment, refund))
    .flatMap(({ block }) => (block ? [block.number] : []))
    .toSorted((a, b) => Number(a - b))
  const { searched } = refund
  const settled = searched?.account === account ? searched.to - reorgDepth : 0n
  const range = { from: settled > paid ? settled : paid, to: head }
  const nothing = { to: range.from, sent: undefined, unclear: [], unsearched: [] }
  if (paid > head)
    return { ...nothing, waitsFor: `the node is at block ${head}, before that of the payment` }
  const found =
    refund.token === nativeAddress
      ? await searchOwn(context, question, range)
      : await searchLogs(context, question, range)
  if (found.sent || found.waitsFor !== undefined) return found
  const time = await chains.getBlockTime(chainId, found.to)
  const isAfter = time !== undefined && time.getTime() >= Math.floor(since.getTime() / 1000) * 1000
  return isAfter
    ? found
    : { ...found, waitsFor: 'waiting for a block newer than the start of this service' }
}

async function searchLogs(
  context: Context,
  question: Question,
  { from: first, to: head }: BlockRange,
): Promise<EarlierSearch> {
  const { chains } = context
  const { refund } = question
  const { chainId, token } = refund
  const endsAt = performance.now() + budgetMs
  const unclear: UnclearTransfer[] = []
  const filters: (TransferFilter | SentFilter)[] = [
    { tokens: [token], senders: listOwnAccounts(question) },
    { tokens: [token], recipients: [refund.recipient ?? ''] },
  ]
  let from = first
  const result = (waitsFor?: string, sent?: UnclearTransfer): EarlierSearch => ({
    ...{ to: from > first ? from - 1n : first, sent, unclear, waitsFor, unsearched: [] },
  })
  while (from <= head) {
    const to = from + blocksPerRange - 1n < head ? from + blocksPerRange - 1n : head
    const answers = []
    for (const filter of filters)
      answers.push(await chains.findCompleteTransfers(chainId, { from, to }, filter, undefined))
    const logs = answers.flatMap(({ transfers }) => transfers)
    const byBlock = [...Map.groupBy(logs, ({ blockNumber }) => blockNumber)]
    for (const [block, inBlock] of byBlock.toSorted(([a], [b]) => Number(a - b))) {
      if (performance.now() > endsAt) {
        from = block
        return result(`it is searched up to block ${block} of ${head}`)
      }
      for (const hash of new Set(inBlock.map((log) => log.hash))) {
        const read = await readEarlier(context, question, hash, head)
        if (read.sent) return result(undefined, read.sent)
        unclear.push(...read.unclear)
      }
    }
    const [end = from - 1n] = answers
      .map(({ completeTo = from - 1n }) => completeTo)
      .toSorted((a, b) => Number(a - b))
    if (end < from) {
      // Above the last proven block there is no witness; a missing log there means that the index lags.
      const isLagging = answers.some(({ incompleteReason }) => incompleteReason === 'witness')
      const isEnough = !isLagging && from > first && head - from < maxUnproven
      return result(isEnough ? undefined : 'the node cannot prove that it shows all transfers')
    }
    from = end + 1n
    if (from <= head && performance.now() > endsAt)
      return result(`it is searched up to block ${end} of ${head}`)
  }
  return result()
}

/** Looks at the transactions that the accounts have signed: native currency leaves no log. */
async function searchOwn(
  context: Context,
  question: Question,
  range: BlockRange,
): Promise<EarlierSearch> {
  const { chains } = context
  const { chainId } = question.refund
  const unclear: UnclearTransfer[] = []
  const unsearched: Address[] = []
  for (const account of listOwnAccounts(question)) {
    const spending = await chains.listSpending(chainId, account, range, maxOwnTransactions)
    if (!spending) unsearched.push(account)
    for (const { hash } of spending ?? []) {
      const read = await readEarlier(context, question, hash, range.to)
      if (read.sent)
        return { to: range.to, sent: read.sent, unclear, waitsFor: undefined, unsearched }
      unclear.push(...read.unclear)
    }
  }
  return { to: range.to, sent: undefined, unclear, waitsFor: undefined, unsearched }
}

/** Returns the accounts that may have sent a refund: the one that is asked, and the one that was paid. */
function listOwnAccounts({ charge, refund, account }: Question): Address[] {
  return [...new Set([account, getQuote(charge, refund).recipient])]
}

/** Reads the transfers of a transaction that may be a refund's. */
async function readEarlier(
  context: Context,
  question: Question,
  hash: string,
  head: bigint,
): Promise<{ sent: UnclearTransfer | undefined; unclear: UnclearTransfer[] }> {
  const { chains, store } = context
  const { charge, refund, refunds } = question
  const { chainId, token, recipient = '', dismissed, reference, amount } = refund
  const nothing = { sent: undefined, unclear: [] }
  if (dismissed.includes(hash.toLowerCase())) return nothing
  const recipients = token === nativeAddress ? [recipient] : []
  const lookup = await chains.lookUpTransaction(chainId, hash, head, recipients)
  const { receipt } = lookup
  if (!receipt?.hasSucceeded) return nothing
  const watched = { tokens: [token], recipients: [recipient] }
  const { entryPoints = canonicalEntryPoints } = context
  const moved = attributeTransfers(lookup, watched, { entryPoints }).movements.filter(
    (transfer) => transfer.token.toLowerCase() === token.toLowerCase() && transfer.amount > 0n,
  )
  const own = new Set(listOwnAccounts(question).map((account) => account.toLowerCase()))
  const payers = [recipient, ...charge.payments.map(({ payerAddress }) => payerAddress)]
  const places = new Set(payers.map((account) => account.toLowerCase()))
  // Refunds that the database does not know, or of which it knows no transfer.
  const unsent = refunds.filter(
    ({ id, status, transfer }) => id !== refund.id && !transfer && status !== 'SIGNING',
  )
  const unknown = [
    ...listUnknownReferences(charge.id, refunds.length),
    ...unsent.map((other) => other.reference),
  ]
  const toRecord = (transfer: Transfer<bigint>): UnclearTransfer => ({
    hash: hash.toLowerCase(),
    amount: transfer.amount,
    sender: chains.parseAddress(transfer.sender, 'sender'),
    recipient: chains.parseAddress(transfer.recipient, 'recipient'),
    block: receipt.block.number,
  })
  // Anyone can send a small amount in a refund's name, so a transfer from another account counts only with the whole amount, and to
  // the refund's address.
  const sent = moved.find(
    (transfer) =>
      transfer.references.includes(reference) &&
      (own.has(transfer.sender) ||
        (transfer.amount === amount && transfer.recipient === recipient.toLowerCase())),
  )
  if (sent) return { sent: toRecord(sent), unclear: [] }
  const mayBe = moved.filter(
    (transfer) =>
      own.has(transfer.sender) &&
      (transfer.references.some((name) => unknown.includes(name)) ||
        (transfer.references.length === 0 && places.has(transfer.recipient))),
  )
  if (mayBe.length === 0) return nothing
  const known = await store.listRefundHashes(chainId, [hash.toLowerCase()])
  return { sent: undefined, unclear: known.length > 0 ? [] : mayBe.map(toRecord) }
}

/** Returns the error of a search that is not done. */
export function createSearchError(waitsFor: string): HttpError {
  return new HttpError(
    'service_unavailable',
    `The chain is searched for an earlier transfer of this refund before a wallet is asked: ${waitsFor}. Ask again in a moment.`,
    { headers: { 'retry-after': '3' } },
  )
}

/** Returns the error about accounts whose outgoing transfers no node shows. */
export function createUnsearchedError(accounts: readonly Address[]): PayError {
  return createRefusal(
    'history_unknown',
    { accounts: accounts.join(' and ') },
    { details: { unsearched: accounts } },
  )
}
