// Payment links: pages that create a charge for each customer who wants to pay.
import { isShop } from './checks.ts'

export const paymentLinks = [
  `create table payment_links (
    id uuid primary key,
    account_id uuid not null,
    livemode boolean not null,
    -- Without letters and digits that are taken for each other.
    code text not null unique check (code ~ '^[a-hjkmnp-z2-9]{10}$'),
    shop text not null check (shop ${isShop}),
    -- What each of its charges is created with, as POST /charges takes it.
    charge json not null,
    image_url text not null,
    suggested_amounts json not null,
    min_quantity integer not null check (min_quantity >= 1),
    max_quantity integer not null check (max_quantity between min_quantity and 1000),
    fields json not null,
    thank_you text not null,
    max_payments integer check (max_payments between 1 and 10000),
    created_at timestamptz not null,
    expires_at timestamptz,
    ended_at timestamptz,
    foreign key (account_id, livemode) references accounts (id, livemode)
  )`,
  `create index payment_links_list on payment_links (account_id, created_at, id)`,
]
