import type { UsdRate } from '../chain/types/tokens.ts'

/** What one unit of a currency was worth in US dollars, by a source that the operator set. */
export interface FxRate extends UsdRate {
  /** ISO 4217 code. */
  currency: string
  /** The source as the operator knows it: `feed 0x… on chain 1`, the URL of a document, `by hand`. */
  source: string
  /** When the source says that the rate was so. */
  at: Date
}

/** The currencies beside US dollars in which charges can be priced. */
export interface FxRates {
  /** ISO 4217 codes for which the operator has set sources, in alphabetical order; never USD. */
  readonly currencies: readonly string[]
  /**
   * Returns the rate of a currency now, or at a time in the past.
   *
   * @throws PayError `price_unavailable` (503, worth retrying), which names the currency and says why
   */
  read(currency: string, at?: Date): Promise<FxRate>
}
