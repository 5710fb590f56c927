import { PayError } from '../../../errors.ts'
import type { ChargeRecord } from '../../charges/records.ts'
import type { ChargeStore } from '../../charges/store/charges.ts'
import type { Identity } from '../../http/context.ts'
import type { UnmatchedStore } from '../store/unmatched.ts'
import type { UnmatchedRecord } from '../unmatched.ts'

/** The caller, whose account the money or the charge must belong to. */
export type Caller = Pick<Identity, 'account' | 'author'>

/**
 * Returns unmatched money of the caller's account.
 *
 * @throws PayError `not_found`
 */
export async function findUnmatched(
  store: Pick<UnmatchedStore, 'getUnmatched'>,
  { account, author }: Caller,
  id: string,
): Promise<UnmatchedRecord> {
  // What the operator assigns to a charge of another account is that account's from then on.
  const record = await store.getUnmatched(author === 'cli' ? undefined : account.id, id)
  // A transfer that was credited by proof is a payment, and nothing is left to decide.
  if (record && record.status !== 'CREDITED') return record
  throw new PayError('not_found', 'There is no such unmatched payment.')
}

/** Returns the charge that money is assigned to: the operator may assign it to one of any account. */
export async function findCharge(
  store: Pick<ChargeStore, 'getCharge' | 'findCharges'>,
  { account, author }: Caller,
  id: string,
): Promise<ChargeRecord | undefined> {
  if (author !== 'cli') return await store.getCharge(account.id, id)
  const [charge] = await store.findCharges({ ids: [id] })
  return charge
}

/**
 * Returns the charge that a call names.
 *
 * @throws PayError `not_found`
 */
export async function findNamedCharge(
  store: Pick<ChargeStore, 'getCharge' | 'findCharges'>,
  caller: Caller,
  id: string,
): Promise<ChargeRecord> {
  const charge = await findCharge(store, caller, id)
  if (charge) return charge
  throw new PayError('not_found', 'There is no such charge.', { field: 'chargeUuid' })
}
