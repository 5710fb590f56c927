/** Migration 0003: leases, scan progress, and the columns of payments that the watcher needs. */
export const migration0003: readonly string[] = [
  `alter table payments
    add column share text not null default '' check (share in ('', charge_id::text)),
    add column reported boolean not null default true,
    add column sender text,
    add column nonce bigint,
    add column seen_head bigint,
    add column seen_at timestamptz,
    add check ((sender is null) = (nonce is null) and (sender is null) = (seen_head is null)
      and (sender is null) = (seen_at is null))`,
  `drop index payments_hash`,
  // One transfer is credited once. A failed claim releases its hash for the charge that the transfer really pays. A
  // transaction that names several charges has one allocation for each.
  `create unique index payments_hash on payments (chain_id, hash, share) where status <> 'FAILED'`,
  // Credited payments are checked for as long as a reorganization may remove them.
  `create index payments_credited on payments (chain_id, block_number) where status = 'COMPLETED'`,
  `create index charges_destinations on charges (chain_id, created_at)`,
  `create index charges_open on charges (created_at) where status in ('NEW', 'PENDING', 'FAILED')`,
  `create table leases (
    task text primary key,
    holder uuid not null,
    until timestamptz not null
  )`,
  `create table scans (
    chain_id bigint primary key,
    block bigint not null check (block >= 0)
  )`,
]
