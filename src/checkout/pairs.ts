import { parseAmount } from '../amount.ts'
import { isNative } from '../api/fields.ts'
import { PayError } from '../errors.ts'
import type { Deal, Quote } from './deal.ts'
import type { Late } from './ports.ts'

/** A chain and a token beside the charge's own in which the merchant takes it, as a service or a page gives it. */
export interface Accept {
  /** EIP-155. */
  chainId: number | string
  tokenAddress: string
  tokenDecimals: number
  tokenSymbol: string
  /** The whole price, in whole units of this token. @default the charge's own, for a token of the same symbol only */
  tokenAmount?: string | undefined
  /** @default the charge's own */
  recipientAddress?: string | undefined
}

/** What is transferred in a pair, and the charge's whole price in it. */
export type Pair = Omit<Quote, 'amount'> & { price: bigint }

/** A deal as one in another pair: price, paid and owed in its token. The own deal is kept. */
export function inPair({ own: _, ...own }: Deal, { price, ...where }: Pair): Deal {
  const paid = convert(own.paid, own, { price, ...where }, false)
  const owed = price > 0n ? price - paid : convert(own.quote.amount, own, { price, ...where }, true)
  const { reference: _name, expiresAt: _until, ...pair } = where
  // Whatever it is paid in, it is this charge: its name, and how long its prices hold, are those of its own pair.
  const { reference, expiresAt } = own.quote
  const quote = {
    ...pair,
    amount: owed > 0n ? owed : 0n,
    ...(reference !== undefined && { reference }),
    ...(expiresAt !== undefined && { expiresAt }),
  }
  return { ...own, own, price, paid, quote }
}

/** An amount of the own token in another: by the two prices, else digit by digit. What does not come out even is rounded. */
function convert(amount: bigint, own: Deal, pair: Pair, up: boolean): bigint {
  const places = (decimals: number) => 10n ** BigInt(decimals)
  const priced = own.price > 0n && pair.price > 0n
  const above = amount * (priced ? pair.price : places(pair.token.decimals))
  const below = priced ? own.price : places(own.quote.token.decimals)
  return (above + (up ? below - 1n : 0n)) / below
}

/** True when both are paid by the same token on the same chain. */
export function isSamePair(a: Quote, b: Quote): boolean {
  return a.chainId === b.chainId && a.token.address.toLowerCase() === b.token.address.toLowerCase()
}

/** The quote of a hash that was kept beside an entry, as far as that tells. */
export function paidWith(
  quote: Quote,
  { chainId, token: address }: Pick<Late, 'chainId' | 'token'>,
): Quote {
  return { ...quote, chainId, token: { ...quote.token, address, native: isNative(address) } }
}

/**
 * Returns whether a stored quote is one that the service offers now: chain, token with its places and symbol, recipient.
 * Anything else in the place of one of them would be asked of the payer in the service's name.
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

/**
 * Returns whether a page may have asked for a stored amount: no less than is owed now, and no more than the price, for
 * what came in between only lowers it. By an amount of a script's choice another of the payer's transfers to the merchant
 * would be taken for this payment. An amount that the payer chose, or that a feed gave, may be any.
 */
export function couldHaveAsked({ charge, quote, price }: Deal, amount: bigint): boolean {
  if (charge.pricing_type === 'no_price' || quote.expiresAt !== undefined) return true
  return amount >= quote.amount && amount <= price
}

/** The deal in the pair of a transfer that this very page has made, of what the service offered. */
export function dealIn(deal: Deal, quote: Quote): Deal {
  if (isSamePair(deal.quote, quote)) return deal
  return { ...inPair(deal.own ?? deal, { ...quote, price: quote.amount }), passed: deal.passed }
}

/**
 * All deals in which a charge can be paid, its own first.
 *
 * @param page pairs that the page gives, for a service that gives none
 * @throws PayError `invalid_attribute` for a pair of the page that is not complete, `invalid_reply` for one of the service
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
    // The payer names the amount, which counts 1:1 in what is worth the same; of another worth nobody here knows.
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
