// Every table, so that queries are held against one picture of the database; hence its length.
import type { Generated, Selectable } from 'kysely'

// Rows as the two drivers hand them over: `numeric` as text, `bigint` as number or text, `timestamptz` as Date.

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
  request_id: string | null
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
  /** True when it has rows in `accepts`: those of others are never asked for. */
  accepting: boolean
  /** JSON as text: `jsonb` would reorder keys and refuse \u0000. */
  metadata: string
  success_url: string
  cancel_url: string
  created_at: Date
  /** The public name: 32 hex digits. */
  reference: string
  expires_at: Date
  basis: string
  /** Until when the amounts that feeds gave hold. */
  quote_expires_at: Date | null
}

/** An amount that a feed gave for some minutes. */
export interface QuoteRow {
  charge_id: string
  chain_id: string | number
  token: string
  /** Base units. */
  amount: string
  valid_from: Date
  valid_until: Date
}

/** A further pair that a charge may be paid in. */
export interface AcceptRow {
  charge_id: string
  /** Its place in the merchant's list, from 0. */
  place: number
  chain_id: string | number
  recipient: string
  token: string
  token_type: string
  token_decimals: number
  token_symbol: string
  /** Base units. */
  amount: string
  basis: string
  /** That of its charge. */
  created_at: Date
}

/** A charge as lists read it. */
export type ListedRow = Omit<Selectable<ChargeRow>, 'account_id' | 'success_url' | 'cancel_url'>

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
  /** What they count in the charge's token; null for the same. */
  worth: string | null
  payer: string
  block_number: string | number | null
  block_hash: string | null
  created_at: Date
  verified_at: Date | null
  /** When it is to be looked at next. */
  look_at: Date
  /** When the chain held it last. */
  seen_at: Date | null
  proof: string
  mined_at: Date | null
  /** Base units that count; null for the same as paid. */
  counted: string | null
}

export interface TransferRow {
  id: string
  seq: Generated<string | number>
  chain_id: string | number
  hash: string
  position: number
  token: string
  recipient: string
  sender: string
  /** Base units; null where the chain does not tell. */
  amount: string | null
  counted: string | null
  block_number: string | number
  block_hash: string
  mined_at: Date
  status: string
  proof: string | null
  reason: string
  payment_id: string | null
  charge_id: string | null
  /** References by blanks. */
  refs: string
  created_at: Date
}

export interface ReportedTransactionRow {
  id: string
  charge_id: string
  chain_id: string | number
  hash: string
  token: string
  signature: string | null
  status: Generated<string>
  reason: Generated<string>
  looks: Generated<number>
  next_look_at: Date
  sender: string | null
  nonce: string | number | null
  seen_head: string | number | null
  created_at: Date
}

export interface ReservedAmountRow {
  id: string
  charge_id: string
  chain_id: string | number
  token: string
  recipient: string
  /** Base units. */
  owed: string
  amount: string
  since_block: string | number
  created_at: Date
  expires_at: Date
}

export interface DestinationRow {
  chain_id: string | number
  token: string
  recipient: string
  account_id: string
  token_decimals: number
  token_symbol: string
  oldest: Date
  newest: Date
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

export interface LeaseRow {
  task: string
  holder: string
  until: Date
}

export interface ScanRow {
  chain_id: string | number
  /** Null before the first proven one. */
  block: string | number | null
  /** JSON. */
  witness: string | null
  rescan_from: string | number | null
  rescan_to: string | number | null
}

export interface RequestRow {
  id: string
  seq: Generated<string | number>
  account_id: string
  recipient: string
  chain_id: string | number | null
  token: string | null
  token_type: string | null
  token_decimals: number
  token_symbol: string
  /** Whole units, as written; '' for any. */
  amount: string
  /** What find-or-create compares. */
  match_key: string
  /** True for one that find-or-create made: of those there is one a key. */
  found: boolean
  track_id: string
  reference: string
  created_at: Date
}

export interface AttachmentRow {
  id: string
  request_id: string
  name: string
  type: string
  bytes: Uint8Array
}

/** Kept by a trigger on `charges`, in 16 parts, so that simultaneous creations rarely wait for each other. */
export interface ChargeCountRow {
  account_id: string
  status: string
  part: number
  count: string | number
}

export interface WebhookSettingRow {
  account_id: string
  url: string
  secret: string
  set_at: Date
  /** The one before, which signs too until then. */
  former_secret: string | null
  former_until: Date | null
}

/** A webhook event: the outbox, and what became of it. */
export interface EventRow {
  id: string
  /** Rises with every event: of one charge, in the order they happened. */
  seq: Generated<string | number>
  account_id: string
  /** Null for unmatched money. */
  charge_id: string | null
  type: string
  /** JSON as text. */
  body: string
  status: Generated<string>
  tries: Generated<number>
  fault: Generated<string>
  created_at: Date
  next_at: Generated<Date>
  /** Counts the claims: a process that overslept its lease does not know the last number. */
  claim: Generated<string | number>
  leased_until: Date | null
}

export interface Tables {
  events: EventRow
  accounts: AccountRow
  api_keys: ApiKeyRow
  charges: ChargeRow
  accepts: AcceptRow
  quotes: QuoteRow
  transfers: TransferRow
  reported_transactions: ReportedTransactionRow
  reserved_amounts: ReservedAmountRow
  destinations: DestinationRow
  payments: PaymentRow
  moves: MoveRow
  repeats: RepeatRow
  requests: RequestRow
  attachments: AttachmentRow
  charge_counts: ChargeCountRow
  webhook_settings: WebhookSettingRow
  leases: LeaseRow
  scans: ScanRow
}
