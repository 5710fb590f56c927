import { type JwsFault, verifyJws } from '../jws/verify.ts'
import {
  isQuoteClaims,
  isReservationClaims,
  type QuoteClaims,
  type ReservationClaims,
  signedTypes,
} from './claims.ts'
import type { QuoteKey } from './quote-keys.ts'

/**
 * Why a signed text cannot be trusted: as {@link JwsFault}, with any text that is not of this kind as `malformed`.
 *
 * - `other_account`: the key is also used for other merchants, and this is a quote of one of them
 */
export type UnverifiedReason = Exclude<JwsFault, 'other_type' | 'other_algorithm'> | 'other_account'

/** The claims that one of the page's keys has signed, or the reason why there are none. */
export type Verified<Claims> = { claims: Claims } | { reason: UnverifiedReason }

/** The most characters of a signed text: a charge with fifty accepted tokens has fewer. */
const maxLength = 32_768

/** Verifies a signed quote. Whether it is still valid, and about this charge, is for the caller to check. */
export function verifyQuote(
  jws: string,
  keys: readonly QuoteKey[],
): Promise<Verified<QuoteClaims>> {
  return verify(jws, signedTypes.quote, isQuoteClaims, keys)
}

/** Verifies a signed reserved amount. */
export function verifyReservation(
  jws: string,
  keys: readonly QuoteKey[],
): Promise<Verified<ReservationClaims>> {
  return verify(jws, signedTypes.reservation, isReservationClaims, keys)
}

async function verify<Claims extends { account?: string | undefined }>(
  jws: string,
  typ: string,
  isClaims: (value: unknown) => value is Claims,
  keys: readonly QuoteKey[],
): Promise<Verified<Claims>> {
  const verified = await verifyJws(jws, keys, { typ, maxLength })
  if ('reason' in verified) {
    const { reason } = verified
    const isOther = reason === 'other_type' || reason === 'other_algorithm'
    return { reason: isOther ? 'malformed' : reason }
  }
  const { claims, key } = verified
  if (!isClaims(claims)) return { reason: 'malformed' }
  // The keys of one id are the same key, perhaps named for several accounts.
  const isOwn = keys.some(
    (entry) => entry.publicKey === key.publicKey && entry.account === claims.account,
  )
  return isOwn ? { claims } : { reason: 'other_account' }
}
