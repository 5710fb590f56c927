/** What a form of the desk has done: the page that shows it, and what is said there once. */
export interface DeskOutcome {
  /** Below the desk. */
  path: string
  notice: DeskNotice | undefined
}

/** What was just done, and what its page needs to say it. */
export interface DeskNotice {
  /** The name of its text. */
  text: string
  /** What can be undone: money that was assigned to a charge. */
  undo?: { payment: string; charge: string } | undefined
  /** What is shown this once: the signing secret of a webhook endpoint. */
  secret?: string | undefined
}

/** A form that was sent: the key that it carries, and a hash of where it was sent with what. */
export interface SentForm {
  key: string
  requestHash: string
}
