import { nativeAddress } from '../../../api/formats.ts'
import { findQuote, isSameToken, listQuotes } from '../../domain/charges/pricing/payment-assets.ts'
import { clockSlackMs } from '../../domain/charges/pricing/quotes.ts'
import type { ChargeRecord, PriceQuote } from '../../domain/charges/records.ts'
import { createId } from '../../domain/id.ts'
import { decideCredit, tooOldReasons } from '../../domain/payments/credit.ts'
import {
  findMisdirectedTransfer,
  type MisdirectedRecord,
  maxMisdirected,
  misdirectedReason,
} from '../../domain/payments/misdirected.ts'
import { type AttributedTransaction, coinPositions } from '../../domain/payments/proof/proof.ts'
import type { ReportRecord } from '../../domain/payments/reports.ts'
import type { ReservationRecord } from '../../domain/payments/reservations.ts'
import { unknownNativeAmountReason } from '../../domain/payments/status.ts'
import type {
  ArrivedTransaction,
  MinedTransfer,
  RecordedTransaction,
  TransactionOrigin,
} from '../../domain/payments/transfers.ts'
import type { Receipt } from '../../domain/transactions.ts'
import { readAssignments } from '../attribute/assignments.ts'
import { readSignatures } from '../attribute/signatures.ts'
import type { WatcherContext } from '../context.ts'
import { saveShownTokens } from '../notify/shown-tokens.ts'
import { mayHaveArrivedByCalls } from '../scan/balance-search.ts'
import type { WatchedDestinations } from '../watched-destinations.ts'
import { nothingRecorded, recordInParts, toAmountKey } from './record-parts.ts'

/** A transaction that was mined and succeeded, with what it moves and who reported it. */
export interface MinedExamination {
  chainId: number
  hash: string
  receipt: Receipt
  attributed: AttributedTransaction
  origin: TransactionOrigin
  reports: readonly ReportRecord[]
}

/** When a signature has to be checked again: after the next block, or later, because no node has answered. */
export type Recheck = 'soon' | 'later'

/** What was recorded of a transaction, and whether a signature has to be checked again; or why nothing was. */
export type TransfersRecorded =
  | { recorded: RecordedTransaction; recheck?: Recheck | undefined; error?: undefined }
  | { recorded?: undefined; error: Error }

/** A transaction of which something arrived, with all that decides whose it is. */
interface Arrival {
  mined: MinedExamination
  found: readonly ChargeRecord[]
  transfers: readonly MinedTransfer[]
  waiting: readonly ReportRecord[]
}

/** Records all transfers of transactions of a chain to watched destinations, and returns what was recorded of each. */
export async function recordTransfers(
  context: WatcherContext,
  destinations: WatchedDestinations,
  chainId: number,
  all: readonly MinedExamination[],
): Promise<ReadonlyMap<MinedExamination, TransfersRecorded>> {
  const results = new Map<MinedExamination, TransfersRecorded>()
  const arrivals: Arrival[] = []
  for (const [mined, found] of await findCharges(context, all)) {
    const arrival = await readArrival(context, destinations, mined, found)
    if (arrival) arrivals.push(arrival)
    else results.set(mined, { recorded: nothingRecorded })
  }
  await saveShownTokens(
    context,
    destinations,
    chainId,
    arrivals.flatMap(({ transfers }) => transfers),
  )
  const amounts = arrivals.flatMap(({ transfers }) => selectKnownAmounts(transfers))
  const reservations = await context.store.findReservations(chainId, amounts)
  for (const [mined, recorded] of await recordArrivals(context, arrivals, reservations))
    results.set(mined, recorded)
  return results
}

/** Finds the charges that each transaction names, or was reported for. */
async function findCharges(
  { store }: WatcherContext,
  all: readonly MinedExamination[],
): Promise<(readonly [MinedExamination, readonly ChargeRecord[]])[]> {
  const wanted = all.map((mined) => ({
    mined,
    references: new Set(listNamedReferences(mined.attributed)),
    ids: new Set(mined.reports.map(({ chargeId }) => chargeId)),
  }))
  const charges = await store.findCharges({
    references: [...new Set(wanted.flatMap(({ references }) => [...references]))],
    ids: [...new Set(wanted.flatMap(({ ids }) => [...ids]))],
  })
  return wanted.map(({ mined, references, ids }) => [
    mined,
    charges.filter(({ id, reference }) => ids.has(id) || references.has(reference)),
  ])
}

/**
 * Lists the references of the charges to load. A transfer with more than one is ambiguous, and asks for none: what a
 * neighbor writes in the same transaction makes no difference. Native currency of unknown amount may be any author's.
 */
function listNamedReferences({
  transfers,
  mentionedReferences,
  hasUnknownNativeAmount,
}: AttributedTransaction): readonly string[] {
  const named = transfers.flatMap(({ references }) => (references.length === 1 ? references : []))
  return hasUnknownNativeAmount ? [...named, ...mentionedReferences] : named
}

/** Reads what of a transaction has arrived. Undefined, and its reports ended, where nothing has. */
async function readArrival(
  context: WatcherContext,
  destinations: WatchedDestinations,
  mined: MinedExamination,
  found: readonly ChargeRecord[],
): Promise<Arrival | undefined> {
  const { store } = context
  const { attributed, reports, chainId } = mined
  const { mentionedReferences } = attributed
  const named = [
    ...found.filter((one) => mentionedReferences.includes(one.reference)),
    ...(await listChargesOfUnknownCoin(context, mined, found)),
  ]
  const transfers = selectWatchedTransfers(context, destinations, attributed, named, chainId)
  const waiting = reports.filter(({ status }) => status === 'WAITING')
  const misdirectedChargeIds = await recordMisdirected(context, mined, found)
  const isMisdirected = ({ chargeId }: ReportRecord) => misdirectedChargeIds.has(chargeId)
  await store.endReports(
    waiting.filter(isMisdirected).map(({ id }) => id),
    misdirectedReason,
  )
  if (transfers.length > 0) return { mined, found, transfers, waiting }
  const reason = attributed.hasUnknownNativeAmount
    ? unknownNativeAmountReason
    : nothingTransferredReason
  await store.endReports(
    waiting.map(({ id }) => id),
    reason,
  )
  return undefined
}

/**
 * Returns the charges in native currency that report a transaction whose calls no node shows, where something may have
 * arrived by one: the merchant is told, and looks. A stranger's transaction that a balance disproves tells nothing.
 */
async function listChargesOfUnknownCoin(
  context: WatcherContext,
  { chainId, receipt, attributed, reports }: MinedExamination,
  found: readonly ChargeRecord[],
): Promise<ChargeRecord[]> {
  if (!attributed.hasUnknownNativeAmount) return []
  const listed: ChargeRecord[] = []
  for (const charge of found) {
    const isReported = reports.some((one) => one.status === 'WAITING' && one.chargeId === charge.id)
    const quote = findQuote(charge, { chainId, token: nativeAddress })
    const minedAt = context.clock.correctBlockTime(chainId, receipt.minedAt)
    if (!isReported || !quote || minedAt.getTime() < charge.createdAt.getTime() - clockSlackMs)
      continue
    const { recipient } = quote
    if (await mayHaveArrivedByCalls(context, chainId, recipient, receipt.block.number))
      listed.push(charge)
  }
  return listed
}

/** Decides whose each transfer is, and saves it. */
async function recordArrivals(
  context: WatcherContext,
  arrivals: readonly Arrival[],
  reservations: readonly ReservationRecord[],
): Promise<(readonly [MinedExamination, TransfersRecorded])[]> {
  const prepared: PreparedArrival[] = []
  for (const arrival of arrivals)
    prepared.push(await prepareArrival(context, arrival, reservations))
  const outcomes = await recordInParts(
    context,
    prepared.map(({ arrived }) => arrived),
  )
  await context.store.endReports(
    prepared.flatMap(({ arrival: { mined, waiting }, mustCheckAgain }) =>
      outcomes.get(mined.hash)?.error
        ? []
        : waiting.filter((one) => !mustCheckAgain(one)).map(({ id }) => id),
    ),
    '',
  )
  return prepared.map(({ arrival: { mined, found, waiting }, mustCheckAgain, isTooEarly }) => {
    const { error, result: recorded = nothingRecorded } = outcomes.get(mined.hash) ?? {}
    if (error) return [mined, { error }]
    logRecorded(context, mined, found, recorded)
    const recheck = isTooEarly() ? 'soon' : 'later'
    return [mined, { recorded, recheck: waiting.some(mustCheckAgain) ? recheck : undefined }]
  })
}

/** An arrival with what decides whose it is. Once that is decided, it says what is to be checked again. */
interface PreparedArrival {
  arrival: Arrival
  arrived: ArrivedTransaction
  /** Whether a signed transfer seems too old by a clock that was not measured yet. */
  isTooEarly: () => boolean
  mustCheckAgain: (report: ReportRecord) => boolean
}

/** Gathers what decides whose the transfers of a transaction are. */
async function prepareArrival(
  context: WatcherContext,
  arrival: Arrival,
  allReservations: readonly ReservationRecord[],
): Promise<PreparedArrival> {
  const { clock, creditsFirstReport } = context
  const { mined, found, transfers, waiting } = arrival
  const { chainId, hash, receipt, attributed } = mined
  const { block } = receipt
  const reservedBy = Map.groupBy(allReservations, toAmountKey)
  const idsByReference = new Map(found.map(({ id, reference }) => [reference, id]))
  const signatures = await readSignatures(context, mined, found, transfers)
  const reportedChargeIds = mined.reports.map(({ chargeId }) => chargeId)
  const minedAt = clock.correctBlockTime(chainId, receipt.minedAt)
  const { mentionedReferences } = attributed
  const assignments = await readAssignments(context, mined, found)
  let isTooEarly = false
  const arrived: ArrivedTransaction = {
    mined: { chainId, hash, block, minedAt, transfers, mentionedReferences, origin: mined.origin },
    listChargeIds: (transfer) => [
      ...reportedChargeIds,
      ...transfer.references.flatMap((one) => idsByReference.get(one) ?? []),
      ...(reservedBy.get(toAmountKey(transfer)) ?? []).map(({ chargeId }) => chargeId),
    ],
    decideCredit(transfer, charges) {
      const decision = decideCredit(transfer, {
        chainId,
        minedAt,
        blockNumber: block.number,
        charges,
        reservations: reservedBy.get(toAmountKey(transfer)) ?? [],
        signedChargeIds: signatures.getSignedChargeIds(transfer),
        assignments,
        reportedChargeId: findReportedCharge(waiting, charges, chainId, transfer),
        creditsFirstReport,
      })
      // A clock that was not measured may be wrong, so a transfer that seems too old is checked again after a new
      // block.
      const isTooOld = 'reason' in decision && tooOldReasons.has(decision.reason)
      if (isTooOld && !clock.isMeasured(chainId)) isTooEarly = true
      return decision
    },
  }
  return {
    arrival,
    arrived,
    isTooEarly: () => isTooEarly,
    mustCheckAgain: ({ id, signature, assignedBy }) =>
      signatures.unreadReportIds.has(id) ||
      (isTooEarly && (signature !== undefined || assignedBy !== undefined)),
  }
}

function selectKnownAmounts(transfers: readonly MinedTransfer[]) {
  return transfers.flatMap(({ amount, ...one }) =>
    amount === undefined ? [] : [{ ...one, amount }],
  )
}

/**
 * Records that a transaction pays somebody else in the name of charges that it was reported for, and returns the ids of
 * those charges. It changes none of them: a wallet that was tampered with is the payer's misfortune, and the charge can
 * still be paid.
 */
async function recordMisdirected(
  { store, chains, clock, log, onMisdirected }: WatcherContext,
  { chainId, hash, receipt, attributed, reports }: MinedExamination,
  found: readonly ChargeRecord[],
): Promise<ReadonlySet<string>> {
  const misdirected = new Set<string>()
  const { movements, hasUnknownNativeAmount } = attributed
  const parseAddress = (text: string) => chains.parseAddress(text, 'address')
  for (const charge of found) {
    const isReported = reports.some(({ chargeId }) => chargeId === charge.id)
    const takesNative = listQuotes(charge).some(({ token }) => token === nativeAddress)
    // Native currency that no node shows may have reached the merchant after all.
    if (!isReported || (hasUnknownNativeAmount && takesNative)) continue
    const one = findMisdirectedTransfer(charge, chainId, movements)
    if (!one) continue
    misdirected.add(charge.id)
    const { transfer, expectedRecipient } = one
    const record: MisdirectedRecord = {
      id: createId(),
      chargeId: charge.id,
      chainId,
      hash,
      token: parseAddress(transfer.token),
      recipient: parseAddress(transfer.recipient),
      sender: parseAddress(transfer.sender),
      amount: transfer.amount,
      expectedRecipient,
      block: receipt.block,
      minedAt: clock.correctBlockTime(chainId, receipt.minedAt),
      createdAt: new Date(),
    }
    if (!(await store.recordMisdirected(record, charge, maxMisdirected))) continue
    onMisdirected(chainId)
    const { sender, recipient } = record
    log.error(
      { chainId, hash, charge: charge.reference, sender, recipient, expectedRecipient },
      'A transaction in the name of a charge pays somebody else: a wallet may have been tampered with.',
    )
  }
  return misdirected
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
  const position = coinPositions.unknown
  const unknown = { position, token, recipient, sender: '', amount: undefined, references: [] }
  return [unknown, ...transfers]
}

/** Returns the first charge that reported it: one that is paid in this token there, or else in another one. */
function findReportedCharge(
  waiting: readonly ReportRecord[],
  charges: ReadonlyMap<string, ChargeRecord>,
  chainId: number,
  { token, recipient }: MinedTransfer,
): string | undefined {
  const quotesOf = (chargeId: string) => {
    const charge = charges.get(chargeId)
    return charge ? listQuotes(charge).filter((one) => one.recipient === recipient) : []
  }
  const isPaidIn = (quote: PriceQuote) => isSameToken(quote, { chainId, token })
  const found =
    waiting.find(({ chargeId }) => quotesOf(chargeId).some(isPaidIn)) ??
    waiting.find(({ chargeId }) => quotesOf(chargeId).some((one) => one.chainId === chainId))
  return found?.chargeId
}

function logRecorded(
  { log }: WatcherContext,
  { chainId, hash, receipt }: MinedExamination,
  found: readonly ChargeRecord[],
  { creditedChargeIds, unmatchedCount, movedCount }: RecordedTransaction,
): void {
  const name = (id: string) => found.find((one) => one.id === id)?.reference
  if (creditedChargeIds.length > 0)
    log.info({ chainId, hash, charges: creditedChargeIds.map(name) }, 'found a payment')
  if (unmatchedCount > 0)
    log.info({ chainId, hash, transfers: unmatchedCount }, 'found unmatched money')
  if (movedCount > 0)
    log.info({ chainId, hash, block: String(receipt.block.number) }, 'moved by a reorganization')
}
