// Mail: the messages to customers and to the merchant's people, written only where the operator has set a mail server.

/** One address, with nothing in it that could begin another or a header. */
const isOneAddress = `~ '^[^[:space:][:cntrl:]<>(),:;"@]+@[^[:space:][:cntrl:]<>(),:;"@]+$'`

export const mail = [
  // One row while mail is on, none otherwise.
  `create table mail_switch (
    is_on boolean primary key check (is_on)
  )`,

  // Events for which no messages were made yet, written with the change that they report.
  `create table mail_events (
    event_id uuid primary key references webhook_events on delete cascade
  )`,
  `create function write_mail_events() returns trigger language plpgsql as $$
  begin
    if exists (select from mail_switch) then
      insert into mail_events (event_id)
        select id from inserted where not is_sample and type in (
          'charge:confirmed', 'charge:paid_again', 'charge:pending', 'refund:confirmed',
            'refund:named', 'payment:unmatched', 'payment:misdirected'
        );
    end if;
    return null;
  end $$`,
  `create trigger webhook_events_mail after insert on webhook_events
    referencing new table as inserted
    for each statement execute function write_mail_events()`,

  // The addresses of people at the desk, and what each wants to hear about. Only the person has confirmed theirs: the token is the one
  // of the link that was sent to it, which confirms nothing but this address.
  `create table mail_people (
    key_id uuid primary key references api_keys,
    account_id uuid not null references accounts,
    address text not null check (address ${isOneAddress}),
    locale text not null,
    token text check (token ~ '^[A-Za-z0-9_-]{22}$'),
    token_expires_at timestamptz,
    confirmed_at timestamptz,
    payments boolean not null,
    decisions boolean not null,
    webhooks boolean not null,
    check ((token is null) = (token_expires_at is null)),
    check ((token is null) = (confirmed_at is not null))
  )`,
  `create index mail_people_account on mail_people (account_id)`,

  `create table mail_messages (
    id uuid primary key,
    account_id uuid not null references accounts,
    kind text not null check (kind in ('receipt', 'refund', 'payment', 'decision', 'webhook', 'confirm')),
    -- The charge, refund or other object that it is about, which may be deleted before it.
    subject_id uuid not null,
    matter text not null,
    -- One address, without anything that could begin another header.
    recipient text not null check (recipient ${isOneAddress}),
    locale text not null,
    status text not null default 'WAITING' check (status in ('WAITING', 'SENT', 'FAILED', 'UNKNOWN', 'IGNORED')),
    attempts integer not null default 0,
    last_error text not null default '',
    created_at timestamptz not null default now(),
    next_attempt_at timestamptz not null default now(),
    attempted_at timestamptz,
    claim_number bigint not null default 0,
    lease_expires_at timestamptz,
    -- When the present attempt began to hand over the message itself: from then on it may have been sent.
    handed_over_at timestamptz,
    settled_at timestamptz,
    check (status = 'WAITING' or (lease_expires_at is null and handed_over_at is null)),
    check ((status = 'WAITING') = (settled_at is null)),
    check (handed_over_at is null or lease_expires_at is not null)
  )`,
  // Nobody receives two messages of one matter.
  `create unique index mail_messages_once on mail_messages (matter, lower(recipient))`,
  `create index mail_messages_due on mail_messages (next_attempt_at, id) where status = 'WAITING'`,
  // What was sent in the last hour is counted, by account and by address.
  `create index mail_messages_attempted on mail_messages (attempted_at)`,
  `create index mail_messages_recipient on mail_messages (lower(recipient), attempted_at)`,
  // The page of the desk shows what was not sent.
  `create index mail_messages_unsent on mail_messages (account_id, created_at, id)
    where status in ('FAILED', 'UNKNOWN')`,
  `create index mail_messages_settled on mail_messages (settled_at)`,
]
