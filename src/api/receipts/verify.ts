import { fromPublicJwk, type JwsKey, type PublicJwk } from '../jws/keys.ts'
import { type JwsFault, verifyJws } from '../jws/verify.ts'
import { ReceiptClaims, type ReceiptKeySet, receiptType } from '../schemas/charges/receipt.ts'

/**
 * Why a receipt proves nothing: as {@link JwsFault}, and
 *
 * - `too_large`: no receipt has so many characters
 * - `other_claims`: it is signed, and says something else than a receipt
 * - `other_issuer`: it is signed by one of the keys, and names another service than theirs
 */
export type ReceiptFault = JwsFault | 'too_large' | 'other_claims' | 'other_issuer'

/** The claims of a receipt, or the reason why it proves nothing. */
export type VerifiedReceipt = { claims: ReceiptClaims } | { reason: ReceiptFault }

/** The most characters of a receipt, and of a file with one: 200 payments and 50 lines have a quarter of them. */
export const maxReceiptLength = 512 * 1024

/**
 * Verifies a receipt by the keys of a service. Needs no network.
 *
 * @param text the JWS, or JSON that has it as `receipt` or `signedReceipt`
 */
export async function verifyReceipt(
  text: string,
  { issuer, keys }: ReceiptKeySet,
): Promise<VerifiedReceipt> {
  if (text.length > maxReceiptLength) return { reason: 'too_large' }
  const options = { typ: receiptType, maxLength: maxReceiptLength }
  const verified = await verifyJws(findReceipt(text), readKeys(keys), options)
  if ('reason' in verified) return verified
  const { success, data: claims } = ReceiptClaims.safeParse(verified.claims)
  if (!success) return { reason: 'other_claims' }
  return issuer === undefined || claims.iss === issuer ? { claims } : { reason: 'other_issuer' }
}

/** Returns the service that a receipt names, not verified; undefined for none. */
export function readIssuer(text: string): string | undefined {
  const [, claimsPart = ''] = findReceipt(text).split('.')
  try {
    const binary = atob(claimsPart.replaceAll('-', '+').replaceAll('_', '/'))
    const { iss } = Object(JSON.parse(binary)) as { iss?: unknown }
    return typeof iss === 'string' ? iss : undefined
  } catch {
    // Not base64url, or not JSON: verifyReceipt reports it as malformed.
    return undefined
  }
}

function findReceipt(text: string): string {
  const trimmedText = text.trim()
  if (!trimmedText.startsWith('{')) return trimmedText
  try {
    const { receipt, signedReceipt } = JSON.parse(trimmedText) as Record<string, unknown>
    return [receipt, signedReceipt].find((value) => typeof value === 'string') ?? ''
  } catch {
    return ''
  }
}

/** Returns the keys of a set that can have signed a receipt: P-256. Others have another use. */
function readKeys(keys: ReceiptKeySet['keys']): JwsKey[] {
  const isNumber = (value: unknown) => typeof value === 'string' && /^[\w-]{43}$/.test(value)
  return keys
    .filter(({ kty, crv, x, y }) => kty === 'EC' && crv === 'P-256' && isNumber(x) && isNumber(y))
    .map((jwk) => fromPublicJwk(jwk as PublicJwk))
}
