import type { Kysely } from 'kysely'
import type { Author } from '../../accounts/accounts.ts'
import { acceptCharge } from '../../charges/acceptance.ts'
import type { ChargeRecord } from '../../charges/records.ts'
import { saveDecidedToken } from '../../charges/store/accepts.ts'
import { decideCharge } from '../../charges/store/changes.ts'
import { fromCharge, toTransfer } from '../../charges/store/rows.ts'
import { insertTerms } from '../../charges/store/terms.ts'
import { lockCharge } from '../../charges/store/updates.ts'
import { sendSignal } from '../../db/signals.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { AssignmentDecision } from '../transfers.ts'
import { creditTransfers } from './credits.ts'

/** A transfer that is to be assigned to a charge. */
export interface NewAssignment {
  /** Of the transfer. */
  id: string
  chargeId: string
  /** Base units. */
  amount: bigint
  author: Author
  decide: AssignmentDecision
  /** Accepts what has arrived for the charge then as its price; undefined does not. */
  acceptance?: Acceptance | undefined
}

/** That a merchant takes a short payment as enough. */
export interface Acceptance {
  /** Why, in the merchant's words; '' for nothing. */
  reason: string
  /** What the merchant expects to have arrived then, in base units of the charge's token; undefined for any sum. */
  expected: bigint | undefined
}

/** Credits an unmatched transfer to a charge, under the locks of both. Returns false when it is no longer UNMATCHED. */
export async function assignTransfer(
  tx: Kysely<Tables>,
  { id, chargeId, amount, author, decide, acceptance }: NewAssignment,
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
  if (acceptance)
    await decideCharge(tx, chargeId, {
      action: 'charge.accepted',
      author,
      reason: acceptance.reason,
      decide: (charge, transfers) =>
        acceptCharge(charge, transfers, new Date(), acceptance.expected),
    })
  // So that its confirmations are counted now.
  await sendSignal(tx, `chain ${row.chainId}`)
  return true
}

/** Saves the charge that sends the money of a transaction back, unless there is one, and returns the id of that which is there. */
export async function saveReturnCharge(tx: Kysely<Tables>, charge: ChargeRecord): Promise<string> {
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
