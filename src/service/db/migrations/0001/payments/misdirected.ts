// Money that did not arrive: transactions that name a charge but pay another address.
import { isTransactionHash } from '../checks.ts'

export const misdirected = [
  // Belongs to no payment and changes no charge. Each hash sends one event per charge, even if it is reported again.
  `create table misdirected_payments (
    id uuid primary key,
    charge_id uuid not null references charges,
    chain_id bigint not null check (chain_id > 0),
    hash text not null check (hash ${isTransactionHash}),
    token text not null,
    recipient text not null,
    sender text not null,
    amount numeric(78, 0) not null check (amount > 0),
    expected_recipient text not null check (expected_recipient <> recipient),
    block_number numeric(20, 0) not null,
    block_hash text not null,
    mined_at timestamptz not null,
    created_at timestamptz not null,
    unique (charge_id, chain_id, hash)
  )`,
  `create index misdirected_payments_hash on misdirected_payments (hash)`,
]
