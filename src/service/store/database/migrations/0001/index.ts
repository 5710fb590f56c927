import { accounts } from './accounts.ts'
import { chargeCounts } from './charge-counts.ts'
import { charges } from './charges.ts'
import { deskSessions } from './desk-sessions.ts'
import { hidingRules } from './hiding-rules.ts'
import { misdirected } from './misdirected.ts'
import { payments } from './payments.ts'
import { receiptKeys } from './receipt-keys.ts'
import { refunds } from './refunds.ts'
import { reports } from './reports.ts'
import { requests } from './requests.ts'
import { schemaChanges } from './schema-changes.ts'
import { settingChanges } from './setting-changes.ts'
import { signals } from './signals.ts'
import { watcher } from './watcher.ts'
import { webhooks } from './webhooks.ts'

/** Migration 0001: every table, each after those that it references, and what sends signals. */
export const migration0001: readonly string[] = [
  ...schemaChanges,
  ...accounts,
  ...requests,
  ...charges,
  ...chargeCounts,
  ...payments,
  ...refunds,
  ...reports,
  ...misdirected,
  ...hidingRules,
  ...watcher,
  ...webhooks,
  ...settingChanges,
  ...receiptKeys,
  ...deskSessions,
  ...signals,
]
