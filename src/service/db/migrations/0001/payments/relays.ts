// Signed transfers that the service sends for payers: accepted authorizations, and the relayer's nonces and transactions.
import { isAddress, isTransactionHash } from '../checks.ts'

export const relays = [
  // The nonces that agents chose themselves, each for the one charge that it pays: stored before anything is sent, so that the
  // token's own log proves the payment, regardless of its sender.
  `create table accepted_authorizations (
    chain_id bigint not null check (chain_id > 0),
    token text not null check (token ${isAddress}),
    sender text not null check (sender ${isAddress}),
    nonce text not null check (nonce ~ '^0x[0-9a-f]{64}$'),
    charge_id uuid not null references charges,
    -- The token takes a nonce of an account once, so it pays one charge.
    primary key (chain_id, token, sender, nonce)
  )`,
  `create index accepted_authorizations_nonce on accepted_authorizations (nonce, chain_id)`,
  `create index accepted_authorizations_charge on accepted_authorizations (charge_id)`,

  // The nonces that clients of the scheme \`Payment\` derive from a charge's challenges, stored before the first challenge is
  // answered: each names its charge, regardless of its signer.
  `create table offered_challenges (
    nonce text primary key check (nonce ~ '^0x[0-9a-f]{64}$'),
    charge_id uuid not null references charges,
    chain_id bigint not null check (chain_id > 0),
    token text not null check (token ${isAddress})
  )`,
  `create index offered_challenges_charge on offered_challenges (charge_id)`,

  `create table relayed_authorizations (
    id uuid primary key,
    charge_id uuid not null references charges,
    chain_id bigint not null check (chain_id > 0),
    token text not null check (token ${isAddress}),
    sender text not null check (sender ${isAddress}),
    recipient text not null check (recipient ${isAddress}),
    value numeric(78, 0) not null check (value > 0),
    valid_after numeric(78, 0) not null,
    valid_before numeric(78, 0) not null,
    nonce text not null check (nonce ~ '^0x[0-9a-f]{64}$'),
    signature text not null,
    status text not null check (status in ('RELAYING', 'USED', 'FAILED')),
    reason text not null default '',
    -- Whether its charge accepts no other one until no sender can use it any more.
    is_exclusive boolean not null default false,
    -- Whether its account had code when it was accepted, which decides in the block.
    is_of_contract boolean not null default false,
    -- By which its client names it in the charge (x402, payment-identifier).
    payment_id text check (payment_id ~ '^[A-Za-z0-9_-]{16,128}$'),
    -- The newest block when it was accepted: it was used in no earlier one.
    since_block numeric(20, 0) not null check (since_block >= 0),
    hash text check (hash ${isTransactionHash}),
    -- The part of the value that pays for relaying it.
    fee numeric(78, 0) not null check (fee >= 0 and fee < value),
    created_at timestamptz not null default now()
  )`,
  // A charge is paid once: while one authorization may still be mined, it accepts no other.
  `create unique index relayed_authorizations_open on relayed_authorizations (charge_id) where status = 'RELAYING'`,
  `create index relayed_authorizations_charge on relayed_authorizations (charge_id, created_at)`,
  `create index relayed_authorizations_payment_id on relayed_authorizations (charge_id, payment_id)`,
  `create index relayed_authorizations_sender on relayed_authorizations (sender, created_at)`,
  `create index relayed_authorizations_contracts on relayed_authorizations (chain_id, created_at) where is_of_contract`,
  `create index relayed_authorizations_created_at on relayed_authorizations (created_at)`,

  // Saved before a payer reads them: an offered fee is honored, and is not counted as an overpayment.
  `create table offered_fees (
    charge_id uuid not null references charges,
    chain_id bigint not null,
    token text not null check (token ${isAddress}),
    fee numeric(78, 0) not null check (fee > 0),
    -- Unix seconds: until when an authorization that includes it may be valid.
    valid_before numeric(78, 0) not null,
    primary key (charge_id, chain_id, token, fee)
  )`,

  // The next nonce of each of the relayer's accounts. Its row is the lock for taking one.
  `create table relayed_accounts (
    chain_id bigint not null,
    account text not null check (account ${isAddress}),
    next_nonce bigint not null check (next_nonce >= 0),
    primary key (chain_id, account)
  )`,

  // A nonce is taken once, by one authorization.
  `create table relayed_slots (
    chain_id bigint not null,
    account text not null,
    nonce bigint not null check (nonce >= 0),
    -- Null: it was never sent, or its authorization has another slot, and only its nonce is to be used up.
    authorization_id uuid references relayed_authorizations,
    is_open boolean not null default true,
    -- The newest block when its nonce was used up for good: a reorganization that reaches it opens the slot again.
    closed_at_block numeric(20, 0),
    -- Of the transaction that has used up the nonce, also where a reorganization has opened the slot again; null where none has that is ours.
    hash text check (hash ${isTransactionHash}),
    created_at timestamptz not null default now(),
    primary key (chain_id, account, nonce),
    foreign key (chain_id, account) references relayed_accounts,
    check ((closed_at_block is null) = is_open)
  )`,
  `create index relayed_slots_open on relayed_slots (chain_id, account, nonce) where is_open`,
  `create index relayed_slots_closed on relayed_slots (chain_id, closed_at_block) where not is_open`,
  // Two transactions for one authorization would be two fees.
  `create unique index relayed_slots_authorization on relayed_slots (authorization_id) where is_open`,

  // Saved before they are sent. Those of one slot replace each other.
  `create table relayed_transactions (
    chain_id bigint not null,
    account text not null,
    nonce bigint not null,
    attempt smallint not null check (attempt >= 0),
    hash text not null check (hash ${isTransactionHash}),
    -- What it carries; null for one that only uses up the nonce.
    authorization_id uuid references relayed_authorizations,
    raw text not null,
    gas numeric(20, 0) not null check (gas > 0),
    max_fee numeric(78, 0) not null check (max_fee >= 0),
    max_priority_fee numeric(78, 0) not null check (max_priority_fee between 0 and max_fee),
    created_at timestamptz not null default now(),
    primary key (chain_id, account, nonce, attempt),
    foreign key (chain_id, account, nonce) references relayed_slots,
    unique (chain_id, hash)
  )`,
  `create index relayed_transactions_authorization on relayed_transactions (authorization_id)`,
]
