/** What was paid since a time, and what waits to be paid. Amounts are decimal text, in local currency. */
export interface ChargeFigures {
  paid: ChargeSum
  /** Charges that are open; `oldest`: since when the first of them is, undefined for none. */
  waiting: ChargeSum & { oldest: Date | undefined }
}

/** A number of charges, and their amount as decimal text in local currency. */
export interface ChargeSum {
  count: number
  amount: string
}
