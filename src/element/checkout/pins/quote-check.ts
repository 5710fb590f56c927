import { hashText } from '../../../api/jws/keys.ts'
import type { QuoteClaims, ReservationClaims } from '../../../api/signed-quote/claims.ts'
import { parseQuoteKeys, type QuoteKey } from '../../../api/signed-quote/quote-keys.ts'
import { verifyQuote, verifyReservation } from '../../../api/signed-quote/verify.ts'
import {
  createUnsignedError,
  findUnsigned,
  findUnsignedReservation,
  type UnsignedReason,
} from '../../../checkout/quote/check-signed-quote.ts'
import type { PaymentOption } from '../../../checkout/quote/payment-option.ts'
import { PayError } from '../../../errors.ts'
import type { ElementSettings } from '../../attributes.ts'
import type { PinCheck } from '../../first/context.ts'

// Verifying a signature takes a promise, but the states of a payment change synchronously. So signatures are verified when an offer
// is loaded, and the check of each state only looks up the results: an unverified text pays nothing.

/** The result for each signed quote. Shared by the page, so that the complete checkout need not verify it again. */
const quotes = new Map<string, { claims: QuoteClaims } | { reason: UnsignedReason }>()
/** The charges that a verified quote assigns to an order. */
const orderedCharges = new Set<string>()

/**
 * Creates the check for a page that names quote keys.
 *
 * @throws PayError `invalid_attribute` for keys that cannot be read
 */
export function createSignatureCheck({
  quoteKey = '',
  chargeId,
  order,
}: ElementSettings): PinCheck {
  const keys = parseQuoteKeys(quoteKey)
  if (!keys)
    throw new PayError('invalid_attribute', 'quote-key cannot be used.', { field: 'quote-key' })
  const toKey = (jws: string) => JSON.stringify([quoteKey, chargeId ?? order, jws])
  const reservations: ReservationClaims[] = []
  const isSignedReservation = (reservation: PaymentOption) =>
    reservations.some((claims) => !findUnsignedReservation(reservation, claims, Date.now()))
  return {
    // An offer whose signature is not good is refused by `find`, on the way that every refusal takes.
    async verify(option) {
      const { signedQuote } = option
      const unsignedOption = { ...option, signedMerchant: undefined }
      if (!signedQuote) return unsignedOption
      const key = toKey(signedQuote)
      const verification =
        quotes.get(key) ?? (await verifyForOrder(signedQuote, keys, chargeId ?? '', order))
      quotes.set(key, verification)
      if ('reason' in verification) return unsignedOption
      // The name is also on screens after the payment, where expiry does not matter.
      if (findUnsigned(option, verification.claims, { chargeId, now: 0 })) return unsignedOption
      return { ...option, signedMerchant: verification.claims.merchant }
    },
    async verifyReservation({ signedReservation }) {
      if (!signedReservation) return
      const verification = await verifyReservation(signedReservation, keys)
      if ('claims' in verification) reservations.push(verification.claims)
    },
    find(option, pageAssets, reservation) {
      const { signedQuote } = option
      const verification = signedQuote ? quotes.get(toKey(signedQuote)) : undefined
      if (!verification) return createUnsignedError('missing')
      const reason =
        'reason' in verification
          ? verification.reason
          : findUnsigned(option, verification.claims, { chargeId, now: Date.now() }, pageAssets)
      if (reason) return createUnsignedError(reason)
      // Until an amount is reserved, the offer itself is shown: no other charge can reserve the price of an open one.
      const isReserved = reservation && reservation.quote.amount !== option.quote.amount
      return isReserved && !isSignedReservation(reservation)
        ? createUnsignedError('reserved_amount')
        : undefined
    },
  }
}

/**
 * Verifies a quote. Where the page has an order and the signer knows orders, the quote must be of the charge that was
 * created for this order: else the payer could be given the charge of another payer, with a valid signature.
 */
async function verifyForOrder(
  jws: string,
  keys: readonly QuoteKey[],
  chargeId: string,
  order: string | undefined,
): Promise<{ claims: QuoteClaims } | { reason: UnsignedReason }> {
  const verification = await verifyQuote(jws, keys)
  if ('reason' in verification || chargeId || order === undefined) return verification
  const { order: signedOrder, charge } = verification.claims
  // The service signs without an order.
  if (signedOrder === undefined) return verification
  // The text as the page sends it.
  const orderHash = await hashText(JSON.stringify(JSON.parse(order)))
  const pair = `${orderHash} ${charge}`
  if (signedOrder === orderHash) orderedCharges.add(pair)
  return orderedCharges.has(pair) ? verification : { reason: 'order' }
}
