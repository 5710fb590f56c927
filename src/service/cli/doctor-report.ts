/** The result of a check. `failed`: payments or their events are missed. `warning`: they may be one day. */
export interface Finding {
  state: 'ok' | 'warning' | 'failed'
  /** The subject of the check, such as `chain 8453, https://node.example`. */
  subject: string
  text: string
}

/** Reports the result of a check. */
export type Report = (state: Finding['state'], subject: string, text: string) => void
