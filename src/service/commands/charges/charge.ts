import { Uuid } from '../../../api/schemas/fields.ts'
import { PayError } from '../../../errors.ts'
import { cancelUnpaidCharge } from '../../domain/charges/lifecycle.ts'
import type { ChargeRecord } from '../../domain/charges/records.ts'
import { toFullCharge } from '../../domain/charges/replies.ts'
import type { OpenStore } from '../../store/store.ts'
import type { AdminOptions } from '../admin-command.ts'
import { createOperatorError, type Print } from '../operator-error.ts'

/**
 * Prints the full charge with an id or a reference.
 *
 * @throws PayError `invalid_setting` where there is none
 */
export async function showCharge(
  store: OpenStore,
  name: string,
  print: Print,
  { publicUrl }: Pick<AdminOptions, 'publicUrl'>,
): Promise<void> {
  const charge = await findCharge(store, name)
  const brand = { color: '', logoUrl: '', organizationName: '' }
  print(JSON.stringify(toFullCharge(charge, brand, publicUrl), null, 2))
}

/**
 * Cancels a charge that is not paid.
 *
 * @throws PayError `invalid_setting` where there is none, and for one that has received money
 */
export async function cancelCharge(store: OpenStore, name: string, print: Print): Promise<void> {
  const { id } = await findCharge(store, name)
  try {
    const update = await store.cancelCharge(id, 'cli', (charge) =>
      cancelUnpaidCharge(charge, new Date()),
    )
    print(update ? 'Canceled.' : 'It was already canceled.')
  } catch (cause) {
    if (cause instanceof PayError && cause.code === 'conflict')
      throw createOperatorError(cause.message, cause)
    throw cause
  }
}

async function findCharge(store: OpenStore, name: string): Promise<ChargeRecord> {
  const text = name.toLowerCase()
  const names = Uuid.safeParse(text).success ? { ids: [text] } : { references: [text] }
  const [charge] = await store.findCharges(names)
  if (charge) return charge
  throw createOperatorError(`There is no charge ${name.slice(0, 80)}.`)
}
