import { formatAmount } from '../../amount.ts'
import type { QuoteClaims, ReservationClaims, SignedQuote } from '../../api/signed-quote/claims.ts'
import type { UnverifiedReason } from '../../api/signed-quote/verify.ts'
import { PayError } from '../../errors.ts'
import { isSameAddress, listOffers } from './check-pins.ts'
import type { AcceptedAsset } from './payment-assets.ts'
import type { PaymentOption, Quote } from './payment-option.ts'

/**
 * Why an offer is not one that the merchant has signed: the signature itself, or the first thing in which the two
 * differ. `charge`, `reference` and `order` are signatures of another payment.
 */
export type UnsignedReason =
  | UnverifiedReason
  | 'missing'
  | 'expired'
  | 'charge'
  | 'reference'
  | 'order'
  | 'price'
  | 'asset'
  | 'recipient'
  | 'amount'
  | 'reserved_amount'

/**
 * Milliseconds for which a signature is accepted after its end: the same as the service counts a transfer after the end
 * of its price, so that clocks may differ a little.
 */
export const expiryToleranceMs = 5 * 60_000

/**
 * Returns where an offer differs from the merchant's signed quote, if it does. All assets that the charge accepts
 * are compared, also those that the payer has not chosen.
 *
 * @param chargeId the charge that the page names, if it names one
 * @param now Unix milliseconds
 */
export function findUnsigned(
  option: PaymentOption,
  claims: QuoteClaims,
  { chargeId, now }: { chargeId: string | undefined; now: number },
  pageAssets?: readonly AcceptedAsset[],
): UnsignedReason | undefined {
  const { charge, quote } = option
  const ids = [charge.id, quote.chargeId, chargeId ?? charge.id]
  if (ids.some((id) => id.toLowerCase() !== claims.charge)) return 'charge'
  // The reference goes into calldata: with a wrong one, the payer would pay another payer's charge.
  if (quote.reference !== claims.reference) return 'reference'
  if (isExpired(claims, now)) return 'expired'
  const local = charge.pricing?.local
  const { price } = claims
  const isSamePrice = local?.amount === price?.amount && local?.currency === price?.currency
  if (charge.pricing_type !== claims.pricingType || !isSamePrice) return 'price'
  for (const offer of [option, ...listOffers(option, pageAssets)]) {
    const reason = findUnsignedAsset(offer, claims)
    if (reason) return reason
  }
  return undefined
}

function findUnsignedAsset(offer: PaymentOption, claims: QuoteClaims): UnsignedReason | undefined {
  // An asset that the page itself accepts is the merchant's word already, and so is its price.
  if (offer.base && offer.base.accepts === undefined) return undefined
  const { quote, price } = offer
  const { token, chainId, recipient, amount } = quote
  const asset = claims.quotes.find((candidate) => isSameAsset(candidate, quote))
  const isSameToken = asset?.decimals === token.decimals && asset.symbol === token.symbol
  if (!asset || !isSameToken || Number(asset.chainId) !== chainId) return 'asset'
  if (!isSameAddress(asset.recipient, recipient)) return 'recipient'
  // The payer enters the amount, so there is no price that it could exceed.
  if (claims.pricingType === 'no_price') return price === 0n ? undefined : 'amount'
  // Less is owed where a part was paid.
  return price === BigInt(asset.amount) && amount <= price ? undefined : 'amount'
}

/**
 * Returns where a reserved amount differs from one that the merchant has signed for this charge. An amount that is
 * reserved for another charge would pay that one.
 */
export function findUnsignedReservation(
  { quote }: PaymentOption,
  claims: ReservationClaims,
  now: number,
): UnsignedReason | undefined {
  const isSigned =
    claims.charge === quote.chargeId.toLowerCase() &&
    isSameAsset(claims, quote) &&
    isSameAddress(claims.recipient, quote.recipient) &&
    claims.amount === formatAmount(quote.amount, quote.token.decimals)
  if (!isSigned) return 'reserved_amount'
  return isExpired(claims, now) ? 'expired' : undefined
}

const isSameAsset = (asset: Pick<SignedQuote, 'chainId' | 'token'>, { chainId, token }: Quote) =>
  Number(asset.chainId) === chainId && isSameAddress(asset.token, token.address)

const isExpired = ({ exp }: { exp: number }, now: number) => exp * 1000 + expiryToleranceMs < now

const reasonTexts: Partial<Record<UnsignedReason, string>> = {
  not_supported: 'This browser can’t check the signature of the store (Ed25519). Nothing was sent.',
  insecure_page: 'Signatures can only be checked on a page with https. Nothing was sent.',
}

/** Creates the error for an offer that the merchant has not signed. */
export function createUnsignedError(reason: UnsignedReason): PayError {
  const text =
    'This payment doesn’t carry a valid signature of the store. Nothing was sent. Try again. If it happens again, please tell the store.'
  const message = reasonTexts[reason] ?? text
  return new PayError('quote_not_signed', message, { field: 'quote-key', details: { reason } })
}
