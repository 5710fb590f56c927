/** Migration 0006: accepted tokens, the further tokens and chains that a charge may be paid in. */
export const migration0006 = [
  `create table accepts (
    charge_id uuid not null references charges,
    place smallint not null check (place >= 0),
    chain_id bigint not null check (chain_id > 0),
    recipient text not null check (recipient ~ '^0x[0-9a-fA-F]{40}$'),
    token text not null check (token ~ '^0x[0-9a-fA-F]{40}$'),
    token_type text not null check (token_type in ('ERC20', 'NATIVE')),
    token_decimals smallint not null check (token_decimals between 0 and 77),
    token_symbol text not null,
    amount numeric(78, 0) not null check (amount >= 0),
    created_at timestamptz not null,
    primary key (charge_id, chain_id, token)
  )`,
  `create index accepts_destinations on accepts (chain_id, created_at)`,
  // Adding these two columns rewrites no table, and a charge without accepted tokens needs neither of them.
  `alter table charges add column accepting boolean not null default false`,
  // The credited amount in base units of the charge's token; null: the same as paid.
  `alter table payments add column worth numeric(78, 0) check (worth >= 0)`,
]
