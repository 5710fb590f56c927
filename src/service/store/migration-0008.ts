/** Migration 0008: rate limits that processes share, and the rotation of webhook secrets. */
export const eighth = [
  // As rate-limiter-flexible writes it. Unlogged: a count of calls need not outlive a crash, and must cost little.
  `create unlogged table rate_limits (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  )`,
  `create index rate_limits_expire on rate_limits (expire)`,
  // The secret before the last rotation, which signs beside the new one until then.
  `alter table webhook_settings
    add column former_secret text,
    add column former_until timestamptz,
    add check ((former_secret is null) = (former_until is null))`,
]
