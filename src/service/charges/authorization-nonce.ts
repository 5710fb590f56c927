import * as Hash from 'ox/Hash'
import { type AuthorizedCharge, encodeAuthorizationNonce } from '../../api/authorizations.ts'
import { listQuotes } from './pricing/payment-assets.ts'
import type { ChargeRecord, PriceQuote } from './records.ts'

/** Returns the nonce of an authorization (EIP-3009) that pays a charge in a token: 32 bytes as hex with 0x. */
export function computeAuthorizationNonce(charge: AuthorizedCharge): string {
  return Hash.keccak256(encodeAuthorizationNonce(charge))
}

/** Returns the nonce that clients of the authentication scheme `Payment` derive from a challenge: 32 bytes as hex with 0x. */
export function computeChallengeNonce(id: string, realm: string): string {
  return Hash.keccak256(new TextEncoder().encode(id + realm), { as: 'Hex' })
}

/** Returns the nonce of each token that a charge can be paid in on a chain; the native currency has none. */
export function listAuthorizationNonces(
  charge: Pick<ChargeRecord, 'reference' | 'quote' | 'accepts'>,
  chainId: number,
): { nonce: string; quote: PriceQuote }[] {
  const { reference } = charge
  return listQuotes(charge)
    .filter((quote) => quote.chainId === chainId && quote.tokenType === 'ERC20')
    .map((quote) => ({ quote, nonce: computeAuthorizationNonce({ ...quote, reference }) }))
}

/**
 * Returns the first 8 bytes of a nonce as a signed number, in decimal digits. An index of this number takes a fraction of the space
 * that an index of whole nonces takes; the caller compares the whole nonce of each charge found.
 */
export function toAuthorizationKey(nonce: string): string {
  return String(BigInt.asIntN(64, BigInt(nonce.slice(0, 18))))
}
