/** Migration 0008: rate limits that processes share, and the rotation of webhook secrets. */
export const migration0008 = [
  // The table of rate-limiter-flexible. Unlogged: a count of calls need not survive a crash, and has to be cheap.
  `create unlogged table rate_limits (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  )`,
  `create index rate_limits_expire on rate_limits (expire)`,
  // The secret before the last rotation, which signs together with the new one until former_until.
  `alter table webhook_settings
    add column former_secret text,
    add column former_until timestamptz,
    add check ((former_secret is null) = (former_until is null))`,
]
