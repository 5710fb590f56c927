import { type Selectable, sql } from 'kysely'
import type { EventRow } from './tables.ts'

/**
 * Takes events that are due, as Outbox.claimEvents says. Accounts are met one by one in the index, and of each only the
 * first events that are due are read, so that a claim costs the same however many events wait. `for update skip locked`
 * lets many processes claim at once, each other events.
 */
export function claim(limit: number, share: number, lease: number) {
  return sql<Selectable<EventRow>>`
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
        limit ${share}
      ) as first
    ), fair as (
      select id from due where place <= ${share} order by place, seq limit ${limit}
    ), free as (
      select id from events
      where id in (select id from fair) and status = 'WAITING'
        and (leased_until is null or leased_until <= now())
      for update skip locked
    )
    update events set claim = claim + 1, tries = tries + 1, leased_until = ${later(lease)}
    where id in (select id from free)
    returning *`
}

/** A time by the database's clock, milliseconds from now. */
export function later(wait: number) {
  return sql<Date>`now() + ${wait} * interval '1 millisecond'`
}
