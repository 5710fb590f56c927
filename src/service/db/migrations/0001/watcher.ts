// For the watcher: where charges are paid to, which process does which task, and how far each chain was scanned.
import { isTransactionHash } from './checks.ts'

export const watcher = [
  // Where charges are paid to, by account: to read this from the charges would take longer with every charge.
  `create table destinations (
    chain_id bigint not null,
    token text not null,
    recipient text not null,
    account_id uuid not null references accounts,
    decimals smallint not null,
    symbol text not null,
    oldest_charge_at timestamptz not null,
    newest_charge_at timestamptz not null,
    -- When the last of its charges expires: until then a payment is expected.
    expected_until timestamptz not null,
    primary key (chain_id, token, recipient, account_id)
  )`,
  `create index destinations_watched on destinations (chain_id, newest_charge_at)`,
  `create index destinations_account on destinations (account_id, newest_charge_at)`,

  `create index destinations_recipient on destinations (chain_id, recipient)`,

  // The account that holds an address, as far as the service can know. Anyone can name an address in a charge, so a name counts
  // only when no account has stronger evidence: a receiving wallet, or charges that were paid there by proof. The account with the
  // earliest such evidence is the holder; without any, the one that named the address first.
  `create function find_holder(of_chain bigint, address text) returns uuid language sql stable as $$
    select account_id from (
      (select id as account_id, 1 as rank, wallet_since as since from accounts
        where wallet_address = address
          and livemode = (select livemode from chain_modes where chain_id = of_chain)
        order by wallet_since limit 1)
      union all
      (select account_id, 1, created_at from transfers
        where chain_id = of_chain and recipient = address and status = 'CREDITED'
        order by created_at limit 1)
      union all
      (select account_id, 2, oldest_charge_at from destinations
        where chain_id = of_chain and recipient = address
          -- A token is also shown to accounts that no charge was ever paid to in it.
          and newest_charge_at > '-infinity'
        order by oldest_charge_at limit 1)
    ) as claims order by rank, since, account_id limit 1
  $$`,

  // When a payer or a merchant last asked for a charge that can be paid on a chain. Any process writes it, and the one
  // that watches the chain scans it often for as long as it is recent.
  `create table chain_activity (
    chain_id bigint primary key,
    last_active_at timestamptz not null
  )`,

  // One row with the latest time of the database's clock that was seen.
  `create table database_clock (
    only_row boolean primary key default true check (only_row),
    latest timestamptz not null
  )`,
  `insert into database_clock (latest) values (now())`,

  `create table leases (
    task text primary key,
    lease_owner uuid not null,
    expires_at timestamptz not null
  )`,

  // One row for each chain. Without a block: nothing was scanned yet, but a rescan was requested.
  `create table scan_states (
    chain_id bigint primary key,
    block numeric(20, 0) check (block >= 0),
    witness json,
    rescan_from numeric(20, 0) check (rescan_from >= 0),
    rescan_to numeric(20, 0),
    check (block is not null or rescan_from is not null)
  )`,

  // Transactions that were found and could not be read or recorded, and those whose transfers a reorganization has taken
  // back: they are looked for as long as a reorganization can bring them back. They keep no other one waiting.
  `create table unread_transactions (
    chain_id bigint not null,
    hash text not null check (hash ${isTransactionHash}),
    block_number numeric(20, 0) not null check (block_number >= 0),
    block_hash text not null,
    is_taken_back boolean not null default false,
    attempts integer not null default 0,
    last_error text not null,
    created_at timestamptz not null default now(),
    next_attempt_at timestamptz not null default now(),
    primary key (chain_id, hash)
  )`,
  `create index unread_transactions_due on unread_transactions (chain_id, next_attempt_at)`,
]
