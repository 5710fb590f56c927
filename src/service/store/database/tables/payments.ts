import type { Generated } from 'kysely'

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
  /** Whether no read has shown more of the transaction than the logs of these transfers. */
  is_from_logs: Generated<boolean>
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
  /** Of a signed transfer (EIP-3009), by the token's own log; null for any other. */
  authorization_nonce: string | null
  /** Base units; null where it cannot be read from the chain. */
  amount: string | null
  counted_amount: string | null
  block_number: string | number
  /** Null while no block of the chain has it. */
  block_hash: string | null
  mined_at: Date
  /** As the block says it; `mined_at` is corrected to the service's clock. */
  block_time: Generated<Date>
  /** US dollars of a whole token at its block; null where that is not known. */
  usd_price: string | null
  /** A `UsdPriceSource`. */
  usd_source: string
  /** The account in whose books it stands; null where charges of several accounts are paid there. */
  account_id: Generated<string>
  status: string
  /** Whether it is listed apart while it waits for a decision; a trigger decides. */
  is_hidden: Generated<boolean>
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
  signed_namings: number
  unsigned_namings: number
  attempt_id: string | null
  attempt_account: string | null
  attempt_nonce: string | number | null
  attempt_asked_nonce: string | number | null
  attempt_from_block: string | number | null
  attempt_started_at: Date | null
  attempt_searched_to: string | number | null
  attempt_seen_sender: string | null
  attempt_seen_nonce: string | number | null
  attempt_seen_at_block: string | number | null
  attempt_searched_nonce: string | number | null
  attempt_is_accepted: boolean
  release_at: Date | null
  release_block: string | number | null
  release_proven_to: string | number | null
  release_waits_for: string | null
  released_account: string | null
  released_nonce: string | number | null
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
  /** JSON: a list of `UnclearTransfer`, its amounts as texts. */
  unclear: string
  /** Hashes, with a space between two. */
  dismissed: string
  searched_account: string | null
  searched_to: string | number | null
  created_at: Date
  next_check_at: Generated<Date>
}
