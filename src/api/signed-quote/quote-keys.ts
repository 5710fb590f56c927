import type { JwsKey } from '../jws/keys.ts'

// Quote keys: the merchant's keys that sign quotes. A page names their public part in `quote-key`.

/** The public part of a quote key, as a page names it. */
export interface QuoteKey extends JwsKey {
  /** The id of the only account at the service whose quotes the page takes; absent for a key of the merchant's own. */
  account?: string | undefined
}

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
