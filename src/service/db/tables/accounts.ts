import type { Generated } from 'kysely'
import type { DeskRole } from '../../../api/routes/scope.ts'
import type { AuditAction } from '../../accounts/audit.ts'
import type { DeskNotice } from '../../accounts/desk-forms.ts'
import type { Optional, OptionalJson } from './columns.ts'

export interface AccountRow {
  id: string
  name: string
  brandColor: Generated<string>
  brandLogoUrl: Generated<string>
  organizationName: Generated<string>
  supportUrl: Generated<string>
  username: Optional<string>
  walletAddress: Optional<string>
  walletChainId: Optional<number>
  walletToken: Optional<string>
  walletSince: Optional<Date>
  toleranceCents: Generated<number>
  toleranceBasisPoints: Generated<number>
  /** ISO 4217 code. */
  bookCurrency: Generated<string>
  createdAt: Date
  /** False for a test account. */
  livemode: boolean
  /** Of a test account. */
  liveAccountId: Optional<string>
}

export interface ApiKeyRow {
  id: string
  accountId: string
  /** The first part of the key, which identifies it without revealing it. */
  prefix: string
  /** SHA-256 of the whole key, hex. */
  hash: string
  name: string
  /** Separated by spaces. */
  scopes: string
  /** The shop of the charges that it creates; '' for none. */
  shop: Generated<string>
  createdAt: Date
  expiresAt: Optional<Date>
  /** To the minute. */
  lastUsedAt: Optional<Date>
  revokedAt: Optional<Date>
}

/** A session of a person at the desk. */
export interface DeskSessionRow {
  id: string
  keyId: string
  tokenHash: string
  previousHash: Optional<string>
  formToken: string
  /** In words; '' for an unknown one. */
  browser: Generated<string>
  /** Whether it shows the test account of its key's live account. */
  isTest: Generated<boolean>
  createdAt: Generated<Date>
  lastUsedAt: Generated<Date>
  rotatedAt: Generated<Date>
  confirmedAt: Optional<Date>
}

/** An invitation of a person to the desk. */
export interface DeskInvitationRow {
  id: string
  accountId: string
  tokenHash: string
  name: string
  role: DeskRole
  /** Who invites. */
  keyId: string
  /** Of the key that it becomes. */
  keyExpiresAt: Optional<Date>
  createdAt: Generated<Date>
  expiresAt: Date
  /** When it was accepted or withdrawn. */
  endedAt: Optional<Date>
}

/** A form that a session of the desk has sent. */
export interface DeskFormRow {
  sessionId: string
  key: string
  requestHash: string
  path: Optional<string>
  notice: OptionalJson<DeskNotice>
  isSaid: Generated<boolean>
  createdAt: Generated<Date>
}

/** A change of an account's wallet or webhook that takes effect later. */
export interface SettingChangeRow {
  id: string
  accountId: string
  setting: string
  walletAddress: Optional<string>
  walletChainId: Optional<number>
  walletToken: Optional<string>
  toleranceCents: Optional<number>
  toleranceBasisPoints: Optional<number>
  /** Of the webhook. */
  endpointId: Optional<string>
  url: Optional<string>
  secret: Optional<string>
  /** Null for the command line. */
  keyId: Optional<string>
  requestId: string
  requestedAt: Generated<Date>
  effectiveAt: Date
}

/** An entry of the audit log; no row is ever changed or deleted. */
export interface AuditRow {
  id: string
  seq: Generated<number>
  accountId: string
  /** Null for the command line. */
  keyId: Optional<string>
  action: AuditAction
  oldValue: OptionalJson<Record<string, unknown>>
  newValue: OptionalJson<Record<string, unknown>>
  requestId: string
  createdAt: Generated<Date>
}

export interface IdempotencyKeyRow {
  accountId: string
  key: string
  requestHash: string
  response: string
  createdAt: Date
}

/** A key that signs receipts. */
export interface ReceiptKeyRow {
  id: string
  x: string
  y: string
  /** A private JWK; null for a key that no longer signs. */
  privateJwk: Optional<string>
  createdAt: Generated<Date>
  retiredAt: Optional<Date>
}
