/** Migration 0004: the outbox of webhook events. */
export const migration0004 = [
  `create table events (
    id uuid primary key,
    seq bigint generated always as identity unique,
    account_id uuid not null references accounts,
    charge_id uuid not null references charges,
    type text not null,
    body text not null,
    status text not null default 'WAITING' check (status in ('WAITING', 'DELIVERED', 'FAILED')),
    tries integer not null default 0,
    fault text not null default '',
    created_at timestamptz not null,
    next_at timestamptz not null default now(),
    claim bigint not null default 0,
    leased_until timestamptz,
    check (status = 'WAITING' or leased_until is null)
  )`,
  `create index events_due on events (next_at, seq) where status = 'WAITING'`,
  `create index events_charge on events (charge_id, seq) where status = 'WAITING'`,
  `create index events_leased on events (account_id) where leased_until is not null`,
  `create index events_failed on events (seq) where status = 'FAILED'`,
]
