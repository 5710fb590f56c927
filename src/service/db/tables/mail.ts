import type { Generated } from 'kysely'
import type { MailKind, MailStatus } from '../../mail/messages.ts'
import type { Optional } from './columns.ts'

/** A row while mail is on. */
export interface MailSwitchRow {
  isOn: boolean
}

/** An event for which no messages were made yet. */
export interface MailEventRow {
  eventId: string
}

/** The address of a person at the desk, and what they want to hear about. */
export interface MailPersonRow {
  keyId: string
  accountId: string
  address: string
  locale: string
  /** Of the link that confirms the address; null once it is confirmed. */
  token: Optional<string>
  tokenExpiresAt: Optional<Date>
  confirmedAt: Optional<Date>
  payments: boolean
  decisions: boolean
  webhooks: boolean
}

/** A message, and what became of it. */
export interface MailMessageRow {
  id: string
  accountId: string
  kind: MailKind
  subjectId: string
  matter: string
  recipient: string
  /** '' for an unknown one. */
  locale: string
  status: Generated<MailStatus>
  attempts: Generated<number>
  /** The error of the last attempt; '' for none. */
  lastError: Generated<string>
  createdAt: Generated<Date>
  nextAttemptAt: Generated<Date>
  /** When the last attempt began. */
  attemptedAt: Optional<Date>
  claimNumber: Generated<number>
  leaseExpiresAt: Optional<Date>
  /** When the present attempt began to hand over the message itself: from then on it may have been sent. */
  handedOverAt: Optional<Date>
  /** When it was sent, or given up. */
  settledAt: Optional<Date>
}
