import { PayError } from '../../errors.ts'
import { encodeBase64Url } from './base64url.ts'
import { type QuoteClaims, type ReservationClaims, signedTypes } from './claims.ts'
import {
  computeKeyId,
  cryptoParameters,
  formatQuoteKey,
  type QuoteAlgorithm,
  type QuoteKey,
} from './quote-keys.ts'

/** Signs quotes with one key. */
export interface QuoteSigner {
  /** The public part of the key. */
  publicKey: QuoteKey
  /** Returns a signed quote: a compact JWS (RFC 7515) in a charge's `signedQuote`. */
  signQuote(claims: QuoteClaims): Promise<string>
  /** Returns a signed reserved amount. */
  signReservation(claims: ReservationClaims): Promise<string>
}

/** The members of a private JWK (RFC 7517) that a quote key has. */
interface PrivateJwk {
  kty: string
  crv: string
  d: string
  x: string
  y?: string
}

/**
 * Creates the signer of a private key, as `pay-charge quote-key create` prints it.
 *
 * @param text a private JWK: P-256 (`EC`) or Ed25519 (`OKP`)
 * @throws PayError `invalid_setting`. The message does not contain the key
 */
export function createQuoteSigner(text: string): QuoteSigner {
  const jwk = parsePrivateJwk(text)
  const publicKey = readPublicKey(jwk)
  const { algorithm } = publicKey
  let keyImport: Promise<{ key: CryptoKey; kid: string }> | undefined
  // Imported at the first signature, because reading the settings of a proxy is synchronous.
  const getKey = () => {
    keyImport ??= importKey(jwk, publicKey)
    return keyImport
  }
  async function sign(typ: string, claims: object): Promise<string> {
    const { key, kid } = await getKey()
    const payload = `${encodeJson({ alg: algorithm, typ, kid })}.${encodeJson(claims)}`
    const bytes = new TextEncoder().encode(payload)
    const signature = await crypto.subtle.sign(cryptoParameters[algorithm], key, bytes)
    return `${payload}.${encodeBase64Url(new Uint8Array(signature))}`
  }
  return {
    publicKey,
    signQuote: (claims) => sign(signedTypes.quote, claims),
    signReservation: (claims) => sign(signedTypes.reservation, claims),
  }
}

/**
 * Creates a new key and returns it as `pay-charge quote-key create` prints it: the private JWK, the public text, and the
 * id.
 */
export async function generateQuoteKey(
  algorithm: QuoteAlgorithm,
): Promise<{ privateKey: string; publicKey: string; keyId: string }> {
  const pair = (await crypto.subtle.generateKey(cryptoParameters[algorithm], true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const { kty, crv, d, x, y } = await crypto.subtle.exportKey('jwk', pair.privateKey)
  const privateKey = JSON.stringify({ kty, crv, x, y, d })
  const { publicKey } = createQuoteSigner(privateKey)
  return {
    privateKey,
    publicKey: formatQuoteKey(publicKey),
    keyId: await computeKeyId(publicKey),
  }
}

function parsePrivateJwk(text: string): PrivateJwk {
  let value: Partial<PrivateJwk>
  try {
    value = Object(JSON.parse(text))
  } catch {
    // The error of JSON.parse quotes the text, which is the key.
    throw createKeyError()
  }
  const { kty, crv, d, x, y } = value
  const isNumber = (part: unknown) => typeof part === 'string' && /^[\w-]{43}$/.test(part)
  const isEc = kty === 'EC' && crv === 'P-256' && isNumber(y)
  const isOkp = kty === 'OKP' && crv === 'Ed25519'
  if ((!isEc && !isOkp) || !isNumber(d) || !isNumber(x)) throw createKeyError()
  return { kty, crv, d, x, ...(isEc && { y }) } as PrivateJwk
}

function readPublicKey({ kty, x, y = '' }: PrivateJwk): QuoteKey {
  if (kty === 'OKP') return { algorithm: 'EdDSA', publicKey: x }
  const bytes = (part: string) =>
    Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    )
  return {
    algorithm: 'ES256',
    publicKey: encodeBase64Url(Uint8Array.of(4, ...bytes(x), ...bytes(y))),
  }
}

async function importKey(jwk: PrivateJwk, publicKey: QuoteKey) {
  const { algorithm } = publicKey
  try {
    const key = await crypto.subtle.importKey('jwk', jwk, cryptoParameters[algorithm], false, [
      'sign',
    ])
    return { key, kid: await computeKeyId(publicKey) }
  } catch (cause) {
    throw new PayError('invalid_setting', 'The quote key cannot be used by this runtime.', {
      field: 'quoteKey',
      cause,
    })
  }
}

function createKeyError(): PayError {
  const text =
    'must be a private key as `pay-charge quote-key create` prints it: a JWK on one line.'
  return new PayError('invalid_setting', text, { field: 'quoteKey' })
}

function encodeJson(value: object): string {
  return encodeBase64Url(new TextEncoder().encode(JSON.stringify(value)))
}
