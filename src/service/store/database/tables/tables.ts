import type {
  AccountRow,
  ApiKeyRow,
  AuditRow,
  DeskFormRow,
  DeskSessionRow,
  IdempotencyKeyRow,
  ReceiptKeyRow,
  SettingChangeRow,
} from './accounts.ts'
import type {
  AcceptedTokenRow,
  ChainModeRow,
  ChargeCountRow,
  ChargeRow,
  ChargeTermRow,
  DecidedTokenRow,
  PriceQuotePeriodRow,
  StatusChangeRow,
} from './charges.ts'
import type {
  ArrivalRow,
  DestinationRow,
  MisdirectedPaymentRow,
  PaymentRow,
  RefundRow,
  ReportedTransactionRow,
  ReservedAmountRow,
  TransferRow,
} from './payments.ts'
import type {
  AcceptedAuthorizationRow,
  OfferedChallengeRow,
  OfferedFeeRow,
  RelayedAccountRow,
  RelayedAuthorizationRow,
  RelayedSlotRow,
  RelayedTransactionRow,
} from './relayer.ts'
import type { AttachmentRow, RequestRow } from './requests.ts'
import type {
  ChainActivityRow,
  DatabaseClockRow,
  LeaseRow,
  ScanStateRow,
  UnreadTransactionRow,
} from './watcher.ts'
import type {
  EarlierWebhookSecretRow,
  WebhookDeliveryRow,
  WebhookEndpointRow,
  WebhookEventRow,
} from './webhooks.ts'

// All tables in one type, so that all queries are checked against one description of the database. Rows are as the two drivers
// return them: `numeric` as text, `bigint` as number or text, `timestamptz` as Date.

/** The tables by their names. */
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
  desk_forms: DeskFormRow
  refunds: RefundRow
  relayed_authorizations: RelayedAuthorizationRow
  offered_fees: OfferedFeeRow
  accepted_authorizations: AcceptedAuthorizationRow
  relayed_accounts: RelayedAccountRow
  offered_challenges: OfferedChallengeRow
  relayed_slots: RelayedSlotRow
  relayed_transactions: RelayedTransactionRow
}
