import { encodeBase64Url } from './base64url.ts'

/** The algorithm of a signing key, by its name in a JWS (RFC 7518 section 3.4, RFC 8037 section 3.1). */
export type JwsAlgorithm = 'ES256' | 'EdDSA'

/** The public part of a signing key. */
export interface JwsKey {
  /** The algorithm that a signature of this key must use; its header does not decide it (RFC 8725 section 3.1). */
  algorithm: JwsAlgorithm
  /** The key in base64url: for ES256 the uncompressed point, for EdDSA the 32 bytes of RFC 8032. */
  publicKey: string
}

/** The public part of a key as a JWK has it (RFC 7517), without its id. */
export type PublicJwk =
  | { kty: 'EC'; crv: 'P-256'; x: string; y: string }
  | { kty: 'OKP'; crv: 'Ed25519'; x: string }

/** The parameters of WebCrypto for each algorithm: to import a key, to sign, and to verify. */
export const cryptoParameters = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  EdDSA: { name: 'Ed25519' },
} as const satisfies Record<JwsAlgorithm, object>

/** Returns the id of a key: its JWK thumbprint with SHA-256 (RFC 7638). */
export async function computeKeyId(key: JwsKey): Promise<string> {
  const { kty, crv, ...coordinates } = toPublicJwk(key)
  // The required members only, in the order of their names, and without white space.
  return await hashText(JSON.stringify({ crv, kty, ...coordinates }))
}

/** Returns a key in the form of a JWK. */
export function toPublicJwk({ algorithm, publicKey }: JwsKey): PublicJwk {
  if (algorithm === 'EdDSA') return { kty: 'OKP', crv: 'Ed25519', x: publicKey }
  // An uncompressed point: the byte 4, then both coordinates.
  const bytes = readBytes(publicKey)
  const x = encodeBase64Url(bytes.slice(1, 33))
  return { kty: 'EC', crv: 'P-256', x, y: encodeBase64Url(bytes.slice(33)) }
}

/** Returns the key of a JWK's public members. */
export function fromPublicJwk(jwk: PublicJwk): JwsKey {
  if (jwk.kty === 'OKP') return { algorithm: 'EdDSA', publicKey: jwk.x }
  const point = Uint8Array.of(4, ...readBytes(jwk.x), ...readBytes(jwk.y))
  return { algorithm: 'ES256', publicKey: encodeBase64Url(point) }
}

function readBytes(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (char) => char.charCodeAt(0))
}

/** Returns the SHA-256 hash of a text in base64url. */
export async function hashText(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return encodeBase64Url(new Uint8Array(digest))
}
