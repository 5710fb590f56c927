import { isPayable } from '../charges/lifecycle.ts'
import type { ChargeRecord } from '../charges/records.ts'
import type { ChargeRelay } from '../relayer/records.ts'

/**
 * What is known about the payment of a charge.
 *
 * - `paid`: the charge is completed
 * - `payable`: it can be paid, and nothing that could pay it is under way
 * - `held`: money for it has arrived, and the merchant has to decide what that money pays
 * - `closed`: it can no longer be paid
 * - `unknown`: a payment is under way, or was sent; a client that reads 402 now would pay twice
 */
export type OutcomeKind = 'paid' | 'payable' | 'held' | 'closed' | 'unknown'

/**
 * Decides what is known about the payment of a charge.
 *
 * @param relays its authorizations that have not failed, read before the charge
 */
export function decideOutcome(
  charge: ChargeRecord,
  relays: readonly ChargeRelay[],
  now: Date,
): OutcomeKind {
  if (charge.status === 'COMPLETED') return 'paid'
  if (charge.payments.some(({ status }) => status === 'PENDING')) return 'unknown'
  // Somebody else has sent an authorization that was submitted here. The merchant decides whose it is; the client is not
  // asked for another payment.
  if (relays.some(({ money }) => money === 'waiting')) return 'held'
  if (relays.some(({ status }) => status === 'RELAYING')) return 'unknown'
  if (!isPayable(charge, now)) return 'closed'
  // The token has moved the money, and the watcher has not recorded it yet. The rest is only known after that.
  if (relays.some(({ money }) => money === undefined)) return 'unknown'
  return 'payable'
}
