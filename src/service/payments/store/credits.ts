import { type Kysely, type Selectable, sql } from 'kysely'
import { writeAudit } from '../../accounts/store/audit.ts'
import { computeUsdAmount } from '../../charges/pricing/decided-price.ts'
import { toTransfer } from '../../charges/store/rows.ts'
import {
  applyUpdates,
  type LockedCharge,
  type LockedUpdate,
  lockCharges,
} from '../../charges/store/updates.ts'
import { anyOf, recordsOf } from '../../db/any-of.ts'
import type { TransferRow } from '../../db/tables/payments.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { splitIntoRounds } from '../../kernel/batches.ts'
import { describeTransfer } from '../assignment.ts'
import { creditToPayment } from '../credited-payment.ts'
import type { CreditDecision } from '../transfers.ts'

type Credit = Extract<CreditDecision, { chargeId: string }>

/** A transfer that is saved, and the charge that it is credited to. */
export interface CreditedTransfer {
  row: Selectable<TransferRow>
  by: Credit
}

/** Credits transfers to locked charges: to a charge's payment of the transaction in the token, or to a new payment. */
export async function creditTransfers(
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

/** Saves a payment of each of these transfers, which are credited to different charges, and returns the payments' ids by charge. */
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
    const { paymentId, update } = creditToPayment(
      locked.charge,
      toTransfer(credit.row),
      credit.by.proof,
      report?.id,
    )
    paymentIds.set(chargeId, paymentId)
    if (update) changes.push({ locked, update })
  }
  await applyUpdates(tx, changes)
  return paymentIds
}
