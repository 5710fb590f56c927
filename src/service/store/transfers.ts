import { type Kysely, type Selectable, sql } from 'kysely'
import { attach, newPayment, reopen } from '../domain/life.ts'
import type {
  Judgement,
  MinedTransaction,
  MinedTransfer,
  Recorded,
  Store,
} from '../domain/ports.ts'
import type { ChargeRecord, Proof } from '../domain/records.ts'
import { applyChange, type LockedCharge, lockCharge } from './charges.ts'
import { toTransfer } from './proof-rows.ts'
import type { Tables, TransferRow } from './tables.ts'
import { tellUnmatched } from './unmatched.ts'

type Row = Selectable<TransferRow>
type Credit = Extract<Judgement, { chargeId: string }>

type Transfers = Pick<
  Store,
  'recordTransaction' | 'transfersOf' | 'recordFailure' | 'dropTransfers' | 'assignTransfer'
>

/** Every movement of money to where charges are paid, and what it is credited to. */
export function transfers(db: Kysely<Tables>): Transfers {
  return {
    async recordTransaction(mined, chargeIds, judge) {
      return await db.transaction().execute((tx) => recordTransaction(tx, mined, chargeIds, judge))
    },

    async transfersOf(chainId, hash) {
      const rows = await transfersIn(db, chainId, hash).execute()
      return rows.map(toTransfer)
    },

    async recordFailure(payment) {
      return await db.transaction().execute(async (tx) => {
        const locked = await lockCharge(tx, payment.chargeId)
        const known = locked?.charge.payments.some(
          (one) => one.chainId === payment.chainId && one.hash === payment.hash,
        )
        if (!locked || known) return undefined
        const open = locked.charge.status === 'NEW' || locked.charge.status === 'FAILED'
        const move = open
          ? ({ status: 'FAILED', time: payment.createdAt, context: undefined } as const)
          : undefined
        const change = { payment, move }
        await applyChange(tx, locked, change)
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
        const counted = BigInt(known.amount)
        await credit(tx, locked, [{ row: known, by: { chargeId, proof: 'merchant', counted } }])
        return true
      })
    },
  }
}

function transfersIn(db: Kysely<Tables>, chainId: number, hash: string) {
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
  judge: (transfer: MinedTransfer, charges: ReadonlyMap<string, ChargeRecord>) => Judgement,
): Promise<Recorded> {
  const locked = new Map<string, LockedCharge>()
  // In one order, so that two transactions never wait for each other in a circle.
  for (const id of [...new Set(chargeIds)].sort()) {
    const one = await lockCharge(tx, id)
    if (one) locked.set(id, one)
  }
  const charges = new Map([...locked].map(([id, { charge }]) => [id, charge]))
  const rows = await relocate(tx, mined, await lockTransfers(tx, mined))
  const credits: { row: Row; by: Credit }[] = []
  const unmatched: Row[] = []
  for (const transfer of mined.transfers) {
    const known = rows.get(transfer.position)
    if (known && known.status !== 'UNMATCHED') continue
    const judged = judge(transfer, charges)
    const row = known ?? (await insert(tx, mined, transfer, judged))
    // Two processes may read one transaction at once: the one that comes second leaves it to the first.
    if (!row) continue
    if ('chargeId' in judged) credits.push({ row, by: judged })
    else if (known) await reportFor(tx, known, judged)
    else unmatched.push(row)
  }
  for (const [chargeId, those] of Map.groupBy(credits, ({ by }) => by.chargeId)) {
    const charge = locked.get(chargeId)
    if (!charge) throw new Error('A transfer was credited to a charge that was not locked.')
    await credit(tx, charge, those)
  }
  for (const row of unmatched) await tellUnmatched(tx, row)
  return {
    credited: [...new Set(credits.map(({ by }) => by.chargeId))],
    unmatched: unmatched.length,
  }
}

async function lockTransfers(tx: Kysely<Tables>, { chainId, hash }: MinedTransaction) {
  return await transfersIn(tx, chainId, hash).forUpdate().execute()
}

/**
 * Moves what is known of a transaction to the block that holds it now: after a reorganisation its logs have other numbers.
 * Native currency that calls moved has other numbers too where another node tells of it: one that traces counts what went
 * elsewhere. A transfer is the same when token, recipient, sender and amount are. What the block does not hold any more
 * goes, unless a payment has it: that one is looked at by itself. Gives the rows by their positions.
 */
async function relocate(
  tx: Kysely<Tables>,
  { block, minedAt, transfers }: MinedTransaction,
  rows: readonly Row[],
): Promise<Map<number, Row>> {
  const placed = new Map<number, Row>()
  const stale = rows.filter(
    (row) => row.block_hash !== block.hash || isCountedOtherwise(row, transfers),
  )
  for (const row of rows) if (!stale.includes(row)) placed.set(row.position, row)
  if (stale.length === 0) return placed
  // Out of the way first: positions are unique, and two may change places.
  await tx
    .updateTable('transfers')
    .set({ position: sql`-1000000000 - (seq % 1000000000)::integer` })
    .where(
      'id',
      'in',
      stale.map(({ id }) => id),
    )
    .execute()
  const left = [...stale]
  for (const one of transfers) {
    const at = left.findIndex((row) => isSameTransfer(row, one))
    const [row] = at < 0 || placed.has(one.position) ? [] : left.splice(at, 1)
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
    placed.set(one.position, { ...row, ...values })
  }
  const gone = left.filter((row) => row.payment_id === null).map(({ id }) => id)
  if (gone.length > 0) await tx.deleteFrom('transfers').where('id', 'in', gone).execute()
  return placed
}

/** Native currency moved by a call, that stands at another position now. */
function isCountedOtherwise(row: Row, transfers: readonly MinedTransfer[]): boolean {
  if (row.position > -2) return false
  const same = transfers.filter((one) => one.position <= -2 && isSameTransfer(row, one))
  return same.length > 0 && same.every(({ position }) => position !== row.position)
}

function isSameTransfer(row: Row, one: MinedTransfer): boolean {
  return (
    row.token === one.token &&
    row.recipient === one.recipient &&
    // '' where the chain did not tell whose it was.
    (row.sender === one.sender || row.sender === '' || one.sender === '') &&
    // What the chain did not tell before, a node with traces may tell now; what the merchant said of it stands.
    (row.amount === null || one.amount === undefined || BigInt(row.amount) === one.amount)
  )
}

async function insert(
  tx: Kysely<Tables>,
  { chainId, hash, block, minedAt, mentioned }: MinedTransaction,
  one: MinedTransfer,
  judged: Judgement,
): Promise<Row | undefined> {
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
      counted: null,
      block_number: String(block.number),
      block_hash: block.hash,
      mined_at: minedAt,
      status: 'UNMATCHED',
      proof: null,
      reason: 'reason' in judged ? judged.reason : '',
      payment_id: null,
      charge_id: 'reason' in judged ? (judged.reportedFor ?? null) : null,
      refs: mentioned.slice(0, 50).join(' '),
      created_at: new Date(),
    })
    .onConflict((conflict) => conflict.columns(['chain_id', 'hash', 'position']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

async function reportFor(
  tx: Kysely<Tables>,
  row: Row,
  judged: Extract<Judgement, { reason: string }>,
): Promise<void> {
  await tx
    .updateTable('transfers')
    .set({ reason: judged.reason, charge_id: judged.reportedFor ?? row.charge_id })
    .where('id', '=', row.id)
    .execute()
}

/** Gives transfers to a charge: to the payment that it has of this transaction in this token, or to a new one. */
async function credit(
  tx: Kysely<Tables>,
  first: LockedCharge,
  credits: readonly { row: Row; by: Credit }[],
): Promise<void> {
  for (const those of Map.groupBy(credits, ({ row }) => row.token).values()) {
    const [one] = those
    if (!one) continue
    // The charge as the former token's payment left it.
    const locked = (await lockCharge(tx, first.charge.id)) ?? first
    const paymentId = await attachPayment(tx, locked, one.row, one.by.proof)
    for (const { row, by } of those) {
      await tx
        .updateTable('transfers')
        .set({
          status: by.proof === 'merchant' ? 'ASSIGNED' : 'CREDITED',
          proof: by.proof,
          reason: '',
          counted: String(by.counted),
          payment_id: paymentId,
          charge_id: by.chargeId,
        })
        .where('id', '=', row.id)
        .where('payment_id', 'is', null)
        .execute()
    }
  }
}

async function attachPayment(
  tx: Kysely<Tables>,
  locked: LockedCharge,
  row: Row,
  proof: Proof,
): Promise<string> {
  const { charge } = locked
  const transfer = toTransfer(row)
  const known = charge.payments.find(
    (one) =>
      one.chainId === transfer.chainId &&
      one.hash === transfer.hash &&
      one.token === transfer.token &&
      one.status !== 'FAILED',
  )
  const now = new Date()
  if (known) {
    // More of the same transaction: it is confirmed, and counted, anew.
    const change = reopen(charge, known.id, now)
    const block = { block: transfer.block, minedAt: transfer.minedAt }
    if (change?.payment) {
      await applyChange(tx, locked, { ...change, payment: { ...change.payment, ...block } })
    }
    return known.id
  }
  const report = await tx
    .selectFrom('reported_transactions')
    .select('id')
    .where('charge_id', '=', charge.id)
    .where('chain_id', '=', transfer.chainId)
    .where('hash', '=', transfer.hash)
    .where('token', '=', transfer.token)
    .executeTakeFirst()
  const taken = charge.payments.some(({ id }) => id === report?.id)
  const payment = newPayment(charge, transfer, proof, now, taken ? undefined : report?.id)
  await applyChange(tx, locked, attach(charge, payment))
  return payment.id
}
