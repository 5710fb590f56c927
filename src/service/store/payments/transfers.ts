import { type Kysely, type Selectable, sql } from 'kysely'
import type { Author } from '../../domain/accounts/accounts.ts'
import { splitIntoBatches, splitIntoRounds } from '../../domain/batches.ts'
import {
  attachPayment,
  createPaymentRecord,
  reopenPayment,
} from '../../domain/charges/lifecycle.ts'
import { computeUsdAmount } from '../../domain/charges/pricing/decided-price.ts'
import type { ChargeRecord, ChargeUpdate } from '../../domain/charges/records.ts'
import { createId } from '../../domain/id.ts'
import { remainderReason } from '../../domain/payments/arrivals.ts'
import { describeTransfer } from '../../domain/payments/assignment.ts'
import {
  type AssignmentDecision,
  type CreditDecision,
  listChanged,
  type MinedTransaction,
  type RecordedTransaction,
  type TransactionToRecord,
  type Transfer,
  type TransferStore,
} from '../../domain/payments/transfers.ts'
import { writeAudit } from '../accounts/audit.ts'
import { saveDecidedToken } from '../charges/accepts.ts'
import { fromCharge, toTransfer } from '../charges/rows.ts'
import { insertTerms } from '../charges/terms.ts'
import {
  applyUpdates,
  type LockedCharge,
  type LockedUpdate,
  lockCharge,
  lockCharges,
} from '../charges/updates.ts'
import { anyOf, maxRowsPerInsert, recordsOf } from '../database/any-of.ts'
import { sendSignal } from '../database/signals.ts'
import type { TransferRow } from '../database/tables/payments.ts'
import type { Tables } from '../database/tables/tables.ts'
import { lockArrivals, placeTransfers, toBookColumns } from './arrivals.ts'
import { dropTransfers, takeBackPayment } from './reorganized.ts'
import { unassignTransfer } from './unassign.ts'

type Credit = Extract<CreditDecision, { chargeId: string }>

/** Writes the events about new transfers that are not credited, in the transaction that saves them. */
export type WriteUnmatchedEvents = (
  tx: Kysely<Tables>,
  transfers: readonly Selectable<TransferRow>[],
) => Promise<void>

/** Creates the part of the store for transfers to watched destinations and their credits. */
export function createTransferStore(
  db: Kysely<Tables>,
  writeUnmatchedEvents: WriteUnmatchedEvents,
): TransferStore {
  return {
    async recordTransactions(transactions) {
      if (transactions.length === 0) return []
      return await db
        .transaction()
        .execute((tx) => recordTransactions(tx, transactions, writeUnmatchedEvents))
    },

    async getOrigin(chainId, hash) {
      const row = await db
        .selectFrom('arrivals')
        .select(['signer', 'nonce'])
        .where('chainId', '=', chainId)
        .where('hash', '=', hash)
        .where('signer', 'is not', null)
        .executeTakeFirst()
      return row ? { sender: row.signer ?? '', nonce: row.nonce ?? 0 } : undefined
    },

    async saveShownToken({ chainId, token, recipient, decimals, symbol }) {
      // No charge was created with it, so no limit includes it, and it is watched only with the recipient's other tokens.
      await sql`
        insert into destinations
          (chain_id, token, recipient, account_id, decimals, symbol, oldest_charge_at, newest_charge_at, expected_until)
        select distinct chain_id, ${token}::text, recipient, account_id, ${decimals}::smallint, ${symbol}::text,
          '-infinity'::timestamptz, '-infinity'::timestamptz, '-infinity'::timestamptz
        from destinations where chain_id = ${chainId} and recipient = ${recipient}
        order by account_id
        on conflict do nothing`.execute(db)
    },

    async listTransfers(chainId, hash) {
      const rows = await selectTransfers(db, chainId, [hash]).execute()
      return rows.map(toTransfer)
    },

    async takeBackPayment(payment, decide) {
      return await db.transaction().execute((tx) => takeBackPayment(tx, payment, decide))
    },

    async dropTransfers(payment, keptBlockHash, decide) {
      return await db
        .transaction()
        .execute((tx) => dropTransfers(tx, payment, keptBlockHash, decide))
    },

    async assignTransfer(id, chargeId, amount, author, decide) {
      return await db
        .transaction()
        .execute((tx) => assignTransfer(tx, { id, chargeId, amount, author, decide }))
    },

    async returnTransfer(id, charge, amount, author, decide) {
      return await db
        .transaction()
        .execute(async (tx) => {
          const chargeId = await saveReturnCharge(tx, charge)
          const isReturned = await assignTransfer(tx, { id, chargeId, amount, author, decide })
          // A charge without money is nobody's.
          if (!isReturned) throw new AlreadyDecided()
          return true
        })
        .catch((cause: unknown) => {
          if (cause instanceof AlreadyDecided) return false
          throw cause
        })
    },

    async unassignTransfer(id, chargeId, author, decide) {
      return await db
        .transaction()
        .execute((tx) => unassignTransfer(tx, { id, chargeId, author, decide }))
    },
  }
}

class AlreadyDecided extends Error {}

interface NewAssignment {
  /** Of the transfer. */
  id: string
  chargeId: string
  /** Base units. */
  amount: bigint
  author: Author
  decide: AssignmentDecision
}

/** Credits an unmatched transfer to a charge, under the locks of both. Returns false when it is no longer UNMATCHED. */
async function assignTransfer(
  tx: Kysely<Tables>,
  { id, chargeId, amount, author, decide }: NewAssignment,
): Promise<boolean> {
  const locked = await lockCharge(tx, chargeId)
  const row = await tx
    .selectFrom('transfers')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!locked || row?.status !== 'UNMATCHED') return false
  const complete = { ...row, amount: row.amount ?? amount }
  const decided = decide(locked.charge, toTransfer(complete))
  if (decided) await saveDecidedToken(tx, chargeId, decided)
  await tx.updateTable('transfers').set({ amount: complete.amount }).where('id', '=', id).execute()
  const countedAmount = complete.amount
  const by = { chargeId, proof: 'merchant', countedAmount, author, decided } as const
  await creditTransfers(tx, new Map([[chargeId, locked]]), [{ row: complete, by }])
  // Its confirmations are counted at once.
  await sendSignal(tx, `chain ${row.chainId}`)
  return true
}

/** Saves the charge that sends the money of a transaction back, unless there is one, and returns the id of that which is there. */
async function saveReturnCharge(tx: Kysely<Tables>, charge: ChargeRecord): Promise<string> {
  const { accountId, quote } = charge
  const added = await tx
    .insertInto('charges')
    .values(fromCharge(charge))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) {
    await insertTerms(tx, [charge]).execute()
    return added.id
  }
  const { id } = await tx
    .selectFrom('charges')
    .select('id')
    .where('accountId', '=', accountId)
    .where('returnedHash', '=', charge.returnedHash ?? '')
    .where('chainId', '=', quote.chainId)
    .where('token', '=', quote.token)
    .where('recipient', '=', quote.recipient)
    .executeTakeFirstOrThrow()
  return id
}

function selectTransfers(db: Kysely<Tables>, chainId: number, hashes: readonly string[]) {
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

/** A transfer that is saved, and the charge that it is credited to. */
interface CreditedTransfer {
  row: Selectable<TransferRow>
  by: Credit
}

async function recordTransactions(
  tx: Kysely<Tables>,
  transactions: readonly TransactionToRecord[],
  writeUnmatchedEvents: WriteUnmatchedEvents,
): Promise<RecordedTransaction[]> {
  const changedIds = transactions.flatMap(listChanged)
  if (new Set(changedIds).size < changedIds.length)
    throw new Error('Transactions that may change the same charge were recorded at once.')
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
        return locked ? [[id, locked.charge] as const] : []
      }),
    )
    for (const transfer of transfers) {
      const known = placed.known.get(transfer)
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

/** Credits transfers to locked charges: to a charge's payment of the transaction in the token, or to a new payment. */
async function creditTransfers(
  tx: Kysely<Tables>,
  lockedBefore: ReadonlyMap<string, LockedCharge>,
  credits: readonly CreditedTransfer[],
): Promise<void> {
  const byPayment = Map.groupBy(credits, ({ row, by }) => `${by.chargeId} ${row.hash} ${row.token}`)
  const parts = [...byPayment.values()]
  const listChargeIds = (part: readonly CreditedTransfer[]) =>
    part.slice(0, 1).map(({ by }) => by.chargeId)
  for (const [index, round] of splitIntoRounds(parts, listChargeIds).entries()) {
    // Read again, because the payment in the earlier token has changed the charge.
    const lockedCharges =
      index > 0 ? await lockCharges(tx, round.flatMap(listChargeIds)) : lockedBefore
    const paymentIds = await saveCreditedPayments(
      tx,
      lockedCharges,
      round.flatMap((part) => part.slice(0, 1)),
    )
    const rows = round.flatMap((part) =>
      part.map(({ row, by }) => ({
        id: row.id,
        status: by.proof === 'merchant' ? 'ASSIGNED' : 'CREDITED',
        proof: by.proof,
        countedAmount: by.countedAmount,
        paymentId: paymentIds.get(by.chargeId),
        chargeId: by.chargeId,
      })),
    )
    await sql`
      update transfers set status = one.status, proof = one.proof, reason = '', counted_amount = one.counted_amount,
        payment_id = one.payment_id, charge_id = one.charge_id
      from jsonb_to_recordset(${recordsOf(rows)}) as one (
        id uuid, status text, proof text, counted_amount numeric, payment_id uuid, charge_id uuid
      )
      where transfers.id = one.id and transfers.payment_id is null`.execute(tx)
  }
  await writeDecisions(tx, lockedBefore, credits)
}

/** Writes credits by a merchant's decision to the audit log. */
async function writeDecisions(
  tx: Kysely<Tables>,
  lockedCharges: ReadonlyMap<string, LockedCharge>,
  credits: readonly CreditedTransfer[],
): Promise<void> {
  for (const { row, by } of credits) {
    if (by.proof !== 'merchant') continue
    const { chargeId, author, decided } = by
    const accountId = lockedCharges.get(chargeId)?.row.accountId
    if (accountId === undefined)
      throw new Error('A transfer was credited to a charge that was not locked.')
    const from = describeTransfer(toTransfer(row))
    const counted = decided && {
      usdPrice: row.usdPrice ?? '',
      usdAmount: computeUsdAmount({ ...toTransfer(row), decimals: decided.decimals }),
    }
    const to = { ...from, ...counted, chargeUuid: chargeId }
    await writeAudit(tx, accountId, author, { action: 'payment.assigned', from, to })
  }
}

/**
 * Saves a payment of each of these transfers, which are credited to charges of their own, and returns the payments' ids
 * by charge.
 */
async function saveCreditedPayments(
  tx: Kysely<Tables>,
  lockedCharges: ReadonlyMap<string, LockedCharge>,
  credits: readonly CreditedTransfer[],
): Promise<ReadonlyMap<string, string>> {
  if (credits.length === 0) return new Map()
  const reports = await tx
    .selectFrom('reportedTransactions')
    .select(['id', 'chargeId', 'hash', 'token'])
    .where('chainId', '=', credits[0]?.row.chainId ?? 0)
    .where(
      'chargeId',
      '=',
      anyOf(
        credits.map(({ by }) => by.chargeId),
        'uuid',
      ),
    )
    .where('hash', '=', anyOf(new Set(credits.map(({ row }) => row.hash))))
    .execute()
  const paymentIds = new Map<string, string>()
  const changes: LockedUpdate[] = []
  for (const credit of credits) {
    const { chargeId } = credit.by
    const locked = lockedCharges.get(chargeId)
    if (!locked) throw new Error('A transfer was credited to a charge that was not locked.')
    const { hash, token } = credit.row
    const report = reports.find(
      (row) => row.chargeId === chargeId && row.hash === hash && row.token === token,
    )
    const { paymentId, update } = createCreditUpdate(locked.charge, credit, report?.id)
    paymentIds.set(chargeId, paymentId)
    if (update) changes.push({ locked, update })
  }
  await applyUpdates(tx, changes)
  return paymentIds
}

/** Creates the payment that a transfer is credited to, or an update of the existing one. */
function createCreditUpdate(
  charge: ChargeRecord,
  { row, by }: CreditedTransfer,
  reportId: string | undefined,
): { paymentId: string; update: ChargeUpdate | undefined } {
  const transfer = toTransfer(row)
  const { chainId, hash, token } = transfer
  const now = new Date()
  const existing = charge.payments.find(
    (payment) =>
      payment.chainId === chainId &&
      payment.hash === hash &&
      payment.token === token &&
      payment.status !== 'FAILED',
  )
  if (existing) {
    // More transfers of the same transaction: the payment is confirmed, and its amount computed, again.
    return { paymentId: existing.id, update: reopenPayment(charge, existing.id, now) }
  }
  const isReportIdUsed = charge.payments.some(({ id }) => id === reportId)
  const id = isReportIdUsed ? undefined : reportId
  const payment = createPaymentRecord(charge, transfer, by.proof, now, id)
  return { paymentId: payment.id, update: attachPayment(charge, payment) }
}
