import type { AuditEntry } from '../../api/schemas/settings.ts'
import type { SettingName } from './settings.ts'

/** A page of an audit log, newest first. */
export interface ListAuditResult {
  entries: AuditRecord[]
  /** Whether there are more in the direction of the cursor. */
  hasMore: boolean
}

/** A change of an account's keys or settings, or a decision about its money, as the audit log keeps it. */
export type AuditAction =
  | 'account.created'
  | 'account.updated'
  | 'key.created'
  | 'key.changed'
  | 'key.revoked'
  | 'invitation.created'
  | 'invitation.withdrawn'
  | 'session.ended'
  | `${SettingName}.${SettingStep}`
  | 'webhook.updated'
  | 'webhook.secret_rotated'
  | 'payment.assigned'
  | 'payment.unassigned'
  | 'payment.ignored'
  | 'books.closed'
  | 'books.currency'
  | 'rate.accepted'
  | 'payment.restored'
  | 'charge.canceled'
  | 'charge.accepted'
  | 'charge.unaccepted'
  | 'charge.shipped'
  | 'payment_link.created'
  | 'payment_link.ended'
  | 'mail.sent_again'
  | 'mail.ignored'
  | `refund.${'created' | 'approved' | 'signing' | 'released' | 'dismissed' | 'canceled'}`

/**
 * A step of a setting: `set` when it applies immediately; `changing` when it applies after the delay, then `changed`, or `canceled`
 * if it was withdrawn before.
 */
type SettingStep = 'set' | 'changing' | 'changed' | 'canceled'

/** An entry of the audit log. */
export interface AuditRecord {
  id: string
  accountId: string
  /** The public prefix of the api-key, or `cli`. */
  author: string
  /** The name of the api-key, which at the desk is a person's; '' for none. */
  authorName: string
  action: AuditAction
  /** The old and the new value, without secrets; undefined for none. */
  from: Record<string, unknown> | undefined
  to: Record<string, unknown> | undefined
  /** The X-Request-Id of the call; '' for the command line. */
  requestId: string
  createdAt: Date
}

/** Returns an entry of the audit log with the field names of the HTTP interface. */
export function toAuditEntry(record: AuditRecord): AuditEntry {
  const { id: uuid, createdAt, author, authorName, action } = record
  const { from = null, to = null, requestId } = record
  return {
    uuid,
    createdAt: createdAt.toISOString(),
    author,
    authorName,
    action,
    from,
    to,
    requestId,
  }
}
