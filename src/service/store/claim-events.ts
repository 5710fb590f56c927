import { type Selectable, sql } from 'kysely'
import type { EventRow } from './tables.ts'

/**
 * Takes events that are due, as Outbox.claimEvents says. `for update skip locked` lets many processes claim at once,
 * each other events.
 */
export function claim(limit: number, share: number, lease: number) {
  return sql<Selectable<EventRow>>`
    with due as (
      select id, account_id, seq,
        row_number() over (partition by account_id order by next_at, seq) as place
      from events as one
      where status = 'WAITING' and next_at <= now()
        and (leased_until is null or leased_until <= now())
        -- The order of one charge's events is kept.
        and not exists (
          select from events as former
          where former.charge_id = one.charge_id and former.status = 'WAITING'
            and former.seq < one.seq
        )
    ), fair as (
      select id from due
      where place + (
        select count(*) from events as busy
        where busy.account_id = due.account_id and busy.leased_until > now()
      ) <= ${share}
      order by place, seq
      limit ${limit}
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
