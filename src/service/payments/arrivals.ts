import type { TransferRecord } from '../charges/records.ts'
import { unmatchedReasons } from '../kernel/unmatched-reasons.ts'
import { coinPositions } from './proof/proof.ts'
import type { Transfer } from './transfers.ts'

// The money of one transaction can be described in several ways: a trace shows each call that moved the native currency, a balance
// only their sum, and two nodes may number the same logs differently. So an equal position alone does not prove that a transfer is
// recorded. These functions are pure: they compare the recorded transfers with those of one read.

/** The reason for money beyond the transfers that were recorded by another description. */
export const remainderReason = unmatchedReasons.remainder

/** A recorded transfer of the transaction. */
export type KnownTransfer = Pick<
  TransferRecord,
  'position' | 'token' | 'recipient' | 'sender' | 'amount' | 'status' | 'paymentId' | 'block'
>

/** The changes that one read of a transaction makes to its recorded transfers. */
export interface Reconciliation<Known> {
  /** The recorded transfer of each one that the read shows again. */
  known: ReadonlyMap<Transfer, Known>
  /** Transfers to be recorded. */
  added: readonly Transfer[]
  /** For each token and recipient whose transfers were not added: the money beyond the recorded ones. */
  remainders: readonly Transfer[]
  /** Recorded transfers without credit, in place of which others are shown now. */
  replaced: readonly Known[]
  /** Recorded transfers that the read does not show, and that stay. */
  kept: readonly Known[]
}

/** Returns the key of arrivals that are summed: one token at one recipient. */
export function toArrivalKey({ token, recipient }: { token: string; recipient: string }): string {
  return `${token} ${recipient}`
}

/** Sums the transfers of one read by token and recipient; undefined where it does not show an amount. */
export function sumArrivals(
  transfers: readonly Transfer[],
): ReadonlyMap<string, bigint | undefined> {
  const groups = Map.groupBy(transfers, toArrivalKey)
  return new Map([...groups].map(([key, group]) => [key, sumAmounts(group)]))
}

/**
 * Compares the recorded transfers of a transaction with those that a read shows. Of each token and recipient never more
 * is recorded than arrived: where the same money is described in another way, its new description replaces all of the
 * old one, or nothing of it is added.
 *
 * @param arrived the amount that arrived of each token and recipient in all reads of this block; undefined where it is unknown
 */
export function reconcileTransfers<Known extends KnownTransfer>(
  recorded: readonly Known[],
  transfers: readonly Transfer[],
  blockHash: string,
  arrived: ReadonlyMap<string, bigint | undefined>,
): Reconciliation<Known> {
  const { known, missing } = pairTransfers(recorded, transfers)
  const newTransfers = transfers.filter((transfer) => !known.has(transfer))
  const tracedKeys = new Set(newTransfers.filter(isTraced).map(toArrivalKey))
  const isReplaced = (record: Known) =>
    record.block.hash === blockHash
      ? record.status === 'UNMATCHED' &&
        isInternal(record) &&
        !isTraced(record) &&
        tracedKeys.has(toArrivalKey(record))
      : // Transfers of a payment are handled with it (watcher/confirm).
        record.paymentId === undefined
  const replaced = missing.filter(isReplaced)
  const kept = missing.filter((record) => !isReplaced(record))
  const recordedByKey = Map.groupBy(
    [
      ...[...known].map(([transfer, record]) => ({
        ...record,
        amount: record.amount ?? transfer.amount,
      })),
      ...kept,
    ],
    toArrivalKey,
  )
  const added: Transfer[] = []
  const remainders: Transfer[] = []
  for (const [key, group] of Map.groupBy(newTransfers, toArrivalKey)) {
    const before = sumKnown(recordedByKey.get(key) ?? [])
    const limit = arrived.get(key)
    const isStale = kept.some(
      (record) => record.block.hash !== blockHash && toArrivalKey(record) === key,
    )
    if (limit === undefined || before + sumKnown(group) <= limit) added.push(...group)
    // Rows of another block are deleted with their payment; then all transfers of this block are added.
    else if (limit > before && !isStale)
      remainders.push(toRemainder(group, limit - before, remainders.length))
  }
  return { known, added, remainders, replaced, kept }
}

/** Pairs each transfer with the recorded one that is the same: at the same position, or else at any. */
function pairTransfers<Known extends KnownTransfer>(
  records: readonly Known[],
  transfers: readonly Transfer[],
): { known: Map<Transfer, Known>; missing: readonly Known[] } {
  const known = new Map<Transfer, Known>()
  const byPosition = new Map(records.map((record) => [record.position, record]))
  for (const transfer of transfers) {
    const record = byPosition.get(transfer.position)
    if (record && isSameTransfer(record, transfer)) known.set(transfer, record)
  }
  const pairedRecords = new Set(known.values())
  const missing = records.filter((record) => !pairedRecords.has(record))
  for (const transfer of transfers) {
    if (missing.length === 0) break
    const index = known.has(transfer)
      ? -1
      : missing.findIndex((record) => isSameTransfer(record, transfer))
    const [record] = index < 0 ? [] : missing.splice(index, 1)
    if (record) known.set(transfer, record)
  }
  return { known, missing }
}

function isSameTransfer(record: KnownTransfer, transfer: Transfer): boolean {
  return (
    record.token === transfer.token &&
    record.recipient === transfer.recipient &&
    // '' where the sender could not be read from the chain.
    (record.sender === transfer.sender || record.sender === '' || transfer.sender === '') &&
    // A node with traces may now show an amount that was unknown before; an amount that the merchant gave is kept.
    (record.amount === undefined ||
      transfer.amount === undefined ||
      record.amount === transfer.amount)
  )
}

const isInternal = ({ position }: { position: number }) => position <= coinPositions.trace
const isTraced = ({ position }: { position: number }) =>
  isInternal({ position }) && position > coinPositions.safe

function toRemainder(group: readonly Transfer[], amount: bigint, index: number): Transfer {
  const { token = '', recipient = '' } = group[0] ?? {}
  const position = coinPositions.remainder - index
  return { position, token, recipient, sender: '', amount, references: [] }
}

function sumAmounts(transfers: readonly Transfer[]): bigint | undefined {
  return transfers.some(({ amount }) => amount === undefined) ? undefined : sumKnown(transfers)
}

function sumKnown(transfers: readonly { amount: bigint | undefined }[]): bigint {
  return transfers.reduce((sum, { amount = 0n }) => sum + amount, 0n)
}
