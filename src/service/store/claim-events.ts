import { type Selectable, sql } from 'kysely'
import type { WebhookEventRow } from './tables.ts'

/**
 * Builds the statement that claims due events, as Outbox.claimEvents describes. It visits the accounts one by one in
 * the index and reads only the first due events of each, so that a claim costs the same however many events wait.
 * `for update skip locked` lets many processes claim at once without claiming the same events.
 */
export function buildClaimStatement(limit: number, maxPerAccount: number, leaseMs: number) {
  return sql<Selectable<WebhookEventRow>>`
    with recursive waiting as (
      (select account_id from events where status = 'WAITING' order by account_id limit 1)
      union all
      select (
        select account_id from events
        where status = 'WAITING' and account_id > waiting.account_id
        order by account_id limit 1
      ) from waiting where waiting.account_id is not null
    ), due as (
      select first.id, first.seq,
        row_number() over (partition by waiting.account_id order by first.next_at, first.seq) + (
          select count(*) from events as busy
          where busy.account_id = waiting.account_id and busy.leased_until > now()
        ) as place
      from waiting cross join lateral (
        select id, seq, next_at from events as one
        where account_id = waiting.account_id and status = 'WAITING' and next_at <= now()
          and (leased_until is null or leased_until <= now())
          -- The order of one charge's events is kept.
          and not exists (
            select from events as former
            where former.charge_id = one.charge_id and former.status = 'WAITING'
              and former.seq < one.seq
          )
        order by next_at, seq
        limit ${maxPerAccount}
      ) as first
    ), fair as (
      select id from due where place <= ${maxPerAccount} order by place, seq limit ${limit}
    ), free as (
      select id from events
      where id in (select id from fair) and status = 'WAITING'
        and (leased_until is null or leased_until <= now())
      for update skip locked
    )
    update events set claim = claim + 1, tries = tries + 1, leased_until = ${toFutureTime(leaseMs)}
    where id in (select id from free)
    returning *`
}

/** Returns an expression for the time so many milliseconds from now, by the database's clock. */
export function toFutureTime(delayMs: number) {
  return sql<Date>`now() + ${delayMs} * interval '1 millisecond'`
}
