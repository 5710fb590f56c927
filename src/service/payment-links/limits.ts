/** What the charges of payment links may be, as the operator's settings have it. */
export interface LinkLimits {
  /** Milliseconds after which an unpaid charge expires. */
  chargeMs: number
  /** The most charges of one link that wait for their customers at the same time. */
  maxOpen: number
}
