import { formatAmount } from '../../../amount.ts'
import { dollarTokens } from '../../../api/chains/dollar-tokens.ts'

/** A token that the operator declares to be pegged to a currency. */
export interface KnownToken {
  chainId: number
  address: string
  /** @default read from the chain */
  symbol?: string | undefined
  /** @default read from the chain */
  decimals?: number | undefined
  /** ISO 4217 code of the currency: one token is worth one unit of it. */
  peg: string
}

/** Dollar tokens that need no configuration. */
export const builtInTokens: readonly KnownToken[] = dollarTokens.map((token) => ({
  ...token,
  peg: 'USD',
}))

/** Returns the key of a token in a map. */
export function toTokenKey(chainId: number, address: string): string {
  return `${chainId}:${address.toLowerCase()}`
}

/** A token's decimals and symbol, and how it is priced. */
export interface TokenMetadata {
  decimals: number
  symbol: string
  /** The currency that the token is pegged to (ISO 4217), as the operator configured or built in; undefined for none. */
  peg: string | undefined
}

/** The domain (EIP-712) over which an account signs transfers of a token; chain and contract are the token's own. */
export interface AuthorizationDomain {
  name: string
  version: string
}

/** A value in US dollars: `answer / 10 ** decimals`, of a whole token or of a unit of a currency. */
export interface UsdRate {
  /** Above 0. */
  answer: bigint
  decimals: number
}

/** A rate, and when its source says that it was so. */
export interface DatedRate extends UsdRate {
  at: Date
}

/** A Chainlink feed in US dollars. */
export interface DollarFeed {
  chainId: number
  /** The feed's proxy contract (AggregatorV3Interface). */
  feed: string
  /** On a rollup: Chainlink's sequencer uptime feed. Answers are not fresh while the sequencer is down. */
  sequencerFeed?: string | undefined
}

/** The feed of a currency, by its ISO 4217 code. */
export interface CurrencyFeed extends DollarFeed {
  currency: string
}

/** The value of a dollar, and of a token that is pegged to it. */
export const dollar: UsdRate = { answer: 1n, decimals: 0 }

/**
 * The value of a token in US dollars when a block was mined: from its dollar peg, or from the operator's price feed at that block.
 * If unknown, the reason: the token has no feed (`none`), or the feed did not answer for the block (`unavailable`).
 */
export type UsdPrice =
  | { source: 'peg' | 'feed'; rate: UsdRate }
  | { source: 'none' | 'unavailable'; rate?: undefined }
export type UsdPriceSource = UsdPrice['source']

/** The same in the form of the books. */
export interface BookedPrice {
  /** Decimal text: US dollars of a whole token. */
  usdPrice: string | undefined
  usdSource: UsdPriceSource
}

/** Returns a price in the form of the books. */
export function toBookedPrice({ source, rate }: UsdPrice): BookedPrice {
  return { usdPrice: rate && formatAmount(rate.answer, rate.decimals), usdSource: source }
}
