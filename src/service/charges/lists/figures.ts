/** A number of charges, and sums of them as decimal text in local currency. A charge without a price adds to the number alone. */
export interface ChargeSum {
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
}
