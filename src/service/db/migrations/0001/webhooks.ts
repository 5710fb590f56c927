// Webhooks: the endpoints that accounts have, their events, and the deliveries of these.
import { isShop } from './checks.ts'

export const webhooks = [
  `create table webhook_endpoints (
    id uuid primary key,
    account_id uuid not null references accounts,
    url text not null,
    secret text not null check (secret ~ '^whsec_[A-Za-z0-9+/]+=*$'),
    -- How the merchant calls it; '' for no name.
    description text not null default '' check (length(description) <= 80),
    -- Types of events, separated by spaces; '' for all.
    event_types text not null default '',
    -- Only events about charges of this shop; '' for all events of the account.
    shop text not null default '' check (shop ${isShop}),
    is_enabled boolean not null default true,
    -- The account's webhook of the interface, section 4.5.
    is_default boolean not null default false,
    -- Whether its last delivery has succeeded. The others get fewer slots.
    is_answering boolean not null default false,
    created_at timestamptz not null default now()
  )`,
  `create index webhook_endpoints_account on webhook_endpoints (account_id, created_at)`,
  `create unique index webhook_endpoints_default on webhook_endpoints (account_id) where is_default`,

  // What removed endpoints were called: their deliveries stay in the history of events.
  `create table removed_webhook_endpoints (
    id uuid primary key,
    account_id uuid not null references accounts,
    description text not null,
    url text not null,
    removed_at timestamptz not null default now()
  )`,
  `create index removed_webhook_endpoints_account on removed_webhook_endpoints (account_id)`,

  // Earlier secrets, which a receiver may still hold: each signs in addition to the present one until it expires.
  `create table earlier_webhook_secrets (
    endpoint_id uuid not null references webhook_endpoints on delete cascade,
    secret text not null,
    expires_at timestamptz not null,
    primary key (endpoint_id, secret)
  )`,

  // Events. One about unmatched transfers belongs to no charge.
  `create table webhook_events (
    id uuid primary key,
    -- Increases with every event: the events of one charge are in the order in which they happened.
    seq bigint generated always as identity unique,
    account_id uuid not null references accounts,
    charge_id uuid references charges,
    type text not null,
    -- Without its sequence number, which the database gives it: see number_event.
    body text not null,
    -- The place of the event among those of its charge and of the charge's refunds: 1, 2, 3 …
    charge_sequence integer,
    created_at timestamptz not null,
    -- Whether a delivery of it was given up: it is kept until that is settled.
    has_failed boolean not null default false,
    -- Whether it is a sample, requested to try a receiver. The number in its body is an example.
    is_sample boolean not null default false,
    check ((charge_sequence is not null) = (not is_sample and (type like 'charge:%' or type like 'refund:%'))),
    check (not is_sample or charge_id is null)
  )`,
  // Of the last event of a charge that has more than its first one. It outlives the events, which are deleted after some time.
  `create table charge_sequences (
    charge_id uuid primary key references charges on delete cascade,
    last integer not null
  )`,
  // The writer of a charge's event holds the charge's lock, or inserts the charge by the same statement.
  `create function number_event() returns trigger language plpgsql as $$
  begin
    if new.type = 'charge:created' then
      new.charge_sequence := 1;
    elsif new.type like 'charge:%' or new.type like 'refund:%' then
      insert into charge_sequences as counter (charge_id, last) values (new.charge_id, 2)
        on conflict (charge_id) do update set last = counter.last + 1
        returning counter.last into new.charge_sequence;
    end if;
    return new;
  end $$`,
  `create trigger webhook_events_number before insert on webhook_events
    for each row when (not new.is_sample) execute function number_event()`,
  // For the foreign key, when a charge is deleted.
  `create unique index webhook_events_of_charge on webhook_events (charge_id, charge_sequence)
    where charge_id is not null`,
  // A page of the list is one range of this.
  `create index webhook_events_list on webhook_events (account_id, created_at, id)`,
  // The same of a type; and unmatched money is gathered into few events.
  `create index webhook_events_of_type on webhook_events (account_id, type, created_at, id)`,
  // Old events are deleted.
  `create index webhook_events_old on webhook_events (created_at) where not has_failed`,

  // The outbox: one row for each endpoint that an event goes to. Deliveries outlive their endpoint, so they do not reference its
  // row.
  `create table webhook_deliveries (
    event_id uuid not null references webhook_events on delete cascade,
    endpoint_id uuid not null,
    -- Of its event.
    seq bigint not null,
    account_id uuid not null,
    charge_id uuid,
    event_created_at timestamptz not null,
    status text not null default 'WAITING' check (status in ('WAITING', 'DELIVERED', 'FAILED')),
    attempts integer not null default 0,
    last_error text not null default '',
    next_attempt_at timestamptz not null default now(),
    -- When the last attempt began, and the answer: its status, the milliseconds until it came, and the beginning of its body
    -- without secrets. The status is null where none came.
    attempted_at timestamptz,
    answer_status integer,
    answer_ms integer,
    answer_body text not null default '',
    -- Since when it fails: the first failed attempt since it was last delivered or given up; null where none has failed.
    failing_since timestamptz,
    -- From when on later deliveries of its charge to the endpoint no longer wait for it; null where it has not failed since it was
    -- last asked for.
    yields_at timestamptz,
    claim_number bigint not null default 0,
    lease_expires_at timestamptz,
    -- News of another url or wallet goes to the url of that time, and never to the new one. It is signed with every secret
    -- that its receiver may hold then, separated by spaces.
    target_url text,
    target_secrets text,
    primary key (event_id, endpoint_id),
    check ((target_url is null) = (target_secrets is null)),
    check (status = 'WAITING' or lease_expires_at is null),
    check (yields_at is null or failing_since is not null)
  )`,
  // The outbox is read endpoint by endpoint.
  `create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at, seq)
    where status = 'WAITING'`,
  `create index webhook_deliveries_charge on webhook_deliveries (charge_id, endpoint_id, seq)
    where status = 'WAITING'`,
  // Since when an endpoint fails is the first row of one range of this.
  `create index webhook_deliveries_failing on webhook_deliveries (endpoint_id, failing_since)
    where status = 'WAITING' and failing_since is not null`,
  // What an endpoint did not take is counted.
  `create index webhook_deliveries_given_up on webhook_deliveries (endpoint_id) where status = 'FAILED'`,
  `create index webhook_deliveries_leased on webhook_deliveries (account_id, endpoint_id)
    where lease_expires_at is not null`,
  // A page of the deliveries of an account, or of an endpoint, is one range of one of these.
  `create index webhook_deliveries_list on webhook_deliveries (account_id, status, event_created_at, event_id)`,
  `create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, event_created_at, event_id)`,
]
