import type { Generated } from 'kysely'

/** A signed transfer that was accepted for relaying. */
export interface RelayedAuthorizationRow {
  id: string
  charge_id: string
  chain_id: string | number
  token: string
  /** The account that pays. */
  sender: string
  recipient: string
  value: string
  valid_after: string
  valid_before: string
  nonce: string
  signature: string
  status: string
  reason: string
  is_exclusive: boolean
  /** Whether its account had code when it was accepted. */
  is_of_contract: boolean
  payment_id: string | null
  since_block: string
  hash: string | null
  /** The part of the value that pays for relaying it. */
  fee: string
  created_at: Generated<Date>
}

/** A fee that a payer was offered to add to a signed transfer. */
export interface OfferedFeeRow {
  charge_id: string
  chain_id: string | number
  token: string
  fee: string
  /** Unix seconds. */
  valid_before: string
}

/** The one charge that an authorization pays. */
export interface AcceptedAuthorizationRow {
  chain_id: string | number
  token: string
  sender: string
  nonce: string
  charge_id: string
}

/** The nonce that a charge's challenge (MPP) has its payers sign. */
export interface OfferedChallengeRow {
  nonce: string
  charge_id: string
  chain_id: string | number
  token: string
}

/** The next nonce of one of the relayer's accounts. */
export interface RelayedAccountRow {
  chain_id: string | number
  account: string
  next_nonce: string | number
}

/** A nonce that was taken. */
export interface RelayedSlotRow {
  chain_id: string | number
  account: string
  nonce: string | number
  /** Null for one that only uses up the nonce. */
  authorization_id: string | null
  is_open: Generated<boolean>
  closed_at_block: string | null
  hash: string | null
  created_at: Generated<Date>
}

/** A transaction of the relayer, as it was signed. */
export interface RelayedTransactionRow {
  chain_id: string | number
  account: string
  nonce: string | number
  /** Its number among those of its slot, from 0. */
  attempt: number
  hash: string
  /** What it carries; null for one that only uses up the nonce. */
  authorization_id: string | null
  raw: string
  gas: string | number
  max_fee: string
  max_priority_fee: string
  created_at: Generated<Date>
}
