import { parseAmount } from '../../amount.ts'
import { dollarTokens } from '../../api/chains/dollar-tokens.ts'
import { isNative } from '../../api/formats.ts'
import { PayError } from '../../errors.ts'
import { type AcceptedAsset, listPaymentOptions } from './payment-assets.ts'
import type { PaymentOption, Quote } from './payment-option.ts'
import type { MaxRate, Pins } from './pins.ts'
import { getMaxReservedAmount } from './reservation.ts'

/**
 * Returns why a charge must not be paid on this page, if its offer disagrees with the page's pins. All assets that
 * the charge accepts are checked, also those that the payer has not chosen: one lie is enough not to trust the rest.
 *
 * @param reservation the same offer with a reserved amount, where one was reserved
 */
export function findPinViolation(
  option: PaymentOption,
  pins: Pins,
  pageAssets?: readonly AcceptedAsset[],
  reservation?: PaymentOption,
): PayError | undefined {
  for (const offer of [option, ...listOffers(option, pageAssets)]) {
    const error = checkOption(offer, pins)
    if (error) return error
  }
  return reservation && checkReserved(option, reservation)
}

/** Returns the offers of a charge. Assets that cannot be read are not offered either, and reported when connecting. */
export function listOffers(
  option: PaymentOption,
  pageAssets?: readonly AcceptedAsset[],
): readonly PaymentOption[] {
  try {
    return listPaymentOptions(option, pageAssets)
  } catch {
    return option.base ? [option.base] : []
  }
}

function checkOption(option: PaymentOption, pins: Pins): PayError | undefined {
  const { quote } = option
  const { recipients, maxRates } = pins
  const isNamed = recipients?.some(
    ({ chainId, address }) => chainId === quote.chainId && isSameAddress(address, quote.recipient),
  )
  if (recipients && !isNamed) return createRecipientError('recipients', quote)
  // An asset that the page itself accepts is the merchant's word already, and so is its price.
  if (option.base && option.base.accepts === undefined) return undefined
  const field = findDisagreement(quote, pins)
  if (field === 'recipient') return createRecipientError(field, quote)
  if (field) return createMismatchError(field, quote)
  const mustCheckAmount = recipients !== undefined || maxRates !== undefined
  return mustCheckAmount && !isAmountBound(option, pins)
    ? createMismatchError('max-rate', quote)
    : undefined
}

/** Returns the name of the attribute of a destination with which a quote disagrees. */
function findDisagreement({ chainId, recipient, token }: Quote, pins: Pins): string | undefined {
  const { tokenAddress } = pins
  const isSameToken =
    !tokenAddress ||
    isSameAddress(tokenAddress, token.address) ||
    (isNative(tokenAddress) && token.native)
  if (pins.recipient && !isSameAddress(pins.recipient, recipient)) return 'recipient'
  if (pins.chainId && Number(pins.chainId) !== chainId) return 'chain-id'
  if (!isSameToken) return 'token-address'
  if (pins.tokenDecimals && Number(pins.tokenDecimals) !== token.decimals) return 'token-decimals'
  if (pins.tokenSymbol && pins.tokenSymbol !== token.symbol) return 'token-symbol'
  return undefined
}

/**
 * Returns whether the price in tokens is known to be no more than the price that the payer is shown. The proxy
 * could lie about a token without a bound, so such a token cannot be used to pay.
 */
function isAmountBound({ charge, quote, price }: PaymentOption, pins: Pins): boolean {
  const bound = findBound(quote, pins)
  if (!bound || bound.decimals !== quote.token.decimals) return false
  // The payer enters the amount, so there is no price that it could exceed.
  if (price === 0n) return true
  const local = charge.pricing?.local
  if (!local) return false
  if (bound.rate === undefined || local.currency.toUpperCase() !== bound.currency) return false
  return price <= convertAtRate(local.amount, bound.rate, bound.decimals) && quote.amount <= price
}

/** The page's own bound for a token: its decimals, and the most tokens for a unit of a currency. */
type TokenBound = Pick<MaxRate, 'decimals'> & Partial<Pick<MaxRate, 'rate' | 'currency'>>

function findBound({ chainId, token }: Quote, pins: Pins): TokenBound | undefined {
  const isOfToken = ({ chainId: id, token: pinToken }: Pick<MaxRate, 'chainId' | 'token'>) =>
    id === chainId &&
    (pinToken === 'native' ? token.native : isSameAddress(pinToken, token.address))
  const maxRate = pins.maxRates?.find(isOfToken)
  if (maxRate) return maxRate
  const dollar = dollarTokens.find((dollarToken) =>
    isOfToken({ ...dollarToken, token: dollarToken.address }),
  )
  if (dollar) return { decimals: dollar.decimals, rate: '1', currency: 'USD' }
  if (token.native) return { decimals: 18 }
  const { tokenAddress, tokenDecimals } = pins
  return tokenAddress && tokenDecimals ? { decimals: Number(tokenDecimals) } : undefined
}

/** Converts a price to base units of a token at the highest rate, rounded up. */
function convertAtRate(amount: string, rate: string, decimals: number): bigint {
  const places = 78
  const denominator = 10n ** BigInt(2 * places)
  const units = parseAmount(amount, places) * parseAmount(rate, places) * 10n ** BigInt(decimals)
  return (units + denominator - 1n) / denominator
}

/** A reserved amount may exceed the amount due by a few digits, in the same asset and to the same recipient. */
function checkReserved(option: PaymentOption, { quote }: PaymentOption): PayError | undefined {
  const due = option.quote
  const isSamePlace =
    quote.chainId === due.chainId &&
    isSameAddress(quote.recipient, due.recipient) &&
    isSameAddress(quote.token.address, due.token.address) &&
    quote.token.decimals === due.token.decimals
  return isSamePlace && quote.amount <= getMaxReservedAmount(option)
    ? undefined
    : createMismatchError('max-rate', quote)
}

export const isSameAddress = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

function createRecipientError(field: string, { chainId, recipient }: Quote): PayError {
  const text =
    'The payment address doesn’t match the store’s. Nothing was sent. Please contact the store.'
  const details = { account: `eip155:${chainId}:${recipient}` }
  return new PayError('recipient_not_pinned', text, { field, details })
}

function createMismatchError(field: string, { chainId, token, amount }: Quote): PayError {
  const text =
    'This payment doesn’t match what the store has set for it. Nothing was sent. Please tell the store.'
  const details = { chainId, token, amount: String(amount) }
  return new PayError('quote_mismatch', text, { field, details })
}
