/** Migration 0005: the outbox is read account by account, and what was delivered long ago is found to be forgotten. */
export const fifth = [
  `drop index events_due`,
  `create index events_due on events (account_id, next_at, seq) where status = 'WAITING'`,
  `create index events_delivered on events (created_at) where status = 'DELIVERED'`,
]
