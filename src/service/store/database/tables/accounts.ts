import type { Generated } from 'kysely'

export interface AccountRow {
  id: string
  name: string
  brand_color: Generated<string>
  brand_logo_url: Generated<string>
  organization_name: Generated<string>
  username: Generated<string | null>
  wallet_address: string | null
  wallet_chain_id: string | number | null
  wallet_token: string | null
  wallet_since: Date | null
  tolerance_cents: Generated<number>
  tolerance_basis_points: Generated<number>
  created_at: Date
  /** False for a test account. */
  livemode: boolean
  /** Of a test account. */
  live_account_id: Generated<string | null>
}

export interface ApiKeyRow {
  id: string
  account_id: string
  /** The first part of the key, which identifies it without revealing it. */
  prefix: string
  /** SHA-256 of the whole key, hex. */
  hash: string
  name: string
  /** Separated by spaces. */
  scopes: string
  /** The shop of the charges that it creates; '' for none. */
  shop: Generated<string>
  created_at: Date
  expires_at: Date | null
  /** To the minute. */
  last_used_at: Date | null
  revoked_at: Date | null
}

/** A session of a person at the desk. */
export interface DeskSessionRow {
  id: string
  key_id: string
  token_hash: string
  previous_hash: string | null
  form_token: string
  created_at: Generated<Date>
  last_used_at: Generated<Date>
  rotated_at: Generated<Date>
  confirmed_at: Date | null
}

/** A form that a session of the desk has sent. */
export interface DeskFormRow {
  session_id: string
  key: string
  request_hash: string
  path: string | null
  notice: string | null
  is_said: Generated<boolean>
  created_at: Generated<Date>
}

/** A change of an account's wallet or webhook that takes effect later. */
export interface SettingChangeRow {
  id: string
  account_id: string
  setting: string
  wallet_address: string | null
  wallet_chain_id: string | number | null
  wallet_token: string | null
  tolerance_cents: number | null
  tolerance_basis_points: number | null
  /** Of the webhook. */
  endpoint_id: string | null
  url: string | null
  secret: string | null
  /** Null for the command line. */
  key_id: string | null
  request_id: string
  requested_at: Generated<Date>
  effective_at: Date
}

/** An entry of the audit log; no row is ever changed or deleted. */
export interface AuditRow {
  id: string
  seq: Generated<string | number>
  account_id: string
  /** Null for the command line. */
  key_id: string | null
  action: string
  /** JSON as text; null for none. */
  old_value: string | null
  new_value: string | null
  request_id: string
  created_at: Generated<Date>
}

export interface IdempotencyKeyRow {
  account_id: string
  key: string
  request_hash: string
  response: string
  created_at: Date
}

/** A key that signs receipts. */
export interface ReceiptKeyRow {
  id: string
  x: string
  y: string
  /** A private JWK; null for a key that no longer signs. */
  private_jwk: string | null
  created_at: Generated<Date>
  retired_at: Date | null
}
