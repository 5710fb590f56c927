import { accounts } from './accounts/accounts.ts'
import { deskSessions } from './accounts/desk-sessions.ts'
import { settingChanges } from './accounts/setting-changes.ts'
import { books } from './books.ts'
import { chainModes } from './chain-modes.ts'
import { chargeCounts } from './charge-counts.ts'
import { charges } from './charges.ts'
import { mail } from './mail.ts'
import { paymentLinks } from './payment-links.ts'
import { misdirected } from './payments/misdirected.ts'
import { payments } from './payments/payments.ts'
import { refunds } from './payments/refunds.ts'
import { relays } from './payments/relays.ts'
import { reports } from './payments/reports.ts'
import { rates } from './rates.ts'
import { receiptKeys } from './receipt-keys.ts'
import { requests } from './requests.ts'
import { schemaChanges } from './schema-changes.ts'
import { signals } from './signals.ts'
import { watcher } from './watcher.ts'
import { webhooks } from './webhooks.ts'

/** Migration 0001: every table, each after those that it references, and the triggers that send signals. */
export const migration0001: readonly string[] = [
  ...schemaChanges,
  ...accounts,
  ...requests,
  ...paymentLinks,
  ...charges,
  ...chargeCounts,
  ...payments,
  ...refunds,
  ...books,
  ...chainModes,
  ...relays,
  ...reports,
  ...misdirected,
  ...watcher,
  ...rates,
  ...webhooks,
  ...mail,
  ...settingChanges,
  ...receiptKeys,
  ...deskSessions,
  ...signals,
]
