import type { Address } from '../../chain/types/address.ts'
import type { ChargeRecord, PaymentRecord, PriceQuote } from '../records.ts'

// A charge has a price in its own token, and may accept other tokens, each with the whole price in that token. An
// amount of another token counts by the ratio of the two prices.

/** A token that a charge can be paid in: a chain and an address on it. */
export interface AcceptedToken {
  chainId: number
  token: Address
}

/** Returns the prices of a charge in all tokens that it accepts, its own token first. */
export function listQuotes({
  quote,
  accepts,
}: Pick<ChargeRecord, 'quote' | 'accepts'>): PriceQuote[] {
  return [quote, ...accepts]
}

/** Returns whether both are the same token on the same chain. */
export function isSameToken(a: AcceptedToken, b: AcceptedToken): boolean {
  return a.chainId === b.chainId && a.token === b.token
}

/** Returns the price of a charge in a token; undefined when it does not accept the token. */
export function findQuote(
  charge: Pick<ChargeRecord, 'quote' | 'accepts'>,
  token: AcceptedToken,
): PriceQuote | undefined {
  return listQuotes(charge).find((quote) => isSameToken(quote, token))
}

/**
 * Returns the price of a charge in the token of one of its payments: one that it accepts, or that the merchant has decided on.
 *
 * @throws Error for a payment of another charge
 */
export function getQuote(
  charge: Pick<ChargeRecord, 'reference' | 'quote' | 'accepts' | 'decided'>,
  payment: Pick<PaymentRecord, 'id' | 'chainId' | 'token'> & { hash?: string | undefined },
): PriceQuote {
  const decided = charge.decided?.filter((candidate) => isSameToken(candidate, payment)) ?? []
  const quote =
    findQuote(charge, payment) ?? decided.find(({ hash }) => hash === payment.hash) ?? decided[0]
  if (quote) return quote
  throw new Error(`Charge ${charge.reference} does not accept the token of payment ${payment.id}.`)
}

const maxUint256 = (1n << 256n) - 1n

/**
 * Converts an amount of an accepted token into the charge's own token, both in base units, by the ratio of the two
 * prices, so that the whole price in one is the whole price in the other. Without prices both tokens are pegged to the
 * same currency (see {@link isComparable}) and count 1:1. Never rounds up.
 */
export function convertToChargeToken(
  ownQuote: PriceQuote,
  amount: bigint,
  tokenQuote: PriceQuote,
): bigint {
  const hasPrice = ownQuote.amount > 0n && tokenQuote.amount > 0n
  const convertedAmount = hasPrice
    ? (amount * ownQuote.amount) / tokenQuote.amount
    : (amount * 10n ** BigInt(ownQuote.decimals)) / 10n ** BigInt(tokenQuote.decimals)
  // Base units fit in uint256, even when a worthless token claims to have moved more.
  return convertedAmount < maxUint256 ? convertedAmount : maxUint256
}

/** Returns the sum that confirmed payments count, in base units of the charge's own token. */
export function sumCreditedAmounts(charge: ChargeRecord): bigint {
  return charge.payments
    .filter((payment) => payment.status === 'COMPLETED')
    .reduce((sum, payment) => sum + payment.creditedAmount, 0n)
}

/**
 * Returns whether one token can be converted into the other: by two prices, or because both are pegged to the same currency.
 */
export function isComparable(
  own: { amount: bigint; peg: string | undefined },
  other: { amount: bigint; peg: string | undefined },
): boolean {
  const hasSamePeg = own.peg !== undefined && own.peg === other.peg
  return (own.amount > 0n && other.amount > 0n) || hasSamePeg
}
