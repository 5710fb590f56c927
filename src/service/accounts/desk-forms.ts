/** The outcome of a desk form: the page that shows it, and the notice shown there once. */
export interface DeskOutcome {
  /** Below the desk. */
  path: string
  notice: DeskNotice | undefined
  /** Whether the first answer has said it: then the notice is for a form that is sent again. @default false */
  isSaid?: boolean
}

/** The notice about a completed form. */
export interface DeskNotice {
  /** The name of its text. */
  text: string
  /** The form that undoes it: its path below the desk, and the charge that it names. */
  undo?: { path: string; charge?: string | undefined } | undefined
  /** The webhook endpoint's signing secret, which is shown only here. */
  secret?: string | undefined
}

/** A form that was sent: its key, and a hash of its address and its values. */
export interface SentForm {
  key: string
  requestHash: string
}
