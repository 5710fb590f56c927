import { sql } from 'kysely'
import { toFutureTime } from '../../db/clock.ts'
import type { ClaimOptions } from '../outbox.ts'

/** The endpoints with waiting deliveries, for `with recursive waiting`: one step in the index for each endpoint. */
const waitingEndpoints = sql`
      (select endpoint_id from webhook_deliveries where status = 'WAITING' order by endpoint_id limit 1)
      union all
      select (
        select endpoint_id from webhook_deliveries
        where status = 'WAITING' and endpoint_id > waiting.endpoint_id
        order by endpoint_id limit 1
      ) from waiting where waiting.endpoint_id is not null`

/** A claimed delivery, and whether its endpoint has answered last. */
export interface ClaimedRow {
  eventId: string
  endpointId: string
  accountId: string
  chargeId: string | undefined
  attempts: number
  claimNumber: number
  targetUrl: string | undefined
  targetSecrets: string | undefined
  isAnswering: boolean
}

/**
 * Builds the statement that claims due deliveries, as Outbox.claimDeliveries describes. It visits the endpoints one by one in
 * the index and reads only the first due deliveries of each, so that a claim costs the same however many wait.
 * `for update skip locked` lets many processes claim concurrently without claiming the same ones.
 */
export function buildClaimStatement(options: ClaimOptions) {
  const { limit, maxPerEndpoint, maxPerAccount, maxUncertain, leaseMs } = options
  return sql<ClaimedRow>`
    with recursive waiting as (
      ${waitingEndpoints}
    ), due as (
      select waiting.endpoint_id, first.account_id, first.event_id, first.seq, receiver.is_answering,
        case when receiver.is_answering then ${maxPerEndpoint} else 1 end as share,
        row_number() over (partition by waiting.endpoint_id order by first.next_attempt_at, first.seq) + (
          select count(*) from webhook_deliveries as busy
          where busy.account_id = first.account_id and busy.endpoint_id = waiting.endpoint_id
            and busy.lease_expires_at > now()
        ) as rank
      from waiting cross join lateral (
        select coalesce((
          select is_answering from webhook_endpoints where id = waiting.endpoint_id
        ), false) as is_answering
      ) as receiver cross join lateral (
        select account_id, event_id, seq, next_attempt_at from webhook_deliveries as one
        where endpoint_id = waiting.endpoint_id and status = 'WAITING' and next_attempt_at <= now()
          and (lease_expires_at is null or lease_expires_at <= now())
          -- The order of one charge's events is kept, as long as the receiver takes them.
          and not exists (
            select from webhook_deliveries as earlier
            where earlier.charge_id = one.charge_id and earlier.endpoint_id = one.endpoint_id
              and earlier.status = 'WAITING' and earlier.seq < one.seq
              and (earlier.yields_at is null or earlier.yields_at > now())
          )
        order by next_attempt_at, seq
        limit ${maxPerEndpoint}
      ) as first
    ), of_accounts as (
      select due.*,
        case when is_answering then ${maxPerAccount} else ${maxPerAccount} / 4 end as account_share,
        row_number() over (partition by account_id, is_answering order by rank, seq) + (
          select count(*) from webhook_deliveries as busy
          left join webhook_endpoints as endpoint on endpoint.id = busy.endpoint_id
          where busy.account_id = due.account_id and busy.lease_expires_at > now()
            and coalesce(endpoint.is_answering, false) = due.is_answering
        ) as account_rank
      from due where rank <= share
    ), fair as (
      select event_id, endpoint_id from (
        select event_id, endpoint_id, rank, seq, is_answering,
          row_number() over (partition by is_answering order by rank, seq) as place
        from of_accounts where account_rank <= account_share
      ) as shared
      where is_answering or place <= ${maxUncertain} order by rank, seq limit ${limit}
    ), free as (
      select event_id, endpoint_id from webhook_deliveries
      where (event_id, endpoint_id) in (select event_id, endpoint_id from fair) and status = 'WAITING'
        and (lease_expires_at is null or lease_expires_at <= now())
      for update skip locked
    )
    update webhook_deliveries as claimed set claim_number = claim_number + 1, attempts = attempts + 1, attempted_at = now(),
      lease_expires_at = ${toFutureTime(leaseMs)}
    from free where claimed.event_id = free.event_id and claimed.endpoint_id = free.endpoint_id
    returning claimed.event_id, claimed.endpoint_id, claimed.account_id, claimed.charge_id, claimed.attempts,
      claimed.claim_number, claimed.target_url, claimed.target_secrets, coalesce((
        select is_answering from webhook_endpoints where id = claimed.endpoint_id
      ), false) as is_answering`
}

/**
 * Builds the statement that returns in `due_in_ms` when the next delivery may be due, as Outbox.getNextDueMs describes. It
 * visits the endpoints one by one, as a claim does.
 */
export function buildNextDueStatement() {
  return sql<{ dueInMs: number | undefined }>`
    with recursive waiting as (
      ${waitingEndpoints}
    ), times as (
      select first.next_attempt_at as at from waiting cross join lateral (
        select next_attempt_at from webhook_deliveries
        where endpoint_id = waiting.endpoint_id and status = 'WAITING' and next_attempt_at > now()
        order by next_attempt_at limit 1
      ) as first
      union all
      select min(lease_expires_at) from webhook_deliveries where lease_expires_at > now()
    )
    select extract(epoch from min(at) - now())::float8 * 1000 as due_in_ms from times`
}
