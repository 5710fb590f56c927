import type { Address, ChargeRecord, PaymentRecord, Quote } from './records.ts'

// A charge has a price in its own token, and may accept other tokens, each with the whole price in that token. An
// amount of another token counts by the ratio of the two prices.

/** A token that a charge can be paid in: a chain and an address on it. */
export interface Pair {
  chainId: number
  token: Address
}

/** Returns the prices of a charge in all tokens that it accepts, its own token first. */
export function pairsOf({ quote, accepts }: Pick<ChargeRecord, 'quote' | 'accepts'>): Quote[] {
  return [quote, ...accepts]
}

/** Returns whether both are the same token on the same chain. */
export function isSamePair(one: Pair, other: Pair): boolean {
  return one.chainId === other.chainId && one.token === other.token
}

/** Returns the price of a charge in a token; undefined when it does not accept the token. */
export function quoteIn(
  charge: Pick<ChargeRecord, 'quote' | 'accepts'>,
  pair: Pair,
): Quote | undefined {
  return pairsOf(charge).find((one) => isSamePair(one, pair))
}

/**
 * Returns the price of a charge in the token of one of its payments.
 *
 * @throws Error for a payment of another charge
 */
export function quoteOf(
  charge: Pick<ChargeRecord, 'reference' | 'quote' | 'accepts'>,
  payment: Pick<PaymentRecord, 'id' | 'chainId' | 'token'>,
): Quote {
  const quote = quoteIn(charge, payment)
  if (quote) return quote
  throw new Error(`Charge ${charge.reference} does not take what payment ${payment.id} is in.`)
}

const maxUint256 = (1n << 256n) - 1n

/**
 * Converts an amount of an accepted token into the charge's own token, both in base units, by the ratio of the two
 * prices, so that the whole price in one is the whole price in the other. Without prices both tokens are pegged to the
 * dollar (see {@link isComparable}) and count 1:1. Never rounds up.
 */
export function worthIn(own: Quote, amount: bigint, pair: Quote): bigint {
  const priced = own.amount > 0n && pair.amount > 0n
  const worth = priced
    ? (amount * own.amount) / pair.amount
    : (amount * 10n ** BigInt(own.decimals)) / 10n ** BigInt(pair.decimals)
  // Base units fit in uint256, even when a worthless token claims to have moved more.
  return worth < maxUint256 ? worth : maxUint256
}

/** Returns the sum that confirmed payments count, in base units of the charge's own token. */
export function paidSoFar(charge: ChargeRecord): bigint {
  return charge.payments
    .filter((one) => one.status === 'COMPLETED')
    .reduce((sum, one) => sum + one.worth, 0n)
}

/**
 * Returns whether one token can be converted into the other: by two prices, or because both are pegged to the dollar.
 */
export function isComparable(
  own: { amount: bigint; dollar: boolean },
  pair: { amount: bigint; dollar: boolean },
): boolean {
  return (own.amount > 0n && pair.amount > 0n) || (own.dollar && pair.dollar)
}
