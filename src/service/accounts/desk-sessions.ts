import type { DeskRole } from '../../api/routes/scope.ts'
import type { MerchantAccount } from './accounts.ts'

/** A person signed in at the desk by an api-key. */
export interface DeskSession {
  id: string
  account: MerchantAccount
  keyId: string
  /** The public prefix of the key, and the name that its owner gave it: the person's. */
  keyPrefix: string
  keyName: string
  /** When the key ends; undefined for never. */
  keyExpiresAt: Date | undefined
  /** What the person may do. */
  role: DeskRole
  /** Whether its key is of the live account, and that has a test account: then the person may switch between the two. */
  canSwitch: boolean
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
