import type { ChargeRecord } from '../../charges/records.ts'
import { misdirectedReason } from '../../payments/misdirected.ts'
import type { ReportRecord } from '../../payments/reports.ts'
import type { ReservationRecord } from '../../payments/reserved-amounts/reservations.ts'
import { unknownNativeAmountReason } from '../../payments/status.ts'
import type { RecordedTransaction, Transfer } from '../../payments/transfers.ts'
import { findNamedCharges, selectArrivedTransfers } from '../attribute/arrived-transfers.ts'
import type { AttributedTransaction } from '../attribute/attribute-transaction.ts'
import { type Arrival, type Evidence, gatherEvidence } from '../attribute/evidence.ts'
import type { WatcherContext } from '../context.ts'
import { notifyMisdirected } from '../notify/misdirected.ts'
import { saveShownTokens } from '../notify/shown-tokens.ts'
import type { WatchedDestinations } from '../watched-destinations.ts'
import { nothingRecorded, recordInParts } from './record-parts.ts'
import { addUsdPrices } from './usd-prices.ts'

/** The result for a transaction whose node, or whose database, does not answer. It does not affect the other transactions. */
export interface UnreadOutcome {
  kind: 'unread'
  error: unknown
}

/** The result for a mined transaction. */
export interface MinedOutcome {
  kind: 'mined'
  block: AttributedTransaction['receipt']['block']
  recorded: RecordedTransaction
  /** When a waiting report is to be read again: after the next block, or later, because no node has answered. */
  readAgain?: 'soon' | 'later' | undefined
}

/** Credits all transfers of transactions of a chain to watched destinations, and returns the outcome of each, by hash. */
export async function creditTransfers(
  context: WatcherContext,
  destinations: WatchedDestinations,
  chainId: number,
  transactions: readonly AttributedTransaction[],
): Promise<ReadonlyMap<string, MinedOutcome | UnreadOutcome>> {
  const outcomes = new Map<string, MinedOutcome | UnreadOutcome>()
  const arrivals: Arrival[] = []
  for (const [transaction, charges] of await findNamedCharges(context, transactions)) {
    const arrival = await readArrival(context, destinations, transaction, charges)
    const { hash, receipt } = transaction
    if (arrival) arrivals.push(arrival)
    else outcomes.set(hash, { kind: 'mined', block: receipt.block, recorded: nothingRecorded })
  }
  const transfers = arrivals.flatMap((arrival) => arrival.transfers)
  await saveShownTokens(context, destinations, chainId, transfers)
  const reservations = await context.store.findReservations(chainId, selectKnownAmounts(transfers))
  for (const [hash, outcome] of await recordArrivals(context, arrivals, reservations))
    outcomes.set(hash, outcome)
  return outcomes
}

/** Reads the arrived transfers of a transaction. Undefined, with its reports ended, if nothing has arrived. */
async function readArrival(
  context: WatcherContext,
  destinations: WatchedDestinations,
  transaction: AttributedTransaction,
  charges: readonly ChargeRecord[],
): Promise<Arrival | undefined> {
  const { store } = context
  const { attribution, reports } = transaction
  const transfers = await selectArrivedTransfers(context, destinations, transaction, charges)
  const waiting = reports.filter(({ status }) => status === 'WAITING')
  const misdirectedChargeIds = await notifyMisdirected(context, transaction, charges)
  const isMisdirected = ({ chargeId }: ReportRecord) => misdirectedChargeIds.has(chargeId)
  await store.endReports(waiting.filter(isMisdirected), misdirectedReason)
  if (transfers.length > 0) return { transaction, charges, transfers, waiting }
  const reason = attribution.hasUnknownNativeAmount
    ? unknownNativeAmountReason
    : nothingTransferredReason
  await store.endReports(waiting, reason)
  return undefined
}

const nothingTransferredReason = 'The transaction transfers nothing that this charge accepts.'

function selectKnownAmounts(transfers: readonly Transfer[]) {
  return transfers.flatMap(({ amount, ...transfer }) =>
    amount === undefined ? [] : [{ ...transfer, amount }],
  )
}

/** Decides which charge each transfer is credited to, and saves it. */
async function recordArrivals(
  context: WatcherContext,
  arrivals: readonly Arrival[],
  reservations: readonly ReservationRecord[],
): Promise<(readonly [hash: string, MinedOutcome | UnreadOutcome])[]> {
  const decided: (readonly [Arrival, Evidence])[] = []
  for (const arrival of arrivals)
    decided.push([arrival, await gatherEvidence(context, arrival, reservations)])
  const arrived = decided.map(([, evidence]) => evidence.arrived)
  const results = await recordInParts(context, await addUsdPrices(context.chains, arrived))
  await context.store.endReports(
    decided.flatMap(([{ transaction, waiting }, { mustReadAgain }]) =>
      results.get(transaction.hash)?.error
        ? []
        : waiting.filter((report) => !mustReadAgain(report)),
    ),
    '',
  )
  return decided.map(([arrival, { mustReadAgain, isTooEarly }]) => {
    const { hash, receipt } = arrival.transaction
    const { error, result: recorded = nothingRecorded } = results.get(hash) ?? {}
    if (error) return [hash, { kind: 'unread', error }]
    logRecorded(context, arrival, recorded)
    const when = isTooEarly() ? 'soon' : 'later'
    const readAgain = arrival.waiting.some(mustReadAgain) ? when : undefined
    return [hash, { kind: 'mined', block: receipt.block, recorded, readAgain }]
  })
}

function logRecorded(
  { log }: WatcherContext,
  { transaction: { chainId, hash, receipt }, charges }: Arrival,
  { creditedChargeIds, unmatchedCount, movedCount }: RecordedTransaction,
): void {
  const name = (chargeId: string) => charges.find(({ id }) => id === chargeId)?.reference
  if (creditedChargeIds.length > 0)
    log.info({ chainId, hash, charges: creditedChargeIds.map(name) }, 'found a payment')
  if (unmatchedCount > 0)
    log.info({ chainId, hash, transfers: unmatchedCount }, 'found unmatched money')
  if (movedCount > 0)
    log.info({ chainId, hash, block: String(receipt.block.number) }, 'moved by a reorganization')
}
