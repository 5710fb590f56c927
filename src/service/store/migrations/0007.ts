/** Migration 0007: a payment belongs to its charge by proof. */
export const migration0007 = [
  // The charge's public reference, as it is written in calldata. It is a hash of the id, which it does not reveal.
  `alter table charges
    add column reference text not null unique check (reference ~ '^[0-9a-f]{32}$'),
    add column expires_at timestamptz not null,
    add column basis text not null check (basis in ('dollar', 'feed', 'said')),
    add column quote_expires_at timestamptz`,
  `alter table accepts add column basis text not null check (basis in ('dollar', 'feed', 'said'))`,
  `drop index charges_open`,
  `create index charges_open on charges (expires_at) where status in ('NEW', 'PENDING', 'FAILED')`,

  // Every amount that a price feed gave: a transfer is compared with the one that was valid when it was mined.
  `create table quotes (
    charge_id uuid not null references charges,
    chain_id bigint not null,
    token text not null,
    amount numeric(78, 0) not null check (amount >= 0),
    valid_from timestamptz not null,
    valid_until timestamptz not null check (valid_until > valid_from),
    primary key (charge_id, chain_id, token, valid_from)
  )`,

  `drop index payments_hash`,
  `alter table payments
    drop column share,
    drop column reported,
    drop column sender,
    drop column nonce,
    drop column seen_head,
    add column proof text not null
      check (proof in ('reference', 'amount', 'signature', 'merchant', 'report')),
    add column counted numeric(78, 0) check (counted > 0 and counted <= paid),
    add column mined_at timestamptz`,
  // All transfers of one transaction to one charge in one token are one payment.
  `create unique index payments_credit on payments (chain_id, hash, charge_id, token)
    where status <> 'FAILED'`,

  // One transfer is credited once: it has one row, and a row belongs to at most one payment.
  `create table transfers (
    id uuid primary key,
    seq bigint generated always as identity unique,
    chain_id bigint not null check (chain_id > 0),
    hash text not null check (hash ~ '^0x[0-9a-f]{64}$'),
    position integer not null,
    token text not null,
    recipient text not null,
    sender text not null,
    amount numeric(78, 0) check (amount > 0),
    counted numeric(78, 0) check (counted > 0 and counted <= amount),
    block_number bigint not null,
    block_hash text not null,
    mined_at timestamptz not null,
    status text not null check (status in ('CREDITED', 'UNMATCHED', 'ASSIGNED', 'IGNORED')),
    proof text check (proof in ('reference', 'amount', 'signature', 'merchant', 'report')),
    reason text not null,
    payment_id uuid references payments,
    charge_id uuid references charges,
    refs text not null,
    created_at timestamptz not null,
    unique (chain_id, hash, position),
    check ((status in ('CREDITED', 'ASSIGNED')) = (payment_id is not null)),
    check ((payment_id is null) = (proof is null)),
    check ((payment_id is null) = (counted is null)),
    check (payment_id is null or charge_id is not null)
  )`,
  `create index transfers_payment on transfers (payment_id) where payment_id is not null`,
  `create index transfers_place on transfers (chain_id, token, recipient, seq)`,
  `create index transfers_unmatched on transfers (seq) where status = 'UNMATCHED'`,

  // A transaction that the chain has not shown is no payment: it does not change its charge, and is deleted later.
  `create table reported_transactions (
    id uuid primary key,
    charge_id uuid not null references charges,
    chain_id bigint not null,
    hash text not null check (hash ~ '^0x[0-9a-f]{64}$'),
    token text not null,
    signature text,
    status text not null default 'WAITING' check (status in ('WAITING', 'ENDED')),
    reason text not null default '',
    looks integer not null default 0,
    next_look_at timestamptz not null,
    sender text,
    nonce bigint,
    seen_head bigint,
    created_at timestamptz not null,
    unique (charge_id, chain_id, hash),
    check ((sender is null) = (nonce is null) and (sender is null) = (seen_head is null))
  )`,
  `create index reported_due on reported_transactions (chain_id, looks, next_look_at)
    where status = 'WAITING'`,
  `create index reported_hash on reported_transactions (chain_id, hash)`,
  `create index reported_age on reported_transactions (created_at)`,

  // An amount stays reserved as long as its row exists, which is a week longer than the reservation is valid.
  `create table reserved_amounts (
    id uuid primary key,
    charge_id uuid not null references charges,
    chain_id bigint not null,
    token text not null,
    recipient text not null,
    owed numeric(78, 0) not null check (owed > 0),
    amount numeric(78, 0) not null check (amount >= owed),
    since_block bigint not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    constraint reserved_once unique (chain_id, token, recipient, amount)
  )`,
  `create index reserved_charge on reserved_amounts (charge_id)`,
  `create index reserved_age on reserved_amounts (expires_at)`,

  // Where charges are paid to, by account: to read this from the charges would take longer with every charge.
  `create table destinations (
    chain_id bigint not null,
    token text not null,
    recipient text not null,
    account_id uuid not null references accounts,
    token_decimals smallint not null,
    token_symbol text not null,
    oldest timestamptz not null,
    newest timestamptz not null,
    primary key (chain_id, token, recipient, account_id)
  )`,
  `create index destinations_newest on destinations (chain_id, newest)`,
  `create index destinations_account on destinations (account_id, newest)`,
  `drop index charges_destinations`,
  `drop index accepts_destinations`,
  // An amount that another open charge asks for is never reserved.
  `create index charges_asking on charges (chain_id, token, recipient, amount)
    where status in ('NEW', 'PENDING', 'FAILED')`,
  `create index accepts_asking on accepts (chain_id, token, recipient, amount)`,

  `alter table scans
    add column witness text,
    add column rescan_from bigint check (rescan_from >= 0),
    add column rescan_to bigint,
    alter column block drop not null,
    add check (block is not null or rescan_from is not null)`,

  // An unmatched transfer belongs to no charge.
  `alter table events alter column charge_id drop not null`,
]
