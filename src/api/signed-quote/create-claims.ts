import { parseAmount } from '../../amount.ts'
import { referencePattern } from '../formats.ts'
import type { CheckoutCharge } from '../schemas/charges/checkout-charge.ts'
import type { PricingRate } from '../schemas/fields.ts'
import type { ReservedAmount } from '../schemas/payments/payment.ts'
import type { RequestCharge, RequestChargeAsset } from '../schemas/requests/request-charge.ts'
import type { QuoteClaims, ReservationClaims, SignedQuote } from './claims.ts'

/** Milliseconds for which a signature is valid where neither charge nor price has an end. */
const defaultLifetimeMs = 24 * 60 * 60_000

/** What is signed of a charge. A page's own charge has no rate. */
type PricedCharge = Pick<CheckoutCharge, 'id' | 'reference' | 'pricing_type' | 'expires_at'> & {
  pricing?:
    | (NonNullable<CheckoutCharge['pricing']> & { rate?: PricingRate | undefined })
    | undefined
}

/** The claims that the signer adds to those of charge and request charge. */
export type SignerClaims = Pick<QuoteClaims, 'account' | 'merchant' | 'order'>

/**
 * Returns the claims of a charge, as proxy and service sign them for the page. It is valid as long as the charge, or
 * as long as its price where that ends earlier, so that no older price of the same charge can be served again.
 *
 * @throws PayError `invalid_amount` for an amount with more decimal places than its token
 */
export function createQuoteClaims(
  charge: PricedCharge,
  requestCharge: RequestCharge,
  signer: SignerClaims,
  now: number,
): QuoteClaims {
  const { reference, pricing } = charge
  const { accepts = [], requestLink, quoteExpiresAt } = requestCharge
  const ownAsset = { ...requestCharge, recipientAddress: requestLink.recipientAddress }
  const ends = [charge.expires_at, quoteExpiresAt].map((time) => Date.parse(time ?? ''))
  const knownEnds = ends.filter((time) => !Number.isNaN(time))
  const end = knownEnds.length > 0 ? Math.min(...knownEnds) : now + defaultLifetimeMs
  return {
    ...createTimes(now, end),
    ...signer,
    charge: charge.id.toLowerCase(),
    // Any other text never gets into calldata.
    ...(reference !== undefined && referencePattern.test(reference) && { reference }),
    pricingType: charge.pricing_type,
    ...(pricing && {
      price: { ...pricing.local, ...(pricing.rate && { rate: pricing.rate }) },
    }),
    quotes: [ownAsset, ...accepts].map(toSignedQuote),
  }
}

type Asset = Omit<RequestChargeAsset, 'tokenType'>

function toSignedQuote(asset: Asset): SignedQuote {
  const { chainId, tokenAddress: token, tokenDecimals: decimals, tokenSymbol: symbol } = asset
  const amount = String(parseAmount(asset.tokenAmount, decimals))
  return { chainId, token, decimals, symbol, recipient: asset.recipientAddress, amount }
}

/** Returns the claims of a reserved amount. */
export function createReservationClaims(
  chargeId: string,
  { chainId, tokenAddress, recipientAddress, amount, expiresAt }: ReservedAmount,
  signer: Pick<QuoteClaims, 'account'>,
  now: number,
): ReservationClaims {
  return {
    ...createTimes(now, Date.parse(expiresAt)),
    ...signer,
    charge: chargeId.toLowerCase(),
    chainId,
    token: tokenAddress,
    recipient: recipientAddress,
    amount,
  }
}

/** Rounded down, so that a signature never outlives its subject. */
function createTimes(now: number, end: number): Pick<QuoteClaims, 'iat' | 'exp'> {
  return { iat: Math.floor(now / 1000), exp: Math.max(0, Math.floor(end / 1000)) }
}
