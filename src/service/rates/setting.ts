import type { DollarFeed, UsdRate } from '../chain/types/tokens.ts'

/** A Chainlink feed of a currency in US dollars. */
export interface FeedSource extends DollarFeed {
  kind: 'feed'
  /** Older answers are refused; weekends do not count. Use the feed's heartbeat plus some time for a slow chain. */
  maxAgeSeconds: number
}

/** A document in the form of the European Central Bank's daily reference rates. */
export interface DocumentSource {
  kind: 'document'
  url: string
  /** Older documents are refused; weekends and the bank's holidays do not count. */
  maxAgeSeconds: number
}

/** A rate that the operator has set. */
export interface HandSource {
  kind: 'hand'
  rate: UsdRate
  /** From when on it is refused. */
  until: Date
}

export type FxSource = FeedSource | DocumentSource | HandSource

/** The operator's sources for a currency. */
export interface FxSetting {
  /** ISO 4217 code. */
  currency: string
  /** Lowest value of one unit that is believed, in US dollars. */
  min: number
  /** Highest value that is believed. */
  max: number
  /** By how many percent two sources may differ, and one source alone may move at once. */
  boundPercent: number
  /** In order of preference. */
  sources: readonly FxSource[]
}

/** Returns the name of a source, which holds no secret: a URL without its query and credentials. */
export function describeSource(source: FxSource): string {
  if (source.kind === 'feed') return `feed ${source.feed} on chain ${source.chainId}`
  if (source.kind === 'hand') return 'by hand'
  const { origin, pathname } = new URL(source.url)
  return `${origin}${pathname}`
}
