import type { CheckoutCharge } from '../api/checkout-charge.ts'
import { PayError } from '../errors.ts'
import type { Deal } from './deal.ts'
import type { EndOfCharge, State } from './state.ts'

// What a page needs to show a price. The rest of the checkout is loaded when it is needed.

/**
 * True when there is something to take up, a payment made before or one in the journal: then the whole checkout decides
 * on the first screen. Otherwise it is {@link plainOffer}.
 */
export function hasPast(deal: Deal, inJournal: boolean): boolean {
  return inJournal || !!deal.charge.payments?.length
}

/**
 * Returns why nobody is to pay a charge any more. By the service's word alone: its clock ends a charge, and a payer's may
 * be wrong by hours.
 */
export function endOf({ status }: CheckoutCharge): EndOfCharge | undefined {
  return status === 'EXPIRED' ? 'expired' : status === 'CANCELLED' ? 'cancelled' : undefined
}

/** Returns when a charge, or the price of a deal, has to be read anew: Unix milliseconds, Infinity for never. */
export function staleAt({ charge, quote }: Deal): number {
  return Math.min(Date.parse(charge.expires_at ?? '') || Infinity, quote.expiresAt ?? Infinity)
}

/** The screen from which a payer can pay; for a charge of no_price the one that asks how much. */
export function plainOffer(deal: Deal): State {
  const why = endOf(deal.charge)
  if (why) {
    const text = `This payment ${why === 'expired' ? 'has expired' : 'was canceled by the store'}.`
    return { step: 'unavailable', deal, why, error: new PayError('conflict', text) }
  }
  const open = deal.charge.pricing_type === 'no_price' && deal.quote.amount === 0n
  return open ? { step: 'amount', deal } : { step: 'ready', deal }
}

/** The screen of a charge that could not be loaded. */
export function failedLoad(error: PayError): Extract<State, { step: 'unavailable' | 'failed' }> {
  return error.code === 'not_found' ? { step: 'unavailable', error } : { step: 'failed', error }
}

/** True from the moment an intent is written until its payment is settled: nothing may begin anew meanwhile. */
export function isPaying({ step }: State): boolean {
  return /^(sending|unsure|recording|confirming|dropped|sign)$/.test(step)
}
