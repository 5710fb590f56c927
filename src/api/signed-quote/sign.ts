import { computeKeyId, type JwsAlgorithm } from '../jws/keys.ts'
import { createJwsSigner, generatePrivateJwk } from '../jws/sign.ts'
import { type QuoteClaims, type ReservationClaims, signedTypes } from './claims.ts'
import { formatQuoteKey, type QuoteKey } from './quote-keys.ts'

/** Signs quotes with one key. */
export interface QuoteSigner {
  /** The public part of the key. */
  publicKey: QuoteKey
  /** Returns a signed quote: a compact JWS (RFC 7515) in a charge's `signedQuote`. */
  signQuote(claims: QuoteClaims): Promise<string>
  /** Returns a signed reserved amount. */
  signReservation(claims: ReservationClaims): Promise<string>
}

/**
 * Creates the signer of a private key, as `pay-charge quote-key create` prints it.
 *
 * @param text a private JWK: P-256 (`EC`) or Ed25519 (`OKP`)
 * @throws PayError `invalid_setting`. The message does not contain the key
 */
export function createQuoteSigner(text: string): QuoteSigner {
  const { publicKey, sign } = createJwsSigner(text, 'quoteKey')
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
  algorithm: JwsAlgorithm,
): Promise<{ privateKey: string; publicKey: string; keyId: string }> {
  const privateKey = await generatePrivateJwk(algorithm)
  const { publicKey } = createQuoteSigner(privateKey)
  return {
    privateKey,
    publicKey: formatQuoteKey(publicKey),
    keyId: await computeKeyId(publicKey),
  }
}
