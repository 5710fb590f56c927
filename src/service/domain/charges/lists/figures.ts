/** Sums of charges, for whoever runs the shop. */
export interface ChargeFigureStore {
  /** Returns the figures of an account: what was paid since a time, and what waits. */
  readChargeFigures(accountId: string, since: Date): Promise<ChargeFigures>
  /** Returns what was paid from each of these times to the next one; from the last one, up to now. They go up. */
  readPaidSince(accountId: string, times: readonly Date[]): Promise<ChargeSum[]>
}

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
