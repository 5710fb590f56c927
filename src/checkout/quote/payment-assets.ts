import { parseAmount } from '../../amount.ts'
import { addressPattern, chainIdPattern, isNative } from '../../api/formats.ts'
import { PayError } from '../../errors.ts'
import type { PaymentOption, Quote } from './payment-option.ts'

/** A token on a chain that the merchant accepts in addition to the charge's own, as the service or the page gives it. */
export interface AcceptedAsset {
  /** The EIP-155 chain id. */
  chainId: number | string
  tokenAddress: string
  tokenDecimals: number
  tokenSymbol: string
  /**
   * The whole price, in whole units of this token.
   *
   * @default the charge's own price, for a token of the same symbol only
   */
  tokenAmount?: string | undefined
  /** @default the charge's own recipient */
  recipientAddress?: string | undefined
}

/** An asset that can pay a charge (chain, token and recipient) with the charge's whole price in it, in base units. */
export type PaymentAsset = Omit<Quote, 'amount'> & { price: bigint }

/** Converts a payment option to another asset: its price, paid and owed amounts. The original is kept as `base`. */
export function convertToAsset(
  { base: _, ...base }: PaymentOption,
  { price, ...asset }: PaymentAsset,
): PaymentOption {
  const paidAmount = convertAmount(base.paidAmount, base, { price, ...asset }, false)
  const amountDue =
    price > 0n
      ? price - paidAmount
      : convertAmount(base.quote.amount, base, { price, ...asset }, true)
  const { reference: _reference, expiresAt: _expiresAt, ...target } = asset
  // It is the same charge in every asset, so its reference and the expiry of its price are always those of `base`.
  const { reference, expiresAt } = base.quote
  const quote = {
    ...target,
    amount: amountDue > 0n ? amountDue : 0n,
    ...(reference !== undefined && { reference }),
    ...(expiresAt !== undefined && { expiresAt }),
  }
  return { ...base, base, price, paidAmount, quote }
}

/**
 * Converts an amount of the charge's own token to another asset: by the ratio of the two prices, or 1:1 in whole units
 * where there is no price. A remainder is rounded up or down.
 */
function convertAmount(
  amount: bigint,
  base: PaymentOption,
  asset: PaymentAsset,
  shouldRoundUp: boolean,
): bigint {
  const unitsPerToken = (decimals: number) => 10n ** BigInt(decimals)
  const hasPrices = base.price > 0n && asset.price > 0n
  const numerator = amount * (hasPrices ? asset.price : unitsPerToken(asset.token.decimals))
  const denominator = hasPrices ? base.price : unitsPerToken(base.quote.token.decimals)
  return (numerator + (shouldRoundUp ? denominator - 1n : 0n)) / denominator
}

/** Returns a reloaded option, with the payer's decisions in this page. */
export function keepDecisions(
  freshOption: PaymentOption,
  { ignoredHashes, acceptedSign }: PaymentOption,
): PaymentOption {
  return { ...freshOption, ignoredHashes, acceptedSign }
}

/** Returns whether two quotes are in the same token on the same chain. */
export function isSameAsset(a: Quote, b: Quote): boolean {
  return a.chainId === b.chainId && a.token.address.toLowerCase() === b.token.address.toLowerCase()
}

/** Returns a quote with another chain and token address; decimals, symbol and amount stay as they are. */
export function replaceAsset(
  quote: Quote,
  { chainId, token: address }: { chainId: number; token: string },
): Quote {
  return { ...quote, chainId, token: { ...quote.token, address, native: isNative(address) } }
}

/**
 * Returns whether a stored quote matches one that the service offers now in chain, token, decimals, symbol and
 * recipient. Otherwise the payer would be asked for a transfer that the service never offered.
 */
export function isOffered(storedQuote: Quote, offer: Quote): boolean {
  const { token } = storedQuote
  return (
    isSameAsset(storedQuote, offer) &&
    token.decimals === offer.token.decimals &&
    token.symbol === offer.token.symbol &&
    token.native === offer.token.native &&
    storedQuote.recipient.toLowerCase() === offer.recipient.toLowerCase()
  )
}

/**
 * Returns whether a page may have asked for a stored amount: at least the amount due, which payments have only lowered, and at most
 * the price. With an amount chosen by a script, another of the payer's transfers to the merchant would be mistaken for this
 * payment. Any amount is possible if the payer entered it, or if it came from a price feed.
 */
export function couldHaveAsked({ charge, quote, price }: PaymentOption, amount: bigint): boolean {
  if (charge.pricing_type === 'no_price' || quote.expiresAt !== undefined) return true
  return amount >= quote.amount && amount <= price
}

/** Converts a payment option to the asset of a transfer that this page has made from an option of the service. */
export function convertToQuotedAsset(option: PaymentOption, quote: Quote): PaymentOption {
  if (isSameAsset(option.quote, quote)) return option
  return keepDecisions(
    convertToAsset(option.base ?? option, { ...quote, price: quote.amount }),
    option,
  )
}

/**
 * Returns all options in which a charge can be paid, the one in its own token first.
 *
 * @param pageAssets assets that the page gives, for a service that gives none
 * @throws PayError `invalid_attribute` for an incomplete asset from the page, `invalid_reply` for one from the service
 */
export function listPaymentOptions(
  option: PaymentOption,
  pageAssets: readonly AcceptedAsset[] = [],
): PaymentOption[] {
  const base = option.base ?? option
  const { accepts = pageAssets } = base
  const errorCode = base.accepts ? 'invalid_reply' : 'invalid_attribute'
  if (!Array.isArray(accepts))
    throw new PayError(errorCode, 'accepts is a list.', { field: 'accepts' })
  const assetOptions = accepts.flatMap((acceptedAsset, index) => {
    const asset = parseAcceptedAsset(base, acceptedAsset as AcceptedAsset, index, errorCode)
    return asset ? convertToAsset(base, asset) : []
  })
  return [base, ...assetOptions.filter(({ quote }) => !isSameAsset(quote, base.quote))]
}

function parseAcceptedAsset(
  { quote, price: basePrice }: PaymentOption,
  acceptedAsset: AcceptedAsset,
  index: number,
  errorCode: 'invalid_reply' | 'invalid_attribute',
): PaymentAsset | undefined {
  const { chainId, tokenAddress, tokenDecimals: decimals, tokenSymbol: symbol } = acceptedAsset
  const recipient = acceptedAsset.recipientAddress ?? quote.recipient
  const createError = (what: string) =>
    new PayError(errorCode, `accepts[${index}]: ${what}.`, { field: 'accepts' })
  if (!chainIdPattern.test(String(chainId))) throw createError('chainId is a whole number from 1')
  if (!addressPattern.test(tokenAddress)) throw createError('tokenAddress is 0x and 40 hex digits')
  if (!addressPattern.test(recipient)) throw createError('recipientAddress is 0x and 40 hex digits')
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 77)
    throw createError('tokenDecimals is a whole number from 0 to 77')
  if (typeof symbol !== 'string' || !symbol) throw createError('tokenSymbol is missing')
  const token = { address: tokenAddress, decimals, symbol, native: isNative(tokenAddress) }
  const asset = { chargeId: quote.chargeId, chainId: Number(chainId), recipient, token }
  const isSameSymbol = symbol === quote.token.symbol
  const amount =
    acceptedAsset.tokenAmount === undefined
      ? undefined
      : parseTokenAmount(acceptedAsset.tokenAmount, decimals)
  if (basePrice === 0n) {
    // The payer enters the amount. It counts 1:1 in a token of the same value; for other tokens no rate is known here.
    return isSameSymbol || (errorCode === 'invalid_reply' && !amount)
      ? { ...asset, price: 0n }
      : undefined
  }
  if (amount !== undefined) return { ...asset, price: amount }
  if (!isSameSymbol) throw createError('tokenAmount is missing: the price in this token')
  const numerator = basePrice * 10n ** BigInt(decimals)
  const denominator = 10n ** BigInt(quote.token.decimals)
  return { ...asset, price: (numerator + denominator - 1n) / denominator }

  function parseTokenAmount(text: string, places: number): bigint {
    try {
      return parseAmount(text, places)
    } catch (cause) {
      throw createError(`tokenAmount: ${PayError.from(cause, 'invalid_amount').message}`)
    }
  }
}
