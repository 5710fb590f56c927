import type { Generated, Selectable } from 'kysely'

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

/** Updated by a trigger on `charges`, in 16 rows per status, so that simultaneous creations rarely block each other. */
export interface ChargeCountRow {
  account_id: string
  status: string
  shard: number
  count: string | number
}

export interface StatusChangeRow {
  seq: Generated<string | number>
  charge_id: string
  status: string
  context: string | null
  time: Date
}

/** The mode of a chain that a charge was paid on. */
export interface ChainModeRow {
  chain_id: string | number
  livemode: boolean
}
