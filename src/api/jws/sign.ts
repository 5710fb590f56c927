import { PayError } from '../../errors.ts'
import { encodeBase64Url } from './base64url.ts'
import {
  computeKeyId,
  cryptoParameters,
  fromPublicJwk,
  type JwsAlgorithm,
  type JwsKey,
  type PublicJwk,
} from './keys.ts'

/** Signs with one private key. */
export interface JwsSigner {
  /** The public part of the key. */
  publicKey: JwsKey
  /**
   * Returns claims as a compact JWS (RFC 7515).
   *
   * @param typ its type, so that it is never mistaken for another kind (RFC 8725 section 3.11)
   */
  sign(typ: string, claims: object): Promise<string>
}

/** A private JWK (RFC 7517). */
type PrivateJwk = PublicJwk & { d: string }

/**
 * Creates the signer of a private key.
 *
 * @param text a private JWK: P-256 (`EC`) or Ed25519 (`OKP`)
 * @param field the setting that the key is from
 * @throws PayError `invalid_setting`. The message does not contain the key
 */
export function createJwsSigner(text: string, field: string): JwsSigner {
  const jwk = parsePrivateJwk(text, field)
  const publicKey = fromPublicJwk(jwk)
  const { algorithm } = publicKey
  let keyImport: Promise<{ key: CryptoKey; kid: string }> | undefined
  // Imported at the first signature, because reading the settings of a proxy is synchronous.
  const getKey = () => {
    keyImport ??= importKey(jwk, publicKey, field)
    return keyImport
  }
  return {
    publicKey,
    async sign(typ, claims) {
      const { key, kid } = await getKey()
      const payload = `${encodeJson({ alg: algorithm, typ, kid })}.${encodeJson(claims)}`
      const bytes = new TextEncoder().encode(payload)
      const signature = await crypto.subtle.sign(cryptoParameters[algorithm], key, bytes)
      return `${payload}.${encodeBase64Url(new Uint8Array(signature))}`
    },
  }
}

/** Generates a key and returns it as a private JWK on one line. */
export async function generatePrivateJwk(algorithm: JwsAlgorithm): Promise<string> {
  const pair = (await crypto.subtle.generateKey(cryptoParameters[algorithm], true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const { kty, crv, d, x, y } = await crypto.subtle.exportKey('jwk', pair.privateKey)
  return JSON.stringify({ kty, crv, x, y, d })
}

function parsePrivateJwk(text: string, field: string): PrivateJwk {
  let value: Partial<Record<'kty' | 'crv' | 'd' | 'x' | 'y', unknown>>
  try {
    value = Object(JSON.parse(text))
  } catch {
    // The error of JSON.parse quotes the text, which is the key.
    throw createKeyError(field)
  }
  const { kty, crv, d, x, y } = value
  const isNumber = (part: unknown) => typeof part === 'string' && /^[\w-]{43}$/.test(part)
  const isEc = kty === 'EC' && crv === 'P-256' && isNumber(y)
  const isOkp = kty === 'OKP' && crv === 'Ed25519'
  if ((!isEc && !isOkp) || !isNumber(d) || !isNumber(x)) throw createKeyError(field)
  return { kty, crv, d, x, ...(isEc && { y }) } as PrivateJwk
}

async function importKey(jwk: PrivateJwk, publicKey: JwsKey, field: string) {
  const { algorithm } = publicKey
  try {
    const key = await crypto.subtle.importKey('jwk', jwk, cryptoParameters[algorithm], false, [
      'sign',
    ])
    return { key, kid: await computeKeyId(publicKey) }
  } catch (cause) {
    throw new PayError('invalid_setting', 'The signing key cannot be used by this runtime.', {
      field,
      cause,
    })
  }
}

function createKeyError(field: string): PayError {
  const text =
    'must be a private key as `pay-charge quote-key create` prints it: a JWK on one line.'
  return new PayError('invalid_setting', text, { field })
}

function encodeJson(value: object): string {
  return encodeBase64Url(new TextEncoder().encode(JSON.stringify(value)))
}
