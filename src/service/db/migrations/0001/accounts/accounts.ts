// Merchants and their api-keys, the responses to their Idempotency-Keys, and rate limits.
import { isShop } from '../checks.ts'

const scope =
  'charges:write|charges:read|payments|payments:assign|refunds|settings|admin|desk:see|desk:decide|desk:refund|desk:manage'

export const accounts = [
  `create table accounts (
    id uuid primary key,
    name text not null,
    -- No dot, so that no username looks like an ENS name; not 0x, so that none looks like an address.
    username text unique check (username ~ '^[a-z0-9][a-z0-9_-]{1,31}$' and username !~ '^0x'),
    brand_color text not null default '',
    brand_logo_url text not null default '',
    organization_name text not null default '',
    -- Pages link to it: no other scheme, such as javascript:.
    support_url text not null default '' check (support_url = '' or support_url ~* '^(https://|mailto:)'),
    wallet_address text,
    wallet_chain_id bigint,
    wallet_token text,
    -- Since when the wallet has this address: scarce amounts there belong to the account that has had it for longest.
    wallet_since timestamptz,
    -- By how much new charges may be underpaid: by both at most. The thief of a key can set it, so it is never large.
    tolerance_cents integer not null default 0 check (tolerance_cents between 0 and 500),
    tolerance_basis_points integer not null default 0 check (tolerance_basis_points between 0 and 500),
    -- In which its books count money, beside US dollars.
    book_currency text not null default 'USD' check (book_currency ~ '^[A-Z]{3}$'),
    created_at timestamptz not null,
    -- False for a test account, which belongs to a live one.
    livemode boolean not null,
    live_account_id uuid unique references accounts,
    unique (id, livemode),
    check (livemode = (live_account_id is null)),
    check ((wallet_address is null) = (wallet_since is null)),
    check ((wallet_address is null) = (wallet_chain_id is null)
      and (wallet_address is null) = (wallet_token is null))
  )`,

  `create index accounts_wallet on accounts (wallet_address) where wallet_address is not null`,

  // SHA-256 of the key, in hex: the key itself is not stored.
  `create table api_keys (
    id uuid primary key,
    account_id uuid not null references accounts,
    prefix text not null,
    hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
    name text not null,
    -- Separated by spaces, as in OAuth 2.0 (RFC 6749 section 3.3).
    scopes text not null check (scopes ~ '^(${scope})( (${scope}))*$'),
    -- The shop of the charges that it creates; '' for none.
    shop text not null default '' check (shop ${isShop}),
    created_at timestamptz not null,
    expires_at timestamptz,
    last_used_at timestamptz,
    revoked_at timestamptz
  )`,
  `create index api_keys_account on api_keys (account_id, created_at)`,

  `create table idempotency_keys (
    account_id uuid not null references accounts,
    key text not null,
    request_hash text not null,
    response text not null,
    created_at timestamptz not null,
    primary key (account_id, key)
  )`,
  `create index idempotency_keys_created_at on idempotency_keys (created_at)`,

  // The table of rate-limiter-flexible. Unlogged: a count of calls need not survive a crash, and has to be cheap.
  `create unlogged table rate_limits (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  )`,
  `create index rate_limits_expire on rate_limits (expire)`,
]
