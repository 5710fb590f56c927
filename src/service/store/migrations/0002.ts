// Migration 0002: payment requests, lists of charges, webhook settings, usernames.

/**
 * Returns the SQL for the counter row that a charge is counted in, from 0 to 15. Each creation locks its counter's row
 * until it commits: with one row per account, all creations of a busy merchant would wait for each other.
 */
const computeCounterShard = (id: string) => `get_byte(uuid_send(${id}), 0) % 16`

export const migration0002 = [
  // No dot, so that no username looks like an ENS name; not 0x, so that none looks like an address.
  `alter table accounts add column username text unique
    check (username ~ '^[a-z0-9][a-z0-9_-]{1,31}$' and username !~ '^0x')`,

  `create table requests (
    id uuid primary key,
    seq bigint generated always as identity unique,
    account_id uuid not null references accounts,
    recipient text not null check (recipient ~ '^0x[0-9a-fA-F]{40}$'),
    chain_id bigint check (chain_id > 0),
    token text check (token ~ '^0x[0-9a-fA-F]{40}$'),
    token_type text check (token_type in ('ERC20', 'NATIVE')),
    token_decimals smallint not null check (token_decimals between 0 and 77),
    token_symbol text not null,
    amount text not null,
    match_key text not null,
    found boolean not null,
    track_id text not null,
    reference text not null,
    created_at timestamptz not null,
    check (token is null or chain_id is not null)
  )`,
  // Of many simultaneous find-or-create calls, only one inserts the row.
  `create unique index requests_found on requests (account_id, match_key) where found`,
  `create index requests_match on requests (account_id, match_key, found desc, seq)`,
  `create table attachments (
    id text primary key check (id ~ '^[A-Za-z0-9_-]{43}$'),
    request_id uuid not null unique references requests,
    name text not null,
    type text not null,
    bytes bytea not null check (octet_length(bytes) between 1 and 5242880)
  )`,

  `alter table charges add column request_id uuid references requests`,
  `create index charges_request on charges (request_id, seq) where request_id is not null`,
  // A page of the list is one range of one of these indexes, however many charges there are.
  `create index charges_list on charges (account_id, seq)`,
  `create index charges_list_status on charges (account_id, status, seq)`,

  `create table charge_counts (
    account_id uuid not null references accounts,
    status text not null,
    part smallint not null,
    count bigint not null,
    primary key (account_id, status, part)
  ) with (fillfactor = 50)`,
  `insert into charge_counts
    select account_id, status, ${computeCounterShard('id')}, count(*) from charges group by 1, 2, 3`,
  // A trigger, so that no statement that changes a charge's status can miss the count. Sorted, so that two statements
  // that change many charges take their locks in the same order.
  `create function count_charges() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into charge_counts
          select account_id, status, ${computeCounterShard('id')}, count(*) from added group by 1, 2, 3 order by 1, 2, 3
          on conflict (account_id, status, part)
            do update set count = charge_counts.count + excluded.count;
      else
        insert into charge_counts
          select account_id, status, ${computeCounterShard('id')}, sum(n) from (
            select id, account_id, status, 1 as n from added
            union all select id, account_id, status, -1 from removed
          ) as moved group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3
          on conflict (account_id, status, part)
            do update set count = charge_counts.count + excluded.count;
      end if;
      return null;
    end
  $$`,
  `create trigger charges_added after insert on charges
    referencing new table as added for each statement execute function count_charges()`,
  `create trigger charges_moved after update on charges
    referencing old table as removed new table as added for each statement execute function count_charges()`,

  `create index repeats_age on repeats (created_at)`,

  `create table webhook_settings (
    account_id uuid primary key references accounts,
    url text not null,
    secret text not null check (secret ~ '^whsec_[A-Za-z0-9+/]+=*$'),
    set_at timestamptz not null
  )`,
]
