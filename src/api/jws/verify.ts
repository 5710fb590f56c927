import { decodeBase64Url } from './base64url.ts'
import { computeKeyId, cryptoParameters, type JwsKey } from './keys.ts'

/**
 * Why a JWS cannot be trusted.
 *
 * - `malformed`: it is not a compact JWS
 * - `other_type`: it is a JWS of another kind
 * - `other_algorithm`: it states another algorithm than that of its key, such as `none`
 * - `unknown_key`: none of the keys has signed it
 * - `wrong_signature`: it was changed, or signed with another key
 * - `not_supported`: this runtime cannot check the algorithm of its key
 * - `insecure_page`: a page without https has no WebCrypto
 */
export type JwsFault =
  | 'malformed'
  | 'other_type'
  | 'other_algorithm'
  | 'unknown_key'
  | 'wrong_signature'
  | 'not_supported'
  | 'insecure_page'

/** The claims that one of the keys has signed, or the reason why there are none. */
export type VerifiedJws<Key extends JwsKey> = { claims: unknown; key: Key } | { reason: JwsFault }

/**
 * Verifies a compact JWS (RFC 7515) by one of these keys. Nothing in its header names a key, except for the id of one of
 * them: `jwk`, `jku` and `x5u` have no effect.
 *
 * @param options `typ`: the only type that is taken; `maxLength`: the most characters that are read
 */
export async function verifyJws<Key extends JwsKey>(
  jws: string,
  keys: readonly Key[],
  { typ, maxLength }: { typ: string; maxLength: number },
): Promise<VerifiedJws<Key>> {
  if (!globalThis.crypto?.subtle) return { reason: 'insecure_page' }
  if (jws.length > maxLength) return { reason: 'malformed' }
  const [headerPart = '', claimsPart = '', signaturePart = '', ...extraParts] = jws.split('.')
  const header = parseJson(headerPart) as Record<string, unknown> | undefined
  const signature = decodeBase64Url(signaturePart)
  if (extraParts.length > 0 || !header || !signature) return { reason: 'malformed' }
  // An extension that must be understood is not (RFC 7515 section 4.1.11).
  if ('crit' in header) return { reason: 'malformed' }
  if (header.typ !== typ) return { reason: 'other_type' }
  if (!Object.hasOwn(cryptoParameters, String(header.alg))) return { reason: 'other_algorithm' }
  const key = await findKey(header.kid, keys)
  if (!key) return { reason: 'unknown_key' }
  if (header.alg !== key.algorithm) return { reason: 'other_algorithm' }
  const publicKey = await importPublicKey(key)
  if (!publicKey) return { reason: 'not_supported' }
  const bytes = new TextEncoder().encode(`${headerPart}.${claimsPart}`)
  const parameters = cryptoParameters[key.algorithm]
  if (!(await crypto.subtle.verify(parameters, publicKey, signature, bytes)))
    return { reason: 'wrong_signature' }
  const claims = parseJson(claimsPart)
  return claims ? { claims, key } : { reason: 'malformed' }
}

async function findKey<Key extends JwsKey>(
  kid: unknown,
  keys: readonly Key[],
): Promise<Key | undefined> {
  for (const key of keys) if ((await computeKeyId(key)) === kid) return key
  return undefined
}

/** Returns undefined where the runtime does not know the algorithm, or the key is not a point on its curve. */
async function importPublicKey({ algorithm, publicKey }: JwsKey): Promise<CryptoKey | undefined> {
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
