import type { Kysely, Selectable } from 'kysely'
import { listLatePeriods } from '../../charges/pricing/late-quotes.ts'
import type { ChargeRecord } from '../../charges/records.ts'
import { type LockedCharge, lockCharges, saveQuotePeriods } from '../../charges/store/updates.ts'
import { anyOf, maxRowsPerInsert } from '../../db/any-of.ts'
import type { TransferRow } from '../../db/tables/payments.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { splitIntoBatches } from '../../kernel/batches.ts'
import { createId } from '../../kernel/id.ts'
import { remainderReason } from '../arrivals.ts'
import {
  type CreditDecision,
  listChanged,
  type MinedTransaction,
  type RecordedTransaction,
  type TransactionToRecord,
  type Transfer,
} from '../transfers.ts'
import { lockArrivals, placeTransfers, toBookColumns } from './arrivals.ts'
import { creditTransfers } from './credits.ts'

/** Writes the events about new transfers that are not credited, in the transaction that saves them. */
export type WriteUnmatchedEvents = (
  tx: Kysely<Tables>,
  transfers: readonly Selectable<TransferRow>[],
) => Promise<void>

export function selectTransfers(db: Kysely<Tables>, chainId: number, hashes: readonly string[]) {
  return db
    .selectFrom('transfers')
    .selectAll()
    .where('chainId', '=', chainId)
    .where('hash', '=', anyOf(hashes))
    .orderBy('hash')
    .orderBy('position')
}

/** A transfer whose decision is made. */
interface DecidedTransfer {
  mined: MinedTransaction
  transfer: Transfer
  decision: CreditDecision
  /** The row of a transfer that is known. */
  known: Selectable<TransferRow> | undefined
}

export async function recordTransactions(
  tx: Kysely<Tables>,
  transactions: readonly TransactionToRecord[],
  writeUnmatchedEvents: WriteUnmatchedEvents,
): Promise<RecordedTransaction[]> {
  const changedIds = transactions.flatMap(listChanged)
  if (new Set(changedIds).size < changedIds.length)
    throw new Error('Transactions that may change the same charge were recorded together.')
  // All of them before anything else is locked, so that two transactions of the database cannot wait for each other.
  const lockedCharges = await lockCharges(
    tx,
    transactions.flatMap(({ chargeIds }) => chargeIds),
  )
  const chainId = transactions[0]?.mined.chainId ?? 0
  const hashes = transactions.map(({ mined }) => mined.hash)
  const arrived = await lockArrivals(
    tx,
    transactions.map(({ mined }) => mined),
  )
  const storedRows = await selectTransfers(tx, chainId, hashes).forUpdate().execute()
  const storedByHash = Map.groupBy(storedRows, ({ hash }) => hash)
  const decisions: DecidedTransfer[] = []
  const movedCounts = new Map<string, number>()
  for (const { mined, transfers, chargeIds, decideCredit } of transactions) {
    const rows = storedByHash.get(mined.hash) ?? []
    const placed = await placeTransfers(tx, mined, rows, arrived.get(mined.hash) ?? new Map())
    movedCounts.set(mined.hash, placed.movedCount)
    const charges = new Map(
      chargeIds.flatMap((id) => {
        const locked = lockedCharges.get(id)
        return locked ? [[id, withLatePeriods(locked.charge, mined)] as const] : []
      }),
    )
    for (const transfer of transfers) {
      const known = placed.known.get(transfer)
      // Its block may be a later one than that by which it was credited.
      const creditedTo = known?.paymentId === undefined ? undefined : known.chargeId
      if (creditedTo !== undefined)
        await keepLatePeriod(tx, lockedCharges, creditedTo, mined, transfer)
      if (known ? known.status !== 'UNMATCHED' : !placed.added.has(transfer)) continue
      decisions.push({ mined, transfer, known, decision: decideCredit(transfer, charges) })
    }
    for (const transfer of placed.remainders)
      decisions.push({ mined, transfer, known: undefined, decision: { reason: remainderReason } })
  }
  const savedTransfers = await saveTransfers(tx, decisions)
  const credits = savedTransfers.flatMap(({ row, decision }) =>
    'chargeId' in decision ? [{ row, by: decision }] : [],
  )
  for (const { mined, transfer, decision } of savedTransfers)
    if ('chargeId' in decision)
      await keepLatePeriod(tx, lockedCharges, decision.chargeId, mined, transfer)
  await creditTransfers(tx, lockedCharges, credits)
  const unmatched = savedTransfers.filter(({ known, decision }) => !known && 'reason' in decision)
  await writeUnmatchedEvents(
    tx,
    unmatched.map(({ row }) => row),
  )
  return hashes.map((hash) => {
    const creditsOfHash = credits.filter(({ row }) => row.hash === hash)
    return {
      creditedChargeIds: [...new Set(creditsOfHash.map(({ by }) => by.chargeId))],
      unmatchedCount: unmatched.filter(({ row }) => row.hash === hash).length,
      movedCount: movedCounts.get(hash) ?? 0,
    }
  })
}

const withLatePeriods = (charge: ChargeRecord, mined: MinedTransaction): ChargeRecord => ({
  ...charge,
  quotePeriods: [...charge.quotePeriods, ...listLatePeriods(charge, mined)],
})

/** Keeps the amount by which a transfer counts that was mined when no amount of its locked charge held. */
async function keepLatePeriod(
  tx: Kysely<Tables>,
  lockedCharges: Map<string, LockedCharge>,
  chargeId: string,
  mined: MinedTransaction,
  { token }: Transfer,
): Promise<void> {
  const locked = lockedCharges.get(chargeId)
  if (!locked) return
  const { charge } = locked
  const periods = listLatePeriods(charge, mined).filter((period) => period.token === token)
  await saveQuotePeriods(tx, chargeId, periods)
  const quotePeriods = [...charge.quotePeriods, ...periods]
  lockedCharges.set(chargeId, { ...locked, charge: { ...charge, quotePeriods } })
}

/**
 * Inserts new transfers, and updates the reason of known ones that are still unmatched. Leaves out those that another process
 * has inserted since: that process credits them.
 */
async function saveTransfers(
  tx: Kysely<Tables>,
  decisions: readonly DecidedTransfer[],
): Promise<(DecidedTransfer & { row: Selectable<TransferRow> })[]> {
  const insertedRows = await insertTransfers(
    tx,
    decisions.filter(({ known }) => !known),
  )
  const toKey = (hash: string, position: number) => `${hash} ${position}`
  const byKey = new Map(insertedRows.map((row) => [toKey(row.hash, row.position), row]))
  const savedTransfers: (DecidedTransfer & { row: Selectable<TransferRow> })[] = []
  for (const decidedTransfer of decisions) {
    const { known, mined, transfer, decision } = decidedTransfer
    const row = known ?? byKey.get(toKey(mined.hash, transfer.position))
    if (!row) continue
    if (known && 'reason' in decision) await updateUnmatchedReason(tx, known, decision)
    savedTransfers.push({ ...decidedTransfer, row })
  }
  return savedTransfers
}

async function insertTransfers(
  tx: Kysely<Tables>,
  decisions: readonly DecidedTransfer[],
): Promise<Selectable<TransferRow>[]> {
  if (decisions.length === 0) return []
  const createdAt = new Date()
  // In the same order everywhere, so that two processes that insert the same ones cannot wait for each other.
  const sorted = decisions.toSorted((a, b) => compareTexts(a.mined.hash, b.mined.hash))
  const rows = sorted.map(({ mined, transfer, decision }) => ({
    id: createId(),
    chainId: mined.chainId,
    hash: mined.hash,
    position: transfer.position,
    token: transfer.token,
    recipient: transfer.recipient,
    sender: transfer.sender,
    authorizationNonce: transfer.authorization,
    amount: transfer.amount,
    blockNumber: mined.block.number,
    blockHash: mined.block.hash,
    minedAt: mined.minedAt,
    ...toBookColumns(mined, transfer.token),
    status: 'UNMATCHED' as const,
    reason: 'reason' in decision ? decision.reason : '',
    chargeId: 'reason' in decision ? decision.reportedChargeId : undefined,
    mentionedReferences: listHints(mined, transfer).join(' '),
    createdAt,
  }))
  const insertedRows: Selectable<TransferRow>[] = []
  for (const batch of splitIntoBatches(rows, maxRowsPerInsert)) {
    const batchRows = await tx
      .insertInto('transfers')
      .values(batch)
      .onConflict((conflict) => conflict.columns(['chainId', 'hash', 'position']).doNothing())
      .returningAll()
      .execute()
    insertedRows.push(...batchRows)
  }
  return insertedRows
}

/** Limit of references that are kept with a transfer: a transaction may have thousands of both. */
const maxHints = 8

/** Lists the references that hint at the charge of a transfer, its own first. */
function listHints(mined: MinedTransaction, { references }: Transfer): readonly string[] {
  return [...new Set([...references, ...mined.mentionedReferences])].slice(0, maxHints)
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : Number(a > b))

async function updateUnmatchedReason(
  tx: Kysely<Tables>,
  row: Selectable<TransferRow>,
  decision: Extract<CreditDecision, { reason: string }>,
): Promise<void> {
  await tx
    .updateTable('transfers')
    .set({ reason: decision.reason, chargeId: decision.reportedChargeId ?? row.chargeId })
    .where('id', '=', row.id)
    .execute()
}
