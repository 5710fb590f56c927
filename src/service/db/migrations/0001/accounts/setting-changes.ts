// Changes of wallets, tolerances and webhooks that take effect later, and the audit log.
import { isAddress } from '../checks.ts'

export const settingChanges = [
  // A wallet, a tolerance or a webhook; the row is deleted when the change takes effect or is canceled.
  `create table setting_changes (
    id uuid primary key,
    account_id uuid not null references accounts,
    setting text not null check (setting in ('wallet', 'tolerance', 'webhook')),
    wallet_address text check (wallet_address ${isAddress}),
    wallet_chain_id bigint check (wallet_chain_id > 0),
    wallet_token text check (wallet_token ${isAddress}),
    tolerance_cents integer check (tolerance_cents between 0 and 500),
    tolerance_basis_points integer check (tolerance_basis_points between 0 and 500),
    endpoint_id uuid references webhook_endpoints on delete cascade,
    url text,
    secret text,
    key_id uuid references api_keys,
    request_id text not null,
    requested_at timestamptz not null default now(),
    effective_at timestamptz not null,
    check (num_nonnulls(wallet_address, wallet_chain_id, wallet_token) = case setting when 'wallet' then 3 else 0 end),
    check (num_nonnulls(tolerance_cents, tolerance_basis_points) = case setting when 'tolerance' then 2 else 0 end),
    check (num_nonnulls(endpoint_id, url, secret) = case setting when 'webhook' then 3 else 0 end)
  )`,
  `create unique index setting_changes_wallet on setting_changes (account_id) where setting = 'wallet'`,
  `create unique index setting_changes_tolerance on setting_changes (account_id) where setting = 'tolerance'`,
  `create unique index setting_changes_webhook on setting_changes (endpoint_id) where setting = 'webhook'`,
  `create index setting_changes_account on setting_changes (account_id)`,
  `create index setting_changes_effective_at on setting_changes (effective_at)`,

  `create table audit_log (
    id uuid primary key,
    seq bigint generated always as identity unique,
    account_id uuid not null references accounts,
    key_id uuid references api_keys,
    action text not null,
    old_value json,
    new_value json,
    request_id text not null,
    created_at timestamptz not null default now()
  )`,
  `create index audit_log_account on audit_log (account_id, seq)`,
  // Append-only: a mistake in our code cannot change recorded entries.
  `create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'The audit log is append-only.';
    end
  $$`,
  `create trigger audit_log_append_only before update or delete or truncate on audit_log
    for each statement execute function refuse_audit_change()`,
]
