// Before there is a payment: transactions that were reported, and amounts that are reserved for one charge.
import { isTransactionHash } from '../checks.ts'

export const reports = [
  // A transaction that the chain has not shown is not a payment: it does not change its charge, and is deleted later.
  `create table reported_transactions (
    id uuid primary key,
    charge_id uuid not null references charges,
    chain_id bigint not null,
    hash text not null check (hash ${isTransactionHash}),
    token text not null,
    signature text,
    status text not null default 'WAITING' check (status in ('WAITING', 'ENDED')),
    reason text not null default '',
    attempts integer not null default 0,
    next_check_at timestamptz not null,
    sender text,
    nonce bigint,
    seen_at_block numeric(20, 0),
    created_at timestamptz not null,
    -- The merchant's key that decided that the transaction pays the charge, and its call; null for a payer's report.
    assigned_by uuid references api_keys,
    assigned_request_id text,
    unique (charge_id, chain_id, hash),
    check ((assigned_by is null) = (assigned_request_id is null)),
    check ((sender is null) = (nonce is null) and (sender is null) = (seen_at_block is null))
  )`,
  `create index reported_transactions_due on reported_transactions (chain_id, attempts, next_check_at)
    where status = 'WAITING'`,
  `create index reported_transactions_hash on reported_transactions (hash, chain_id)`,
  `create index reported_transactions_created_at on reported_transactions (created_at)`,

  // An amount stays reserved as long as its row exists, which is a week longer than the reservation is valid.
  `create table reserved_amounts (
    id uuid primary key,
    charge_id uuid not null references charges,
    chain_id bigint not null,
    token text not null,
    recipient text not null,
    owed numeric(78, 0) not null check (owed > 0),
    amount numeric(78, 0) not null check (amount >= owed),
    since_block numeric(20, 0) not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    unique (chain_id, token, recipient, amount)
  )`,
  `create index reserved_amounts_charge on reserved_amounts (charge_id)`,
  `create index reserved_amounts_expires_at on reserved_amounts (expires_at)`,
]
