/** Migration 0005: indexes to read the outbox account by account, and to find old delivered events for deletion. */
export const migration0005 = [
  `drop index events_due`,
  `create index events_due on events (account_id, next_at, seq) where status = 'WAITING'`,
  `create index events_delivered on events (created_at) where status = 'DELIVERED'`,
]
