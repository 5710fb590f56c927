import { formatAmount, parseAmount } from '../../../amount.ts'
import type { NewCharge } from '../../../api/schemas/charges/charge.ts'
import { PayError } from '../../../errors.ts'
import { dollar, type TokenMetadata, type UsdRate } from '../../chain/types/tokens.ts'
import { createInputError } from '../../kernel/input-error.ts'
import type { FxRate } from '../../rates/types.ts'
import type { LocalRate, PriceSource } from '../records.ts'

/** What a token is worth in a charge's currency: the value of both in US dollars. */
export interface TokenRate {
  /** Of a whole token. */
  token: UsdRate
  /** Of a unit of the currency; undefined for US dollars. */
  currency: FxRate | undefined
}

/** The inputs of a price apart from the charge itself. */
export interface PriceSources {
  /** The amount of the request that the charge names. */
  requestAmount?: string | undefined
  rate?: TokenRate | undefined
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

/** Returns the currency of the price (ISO 4217). */
export function getLocalCurrency({ local_price }: Pick<NewCharge, 'local_price'>): string {
  return local_price?.currency ?? 'USD'
}

/** Returns whether the price depends on a rate. `givenAmount` is the amount of tokens that was given. */
export function needsRate(
  charge: NewCharge,
  token: TokenMetadata,
  givenAmount: string | undefined,
): boolean {
  const isAtPar = token.peg === getLocalCurrency(charge)
  return givenAmount === undefined && !isAtPar && !/^[0.]+$/.test(getLocalAmount(charge))
}

/** Returns the rate of a charge's currency as the charge keeps it; undefined for US dollars, and without a rate. */
export function toLocalRate(rate: TokenRate | undefined): LocalRate | undefined {
  if (!rate?.currency) return undefined
  const { answer, decimals, source, at } = rate.currency
  return { usd: formatAmount(answer, decimals), source, at }
}

/** Returns how an amount of a token was determined; `rate` is the rate by which it was computed, if any. */
export function getPriceSource(
  charge: Pick<NewCharge, 'local_price'>,
  { peg }: TokenMetadata,
  rate: TokenRate | undefined,
): PriceSource {
  if (peg === getLocalCurrency(charge)) return peg === 'USD' ? 'usd_peg' : 'peg'
  return rate ? 'feed' : 'merchant'
}

/**
 * Returns the price of an existing charge in a token, by a new rate.
 *
 * @param localAmount units of its currency, as decimal text
 */
export function computeRenewedPrice(
  localAmount: string,
  token: { decimals: number },
  rate: TokenRate,
): bigint {
  return convertAtRate(parseAmount(localAmount, 78), token, rate, 'local_price.amount')
}

/**
 * Returns the price of a charge in base units of its token: `requestProps.tokenAmount` when the merchant gives it, else
 * the amount of the request that the charge names, else the local price. A token pegged to the price's currency takes it
 * 1:1, digit by digit; for another token it is converted by the rate.
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
  rate: TokenRate | undefined,
): bigint {
  return computeTokenAmount(charge, token, merchantAmount, rate, merchantAmount.field)
}

/** @param localField the field to name when the local price does not fit the token */
function computeTokenAmount(
  charge: NewCharge,
  token: TokenMetadata,
  merchantAmount: MerchantAmount,
  rate: TokenRate | undefined,
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
  if (token.peg === getLocalCurrency(charge))
    return parseUnits(getLocalAmount(charge), token.decimals, localField)
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
 * @param localAmount units of the currency, each in 10 ** 78 parts
 */
function convertAtRate(
  localAmount: bigint,
  token: { decimals: number },
  rate: TokenRate,
  field: string,
): bigint {
  const currency = rate.currency ?? dollar
  const numerator =
    localAmount * currency.answer * 10n ** BigInt(token.decimals + rate.token.decimals)
  const denominator = rate.token.answer * 10n ** BigInt(78 + currency.decimals)
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
