import type { ReportRecord } from '../../payments/reports.ts'
import {
  type AttributedTransaction,
  attributeTransaction,
  type TransactionState,
} from '../attribute/attribute-transaction.ts'
import type { WatcherContext } from '../context.ts'
import { type FoundTransaction, type ReadTransaction, readTransactions } from '../read.ts'
import type { WatchedDestinations } from '../watched-destinations.ts'
import { creditTransfers, type MinedOutcome, type UnreadOutcome } from './credit-transfers.ts'
import { nothingRecorded } from './record-parts.ts'

/** The state of a transaction on the chain, and the recorded result. */
export type TransactionOutcome =
  | Extract<TransactionState, { kind: 'unseen' | 'waiting' }>
  | MinedOutcome
  | UnreadOutcome

/** Credits one transaction, as {@link creditTransactions} does. Rejects where it cannot be read. */
export async function creditTransaction(
  context: WatcherContext,
  destinations: WatchedDestinations,
  chainId: number,
  transaction: FoundTransaction,
  head: bigint,
): Promise<Exclude<TransactionOutcome, UnreadOutcome>> {
  const outcomes = await creditTransactions(context, destinations, chainId, [transaction], head)
  const outcome = outcomes.get(transaction.hash) ?? { kind: 'unseen' }
  if (outcome.kind === 'unread') throw outcome.error
  return outcome
}

/**
 * Reads transactions, attributes their transfers to watched destinations and credits them to every charge that their senders named,
 * regardless of who found or reported them. A transaction is read as a whole, so that the order of reports makes no difference. The
 * database is read and written for all of them together: many payments in one block cost little more than one.
 *
 * @param transactions each of them once
 * @returns the outcomes by hash
 */
export async function creditTransactions(
  context: WatcherContext,
  destinations: WatchedDestinations,
  chainId: number,
  transactions: readonly FoundTransaction[],
  head: bigint,
): Promise<ReadonlyMap<string, TransactionOutcome>> {
  const outcomes = new Map<string, TransactionOutcome>()
  for await (const part of readTransactions(context, destinations, chainId, transactions, head))
    for (const [hash, outcome] of await creditPart(context, destinations, chainId, part, head))
      outcomes.set(hash, outcome)
  return outcomes
}

async function creditPart(
  context: WatcherContext,
  destinations: WatchedDestinations,
  chainId: number,
  part: readonly ReadTransaction[],
  head: bigint,
): Promise<ReadonlyMap<string, TransactionOutcome>> {
  const states = part.map(({ found, lookup, error }) => ({
    ...found,
    state: lookup
      ? attributeTransaction(context, destinations, lookup, head)
      : ({ kind: 'unread', error } as const),
  }))
  const minedHashes = states.flatMap(({ hash, state }) => ('receipt' in state ? [hash] : []))
  const listed = await context.store.listReports(chainId, minedHashes)
  const listedByHash = Map.groupBy(listed, ({ hash }) => hash)
  const outcomes = new Map<string, TransactionOutcome>()
  const succeeded: AttributedTransaction[] = []
  const reverted: ReportRecord[] = []
  for (const { hash, dueReports = [], state } of states) {
    if (!('receipt' in state)) {
      outcomes.set(hash, state)
      continue
    }
    // Many reports of one hash can fill the limited list of other reports, but cannot displace one that is due.
    const stored = listedByHash.get(hash) ?? []
    const reports = [
      // In their present state: evidence may have arrived since they were found to be due.
      ...dueReports.map((due) => stored.find(({ id }) => id === due.id) ?? due),
      ...stored.filter(({ id }) => dueReports.every((due) => due.id !== id)),
    ]
    if (state.kind === 'succeeded') {
      const { receipt, attribution, origin } = state
      succeeded.push({ chainId, hash, receipt, attribution, origin, reports })
      continue
    }
    // Nothing moved, so no charge changes, and the reporter sees the outcome in the report. Anyone can send a failing transfer that
    // names a charge.
    reverted.push(...reports.filter(isWaiting))
    const { block } = state.receipt
    outcomes.set(hash, { kind: 'mined', block, recorded: nothingRecorded })
  }
  await context.store.endReports(reverted, revertedReason)
  const credited = await creditTransfers(context, destinations, chainId, succeeded)
  for (const [hash, outcome] of credited) outcomes.set(hash, outcome)
  return outcomes
}

const revertedReason = 'The transaction was reverted.'
const isWaiting = ({ status }: ReportRecord) => status === 'WAITING'
