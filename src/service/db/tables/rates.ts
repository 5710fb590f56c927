/** A rate of a currency in US dollars: one unit is `answer / 10 ** decimals`. */
export interface FxRateRow {
  currency: string
  answer: bigint
  decimals: number
  source: string
  datedAt: Date
  freshUntil: Date
  readAt: Date
}
