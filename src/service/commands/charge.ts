import { Uuid } from '../../api/fields.ts'
import { PayError } from '../../errors.ts'
import { cancel } from '../domain/life.ts'
import type { ChargeRecord } from '../domain/records.ts'
import { fullCharge } from '../domain/replies.ts'
import type { OpenStore } from '../store/store.ts'
import { type Print, wrong } from './operator-fault.ts'

/**
 * Shows a charge whole, by its id or its reference.
 *
 * @throws PayError `invalid_setting`
 */
export async function showCharge(store: OpenStore, name: string, print: Print): Promise<void> {
  const charge = await find(store, name)
  const brand = { color: '', logoUrl: '', organizationName: '' }
  print(JSON.stringify(fullCharge(charge, brand, ''), null, 2))
}

/**
 * Ends a charge that is not paid.
 *
 * @throws PayError `invalid_setting` also for one that money came for
 */
export async function cancelCharge(store: OpenStore, name: string, print: Print): Promise<void> {
  const { id } = await find(store, name)
  try {
    const made = await store.changeCharge(id, (charge) => cancel(charge, new Date()))
    print(made ? 'Canceled.' : 'It was canceled before.')
  } catch (cause) {
    if (cause instanceof PayError && cause.code === 'conflict') throw wrong(cause.message, cause)
    throw cause
  }
}

async function find(store: OpenStore, name: string): Promise<ChargeRecord> {
  const text = name.toLowerCase()
  const names = Uuid.safeParse(text).success ? { ids: [text] } : { references: [text] }
  const [charge] = await store.chargesFor(names)
  if (charge) return charge
  throw wrong(`There is no charge ${name.slice(0, 80)}.`)
}
