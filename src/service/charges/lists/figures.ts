/** A number of charges of one currency, and sums of them as decimal text. A charge without a price adds to the number alone. */
export interface ChargeSum {
  /** ISO 4217. */
  currency: string
  count: number
  /** Of their prices. */
  amount: string
  /** What was sent back of these. */
  refunded: string
  /** What has not arrived of these. */
  missing: string
  /** What they keep beyond these. */
  excess: string
  /** When the first of them was created; undefined for none. */
  oldest: Date | undefined
}

/** What a list of charges may be narrowed to. */
export interface ChargeChoices {
  tokens: readonly { chainId: number; token: string; symbol: string }[]
  shops: readonly string[]
  /** ISO 4217. */
  currencies: readonly string[]
}
