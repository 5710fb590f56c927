import { PayError } from '../../../errors.ts'
import { decideOutcome } from '../outcome.ts'
import type { PageCharge, ProgramContext } from './context.ts'
import type { Outcome } from './outcomes.ts'

/** Reads what is known about the payment of a charge. */
export async function readOutcome(
  { store, markActive }: ProgramContext,
  id: string,
): Promise<Outcome<PageCharge>> {
  // The relays first: one that ends between the two readings has changed the charge by the second reading.
  const relays = await store.listUnfailedRelays(id)
  const found = await store.getChargeWithAccount(id)
  if (!found) throw new PayError('not_found', 'There is no such charge.')
  markActive(found.charge)
  const kind = decideOutcome(found.charge, relays, new Date())
  return kind === 'paid' || kind === 'payable' ? { kind, charge: found } : { kind }
}
