import { parseAmount } from '../../../amount.ts'
import type { NewCharge } from '../../../api/schemas/charges/charge.ts'
import { PayError } from '../../../errors.ts'
import type { TokenMetadata, UsdRate } from '../../chain/types/tokens.ts'
import { createInputError } from '../../kernel/input-error.ts'
import type { PriceSource } from '../records.ts'

/** The inputs of a price apart from the charge itself. */
export interface PriceSources {
  /** The amount of the request that the charge names. */
  requestAmount?: string | undefined
  rate?: UsdRate | undefined
}

/** An amount of tokens that the merchant gave, if any, and the field in which it is given. */
interface MerchantAmount {
  amount: string | undefined
  field: string
}

/** Returns the price in local currency as the merchant wrote it; 0 where a `no_price` charge suggests none. */
export function getLocalAmount({ local_price }: Pick<NewCharge, 'local_price'>): string {
  return local_price?.amount ?? '0'
}

/** Returns whether the price depends on the rate of the token. `givenAmount` is the amount of tokens that was given. */
export function needsRate(
  charge: NewCharge,
  token: TokenMetadata,
  givenAmount: string | undefined,
): boolean {
  return givenAmount === undefined && !token.isUsdPegged && !/^[0.]+$/.test(getLocalAmount(charge))
}

/** Returns how an amount of a token was determined; `rate` is the rate by which it was computed, if any. */
export function getPriceSource(token: TokenMetadata, rate: UsdRate | undefined): PriceSource {
  if (token.isUsdPegged) return 'usd_peg'
  return rate ? 'feed' : 'merchant'
}

/**
 * Returns the price of an existing charge in a token, by a new rate.
 *
 * @param localAmount US dollars, as decimal text
 */
export function computeRenewedPrice(
  localAmount: string,
  token: { decimals: number },
  rate: UsdRate,
): bigint {
  return convertAtRate(parseAmount(localAmount, 78), token, rate, 'local_price.amount')
}

/**
 * Returns the price of a charge in base units of its token: `requestProps.tokenAmount` when the merchant gives it, else
 * the amount of the request that the charge names, else the local price. A token pegged to the dollar takes the local
 * price 1:1, digit by digit; for another token it is converted by the rate.
 *
 * @throws PayError `invalid_request` naming the field
 */
export function computePrice(
  charge: NewCharge,
  token: TokenMetadata,
  sources: PriceSources = {},
): bigint {
  const ownAmount = charge.requestProps?.tokenAmount
  const usesRequestAmount = ownAmount === undefined && sources.requestAmount !== undefined
  const field = usesRequestAmount ? 'requestId' : 'requestProps.tokenAmount'
  const merchantAmount = { amount: ownAmount ?? sources.requestAmount, field }
  return computeTokenAmount(charge, token, merchantAmount, sources.rate, 'local_price.amount')
}

/**
 * Returns the price of a charge in base units of another token that it accepts. The rules are the same, except that the
 * amount of a request does not apply.
 *
 * @throws PayError `invalid_request` naming `merchantAmount.field` for every error of this token alone
 */
export function computeAcceptedPrice(
  charge: NewCharge,
  token: TokenMetadata,
  merchantAmount: MerchantAmount,
  rate: UsdRate | undefined,
): bigint {
  return computeTokenAmount(charge, token, merchantAmount, rate, merchantAmount.field)
}

/** @param localField the field to name when the local price does not fit the token */
function computeTokenAmount(
  charge: NewCharge,
  token: TokenMetadata,
  merchantAmount: MerchantAmount,
  rate: UsdRate | undefined,
  localField: string,
): bigint {
  const isFixedPrice = charge.pricing_type === 'fixed_price'
  const localAmount = parseUnits(getLocalAmount(charge), 78, 'local_price.amount')
  if (isFixedPrice && localAmount === 0n) throw createZeroPriceError('local_price.amount')
  if (merchantAmount.amount !== undefined) {
    const amount = parseUnits(merchantAmount.amount, token.decimals, merchantAmount.field)
    if (isFixedPrice && amount === 0n) throw createZeroPriceError(merchantAmount.field)
    return amount
  }
  // A suggested amount of 0 is 0 in every currency.
  if (localAmount === 0n) return 0n
  if (token.isUsdPegged) return parseUnits(getLocalAmount(charge), token.decimals, localField)
  if (rate) return convertAtRate(localAmount, token, rate, localField)
  throw createInputError(
    merchantAmount.field,
    `${token.symbol} has no known price in USD: give ${merchantAmount.field}, ` +
      'or ask the operator to add the token to TOKENS or PRICE_FEEDS.',
  )
}

/**
 * Returns a price in a token by its rate. The exact fraction is rounded up to the token's base unit, so that the payer
 * never sends less than the price.
 *
 * @param localAmount US dollars, in units of 10 ** -78
 */
function convertAtRate(
  localAmount: bigint,
  token: { decimals: number },
  rate: UsdRate,
  field: string,
): bigint {
  const numerator = localAmount * 10n ** BigInt(token.decimals + rate.decimals)
  const denominator = rate.answer * 10n ** 78n
  const amount = (numerator + denominator - 1n) / denominator
  if (amount < 1n << 256n) return amount
  throw createInputError(field, 'local_price.amount is too large.')
}

function parseUnits(text: string, decimals: number, field: string): bigint {
  let amount: bigint
  try {
    amount = parseAmount(text, decimals)
  } catch (cause) {
    throw createInputError(field, PayError.from(cause, 'invalid_amount').message)
  }
  // ERC-20 amounts are uint256: a larger one cannot be transferred.
  if (decimals < 78 && amount >= 1n << 256n) throw createInputError(field, `${text} is too large.`)
  return amount
}

function createZeroPriceError(field: string): PayError {
  return createInputError(field, 'A fixed_price charge must cost more than 0.')
}
