import type { Generated } from 'kysely'

// Rows as the two drivers hand them over: `numeric` as text, `bigint` as number or text, `timestamptz` as Date.

export interface AccountRow {
  id: string
  name: string
  brand_color: Generated<string>
  brand_logo_url: Generated<string>
  organization_name: Generated<string>
  wallet_address: string | null
  wallet_chain_id: string | number | null
  wallet_token: string | null
  created_at: Date
}

export interface ApiKeyRow {
  id: string
  account_id: string
  /** The key's first part, to tell keys apart without knowing them. */
  prefix: string
  /** SHA-256 of the whole key, hex. */
  hash: string
  created_at: Date
  revoked_at: Date | null
}

export interface ChargeRow {
  id: string
  /** Rises with every charge: the order of lists. */
  seq: Generated<string | number>
  account_id: string
  status: string
  pricing_type: string
  local_amount: string
  local_currency: string
  chain_id: string | number
  recipient: string
  token: string
  token_type: string
  token_decimals: number
  token_symbol: string
  /** Base units. */
  amount: string
  base_url: string | null
  /** JSON as text: `jsonb` would reorder keys and refuse \u0000. */
  metadata: string
  success_url: string
  cancel_url: string
  created_at: Date
}

export interface PaymentRow {
  id: string
  seq: Generated<string | number>
  charge_id: string
  chain_id: string | number
  hash: string
  token: string
  status: string
  reason: string
  /** Base units. */
  paid: string
  payer: string
  block_number: string | number | null
  block_hash: string | null
  created_at: Date
  verified_at: Date | null
  /** When it is to be judged next, while it is PENDING. */
  look_at: Date
}

export interface MoveRow {
  seq: Generated<string | number>
  charge_id: string
  status: string
  context: string | null
  time: Date
}

export interface RepeatRow {
  account_id: string
  key: string
  fingerprint: string
  reply: string
  created_at: Date
}

export interface Tables {
  accounts: AccountRow
  api_keys: ApiKeyRow
  charges: ChargeRow
  payments: PaymentRow
  moves: MoveRow
  repeats: RepeatRow
}
