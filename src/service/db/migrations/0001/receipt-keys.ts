// The keys that sign receipts.

export const receiptKeys = [
  // Earlier keys stay, without their private part: old receipts verify by them.
  `create table receipt_keys (
    -- The JWK thumbprint (RFC 7638).
    id text primary key check (id ~ '^[A-Za-z0-9_-]{43}$'),
    -- The coordinates of the point on P-256, in base64url.
    x text not null,
    y text not null,
    private_jwk text,
    created_at timestamptz not null default clock_timestamp(),
    retired_at timestamptz,
    check ((private_jwk is null) = (retired_at is not null))
  )`,
  // One key signs.
  `create unique index receipt_keys_signing on receipt_keys ((true)) where retired_at is null`,
]
