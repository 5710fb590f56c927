// Charges: their price in each token, and the history of their status.
import {
  isAddress,
  isChargePaymentStatus,
  isChargeStatus,
  isOpenStatus,
  isPriceSource,
  isShop,
  isTokenType,
  isTransactionHash,
} from './checks.ts'

/** The price of a charge in one token, and where to send it. */
const priceQuoteColumns = `
    chain_id bigint not null check (chain_id > 0),
    recipient text not null check (recipient ${isAddress}),
    token text not null check (token ${isAddress}),
    token_type text not null check (token_type ${isTokenType}),
    decimals smallint not null check (decimals between 0 and 77),
    symbol text not null,
    amount numeric(78, 0) not null check (amount >= 0),
    price_source text not null check (price_source ${isPriceSource}),
    -- The beginning of the nonce with which an account authorizes its payment; null for native currency. See
    -- domain/charges/authorization-nonce.ts.
    authorization_key bigint`

export const charges = [
  `create table charges (
    id uuid primary key,
    seq bigint generated always as identity unique,
    account_id uuid not null,
    livemode boolean not null,
    -- As it is written in calldata. It is a hash of the id, which it does not reveal.
    reference text not null unique check (reference ~ '^[0-9a-f]{32}$'),
    request_id uuid references requests,
    -- The link that a customer has opened it by; null for a charge of the merchant's own.
    payment_link_id uuid references payment_links,
    payer_locale text check (payer_locale ~ '^[A-Za-z0-9-]{2,35}$'),
    -- Of the api-key that created it; '' for none.
    shop text not null default '' check (shop ${isShop}),
    status text not null check (status ${isChargeStatus}),
    pricing_type text not null check (pricing_type in ('fixed_price', 'no_price')),
    local_amount text not null,
    local_currency text not null check (local_currency ~ '^[A-Z]{3}$'),
    ${priceQuoteColumns.trim()},
    -- A charge without accepted tokens costs no query of their table.
    has_accepted_tokens boolean not null default false,
    -- As for accepted tokens.
    has_decided_tokens boolean not null default false,
    base_url text,
    name text not null default '',
    description text not null default '',
    line_items json not null default '[]',
    tax_note text not null default '',
    payer_email text not null default '',
    metadata json not null,
    success_url text not null,
    cancel_url text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    quote_expires_at timestamptz,
    -- When its payments first reached the price, as long as they do.
    paid_at timestamptz,
    -- How its money stands against its price, in base units of its token: see charges/balance.ts.
    payment_status text not null default 'unpaid' check (payment_status ${isChargePaymentStatus}),
    missing_amount numeric(78, 0) not null default 0 check (missing_amount >= 0),
    excess_amount numeric(78, 0) not null default 0 check (excess_amount >= 0),
    refunded_amount numeric(78, 0) not null default 0 check (refunded_amount >= 0),
    -- By how many units of its currency its payments may miss the price: five dollars, and five percent of it, at most.
    tolerated_amount text not null default '0' check (
      tolerated_amount = '0' or case pricing_type
        when 'fixed_price' then tolerated_amount::numeric between 0 and local_amount::numeric * 0.05 and (local_currency <> 'USD' or tolerated_amount::numeric <= 5)
        else false
      end
    ),
    -- What the merchant takes as the price, in base units of its token; null where nothing less was accepted.
    accepted_amount numeric(78, 0) check (accepted_amount > 0),
    -- When the store is told that the charge is not paid any more, after a decision was undone; null where nothing waits to be told.
    held_until timestamptz,
    -- When the merchant marked the order as shipped: no assignment of its money is undone after that.
    shipped_at timestamptz,
    -- Of a charge that sends unmatched money back: the transaction that it came with.
    returned_hash text check (returned_hash ${isTransactionHash}),
    check (returned_hash is null or pricing_type = 'no_price'),
    check (pricing_type = 'no_price' or amount > 0),
    check (accepted_amount is null or pricing_type = 'fixed_price'),
    check ((status = 'COMPLETED') = (paid_at is not null)),
    check (held_until is null or status <> 'COMPLETED'),
    foreign key (account_id, livemode) references accounts (id, livemode)
  )`,
  `create index charges_request on charges (request_id, seq) where request_id is not null`,
  // A link counts the charges that wait for their customers, and those with money: see payment-links/store/use.ts.
  `create index charges_link_open on charges (payment_link_id, expires_at)
    where payment_link_id is not null and status ${isOpenStatus}`,
  `create index charges_link_paid on charges (payment_link_id)
    where payment_link_id is not null and payment_status <> 'unpaid'`,
  // Those that nobody paid are deleted later.
  `create index charges_link_expired on charges (expires_at)
    where payment_link_id is not null and payment_status = 'unpaid' and status in ('EXPIRED', 'CANCELLED')`,
  // A page of the list is one range of one of these indexes, however many charges there are.
  // Of the charges before unmatched money many are compared by these columns: see store/unmatched/candidates.ts.
  `create index charges_list on charges (account_id, created_at, id) include (status, local_amount, local_currency, chain_id, token, amount)`,
  `create index charges_list_status on charges (account_id, status, created_at, id)`,
  `create index charges_list_payment_status on charges (account_id, payment_status, created_at, id)`,
  `create index charges_list_paid on charges (account_id, paid_at, id) where paid_at is not null`,
  // Money of one transaction, token and address is sent back by one charge, so that it is refunded once.
  `create unique index charges_returned on charges (account_id, returned_hash, chain_id, token, recipient)
    where returned_hash is not null`,
  `create index charges_open on charges (expires_at) where status ${isOpenStatus}`,
  `create index charges_held on charges (held_until) where held_until is not null`,
  // Finds the charges of authorizations that were not reported.
  `create index charges_authorization on charges (authorization_key)`,
  // An amount that another open charge asks for is never reserved.
  `create index charges_open_amounts on charges (chain_id, token, recipient, amount)
    where status ${isOpenStatus}`,

  // The terms by which the merchant finds charges: see charges/lists/search-terms.ts. In the order of the list, so that a page of a
  // term's charges is one range of the key, even for a frequent term.
  `create table charge_terms (
    account_id uuid not null,
    term bytea not null check (octet_length(term) = 16),
    created_at timestamptz not null,
    charge_id uuid not null references charges,
    primary key (account_id, term, created_at, charge_id)
  )`,

  // The further tokens and chains that a charge may be paid in.
  `create table accepted_tokens (
    charge_id uuid not null references charges,
    sort_order smallint not null check (sort_order >= 0),
    ${priceQuoteColumns.trim()},
    created_at timestamptz not null,
    primary key (charge_id, chain_id, token)
  )`,
  `create index accepted_tokens_authorization on accepted_tokens (authorization_key)`,
  `create index accepted_tokens_amounts on accepted_tokens (chain_id, token, recipient, amount)`,

  // The price in a token that a charge does not accept, for a transaction that the merchant has assigned to it.
  `create table decided_tokens (
    charge_id uuid not null references charges,
    hash text not null check (hash ${isTransactionHash}),
    chain_id bigint not null,
    recipient text not null check (recipient ${isAddress}),
    token text not null check (token ${isAddress}),
    token_type text not null check (token_type ${isTokenType}),
    decimals smallint not null check (decimals between 0 and 77),
    symbol text not null,
    amount numeric(78, 0) not null check (amount > 0),
    price_source text not null check (price_source = 'merchant'),
    primary key (charge_id, chain_id, hash, token)
  )`,

  // Every amount by a rate: a transfer is compared with the one that was valid when it was mined.
  `create table quote_periods (
    charge_id uuid not null references charges,
    chain_id bigint not null,
    token text not null,
    amount numeric(78, 0) not null check (amount >= 0),
    -- What a unit of the charge's currency was worth, who said so, and when; null for US dollars.
    rate_usd text check (rate_usd::numeric > 0),
    rate_source text,
    rate_at timestamptz,
    check (num_nulls(rate_usd, rate_source, rate_at) in (0, 3)),
    valid_from timestamptz not null,
    valid_until timestamptz not null check (valid_until > valid_from),
    primary key (charge_id, chain_id, token, valid_from)
  )`,

  `create table charge_status_history (
    seq bigint generated always as identity primary key,
    charge_id uuid not null references charges,
    status text not null check (status ${isChargeStatus}),
    context text check (context in ('UNDERPAID', 'OVERPAID', 'DELAYED')),
    time timestamptz not null
  )`,
  `create index charge_status_history_charge on charge_status_history (charge_id, seq)`,
]
