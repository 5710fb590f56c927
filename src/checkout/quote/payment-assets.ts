import { parseAmount } from '../../amount.ts'
import { isNative } from '../../api/schemas/fields.ts'
import { PayError } from '../../errors.ts'
import type { Deal, Quote } from './payment-option.ts'

/** A token on a chain that the merchant accepts beside the charge's own, as the service or the page gives it. */
export interface Accept {
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
export type Pair = Omit<Quote, 'amount'> & { price: bigint }

/** Converts a payment option to another asset: its price, paid and owed amounts. The original is kept as `base`. */
export function inPair({ own: _, ...own }: Deal, { price, ...where }: Pair): Deal {
  const paid = convert(own.paid, own, { price, ...where }, false)
  const owed = price > 0n ? price - paid : convert(own.quote.amount, own, { price, ...where }, true)
  const { reference: _name, expiresAt: _until, ...pair } = where
  // It is the same charge in every asset, so its reference and the expiry of its price are always those of `base`.
  const { reference, expiresAt } = own.quote
  const quote = {
    ...pair,
    amount: owed > 0n ? owed : 0n,
    ...(reference !== undefined && { reference }),
    ...(expiresAt !== undefined && { expiresAt }),
  }
  return { ...own, own, price, paid, quote }
}

/**
 * Converts an amount of the charge's own token to another asset: by the ratio of the two prices, or 1:1 in whole units
 * where there is no price. A remainder is rounded up or down.
 */
function convert(amount: bigint, own: Deal, pair: Pair, up: boolean): bigint {
  const places = (decimals: number) => 10n ** BigInt(decimals)
  const priced = own.price > 0n && pair.price > 0n
  const above = amount * (priced ? pair.price : places(pair.token.decimals))
  const below = priced ? own.price : places(own.quote.token.decimals)
  return (above + (up ? below - 1n : 0n)) / below
}

/** Returns whether two quotes are in the same token on the same chain. */
export function isSamePair(a: Quote, b: Quote): boolean {
  return a.chainId === b.chainId && a.token.address.toLowerCase() === b.token.address.toLowerCase()
}

/** Returns a quote with another chain and token address; decimals, symbol and amount stay as they are. */
export function paidWith(
  quote: Quote,
  { chainId, token: address }: { chainId: number; token: string },
): Quote {
  return { ...quote, chainId, token: { ...quote.token, address, native: isNative(address) } }
}

/**
 * Returns whether a stored quote matches one that the service offers now in chain, token, decimals, symbol and
 * recipient. Otherwise the payer would be asked for a transfer that the service never offered.
 */
export function isOffered(stored: Quote, offer: Quote): boolean {
  const { token } = stored
  return (
    isSamePair(stored, offer) &&
    token.decimals === offer.token.decimals &&
    token.symbol === offer.token.symbol &&
    token.native === offer.token.native &&
    stored.recipient.toLowerCase() === offer.recipient.toLowerCase()
  )
}

/** Converts a payment option to the asset of a transfer that this page has made from an option of the service. */
export function dealIn(deal: Deal, quote: Quote): Deal {
  if (isSamePair(deal.quote, quote)) return deal
  return { ...inPair(deal.own ?? deal, { ...quote, price: quote.amount }), passed: deal.passed }
}

/**
 * Returns all options in which a charge can be paid, the one in its own token first.
 *
 * @param pageAssets assets that the page gives, for a service that gives none
 * @throws PayError `invalid_attribute` for an incomplete asset from the page, `invalid_reply` for one from the service
 */
export function dealsOf(deal: Deal, page: readonly Accept[] = []): Deal[] {
  const own = deal.own ?? deal
  const { accepts = page } = own
  const code = own.accepts ? 'invalid_reply' : 'invalid_attribute'
  if (!Array.isArray(accepts)) throw new PayError(code, 'accepts is a list.', { field: 'accepts' })
  const others = accepts.flatMap((one, at) => {
    const pair = readPair(own, one as Accept, at, code)
    return pair ? inPair(own, pair) : []
  })
  return [own, ...others.filter(({ quote }) => !isSamePair(quote, own.quote))]
}

const address = /^0x[\da-f]{40}$/i

function readPair(
  { quote, price: whole }: Deal,
  given: Accept,
  at: number,
  code: 'invalid_reply' | 'invalid_attribute',
): Pair | undefined {
  const { chainId, tokenAddress, tokenDecimals: decimals, tokenSymbol: symbol } = given
  const recipient = given.recipientAddress ?? quote.recipient
  const wrong = (what: string) =>
    new PayError(code, `accepts[${at}]: ${what}.`, { field: 'accepts' })
  if (!/^[1-9]\d{0,14}$/.test(String(chainId))) throw wrong('chainId is a whole number from 1')
  if (!address.test(tokenAddress)) throw wrong('tokenAddress is 0x and 40 hex digits')
  if (!address.test(recipient)) throw wrong('recipientAddress is 0x and 40 hex digits')
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 77)
    throw wrong('tokenDecimals is a whole number from 0 to 77')
  if (typeof symbol !== 'string' || !symbol) throw wrong('tokenSymbol is missing')
  const token = { address: tokenAddress, decimals, symbol, native: isNative(tokenAddress) }
  const pair = { chargeId: quote.chargeId, chainId: Number(chainId), recipient, token }
  const same = symbol === quote.token.symbol
  const amount = given.tokenAmount === undefined ? undefined : parse(given.tokenAmount, decimals)
  if (whole === 0n) {
    // The payer enters the amount. It counts 1:1 in a token of the same value; for other tokens no rate is known here.
    return same || (code === 'invalid_reply' && !amount) ? { ...pair, price: 0n } : undefined
  }
  if (amount !== undefined) return { ...pair, price: amount }
  if (!same) throw wrong('tokenAmount is missing: the price in this token')
  const above = whole * 10n ** BigInt(decimals)
  const below = 10n ** BigInt(quote.token.decimals)
  return { ...pair, price: (above + below - 1n) / below }

  function parse(text: string, places: number): bigint {
    try {
      return parseAmount(text, places)
    } catch (cause) {
      throw wrong(`tokenAmount: ${PayError.from(cause, 'invalid_amount').message}`)
    }
  }
}
