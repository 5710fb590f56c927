import type { Address, ChargeRecord, PaymentRecord, Quote } from './records.ts'

// A charge has one price in its own token, and may be paid in further pairs of chain and token, each with the whole
// price in that token. What arrives in a pair counts by the two prices.

/** A chain and a token on it. */
export interface Pair {
  chainId: number
  token: Address
}

/** All pairs that a charge may be paid in, its own first. */
export function pairsOf({ quote, accepts }: Pick<ChargeRecord, 'quote' | 'accepts'>): Quote[] {
  return [quote, ...accepts]
}

/** True for the same token on the same chain. */
export function isSamePair(one: Pair, other: Pair): boolean {
  return one.chainId === other.chainId && one.token === other.token
}

/** What a charge asks in a pair; undefined for one that it does not take. */
export function quoteIn(
  charge: Pick<ChargeRecord, 'quote' | 'accepts'>,
  pair: Pair,
): Quote | undefined {
  return pairsOf(charge).find((one) => isSamePair(one, pair))
}

/** What a charge asks in the pair that a payment of it is in. Throws for a payment of another charge. */
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
 * What an amount of a pair's token counts in the charge's own, both in base units: the share of the price that it is,
 * so that the whole price of the pair is the whole price of the charge. Where nothing has a price, both are dollars (see
 * {@link isComparable}) and count 1:1. Never rounded up.
 */
export function worthIn(own: Quote, amount: bigint, pair: Quote): bigint {
  const priced = own.amount > 0n && pair.amount > 0n
  const worth = priced
    ? (amount * own.amount) / pair.amount
    : (amount * 10n ** BigInt(own.decimals)) / 10n ** BigInt(pair.decimals)
  // Base units are uint256, whatever a token of no worth claims to have moved.
  return worth < maxUint256 ? worth : maxUint256
}

/** What confirmed payments brought, in base units of the charge's own token. */
export function paidSoFar(charge: ChargeRecord): bigint {
  return charge.payments
    .filter((one) => one.status === 'COMPLETED')
    .reduce((sum, one) => sum + one.worth, 0n)
}

/** True when it can be said what one token counts in the other: by two prices, or because both are dollars. */
export function isComparable(
  own: { amount: bigint; dollar: boolean },
  pair: { amount: bigint; dollar: boolean },
): boolean {
  return (own.amount > 0n && pair.amount > 0n) || (own.dollar && pair.dollar)
}
