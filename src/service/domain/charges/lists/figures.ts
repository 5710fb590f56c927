/** Sums of charges, for whoever runs the shop. */
export interface ChargeFigureStore {
  /** Returns the figures of an account: what was paid since a time, and what waits. */
  readChargeFigures(accountId: string, since: Date): Promise<ChargeFigures>
}

/** What was paid since a time, and what waits to be paid. Amounts are decimal text, in local currency. */
export interface ChargeFigures {
  paid: { count: number; amount: string }
  /** Charges that are open; `oldest`: since when the first of them is, undefined for none. */
  waiting: { count: number; amount: string; oldest: Date | undefined }
}
