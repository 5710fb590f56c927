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

/**
 * The forms that a session of the desk has sent, so that each acts once: by the key that its page gave it. What was done is
 * kept here, where nobody but the session's own forms writes, and not in the address of the next page.
 */
export interface DeskFormStore {
  /**
   * Begins a form, or says what became of it before: `begun` for one that is to act now; its outcome; `acting` while another
   * call acts; `another` for a key that came with other values.
   */
  beginDeskForm(
    sessionId: string,
    form: SentForm,
  ): Promise<'begun' | 'acting' | 'another' | DeskOutcome>
  /** Keeps what a form has done. Its notice is then shown once, on its page. */
  finishDeskForm(sessionId: string, key: string, outcome: DeskOutcome): Promise<void>
  /** Forgets a form that did nothing: it may be corrected, and sent again. */
  dropDeskForm(sessionId: string, key: string): Promise<void>
  /** Returns what is to be said on a page below the desk, and forgets it; undefined for nothing. */
  takeDeskNotice(sessionId: string, path: string): Promise<DeskNotice | undefined>
}
