import type { MerchantAccount } from './accounts.ts'

/** A person who is signed in at the desk by an api-key. */
export interface DeskSession {
  id: string
  account: MerchantAccount
  keyId: string
  /** The public prefix of the key, and the name that its owner gave it: the person's. */
  keyPrefix: string
  keyName: string
  /** Whether the person may decide and change, and not only see. */
  canWrite: boolean
  /** Stands in every form of the session's pages. */
  formToken: string
}

/** How long sessions last. */
export interface DeskSessionLimits {
  /** Milliseconds without a call after which a session ends. */
  idleMs: number
  /** Milliseconds from its sign-in after which a session ends in any case. */
  lifetimeMs: number
}

/** The sessions of people at the desk. Times are the database's. */
export interface DeskSessionStore {
  /** Starts a session of a key, and returns its token, which is stored nowhere. Sessions that have ended are deleted. */
  startDeskSession(keyId: string, limits: DeskSessionLimits): Promise<string>
  /**
   * Returns the session that a token belongs to, and records its use; undefined where there is none, where it has ended, and
   * where its key was revoked, has expired, or lacks a scope of the desk.
   *
   * @param options `rotates`: whether the token may be replaced where that is due; `newToken` then has the one to send
   */
  openDeskSession(
    token: string,
    limits: DeskSessionLimits,
    options: { rotates: boolean },
  ): Promise<{ session: DeskSession; newToken: string | undefined } | undefined>
  /** Ends the session of a token. */
  endDeskSession(token: string): Promise<void>
}
