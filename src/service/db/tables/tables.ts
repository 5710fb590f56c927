import type {
  AccountRow,
  ApiKeyRow,
  AuditRow,
  DeskFormRow,
  DeskInvitationRow,
  DeskSessionRow,
  IdempotencyKeyRow,
  ReceiptKeyRow,
  SettingChangeRow,
} from './accounts.ts'
import type { BookClosingRow, BookEntryRow, BookVerificationRow } from './books.ts'
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
import type { MailEventRow, MailMessageRow, MailPersonRow, MailSwitchRow } from './mail.ts'
import type { PaymentLinkRow } from './payment-links.ts'
import type {
  ArrivalRow,
  DestinationRow,
  MisdirectedPaymentRow,
  PaymentRow,
  ReportedTransactionRow,
  ReservedAmountRow,
  TransferRow,
} from './payments.ts'
import type { FxRateRow } from './rates.ts'
import type { RefundRow } from './refunds.ts'
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
  RemovedWebhookEndpointRow,
  WebhookDeliveryRow,
  WebhookEndpointRow,
  WebhookEventRow,
} from './webhooks.ts'

// All tables in one type, so that all queries are checked against one description of the database. How rows
// are read is in ../kysely.ts.

/** The tables by their names. */
export interface Tables {
  accounts: AccountRow
  chainModes: ChainModeRow
  apiKeys: ApiKeyRow
  idempotencyKeys: IdempotencyKeyRow
  requests: RequestRow
  attachments: AttachmentRow
  paymentLinks: PaymentLinkRow
  charges: ChargeRow
  chargeTerms: ChargeTermRow
  acceptedTokens: AcceptedTokenRow
  decidedTokens: DecidedTokenRow
  quotePeriods: PriceQuotePeriodRow
  chargeStatusHistory: StatusChangeRow
  chargeCounts: ChargeCountRow
  payments: PaymentRow
  arrivals: ArrivalRow
  transfers: TransferRow
  reportedTransactions: ReportedTransactionRow
  reservedAmounts: ReservedAmountRow
  misdirectedPayments: MisdirectedPaymentRow
  destinations: DestinationRow
  chainActivity: ChainActivityRow
  databaseClock: DatabaseClockRow
  leases: LeaseRow
  fxRates: FxRateRow
  waitingFxRates: FxRateRow
  scanStates: ScanStateRow
  unreadTransactions: UnreadTransactionRow
  webhookEndpoints: WebhookEndpointRow
  earlierWebhookSecrets: EarlierWebhookSecretRow
  removedWebhookEndpoints: RemovedWebhookEndpointRow
  webhookEvents: WebhookEventRow
  webhookDeliveries: WebhookDeliveryRow
  mailSwitch: MailSwitchRow
  mailEvents: MailEventRow
  mailMessages: MailMessageRow
  mailPeople: MailPersonRow
  settingChanges: SettingChangeRow
  auditLog: AuditRow
  receiptKeys: ReceiptKeyRow
  deskInvitations: DeskInvitationRow
  deskSessions: DeskSessionRow
  deskForms: DeskFormRow
  refunds: RefundRow
  bookClosings: BookClosingRow
  bookEntries: BookEntryRow
  bookVerifications: BookVerificationRow
  relayedAuthorizations: RelayedAuthorizationRow
  offeredFees: OfferedFeeRow
  acceptedAuthorizations: AcceptedAuthorizationRow
  relayedAccounts: RelayedAccountRow
  offeredChallenges: OfferedChallengeRow
  relayedSlots: RelayedSlotRow
  relayedTransactions: RelayedTransactionRow
}
