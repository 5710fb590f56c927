// What accounts leave out of their lists of unmatched money.
import { isAddress } from '../checks.ts'

export const hidingRules = [
  `create table hiding_rules (
    id uuid primary key,
    account_id uuid not null references accounts,
    -- Either a sender, or the amount of a token below which money is dust.
    sender text check (sender ${isAddress}),
    chain_id bigint,
    token text check (token ${isAddress}),
    below numeric(78, 0) check (below > 0),
    decimals smallint not null check (decimals between 0 and 77),
    created_at timestamptz not null default now(),
    check (num_nonnulls(chain_id, token, below) = case when sender is null then 3 else 0 end)
  )`,
  `create index hiding_rules_account on hiding_rules (account_id)`,
]
