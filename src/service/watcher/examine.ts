import { createPaymentMessage } from '../../api/payment-message.ts'
import { nativeAddress } from '../../api/schemas/fields.ts'
import { createPaymentRecord } from '../domain/charge-lifecycle.ts'
import { decideCredit, tooOldReason } from '../domain/credit.ts'
import type { ReceiptFacts, TransactionLookup } from '../domain/facts.ts'
import { findQuote, listQuotes } from '../domain/payment-assets.ts'
import type { MinedTransfer, RecordedTransaction } from '../domain/ports.ts'
import {
  type AttributedTransaction,
  attributeTransfers,
  findCalldataReferences,
} from '../domain/proof.ts'
import type { Block, ChargeRecord, PendingTransaction, ReportRecord } from '../domain/records.ts'
import { unknownNativeAmountReason } from '../domain/status.ts'
import type { WatcherContext } from './context.ts'
import type { WatchedDestinations } from './places.ts'

/** Limits of references that are looked up, and of senders whose signature is checked. Real payments have fewer. */
const maxReferences = 50
const maxSigners = 5

/** The state of a transaction on the chain, and what was recorded of it. */
export type ExaminationResult =
  | { kind: 'unseen' }
  | { kind: 'waiting'; trace: PendingTransaction }
  /** `needsRecheck`: a signature has to be checked again, because the clock was not measured yet. */
  | { kind: 'mined'; block: Block; recorded: RecordedTransaction; needsRecheck?: boolean }

/**
 * Reads a transaction and records all its transfers to watched destinations, for every charge that its senders named,
 * whoever found or reported it. A transaction is read as a whole, so that the order of reports makes no difference.
 *
 * @param dueReports reports of this transaction whose check is due
 */
export async function examineTransaction(
  context: WatcherContext,
  destinations: WatchedDestinations,
  chainId: number,
  hash: string,
  head: bigint,
  dueReports: readonly ReportRecord[] = [],
): Promise<ExaminationResult> {
  const { chains, store } = context
  const lookup = await chains.lookUpTransaction(chainId, hash, head, destinations.nativeRecipients)
  const { transaction, receipt } = lookup
  if (!transaction) return { kind: 'unseen' }
  const trace = { sender: transaction.from, nonce: transaction.nonce, seenAtBlock: head }
  if (!receipt) return { kind: 'waiting', trace }
  const others = await store.listReports(chainId, hash)
  // Many reports of one hash can fill the limited list of other reports, but cannot displace one that is due.
  const reports = [
    ...dueReports,
    ...others.filter(({ id }) => dueReports.every((one) => one.id !== id)),
  ]
  const confirmations = Number(head - receipt.block.number) + 1
  const isFinal = confirmations >= chains.getConfirmations(chainId)
  if (!receipt.hasSucceeded) {
    // After a reorganization a reverted transaction can succeed.
    if (!isFinal) return { kind: 'waiting', trace }
    await recordFailures(context, lookup, reports)
    return {
      kind: 'mined',
      block: receipt.block,
      recorded: { creditedChargeIds: [], unmatchedCount: 0 },
    }
  }
  const { tokens, recipients } = destinations
  const attributed = attributeTransfers(lookup, { tokens, recipients }, context)
  // That it transfers nothing is not final either.
  if (!isFinal && attributed.transfers.length === 0 && !attributed.hasUnknownNativeAmount)
    return { kind: 'waiting', trace }
  const mined = { chainId, hash, receipt, attributed, reports }
  return {
    kind: 'mined',
    block: receipt.block,
    ...(await recordTransfers(context, destinations, mined)),
  }
}

interface MinedExamination {
  chainId: number
  hash: string
  receipt: ReceiptFacts
  attributed: AttributedTransaction
  reports: readonly ReportRecord[]
}

async function recordTransfers(
  context: WatcherContext,
  destinations: WatchedDestinations,
  mined: MinedExamination,
): Promise<{ recorded: RecordedTransaction; needsRecheck?: boolean }> {
  const { store, clock, creditsFirstReport } = context
  const { chainId, hash, receipt, attributed, reports } = mined
  const mentionedReferences = attributed.mentionedReferences.slice(0, maxReferences)
  const references = [
    ...new Set([...attributed.transfers.flatMap((one) => one.references), ...mentionedReferences]),
  ]
  const found = await store.findCharges({
    references: references.slice(0, 2 * maxReferences),
    ids: reports.map(({ chargeId }) => chargeId),
  })
  const transfers = selectWatchedTransfers(
    context,
    destinations,
    attributed,
    found.filter((one) => mentionedReferences.includes(one.reference)),
    chainId,
  )
  const waiting = reports.filter(({ status }) => status === 'WAITING')
  if (transfers.length === 0) {
    const reason = attributed.hasUnknownNativeAmount
      ? unknownNativeAmountReason
      : nothingTransferredReason
    await store.endReports(
      waiting.map(({ id }) => id),
      reason,
    )
    return { recorded: { creditedChargeIds: [], unmatchedCount: 0 } }
  }
  const knownTransfers = transfers.flatMap(({ amount, ...one }) =>
    amount === undefined ? [] : [{ ...one, amount }],
  )
  const reservations = await store.findReservations(chainId, knownTransfers)
  const signedBySender = await readSignatures(context, mined, found, transfers)
  const chargeIds = [...found.map(({ id }) => id), ...reservations.map(({ chargeId }) => chargeId)]
  const minedAt = clock.correctBlockTime(chainId, receipt.minedAt)
  const { block } = receipt
  let needsRecheck = false
  const recorded = await store.recordTransaction(
    { chainId, hash, block, minedAt, transfers, mentionedReferences },
    chargeIds,
    (transfer, charges) => {
      const decision = decideCredit(transfer, {
        chainId,
        minedAt,
        blockNumber: block.number,
        charges,
        reservations,
        signedChargeIds: signedBySender.get(transfer.sender) ?? [],
        reportedChargeId: waiting.find(({ chargeId }) =>
          acceptsTransfer(charges.get(chargeId), chainId, transfer),
        )?.chargeId,
        creditsFirstReport,
      })
      // A clock that was not measured may be wrong, so a transfer that seems too old is checked again after a new
      // block.
      needsRecheck ||=
        'reason' in decision && decision.reason === tooOldReason && !clock.isMeasured(chainId)
      return decision
    },
  )
  const ended = needsRecheck ? waiting.filter(({ signature }) => signature === undefined) : waiting
  await store.endReports(
    ended.map(({ id }) => id),
    '',
  )
  logRecorded(context, mined, found, recorded)
  return { recorded, needsRecheck }
}

const nothingTransferredReason = 'The transaction transfers nothing that this charge accepts.'

/** Returns the transfers to watched destinations, with addresses in EIP-55 form. */
function selectWatchedTransfers(
  { chains }: WatcherContext,
  destinations: WatchedDestinations,
  attributed: AttributedTransaction,
  named: readonly ChargeRecord[],
  chainId: number,
): MinedTransfer[] {
  const parseAddress = (text: string) => (text === '' ? '' : chains.parseAddress(text, 'address'))
  const transfers = attributed.transfers
    .map((one) => ({
      ...one,
      token: parseAddress(one.token),
      recipient: parseAddress(one.recipient),
      sender: parseAddress(one.sender),
    }))
    .filter(({ token, recipient }) => destinations.has(token, recipient))
  const hasNative = transfers.some(({ token }) => token === nativeAddress)
  if (!attributed.hasUnknownNativeAmount || hasNative) return transfers
  // It names a charge that is paid in native currency, and no node shows the amount: the merchant has to decide.
  const [quote] = named
    .flatMap(listQuotes)
    .filter((one) => one.chainId === chainId && one.token === nativeAddress)
  if (!quote) return transfers
  const { token, recipient } = quote
  const unknown = { position: -2, token, recipient, sender: '', amount: undefined, references: [] }
  return [unknown, ...transfers]
}

/** Returns the ids of the charges for which each sender has signed this transaction. */
async function readSignatures(
  { chains }: WatcherContext,
  { chainId, hash, reports }: MinedExamination,
  charges: readonly ChargeRecord[],
  transfers: readonly MinedTransfer[],
): Promise<ReadonlyMap<string, string[]>> {
  const signed = new Map<string, string[]>()
  const senders = [...new Set(transfers.map(({ sender }) => sender))].filter(Boolean)
  for (const { chargeId, signature } of reports) {
    const charge = charges.find(({ id }) => id === chargeId)
    if (!charge || signature === undefined) continue
    const message = createPaymentMessage(charge.reference, chainId, hash)
    for (const sender of senders.slice(0, maxSigners)) {
      if (!(await chains.verifySignature(chainId, sender, message, signature))) continue
      signed.set(sender, [...(signed.get(sender) ?? []), chargeId])
    }
  }
  return signed
}

function acceptsTransfer(
  charge: ChargeRecord | undefined,
  chainId: number,
  { token, recipient }: MinedTransfer,
): boolean {
  return charge !== undefined && findQuote(charge, { chainId, token })?.recipient === recipient
}

/**
 * Records a reverted transaction as a failed payment of each charge that reported it and whose reference it has. A
 * report alone changes no charge: anybody can report reverted transactions of strangers.
 */
async function recordFailures(
  { store, clock }: WatcherContext,
  lookup: TransactionLookup,
  reports: readonly ReportRecord[],
): Promise<void> {
  const { transaction, receipt, chainId } = lookup
  if (!transaction || !receipt) return
  const reason = 'The transaction was reverted.'
  const named = findCalldataReferences(lookup)
  const waiting = reports.filter(({ status }) => status === 'WAITING')
  const charges = await store.findCharges({ ids: waiting.map(({ chargeId }) => chargeId) })
  for (const { id, chargeId, hash, token } of waiting) {
    const charge = charges.find((one) => one.id === chargeId)
    if (!charge || !named.includes(charge.reference)) continue
    const { block } = receipt
    const minedAt = clock.correctBlockTime(chainId, receipt.minedAt)
    const now = new Date()
    const transfer = { chainId, hash, token, sender: '', block, minedAt }
    const payment = createPaymentRecord(charge, transfer, 'reference', now, id)
    await store.recordFailedPayment({ ...payment, status: 'FAILED', reason, verifiedAt: now })
  }
  await store.endReports(
    waiting.map(({ id }) => id),
    reason,
  )
}

function logRecorded(
  { log }: WatcherContext,
  { chainId, hash }: MinedExamination,
  found: readonly ChargeRecord[],
  { creditedChargeIds, unmatchedCount }: RecordedTransaction,
): void {
  const name = (id: string) => found.find((one) => one.id === id)?.reference
  if (creditedChargeIds.length > 0)
    log.info({ chainId, hash, charges: creditedChargeIds.map(name) }, 'found a payment')
  if (unmatchedCount > 0)
    log.info({ chainId, hash, transfers: unmatchedCount }, 'found unmatched money')
}
