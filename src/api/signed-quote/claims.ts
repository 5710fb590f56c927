import { addressPattern, chainIdPattern } from '../formats.ts'
import type { PricingRate } from '../schemas/fields.ts'

// Written without zod: the page loads this part only where it names quote keys, and each further kind of schema would
// make the first load of all pages larger.

/** The header `typ` of each kind of signed text, so that none can be mistaken for another (RFC 8725 section 3.11). */
export const signedTypes = {
  quote: 'pay-charge-quote+jwt',
  reservation: 'pay-charge-reserved-amount+jwt',
} as const

interface CommonClaims {
  /** When it was signed: Unix seconds (RFC 7519 section 4.1). */
  iat: number
  /** Until when it is valid: Unix seconds. */
  exp: number
  /** The account at the service that the charge belongs to; absent where the merchant's own backend signed. */
  account?: string | undefined
  /** The charge's uuid in lower case. The recipient of the claims knows it already. */
  charge: string
}

/** A way to pay a charge: chain, token and recipient, with the charge's whole price in it. */
export interface SignedQuote {
  /** The EIP-155 chain id in decimal digits. */
  chainId: string
  token: string
  decimals: number
  symbol: string
  recipient: string
  /** The whole price in base units, as text; for a no_price charge the suggested amount, `'0'` for none. */
  amount: string
}

/** The signed part of a charge: everything that decides the recipient, the amount and the purpose of a payment. */
export interface QuoteClaims extends CommonClaims {
  /** The charge's public reference, as it goes into calldata. */
  reference?: string | undefined
  pricingType: string
  /** The price that the payer is shown, and by which rate its currency became tokens. */
  price?: { amount: string; currency: string; rate?: PricingRate | undefined } | undefined
  /** The merchant's name. */
  merchant?: string | undefined
  /**
   * The hash of the order that the charge was created for; `''` where the signer did not receive the order. Absent
   * where the signer has no orders at all.
   */
  order?: string | undefined
  /** The charge's own token first. */
  quotes: readonly SignedQuote[]
}

/** The signed part of a reserved amount: the exact transfer that pays this one charge. */
export interface ReservationClaims extends CommonClaims {
  chainId: string
  token: string
  recipient: string
  /** Whole units of the token, as in the reply. */
  amount: string
}

type Parts<Claims> = Partial<Record<keyof Claims, unknown>>

const isText = (value: unknown) => typeof value === 'string'
const isOptionalText = (value: unknown) => value === undefined || isText(value)
const matches = (value: unknown, pattern: RegExp) =>
  typeof value === 'string' && pattern.test(value)

/** Returns whether a signed value has the form of a quote's claims. A key may also sign something else. */
export function isQuoteClaims(value: unknown): value is QuoteClaims {
  const { reference, pricingType, price, merchant, order, quotes }: Parts<QuoteClaims> =
    Object(value)
  const { amount, currency } = Object(price) as Record<string, unknown>
  return (
    hasCommonClaims(value) &&
    [reference, merchant, order].every(isOptionalText) &&
    isText(pricingType) &&
    (price === undefined || (isText(amount) && isText(currency))) &&
    Array.isArray(quotes) &&
    quotes.every(isSignedQuote)
  )
}

/** Returns whether a signed value has the form of a reserved amount's claims. */
export function isReservationClaims(value: unknown): value is ReservationClaims {
  const { amount }: Parts<ReservationClaims> = Object(value)
  return hasCommonClaims(value) && isPlace(value) && isText(amount)
}

function isSignedQuote(value: unknown): boolean {
  const { decimals, symbol, amount }: Parts<SignedQuote> = Object(value)
  return (
    isPlace(value) &&
    Number.isInteger(decimals) &&
    isText(symbol) &&
    // BigInt reads other texts, too, such as hex digits.
    matches(amount, /^\d{1,78}$/)
  )
}

function isPlace(value: unknown): boolean {
  const { chainId, token, recipient }: Parts<SignedQuote> = Object(value)
  return (
    matches(chainId, chainIdPattern) &&
    matches(token, addressPattern) &&
    matches(recipient, addressPattern)
  )
}

function hasCommonClaims(value: unknown): boolean {
  const { iat, exp, account, charge }: Parts<CommonClaims> = Object(value)
  return [iat, exp].every(Number.isSafeInteger) && isOptionalText(account) && isText(charge)
}
