import type { DatedRate } from '../chain/types/tokens.ts'

/** What a source has said of a currency. */
export interface SourceRate extends DatedRate {
  /** When it is too old. */
  freshUntil: Date
}

/** A source of one currency. */
export interface RateSource {
  /** As in `FxRate`. */
  name: string
  /** Whether the operator has set the rate, who then answers for a step. */
  isByHand: boolean
  /** @throws Error whose message says what is wrong, in words that follow the source's name */
  read(): Promise<SourceRate>
}

/** The answer of a source, or why it gives none. */
export type SourceAnswer = Pick<RateSource, 'name' | 'isByHand'> &
  ({ rate: SourceRate; failure?: undefined } | { rate?: undefined; failure: string })

/** A rate that charges were priced by, as it is kept. */
export interface KeptRate extends SourceRate {
  currency: string
  source: string
  readAt: Date
}
