import { type Selectable, sql } from 'kysely'
import type { Outbox } from '../../domain/webhooks/outbox.ts'
import { toFutureTime } from '../database/clock.ts'
import type { WebhookEventRow } from '../database/tables.ts'

/** The accounts with waiting events, for `with recursive waiting`: one step in the index for each account. */
const waitingAccounts = sql`
      (select account_id from webhook_events where status = 'WAITING' order by account_id limit 1)
      union all
      select (
        select account_id from webhook_events
        where status = 'WAITING' and account_id > waiting.account_id
        order by account_id limit 1
      ) from waiting where waiting.account_id is not null`

/** A claimed event, and whether its account's receiver has answered last. */
export type ClaimedRow = Selectable<WebhookEventRow> & { is_answering: boolean }

/** See Outbox.claimEvents. */
export type ClaimOptions = Parameters<Outbox['claimEvents']>[0]

/**
 * Builds the statement that claims due events, as Outbox.claimEvents describes. It visits the accounts one by one in
 * the index and reads only the first due events of each, so that a claim costs the same however many events wait.
 * `for update skip locked` lets many processes claim at once without claiming the same events.
 */
export function buildClaimStatement({ limit, maxPerAccount, maxUncertain, leaseMs }: ClaimOptions) {
  return sql<ClaimedRow>`
    with recursive waiting as (
      ${waitingAccounts}
    ), due as (
      select first.id, first.seq, receiver.is_answering,
        case when receiver.is_answering then ${maxPerAccount} else 1 end as share,
        row_number() over (partition by waiting.account_id order by first.next_attempt_at, first.seq) + (
          select count(*) from webhook_events as busy
          where busy.account_id = waiting.account_id and busy.lease_expires_at > now()
        ) as rank
      from waiting cross join lateral (
        select coalesce((
          select is_answering from webhook_settings where account_id = waiting.account_id
        ), false) as is_answering
      ) as receiver cross join lateral (
        select id, seq, next_attempt_at from webhook_events as one
        where account_id = waiting.account_id and status = 'WAITING' and next_attempt_at <= now()
          and (lease_expires_at is null or lease_expires_at <= now())
          -- The order of one charge's events is kept.
          and not exists (
            select from webhook_events as earlier
            where earlier.charge_id = one.charge_id and earlier.status = 'WAITING'
              and earlier.seq < one.seq
          )
        order by next_attempt_at, seq
        limit ${maxPerAccount}
      ) as first
    ), fair as (
      select id from (
        select id, rank, seq, is_answering,
          row_number() over (partition by is_answering order by rank, seq) as place
        from due where rank <= share
      ) as shared
      where is_answering or place <= ${maxUncertain} order by rank, seq limit ${limit}
    ), free as (
      select id from webhook_events
      where id in (select id from fair) and status = 'WAITING'
        and (lease_expires_at is null or lease_expires_at <= now())
      for update skip locked
    )
    update webhook_events set claim_number = claim_number + 1, attempts = attempts + 1,
      lease_expires_at = ${toFutureTime(leaseMs)}
    where id in (select id from free)
    returning *, coalesce((
      select is_answering from webhook_settings where account_id = webhook_events.account_id
    ), false) as is_answering`
}

/**
 * Builds the statement that returns in `due_in_ms` when the next event may be due, as Outbox.getNextDueMs describes. It
 * visits the accounts one by one, as a claim does.
 */
export function buildNextDueStatement() {
  return sql<{ due_in_ms: number | null }>`
    with recursive waiting as (
      ${waitingAccounts}
    ), times as (
      select first.next_attempt_at as at from waiting cross join lateral (
        select next_attempt_at from webhook_events
        where account_id = waiting.account_id and status = 'WAITING' and next_attempt_at > now()
        order by next_attempt_at limit 1
      ) as first
      union all
      select min(lease_expires_at) from webhook_events where lease_expires_at > now()
    )
    select extract(epoch from min(at) - now())::float8 * 1000 as due_in_ms from times`
}
