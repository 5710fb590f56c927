import { parseAmount } from '../../amount.ts'
import { isNative, referencePattern } from '../../api/formats.ts'
import type {
  CheckoutCharge,
  CheckoutDestination,
} from '../../api/schemas/charges/checkout-charge.ts'
import { PayError } from '../../errors.ts'

/** The exact transfer that pays a charge: chain, token, recipient and amount. */
export interface Quote {
  chargeId: string
  /** The EIP-155 chain id. */
  chainId: number
  token: Token
  recipient: string
  /** The amount that is still owed, in base units of the token; 0n until the payer has entered an amount. */
  amount: bigint
  /** The charge's public reference, which goes into calldata and signed messages; absent if the service gives none. */
  reference?: string | undefined
  /** When the amount expires, for a token whose price changes. Unix milliseconds. */
  expiresAt?: number | undefined
}

export interface Token {
  address: string
  decimals: number
  symbol: string
  /** Whether it is the chain's native currency, which is sent as value and not by a contract's `transfer`. */
  native: boolean
}

/** One way to pay a charge: the charge, one token on one chain, and how much of the price is still owed in it. */
export interface PaymentOption {
  charge: CheckoutCharge
  quote: Quote
  /** The whole price in base units; 0n for a `no_price` charge. */
  price: bigint
  /** The sum of the confirmed payments, in base units. */
  paidAmount: bigint
  /**
   * Hashes that this browser no longer waits for: they pay nothing, or the payer has abandoned them. The service
   * may still list them as pending.
   */
  ignoredHashes?: readonly string[] | undefined
  /**
   * The sign of another payment despite which the payer has agreed to pay. A sign from the payer's own account outweighs any
   * report.
   */
  acceptedSign?: WaitingSign | undefined
  /** The account whose signed transfer is not sent, and the reason: it is not asked for another. */
  refusedAuthorization?: { from: string; error: PayError } | undefined
  /** Other assets that the merchant accepts, unparsed, from the service. Undefined for a service that lists none. */
  accepts?: unknown
  /** The merchant's signed quote, unverified, as a compact JWS. Undefined for an unsigned charge. */
  signedQuote?: string | undefined
  /** The merchant's name, only from a signed quote that was verified with a key of this page. */
  signedMerchant?: string | undefined
  /** The same charge in its own token, if this option is in another one. */
  base?: PaymentOption | undefined
}

/**
 * A sign that a payment may be on its way which this browser does not know. `report`: the service has a report that waits
 * for the chain. `nonce`: the connected account has a transaction that is in no block yet.
 */
export type WaitingSign = 'report' | 'nonce'

/** The destination from the element's attributes, for a service without request charges. */
export interface AttributeDestination {
  recipient: string
  chainId: number
  token: Omit<Token, 'native'>
}

/**
 * Creates the payment option of a charge in its own token.
 *
 * @throws PayError `invalid_reply`, or `invalid_amount` when an amount from the service does not fit its token
 */
export function createPaymentOption(
  charge: CheckoutCharge,
  source: CheckoutDestination | AttributeDestination,
): PaymentOption {
  const destination = 'requestLink' in source ? toDestination(source) : source
  const token = { ...destination.token, native: isNative(destination.token.address) }
  const requestedAmount =
    'requestLink' in source ? source.tokenAmount : (charge.pricing?.settlement.amount ?? '0')
  const isFixedPrice = charge.pricing_type === 'fixed_price'
  const price = isFixedPrice ? parseAmount(requestedAmount, token.decimals) : 0n
  // A transfer of zero is never offered.
  if (isFixedPrice && price === 0n) throw new PayError('invalid_reply', 'The charge has no price.')
  const paidAmount = sumPaid(charge, token.decimals)
  // A no_price charge may suggest an amount, which the payer can change.
  const amountDue = isFixedPrice ? price - paidAmount : parseAmount(requestedAmount, token.decimals)
  const { recipient, chainId } = destination
  const amount = amountDue > 0n ? amountDue : 0n
  const quote: Quote = { chargeId: charge.id, chainId, recipient, token, amount }
  // Anything else would put unreadable text into the calldata.
  if (referencePattern.test(charge.reference ?? '')) quote.reference = charge.reference
  const expiresAt = 'requestLink' in source ? Date.parse(source.quoteExpiresAt ?? '') : Number.NaN
  if (expiresAt > 0) quote.expiresAt = expiresAt
  return {
    charge,
    price,
    paidAmount,
    quote,
    ...('requestLink' in source && { accepts: source.accepts, signedQuote: source.signedQuote }),
  }
}

function toDestination(requestCharge: CheckoutDestination): AttributeDestination {
  return {
    recipient: requestCharge.requestLink.recipientAddress,
    chainId: Number(requestCharge.chainId),
    token: {
      address: requestCharge.tokenAddress,
      decimals: parseDecimals(requestCharge.tokenDecimals),
      symbol: requestCharge.tokenSymbol,
    },
  }
}

function parseDecimals(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 77)
    return value
  const text = `A token cannot have ${value} decimal places.`
  throw new PayError('invalid_reply', text, { field: 'tokenDecimals' })
}

/** Returns the amount credited by confirmed payments, in base units; the amount received where none is stated. */
export function sumPaid(charge: CheckoutCharge, decimals: number): bigint {
  return (charge.payments ?? [])
    .filter((payment) => payment.status === 'COMPLETED')
    .map((payment) => payment.creditedAmount ?? payment.paidAmountInRequestedToken ?? '0')
    .reduce((sum, amount) => sum + parseAmount(amount, decimals), 0n)
}
