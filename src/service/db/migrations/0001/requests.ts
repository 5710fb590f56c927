// Payment requests and their attachments.
import { isAddress, isTokenType } from './checks.ts'

export const requests = [
  `create table requests (
    id uuid primary key,
    seq bigint generated always as identity unique,
    account_id uuid not null references accounts,
    recipient text not null check (recipient ${isAddress}),
    chain_id bigint check (chain_id > 0),
    token text check (token ${isAddress}),
    token_type text check (token_type ${isTokenType}),
    decimals smallint not null check (decimals between 0 and 77),
    symbol text not null,
    amount text not null,
    match_key text not null,
    created_by_find_or_create boolean not null,
    track_id text not null,
    reference text not null,
    created_at timestamptz not null,
    check (token is null or chain_id is not null)
  )`,
  // Of many simultaneous find-or-create calls, only one inserts the row.
  `create unique index requests_find_or_create on requests (account_id, match_key)
    where created_by_find_or_create`,
  `create index requests_match on requests (account_id, match_key, created_by_find_or_create desc, seq)`,

  `create table attachments (
    id text primary key check (id ~ '^[A-Za-z0-9_-]{43}$'),
    request_id uuid not null unique references requests,
    name text not null,
    type text not null,
    bytes bytea not null check (octet_length(bytes) between 1 and 5242880)
  )`,
]
