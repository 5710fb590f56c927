import { type Kysely, type Selectable, sql } from 'kysely'
import { attachPayment, createPaymentRecord, reopenPayment } from '../domain/charge-lifecycle.ts'
import type {
  CreditDecision,
  MinedTransaction,
  MinedTransfer,
  RecordedTransaction,
  Store,
} from '../domain/ports.ts'
import type { ChargeRecord, PaymentProof } from '../domain/records.ts'
import { applyUpdate, type LockedCharge, lockCharge } from './charges.ts'
import { toTransfer } from './proof-rows.ts'
import type { Tables, TransferRow } from './tables.ts'
import { writeUnmatchedEvents } from './unmatched.ts'

type SelectedTransfer = Selectable<TransferRow>
type Credit = Extract<CreditDecision, { chargeId: string }>

type TransferStore = Pick<
  Store,
  'recordTransaction' | 'listTransfers' | 'recordFailedPayment' | 'dropTransfers' | 'assignTransfer'
>

/** Creates the part of the store for transfers to watched destinations, and what they are credited to. */
export function createTransferStore(db: Kysely<Tables>): TransferStore {
  return {
    async recordTransaction(mined, chargeIds, decideCredit) {
      return await db
        .transaction()
        .execute((tx) => recordTransaction(tx, mined, chargeIds, decideCredit))
    },

    async listTransfers(chainId, hash) {
      const rows = await selectTransfers(db, chainId, hash).execute()
      return rows.map(toTransfer)
    },

    async recordFailedPayment(payment) {
      return await db.transaction().execute(async (tx) => {
        const locked = await lockCharge(tx, payment.chargeId)
        const known = locked?.charge.payments.some(
          (one) => one.chainId === payment.chainId && one.hash === payment.hash,
        )
        if (!locked || known) return undefined
        const isOpen = locked.charge.status === 'NEW' || locked.charge.status === 'FAILED'
        const statusChange = isOpen
          ? ({ status: 'FAILED', time: payment.createdAt, context: undefined } as const)
          : undefined
        const change = { payment, statusChange }
        await applyUpdate(tx, locked, change)
        return change
      })
    },

    async dropTransfers(paymentId, keptBlockHash) {
      const { numDeletedRows } = await db
        .deleteFrom('transfers')
        .where('payment_id', '=', paymentId)
        .where('block_hash', '<>', keptBlockHash)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },

    async assignTransfer(id, chargeId, amount, decide) {
      return await db.transaction().execute(async (tx) => {
        const locked = await lockCharge(tx, chargeId)
        const row = await tx
          .selectFrom('transfers')
          .selectAll()
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()
        if (!locked || row?.status !== 'UNMATCHED') return false
        const known = { ...row, amount: row.amount ?? String(amount) }
        decide(locked.charge, toTransfer(known))
        await tx
          .updateTable('transfers')
          .set({ amount: known.amount })
          .where('id', '=', id)
          .execute()
        const countedAmount = BigInt(known.amount)
        await creditTransfers(tx, locked, [
          { row: known, by: { chargeId, proof: 'merchant', countedAmount } },
        ])
        return true
      })
    },
  }
}

function selectTransfers(db: Kysely<Tables>, chainId: number, hash: string) {
  return db
    .selectFrom('transfers')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('hash', '=', hash)
    .orderBy('position')
}

async function recordTransaction(
  tx: Kysely<Tables>,
  mined: MinedTransaction,
  chargeIds: readonly string[],
  decideCredit: (
    transfer: MinedTransfer,
    charges: ReadonlyMap<string, ChargeRecord>,
  ) => CreditDecision,
): Promise<RecordedTransaction> {
  const locked = new Map<string, LockedCharge>()
  // Always in the same order, so that two transactions cannot deadlock.
  for (const id of [...new Set(chargeIds)].sort()) {
    const one = await lockCharge(tx, id)
    if (one) locked.set(id, one)
  }
  const charges = new Map([...locked].map(([id, { charge }]) => [id, charge]))
  const rows = await moveToCurrentBlock(tx, mined, await lockTransfers(tx, mined))
  const credits: { row: SelectedTransfer; by: Credit }[] = []
  const unmatched: SelectedTransfer[] = []
  for (const transfer of mined.transfers) {
    const known = rows.get(transfer.position)
    if (known && known.status !== 'UNMATCHED') continue
    const decision = decideCredit(transfer, charges)
    const row = known ?? (await insertTransfer(tx, mined, transfer, decision))
    // Two processes may read the same transaction at once: the second one leaves the transfer to the first.
    if (!row) continue
    if ('chargeId' in decision) credits.push({ row, by: decision })
    else if (known) await updateUnmatchedReason(tx, known, decision)
    else unmatched.push(row)
  }
  for (const [chargeId, creditsOfCharge] of Map.groupBy(credits, ({ by }) => by.chargeId)) {
    const charge = locked.get(chargeId)
    if (!charge) throw new Error('A transfer was credited to a charge that was not locked.')
    await creditTransfers(tx, charge, creditsOfCharge)
  }
  for (const row of unmatched) await writeUnmatchedEvents(tx, row)
  return {
    creditedChargeIds: [...new Set(credits.map(({ by }) => by.chargeId))],
    unmatchedCount: unmatched.length,
  }
}

async function lockTransfers(tx: Kysely<Tables>, { chainId, hash }: MinedTransaction) {
  return await selectTransfers(tx, chainId, hash).forUpdate().execute()
}

/**
 * Moves the stored transfers of a transaction to the block that contains it now, and returns the rows by position.
 *
 * After a reorganization the logs have other indexes. Internal transfers of native currency also have other positions
 * where another node reports them: a node that traces also counts transfers to other recipients. Two transfers are the
 * same when token, recipient, sender and amount are equal. Deletes transfers that the block no longer contains, except
 * those of a payment: the watcher checks that payment itself.
 */
async function moveToCurrentBlock(
  tx: Kysely<Tables>,
  { block, minedAt, transfers }: MinedTransaction,
  rows: readonly SelectedTransfer[],
): Promise<Map<number, SelectedTransfer>> {
  const byPosition = new Map<number, SelectedTransfer>()
  const stale = rows.filter(
    (row) => row.block_hash !== block.hash || hasOtherPosition(row, transfers),
  )
  for (const row of rows) if (!stale.includes(row)) byPosition.set(row.position, row)
  if (stale.length === 0) return byPosition
  // First moved to unused positions: positions are unique, and two transfers may swap theirs.
  await tx
    .updateTable('transfers')
    .set({ position: sql`-1000000000 - (seq % 1000000000)::integer` })
    .where(
      'id',
      'in',
      stale.map(({ id }) => id),
    )
    .execute()
  const remaining = [...stale]
  for (const one of transfers) {
    const index = remaining.findIndex((row) => isSameTransfer(row, one))
    const [row] = index < 0 || byPosition.has(one.position) ? [] : remaining.splice(index, 1)
    if (!row) continue
    const values = {
      position: one.position,
      block_number: String(block.number),
      block_hash: block.hash,
      mined_at: minedAt,
    }
    await tx.updateTable('transfers').set(values).where('id', '=', row.id).execute()
    if (row.payment_id) {
      const { position: _, ...where } = values
      await tx
        .updateTable('payments')
        .set({ ...where, seen_at: new Date() })
        .where('id', '=', row.payment_id)
        .where('status', '<>', 'FAILED')
        .execute()
    }
    byPosition.set(one.position, { ...row, ...values })
  }
  const goneIds = remaining.filter((row) => row.payment_id === null).map(({ id }) => id)
  if (goneIds.length > 0) await tx.deleteFrom('transfers').where('id', 'in', goneIds).execute()
  return byPosition
}

/** Returns whether a row is an internal transfer of native currency that has another position now. */
function hasOtherPosition(row: SelectedTransfer, transfers: readonly MinedTransfer[]): boolean {
  if (row.position > -2) return false
  const same = transfers.filter((one) => one.position <= -2 && isSameTransfer(row, one))
  return same.length > 0 && same.every(({ position }) => position !== row.position)
}

function isSameTransfer(row: SelectedTransfer, one: MinedTransfer): boolean {
  return (
    row.token === one.token &&
    row.recipient === one.recipient &&
    // '' where the sender could not be read from the chain.
    (row.sender === one.sender || row.sender === '' || one.sender === '') &&
    // A node with traces may now know an amount that was unknown before; an amount that the merchant gave is kept.
    (row.amount === null || one.amount === undefined || BigInt(row.amount) === one.amount)
  )
}

async function insertTransfer(
  tx: Kysely<Tables>,
  { chainId, hash, block, minedAt, mentionedReferences }: MinedTransaction,
  one: MinedTransfer,
  decision: CreditDecision,
): Promise<SelectedTransfer | undefined> {
  return await tx
    .insertInto('transfers')
    .values({
      id: crypto.randomUUID(),
      chain_id: chainId,
      hash,
      position: one.position,
      token: one.token,
      recipient: one.recipient,
      sender: one.sender,
      amount: one.amount === undefined ? null : String(one.amount),
      counted_amount: null,
      block_number: String(block.number),
      block_hash: block.hash,
      mined_at: minedAt,
      status: 'UNMATCHED',
      proof: null,
      reason: 'reason' in decision ? decision.reason : '',
      payment_id: null,
      charge_id: 'reason' in decision ? (decision.reportedChargeId ?? null) : null,
      mentioned_references: mentionedReferences.slice(0, 50).join(' '),
      created_at: new Date(),
    })
    .onConflict((conflict) => conflict.columns(['chain_id', 'hash', 'position']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

async function updateUnmatchedReason(
  tx: Kysely<Tables>,
  row: SelectedTransfer,
  decision: Extract<CreditDecision, { reason: string }>,
): Promise<void> {
  await tx
    .updateTable('transfers')
    .set({ reason: decision.reason, charge_id: decision.reportedChargeId ?? row.charge_id })
    .where('id', '=', row.id)
    .execute()
}

/** Credits transfers to a charge: to its payment of this transaction in this token, or to a new payment. */
async function creditTransfers(
  tx: Kysely<Tables>,
  lockedBefore: LockedCharge,
  credits: readonly { row: SelectedTransfer; by: Credit }[],
): Promise<void> {
  for (const creditsInToken of Map.groupBy(credits, ({ row }) => row.token).values()) {
    const [firstCredit] = creditsInToken
    if (!firstCredit) continue
    // Read again, because the payment in the previous token has changed the charge.
    const locked = (await lockCharge(tx, lockedBefore.charge.id)) ?? lockedBefore
    const paymentId = await saveCreditedPayment(tx, locked, firstCredit.row, firstCredit.by.proof)
    for (const { row, by } of creditsInToken) {
      await tx
        .updateTable('transfers')
        .set({
          status: by.proof === 'merchant' ? 'ASSIGNED' : 'CREDITED',
          proof: by.proof,
          reason: '',
          counted_amount: String(by.countedAmount),
          payment_id: paymentId,
          charge_id: by.chargeId,
        })
        .where('id', '=', row.id)
        .where('payment_id', 'is', null)
        .execute()
    }
  }
}

async function saveCreditedPayment(
  tx: Kysely<Tables>,
  locked: LockedCharge,
  row: SelectedTransfer,
  proof: PaymentProof,
): Promise<string> {
  const { charge } = locked
  const transfer = toTransfer(row)
  const existing = charge.payments.find(
    (one) =>
      one.chainId === transfer.chainId &&
      one.hash === transfer.hash &&
      one.token === transfer.token &&
      one.status !== 'FAILED',
  )
  const now = new Date()
  if (existing) {
    // More transfers of the same transaction: the payment is confirmed, and its amount computed, again.
    const change = reopenPayment(charge, existing.id, now)
    const block = { block: transfer.block, minedAt: transfer.minedAt }
    if (change?.payment) {
      await applyUpdate(tx, locked, { ...change, payment: { ...change.payment, ...block } })
    }
    return existing.id
  }
  const report = await tx
    .selectFrom('reported_transactions')
    .select('id')
    .where('charge_id', '=', charge.id)
    .where('chain_id', '=', transfer.chainId)
    .where('hash', '=', transfer.hash)
    .where('token', '=', transfer.token)
    .executeTakeFirst()
  const isReportIdUsed = charge.payments.some(({ id }) => id === report?.id)
  const payment = createPaymentRecord(
    charge,
    transfer,
    proof,
    now,
    isReportIdUsed ? undefined : report?.id,
  )
  await applyUpdate(tx, locked, attachPayment(charge, payment))
  return payment.id
}
