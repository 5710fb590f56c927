// Every table in one file, so that all queries are checked against one description of the database.
import type { Generated, Selectable } from 'kysely'

// Rows as the two drivers return them: `numeric` as text, `bigint` as number or text, `timestamptz` as Date.

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

/** The mode of a chain that a charge was paid on. */
export interface ChainModeRow {
  chain_id: string | number
  livemode: boolean
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

export interface ChargeRow {
  id: string
  /** Increases with every charge: the order of lists. */
  seq: Generated<string | number>
  account_id: string
  /** Its account's. */
  livemode: boolean
  request_id: string | null
  /** Of the api-key that created it; '' for none. */
  shop: Generated<string>
  status: string
  pricing_type: string
  local_amount: string
  local_currency: string
  chain_id: string | number
  recipient: string
  token: string
  token_type: string
  decimals: number
  symbol: string
  /** Base units. */
  amount: string
  base_url: string | null
  /** Without any, the table `accepted_tokens` is not queried. */
  has_accepted_tokens: boolean
  /** Without any, the table `decided_tokens` is not queried. */
  has_decided_tokens: Generated<boolean>
  name: string
  description: string
  /** JSON of the order's lines. */
  line_items: string
  tax_note: string
  /** Personal data; '' for none. */
  payer_email: string
  /** JSON as text: `jsonb` would reorder keys and refuse \u0000. */
  metadata: string
  success_url: string
  cancel_url: string
  created_at: Date
  /** The public reference of the charge: 32 hex digits. */
  reference: string
  expires_at: Date
  price_source: string
  /** The beginning of the nonce of an authorization that pays it; null for native currency. */
  authorization_key: string | null
  /** Until when the amounts from price feeds are valid; null where no amount is from a feed. */
  quote_expires_at: Date | null
  /** When its payments reached the price; null where they do not. */
  paid_at: Generated<Date | null>
  /** By how many dollars its payments may miss the price. */
  tolerated_amount: Generated<string>
  /** When the merchant said that its order was shipped. */
  shipped_at: Generated<Date | null>
  /** The transaction whose unmatched money it sends back; null for a charge that is to be paid. */
  returned_hash: Generated<string | null>
}

/** A term that finds a charge. */
export interface ChargeTermRow {
  account_id: string
  /** 16 bytes; see `domain/charges/search-terms.ts`. */
  term: Uint8Array
  /** The creation time of its charge. */
  created_at: Date
  charge_id: string
}

/** An amount by a price feed, and when it holds. */
export interface PriceQuotePeriodRow {
  charge_id: string
  chain_id: string | number
  token: string
  /** Base units. */
  amount: string
  valid_from: Date
  valid_until: Date
}

/** A further token, on some chain, that a charge may be paid in. */
export interface AcceptedTokenRow {
  charge_id: string
  /** Its index in the merchant's list, from 0. */
  sort_order: number
  chain_id: string | number
  recipient: string
  token: string
  token_type: string
  decimals: number
  symbol: string
  /** Base units. */
  amount: string
  price_source: string
  /** The beginning of the nonce of an authorization that pays the charge; null for native currency. */
  authorization_key: string | null
  /** The creation time of its charge. */
  created_at: Date
}

/** The price of a charge in the token of a transaction that the merchant has assigned to it. */
export interface DecidedTokenRow
  extends Omit<AcceptedTokenRow, 'sort_order' | 'authorization_key' | 'created_at'> {
  hash: string
}

/** The columns of a charge that lists read. */
export type ChargeSummaryRow = Omit<
  Selectable<ChargeRow>,
  | 'account_id'
  | 'shop'
  | 'success_url'
  | 'cancel_url'
  | 'paid_at'
  | 'authorization_key'
  | 'returned_hash'
  | 'has_decided_tokens'
>

export interface PaymentRow {
  id: string
  seq: Generated<string | number>
  charge_id: string
  account_id: string
  chain_id: string | number
  hash: string
  token: string
  status: string
  reason: string
  /** Base units of its own token. */
  received_amount: string
  /** Base units that count towards the price; null for the same as `received_amount`. */
  counted_amount: string | null
  /** Base units of the charge's own token; null for the same as `received_amount`. */
  credited_amount: string | null
  payer_address: string
  block_number: string | number | null
  block_hash: string | null
  created_at: Date
  verified_at: Date | null
  /** When the watcher checks it next. */
  next_check_at: Date
  /** When it was last seen in a block of the chain. */
  seen_at: Date | null
  proof: string
  mined_at: Date | null
}

export interface ArrivalRow {
  chain_id: string | number
  hash: string
  token: string
  recipient: string
  /** Base units; null where no read has shown them. */
  amount: string | null
  block_hash: string
  /** The account that has signed the transaction, and its nonce; null where that was not read. */
  signer: string | null
  nonce: string | number | null
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
  /** Base units; null where it cannot be read from the chain. */
  amount: string | null
  counted_amount: string | null
  block_number: string | number
  block_hash: string
  mined_at: Date
  /** As the block says it; `mined_at` is corrected to the service's clock. */
  block_time: Generated<Date>
  /** US dollars of a whole token at its block; null where that is not known. */
  usd_price: string | null
  /** A `UsdPriceSource`. */
  usd_source: string
  /** The account in whose books it stands; null where charges of several accounts are paid there. */
  account_id: Generated<string | null>
  status: string
  proof: string | null
  reason: string
  payment_id: string | null
  charge_id: string | null
  /** References of charges in the transaction's calldata, separated by spaces. */
  mentioned_references: string
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
  attempts: Generated<number>
  next_check_at: Date
  sender: string | null
  nonce: string | number | null
  seen_at_block: string | number | null
  created_at: Date
  /** The merchant's key that decided; null for a payer's report. */
  assigned_by: string | null
  assigned_request_id: string | null
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
  decimals: number
  symbol: string
  oldest_charge_at: Date
  newest_charge_at: Date
  expected_until: Date
}

/** One row. */
export interface DatabaseClockRow {
  only_row: Generated<boolean>
  latest: Date
}

export interface ChainActivityRow {
  chain_id: string | number
  last_active_at: Date
}

export interface StatusChangeRow {
  seq: Generated<string | number>
  charge_id: string
  status: string
  context: string | null
  time: Date
}

export interface IdempotencyKeyRow {
  account_id: string
  key: string
  request_hash: string
  response: string
  created_at: Date
}

export interface LeaseRow {
  task: string
  lease_owner: string
  expires_at: Date
}

export interface ScanStateRow {
  chain_id: string | number
  /** The last block up to which all transfers are known to be found; null before the first. */
  block: string | number | null
  /** JSON of a `WitnessLog`. */
  witness: string | null
  rescan_from: string | number | null
  rescan_to: string | number | null
}

/** A transaction that was found in a block, and could not be read or recorded. */
export interface UnreadTransactionRow {
  chain_id: string | number
  hash: string
  block_number: string | number
  block_hash: string
  attempts: Generated<number>
  last_error: string
  created_at: Generated<Date>
  next_attempt_at: Generated<Date>
}

export interface RequestRow {
  id: string
  seq: Generated<string | number>
  account_id: string
  recipient: string
  chain_id: string | number | null
  token: string | null
  token_type: string | null
  decimals: number
  symbol: string
  /** Decimal text in whole units, as it was given; '' for any amount. */
  amount: string
  /** The key by which find-or-create compares requests. */
  match_key: string
  /** There is one such request per account and `match_key`. */
  created_by_find_or_create: boolean
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

/** Updated by a trigger on `charges`, in 16 rows per status, so that simultaneous creations rarely block each other. */
export interface ChargeCountRow {
  account_id: string
  status: string
  shard: number
  count: string | number
}

/** A transaction that pays somebody else in the name of a charge. */
export interface MisdirectedPaymentRow {
  id: string
  charge_id: string
  chain_id: string | number
  hash: string
  token: string
  recipient: string
  sender: string
  /** Base units. */
  amount: string
  expected_recipient: string
  block_number: string | number
  block_hash: string
  mined_at: Date
  created_at: Date
}

/** Where an account's webhook events go. */
export interface WebhookEndpointRow {
  id: string
  account_id: string
  url: string
  secret: string
  /** Types of events, separated by spaces; '' for all. */
  event_types: Generated<string>
  /** Only events about charges of this shop; '' for all events of the account. */
  shop: Generated<string>
  is_enabled: Generated<boolean>
  /** Whether it is the account's webhook of the interface, section 4.5. */
  is_default: Generated<boolean>
  /** Whether its last delivery has succeeded. */
  is_answering: Generated<boolean>
  created_at: Generated<Date>
}

/** A secret that was replaced, and signs until its time is over. */
export interface EarlierWebhookSecretRow {
  endpoint_id: string
  secret: string
  expires_at: Date
}

/** A webhook event. */
export interface WebhookEventRow {
  id: string
  /** Increases with every event: the events of one charge are in the order in which they happened. */
  seq: Generated<string | number>
  account_id: string
  /** Null for an unmatched transfer. */
  charge_id: string | null
  type: string
  /** JSON as text. */
  body: string
  created_at: Date
  /** Whether a delivery of it was given up. */
  has_failed: Generated<boolean>
}

/** The delivery of an event to an endpoint, and its outcome. */
export interface WebhookDeliveryRow {
  event_id: string
  endpoint_id: string
  /** Of the event. */
  seq: string | number
  account_id: string
  charge_id: string | null
  event_created_at: Date
  status: Generated<string>
  attempts: Generated<number>
  /** The error of the last attempt; '' for none. */
  last_error: Generated<string>
  next_attempt_at: Generated<Date>
  /** Number of claims so far. A process whose lease has ended does not know the newest number. */
  claim_number: Generated<string | number>
  lease_expires_at: Date | null
  /** Where it is sent, whatever the endpoint's url is by then; null for the endpoint's url. */
  target_url: string | null
  /** Separated by spaces. */
  target_secrets: string | null
}

/** A key that signs receipts. */
export interface HidingRuleRow {
  id: string
  account_id: string
  sender: string | null
  chain_id: string | number | null
  token: string | null
  /** Base units. */
  below: string | null
  decimals: number
  created_at: Generated<Date>
}

export interface ReceiptKeyRow {
  id: string
  x: string
  y: string
  /** A private JWK; null for a key that no longer signs. */
  private_jwk: string | null
  created_at: Generated<Date>
  retired_at: Date | null
}

/** A refund of a charge. */
export interface RefundRow {
  id: string
  account_id: string
  charge_id: string
  /** Its charge's. */
  livemode: boolean
  reference: string
  status: string
  chain_id: string | number
  token: string
  decimals: number
  symbol: string
  amount: string
  reason: string
  recipient: string | null
  recipient_proof: string | null
  recipient_signer: string | null
  attempt_id: string | null
  attempt_account: string | null
  attempt_nonce: string | number | null
  attempt_from_block: string | number | null
  attempt_started_at: Date | null
  attempt_searched_to: string | number | null
  attempt_seen_sender: string | null
  attempt_seen_nonce: string | number | null
  attempt_seen_at_block: string | number | null
  attempt_release_at: string | number | null
  hash: string | null
  position: number | null
  sent_amount: string | null
  block_number: string | number | null
  block_hash: string | null
  mined_at: Date | null
  sender: string | null
  block_time: Date | null
  usd_price: string | null
  usd_source: string | null
  fee: string | null
  fee_symbol: string | null
  fee_usd_price: string | null
  fee_usd_source: string | null
  failure: string
  created_at: Date
  next_check_at: Generated<Date>
}

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
  authorization_id: string
  is_open: Generated<boolean>
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
  kind: string
  raw: string
  gas: string | number
  max_fee: string
  max_priority_fee: string
  created_at: Generated<Date>
}

export interface Tables {
  accounts: AccountRow
  chain_modes: ChainModeRow
  api_keys: ApiKeyRow
  idempotency_keys: IdempotencyKeyRow
  requests: RequestRow
  attachments: AttachmentRow
  charges: ChargeRow
  charge_terms: ChargeTermRow
  accepted_tokens: AcceptedTokenRow
  decided_tokens: DecidedTokenRow
  quote_periods: PriceQuotePeriodRow
  charge_status_history: StatusChangeRow
  charge_counts: ChargeCountRow
  payments: PaymentRow
  arrivals: ArrivalRow
  transfers: TransferRow
  reported_transactions: ReportedTransactionRow
  reserved_amounts: ReservedAmountRow
  misdirected_payments: MisdirectedPaymentRow
  hiding_rules: HidingRuleRow
  destinations: DestinationRow
  chain_activity: ChainActivityRow
  database_clock: DatabaseClockRow
  leases: LeaseRow
  scan_states: ScanStateRow
  unread_transactions: UnreadTransactionRow
  webhook_endpoints: WebhookEndpointRow
  earlier_webhook_secrets: EarlierWebhookSecretRow
  webhook_events: WebhookEventRow
  webhook_deliveries: WebhookDeliveryRow
  setting_changes: SettingChangeRow
  audit_log: AuditRow
  receipt_keys: ReceiptKeyRow
  desk_sessions: DeskSessionRow
  refunds: RefundRow
  relayed_authorizations: RelayedAuthorizationRow
  offered_fees: OfferedFeeRow
  accepted_authorizations: AcceptedAuthorizationRow
  relayed_accounts: RelayedAccountRow
  relayed_slots: RelayedSlotRow
  relayed_transactions: RelayedTransactionRow
}
