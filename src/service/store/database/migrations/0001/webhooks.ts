// Webhooks: where accounts get their events, and the outbox.

export const webhooks = [
  `create table webhook_settings (
    account_id uuid primary key references accounts,
    url text not null,
    secret text not null check (secret ~ '^whsec_[A-Za-z0-9+/]+=*$'),
    url_set_at timestamptz not null,
    -- Whether its last delivery has succeeded. The others get fewer slots.
    is_answering boolean not null default false
  )`,

  // Earlier secrets, which a receiver may still hold: each signs beside the present one until its own time is over.
  `create table earlier_webhook_secrets (
    account_id uuid not null references webhook_settings (account_id),
    secret text not null,
    expires_at timestamptz not null,
    primary key (account_id, secret)
  )`,

  // The outbox. An unmatched transfer belongs to no charge.
  `create table webhook_events (
    id uuid primary key,
    seq bigint generated always as identity unique,
    account_id uuid not null references accounts,
    charge_id uuid references charges,
    type text not null,
    body text not null,
    status text not null default 'WAITING' check (status in ('WAITING', 'DELIVERED', 'FAILED')),
    attempts integer not null default 0,
    last_error text not null default '',
    created_at timestamptz not null,
    next_attempt_at timestamptz not null default now(),
    claim_number bigint not null default 0,
    lease_expires_at timestamptz,
    -- News of another webhook or wallet goes to the webhook of that time, and never to the new one. It is signed with every
    -- secret that its receiver may hold then, separated by spaces.
    target_url text,
    target_secrets text,
    check ((target_url is null) = (target_secrets is null)),
    check (status = 'WAITING' or lease_expires_at is null)
  )`,
  // The outbox is read account by account.
  `create index webhook_events_due on webhook_events (account_id, next_attempt_at, seq)
    where status = 'WAITING'`,
  `create index webhook_events_charge on webhook_events (charge_id, seq) where status = 'WAITING'`,
  // For the foreign key, when a charge is deleted.
  `create index webhook_events_of_charge on webhook_events (charge_id) where charge_id is not null`,
  `create index webhook_events_leased on webhook_events (account_id)
    where lease_expires_at is not null`,
  // Unmatched money is gathered into few events.
  `create index webhook_events_unmatched on webhook_events (account_id, created_at)
    where type = 'payment:unmatched'`,
  // A page of the list is one range of one of these.
  `create index webhook_events_list on webhook_events (account_id, created_at, id)`,
  `create index webhook_events_failed on webhook_events (account_id, created_at, id) where status = 'FAILED'`,
  // Old delivered events are deleted.
  `create index webhook_events_delivered on webhook_events (created_at) where status = 'DELIVERED'`,
]
