import { PayError } from '../../errors.ts'
import type { PaymentOption } from '../quote/payment-option.ts'
import type { State } from '../state.ts'
import { canBePaid, getChargeEndReason } from './open-charge.ts'

/** Returns the state in which the payer can pay; for a `no_price` charge the one that asks for the amount. */
export function createOfferState(option: PaymentOption): State {
  if (canBePaid(option)) return { step: 'ready', option }
  const reason = getChargeEndReason(option.charge)
  if (!reason) return { step: 'enteringAmount', option }
  const text = `This payment ${reason === 'expired' ? 'has expired' : 'was canceled by the store'}.`
  return { step: 'unavailable', option, reason, error: new PayError('conflict', text) }
}
