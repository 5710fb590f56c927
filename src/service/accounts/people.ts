import type { DeskRole } from '../../api/routes/scope.ts'

/** How long an invitation can be accepted, in milliseconds: a week. */
export const invitationMs = 7 * 86_400_000

/** The most invitations of an account that are open at the same time. */
export const maxInvitations = 50

/** An invitation of a person to the desk. */
export interface NewInvitation {
  name: string
  role: DeskRole
  /** When the person's key ends; undefined for never. */
  keyExpiresAt: Date | undefined
}

/** An invitation that nobody has accepted or withdrawn. */
export interface InvitationRecord extends NewInvitation {
  id: string
  accountId: string
  expiresAt: Date
}

/** A session of a person at the desk, as people see it. */
export interface SessionRecord {
  id: string
  keyPrefix: string
  keyName: string
  /** In words; '' for an unknown one. */
  browser: string
  createdAt: Date
  lastUsedAt: Date
}
