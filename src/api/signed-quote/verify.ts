import { decodeBase64Url } from './base64url.ts'
import {
  isQuoteClaims,
  isReservationClaims,
  type QuoteClaims,
  type ReservationClaims,
  signedTypes,
} from './claims.ts'
import { computeKeyId, cryptoParameters, type QuoteKey } from './quote-keys.ts'

/**
 * Why a signed text cannot be trusted.
 *
 * - `malformed`: it is not a compact JWS of this kind
 * - `unknown_key`: none of the page's keys has signed it
 * - `other_account`: the key is also used for other merchants, and this is a quote of one of them
 * - `wrong_signature`: it was changed, or signed by somebody else
 * - `not_supported`: the browser cannot check the algorithm of this key
 * - `insecure_page`: a page without https has no WebCrypto
 */
export type UnverifiedReason =
  | 'malformed'
  | 'unknown_key'
  | 'other_account'
  | 'wrong_signature'
  | 'not_supported'
  | 'insecure_page'

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
  if (!globalThis.crypto?.subtle) return { reason: 'insecure_page' }
  const [headerPart = '', claimsPart = '', signaturePart = '', ...extraParts] = jws.split('.')
  const header = parseJson(headerPart) as Record<string, unknown> | undefined
  const signature = decodeBase64Url(signaturePart)
  if (jws.length > maxLength || extraParts.length > 0 || !header || !signature)
    return { reason: 'malformed' }
  // An extension that must be understood is not (RFC 7515 section 4.1.11).
  if (header.typ !== typ || 'crit' in header) return { reason: 'malformed' }
  const key = await findKey(header.kid, keys)
  if (!key) return { reason: 'unknown_key' }
  if (header.alg !== key.algorithm) return { reason: 'malformed' }
  const publicKey = await importPublicKey(key)
  if (!publicKey) return { reason: 'not_supported' }
  const bytes = new TextEncoder().encode(`${headerPart}.${claimsPart}`)
  const parameters = cryptoParameters[key.algorithm]
  if (!(await crypto.subtle.verify(parameters, publicKey, signature, bytes)))
    return { reason: 'wrong_signature' }
  const claims = parseJson(claimsPart)
  if (!isClaims(claims)) return { reason: 'malformed' }
  // The keys of one id are the same key, perhaps named for several accounts.
  const isOwn = keys.some(
    (entry) => entry.publicKey === key.publicKey && entry.account === claims.account,
  )
  return isOwn ? { claims } : { reason: 'other_account' }
}

async function findKey(kid: unknown, keys: readonly QuoteKey[]): Promise<QuoteKey | undefined> {
  for (const key of keys) if ((await computeKeyId(key)) === kid) return key
  return undefined
}

/** Returns undefined where the browser does not know the algorithm, or the key is not a point on its curve. */
async function importPublicKey({ algorithm, publicKey }: QuoteKey): Promise<CryptoKey | undefined> {
  const bytes = decodeBase64Url(publicKey)
  if (!bytes) return undefined
  const parameters = cryptoParameters[algorithm]
  return await crypto.subtle
    .importKey('raw', bytes, parameters, false, ['verify'])
    // The only failures are NotSupportedError and DataError (Web Cryptography, 14.3.9), and both mean that this key
    // verifies nothing here.
    .catch(() => undefined)
}

/** Returns undefined for a text that is not a JSON object. */
function parseJson(part: string): object | undefined {
  const bytes = decodeBase64Url(part)
  if (!bytes) return undefined
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    // The text is not UTF-8 or not JSON: the caller reports it as malformed.
    return undefined
  }
}
