import { encodeBase64Url } from './base64url.ts'

// Quote keys: the merchant's keys that sign quotes. A page names their public part in `quote-key`.

/** The algorithm of a quote key, by its name in a JWS (RFC 7518 section 3.4, RFC 8037 section 3.1). */
export type QuoteAlgorithm = 'ES256' | 'EdDSA'

/** The public part of a quote key, as a page names it. */
export interface QuoteKey {
  /** The algorithm that a signature of this key must use; its header does not decide it (RFC 8725 section 3.1). */
  algorithm: QuoteAlgorithm
  /** The key in base64url: for ES256 the uncompressed point, for EdDSA the 32 bytes of RFC 8032. */
  publicKey: string
  /** The id of the only account at the service whose quotes the page takes; absent for a key of the merchant's own. */
  account?: string | undefined
}

/** The parameters of WebCrypto for each algorithm: to import a key, to sign, and to verify. */
export const cryptoParameters = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  EdDSA: { name: 'Ed25519' },
} as const satisfies Record<QuoteAlgorithm, object>

/** An uncompressed point begins with the byte 4, which is `B` in base64url. */
const keyPattern =
  /^(?:ES256:(B[\w-]{86})|EdDSA:([\w-]{43}))(?:@([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}))?$/

/** Parses quote keys, separated by white space. Returns undefined where one of them is none, and where there is none. */
export function parseQuoteKeys(text: string): QuoteKey[] | undefined {
  const keys = text.split(/\s+/).filter(Boolean).map(parseQuoteKey)
  return keys.length > 0 && keys.every((key) => key !== undefined) ? keys : undefined
}

function parseQuoteKey(text: string): QuoteKey | undefined {
  const [, point, bytes, account] = keyPattern.exec(text) ?? []
  if (point) return { algorithm: 'ES256', publicKey: point, account }
  return bytes ? { algorithm: 'EdDSA', publicKey: bytes, account } : undefined
}

/** Returns a quote key as a page names it, such as `ES256:BHx…`. */
export function formatQuoteKey({ algorithm, publicKey, account }: QuoteKey): string {
  return `${algorithm}:${publicKey}${account === undefined ? '' : `@${account}`}`
}

/** Returns the id of a key: its JWK thumbprint with SHA-256 (RFC 7638). */
export async function computeKeyId({
  algorithm,
  publicKey,
}: Pick<QuoteKey, 'algorithm' | 'publicKey'>): Promise<string> {
  const { x, y } = toCoordinates(publicKey)
  // The required members only, in the order of their names, and without white space.
  const members =
    algorithm === 'ES256'
      ? { crv: 'P-256', kty: 'EC', x, y }
      : { crv: 'Ed25519', kty: 'OKP', x: publicKey }
  return await hashText(JSON.stringify(members))
}

/** Splits an uncompressed point into the coordinates of a JWK. */
function toCoordinates(publicKey: string): { x: string; y: string } {
  const bytes = Uint8Array.from(atob(publicKey.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  )
  return { x: encodeBase64Url(bytes.slice(1, 33)), y: encodeBase64Url(bytes.slice(33)) }
}

/** Returns the SHA-256 hash of a text in base64url. */
export async function hashText(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return encodeBase64Url(new Uint8Array(digest))
}
