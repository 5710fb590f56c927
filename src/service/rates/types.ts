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

/** The rates of a service without FX_RATES, or as the operator sees them. */
export interface OperatedFxRates extends FxRates {
  /** Reads the state of each currency, at most once in ten seconds; never rejects for a source that fails. */
  listStates(): Promise<readonly FxRateState[]>
  /**
   * Returns the state of each currency as it was last read, without those that were not read yet. Waits for nothing: they are read
   * again in the background.
   */
  getStates(): readonly FxRateState[]
  /**
   * Uses the rate of one source alone that waits because it has moved too far at once, and returns it.
   *
   * @throws PayError `not_found` where none waits
   */
  accept(currency: string): Promise<FxRate>
}

/** The state of a currency's rate. */
export interface FxRateState {
  currency: string
  /** Lowest and highest value that is believed, in US dollars. */
  min: number
  max: number
  /** By how many percent two sources may differ, and one source alone may move at once. */
  boundPercent: number
  /** The rate that prices are computed by; undefined where there is none. */
  rate: FxRate | undefined
  /** Why there is none. */
  refusal: string | undefined
  /** Whether it is because of a step that the operator can accept. */
  isWaiting: boolean
  /** When this process last had none; undefined for never. */
  lastRefusedAt: Date | undefined
  /** In the operator's order. */
  sources: readonly FxSourceState[]
  /** When the sources were last read. */
  readAt: Date
}

/** What a source has said. */
export interface FxSourceState {
  source: string
  /** Undefined where the source cannot be used. */
  rate: (UsdRate & { at: Date; freshUntil: Date }) | undefined
  /** Why it cannot be used, in words that follow its name. */
  failure: string | undefined
}
