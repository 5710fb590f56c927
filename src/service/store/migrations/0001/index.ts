import { accounts } from './accounts.ts'
import { chargeCounts } from './charge-counts.ts'
import { charges } from './charges.ts'
import { payments } from './payments.ts'
import { reports } from './reports.ts'
import { requests } from './requests.ts'
import { watcher } from './watcher.ts'
import { webhooks } from './webhooks.ts'

/** Migration 0001: every table, each after those that it references. */
export const migration0001: readonly string[] = [
  ...accounts,
  ...requests,
  ...charges,
  ...chargeCounts,
  ...payments,
  ...reports,
  ...watcher,
  ...webhooks,
]
