import { parseAmount } from '../amount.ts'
import type { CheckoutCharge, CheckoutDestination } from '../api/checkout-charge.ts'
import { isNative } from '../api/fields.ts'
import { PayError } from '../errors.ts'

/** What is transferred, exactly. */
export interface Quote {
  chargeId: string
  /** EIP-155. */
  chainId: number
  token: Token
  recipient: string
  /** Base units of the token that are still owed; 0n while a payer has not yet named the amount. */
  amount: bigint
  /** The charge's public name, which goes into calldata and into what is signed; none where the service gives none. */
  reference?: string | undefined
  /** Unix milliseconds: until when the amount holds, for a token whose price moves. */
  expiresAt?: number | undefined
}

export interface Token {
  address: string
  decimals: number
  symbol: string
  /** The chain's own coin: sent as value, not by a contract's transfer. */
  native: boolean
}

/** A charge, and what is left to pay of it. */
export interface Deal {
  charge: CheckoutCharge
  quote: Quote
  /** The whole price in base units; 0n for a charge of no_price. */
  price: bigint
  /** Base units that are confirmed. */
  paid: bigint
  /** Hashes that this browser knows to pay nothing, or that the payer has given up, whatever the service says yet. */
  passed?: readonly string[] | undefined
  /** What else the merchant takes, as the service tells it, not yet read. Undefined for a service that tells nothing. */
  accepts?: readonly unknown[] | undefined
  /** The same deal in the charge's own token, where this one is in another. */
  own?: Deal | undefined
}

/** Where to pay when the service has no request charge: the element's own attributes. */
export interface Destination {
  recipient: string
  chainId: number
  token: Omit<Token, 'native'>
}

/**
 * Brings charge and destination together.
 *
 * @throws PayError `invalid_reply`, or `invalid_amount` when an amount of the service does not fit its token
 */
export function makeDeal(charge: CheckoutCharge, where: CheckoutDestination | Destination): Deal {
  const place = 'requestLink' in where ? fromRequestCharge(where) : where
  const { decimals } = place.token
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 77) {
    throw new PayError('invalid_reply', `A token cannot have ${decimals} decimal places.`, {
      field: 'tokenDecimals',
    })
  }
  const token = { ...place.token, native: isNative(place.token.address) }
  const asked =
    'requestLink' in where ? where.tokenAmount : (charge.pricing?.settlement.amount ?? '0')
  const fixed = charge.pricing_type === 'fixed_price'
  const price = fixed ? parseAmount(asked, token.decimals) : 0n
  // Nothing is never offered for a transfer.
  if (fixed && price === 0n) throw new PayError('invalid_reply', 'The charge has no price.')
  const paid = sumPaid(charge, token.decimals)
  // A suggestion of a no_price charge is offered, and the payer may change it.
  const owed = fixed ? price - paid : parseAmount(asked, token.decimals)
  const { recipient, chainId } = place
  const amount = owed > 0n ? owed : 0n
  const quote: Quote = { chargeId: charge.id, chainId, recipient, token, amount }
  // What is no reference would say in calldata what nobody reads.
  if (isReference(charge.reference)) quote.reference = charge.reference
  const expiresAt = 'requestLink' in where ? Date.parse(where.quoteExpiresAt ?? '') : Number.NaN
  if (expiresAt > 0) quote.expiresAt = expiresAt
  return { charge, price, paid, quote, ...('accepts' in where && { accepts: where.accepts }) }
}

/** Returns whether a text is a charge's public name: 16 bytes as hex. */
function isReference(text: string | undefined): boolean {
  return /^[\da-f]{32}$/.test(text ?? '')
}

function fromRequestCharge(given: CheckoutDestination): Destination {
  return {
    recipient: given.requestLink.recipientAddress,
    chainId: Number(given.chainId),
    token: {
      address: given.tokenAddress,
      decimals: given.tokenDecimals,
      symbol: given.tokenSymbol,
    },
  }
}

/** Base units that confirmed payments brought. */
export function sumPaid(charge: CheckoutCharge, decimals: number): bigint {
  return (charge.payments ?? [])
    .filter((payment) => payment.status === 'COMPLETED')
    .reduce(
      (sum, payment) => sum + parseAmount(payment.paidAmountInRequestedToken ?? '0', decimals),
      0n,
    )
}
