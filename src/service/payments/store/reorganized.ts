import type { Kysely, Selectable } from 'kysely'
import type {
  ChargeRecord,
  ChargeUpdate,
  PaymentRecord,
  TransferRecord,
} from '../../charges/records.ts'
import { toTransfer } from '../../charges/store/rows.ts'
import { applyUpdates, lockCharge } from '../../charges/store/updates.ts'
import { anyOf } from '../../db/any-of.ts'
import type { TransferRow } from '../../db/tables/payments.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { saveUnread } from './unread.ts'

// A payment that a reorganization removed may return: in another block, or in the same one, since nodes change their mind. Its
// transfers lose their block, and any read that shows one again gives it one (arrivals.ts); the payment has the block of its
// transfers by a trigger. A deleted transfer leaves the hash of its transaction, which is then searched for like one that was never
// read.

/** Why a transaction is looked for, as `unread list` shows it. */
const takenBackText = 'A reorganization has removed it.'

/** Takes the block of a payment and of its transfers, which the chain does not have any more. */
export async function takeBackPayment(
  tx: Kysely<Tables>,
  { id, chargeId }: Pick<PaymentRecord, 'id' | 'chargeId'>,
  decide: (charge: ChargeRecord) => ChargeUpdate | undefined,
): Promise<boolean> {
  const locked = await lockCharge(tx, chargeId)
  const rows = await lockTransfers(tx, id)
  const placed = rows.filter(({ blockHash }) => blockHash !== undefined)
  if (placed.length > 0)
    await tx
      .updateTable('transfers')
      .set({ blockHash: null })
      .where('id', '=', anyOfIds(placed))
      .execute()
  const update = locked && decide(locked.charge)
  if (update) await applyUpdates(tx, [{ locked, update }])
  return placed.length > 0 || update !== undefined
}

/** Deletes the transfers of a payment that are not in a block, and updates its charge from those that are left. */
export async function dropTransfers(
  tx: Kysely<Tables>,
  { id, chargeId }: Pick<PaymentRecord, 'id' | 'chargeId'>,
  keptBlockHash: string,
  decide: (charge: ChargeRecord, left: readonly TransferRecord[]) => ChargeUpdate | undefined,
): Promise<number> {
  const locked = await lockCharge(tx, chargeId)
  const rows = await lockTransfers(tx, id)
  const dropped = rows.filter(({ blockHash }) => blockHash !== keptBlockHash)
  if (dropped.length === 0 && rows.length > 0) return 0
  await deleteTakenBack(tx, dropped)
  const left = rows.filter((row) => !dropped.includes(row)).map(toTransfer)
  const update = locked && decide(locked.charge, left)
  if (update) await applyUpdates(tx, [{ locked, update }])
  return dropped.length
}

/** Deletes transfers that the chain does not have any more, and lets their transactions be looked for. */
export async function deleteTakenBack(
  tx: Kysely<Tables>,
  rows: readonly Selectable<TransferRow>[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.deleteFrom('transfers').where('id', '=', anyOfIds(rows)).execute()
  for (const [chainId, ofChain] of Map.groupBy(rows, (row) => row.chainId)) {
    const byHash = new Map(ofChain.map((row) => [row.hash, toTransfer(row)]))
    const transactions = [...byHash.values()].map(({ hash, block }) => {
      return { hash, block, error: takenBackText, isTakenBack: true }
    })
    await saveUnread(tx, chainId, transactions)
  }
}

/** In the order in which a recording transaction locks them. */
async function lockTransfers(tx: Kysely<Tables>, paymentId: string) {
  return await tx
    .selectFrom('transfers')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .orderBy('hash')
    .orderBy('position')
    .forUpdate()
    .execute()
}

const anyOfIds = (rows: readonly Selectable<TransferRow>[]) =>
  anyOf(
    rows.map(({ id }) => id),
    'uuid',
  )
