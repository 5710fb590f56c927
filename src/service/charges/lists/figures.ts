/** Sums of charges paid since a time, and of open ones. Amounts are decimal text, in local currency. */
export interface ChargeFigures {
  paid: ChargeSum
  /** Charges that nobody has paid anything of; `oldest` is the time at which the first of them was created, undefined for none. */
  waiting: ChargeSum & { oldest: Date | undefined }
}

/** A number of charges, and their amount as decimal text in local currency. */
export interface ChargeSum {
  count: number
  amount: string
}

/** What a list of charges may be narrowed to. */
export interface ChargeChoices {
  tokens: readonly { chainId: number; token: string; symbol: string }[]
  shops: readonly string[]
}
