/** The status of a tab's payment, which it sends to the other tabs. `over`: no payment is in progress. */
export interface TabStatus {
  step: 'sending' | 'unknownOutcome' | 'reporting' | 'confirming' | 'over'
  hash?: string | undefined
  confirmations?: number | undefined
  requiredConfirmations?: number | undefined
}

/** The port to the other tabs of this browser. */
export interface Tabs {
  /** Sends this tab's status to the other tabs. */
  notify(chargeId: string, status: TabStatus): void
  /** Calls back with the status of other tabs. A tab that is paying answers immediately. Returns a function that stops it. */
  listen(chargeId: string, onStatus: (status: TabStatus) => void): () => void
}
