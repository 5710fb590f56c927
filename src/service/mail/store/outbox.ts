import { type Kysely, sql } from 'kysely'
import { toFutureTime } from '../../db/clock.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { ClaimedMessage, MailBounds, MailOutcome } from '../messages.ts'

/** Creates the part of the store by which messages are sent. */
export function createMailOutbox(db: Kysely<Tables>) {
  /** Changes a message that this process still holds; returns whether it does. */
  const change = async (
    { id, claimNumber }: ClaimedMessage,
    values: Readonly<Record<string, unknown>>,
  ): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('mailMessages')
      .set(values)
      .where('id', '=', id)
      .where('claimNumber', '=', claimNumber)
      .where('status', '=', 'WAITING')
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  return {
    /**
     * Claims the message that is due next, where the bounds have room for it. Processes claim one after the other, so that no bound is
     * passed and no message has two holders. A message whose holder is gone is claimed anew if it was not handed over; otherwise
     * nobody knows whether it was sent.
     */
    async claimMessage(bounds: MailBounds, leaseMs: number): Promise<ClaimedMessage | undefined> {
      return await db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtext('pay_charge mail'))`.execute(tx)
        await endUnknown(tx)
        await endLate(tx)
        const { rows } = await sql<ClaimedMessage>`
          with recent as (
            select account_id, count(*) as count from mail_messages
            where attempted_at > now() - interval '1 hour' group by account_id
          ), due as (
            select id from mail_messages as one
            where status = 'WAITING' and next_attempt_at <= now()
              and (lease_expires_at is null or lease_expires_at <= now())
              -- An attempt of this hour counts already.
              and (one.attempted_at > now() - interval '1 hour' or (
                account_id not in (select account_id from recent where count >= ${bounds.perAccount})
                -- Whoever has confirmed an address has chosen how much comes to it.
                and (one.kind not in ${typed} or (
                  select count(*) from mail_messages as other
                  where lower(other.recipient) = lower(one.recipient) and other.kind in ${typed}
                    and other.attempted_at > now() - interval '1 hour'
                ) < ${bounds.perRecipient})
              ))
            order by next_attempt_at, id limit 1
          )
          update mail_messages as claimed set claim_number = claim_number + 1, attempts = attempts + 1,
            attempted_at = now(), lease_expires_at = ${toFutureTime(leaseMs)}
          -- Its holder may have handed it over meanwhile: this is asked once more of the row as it is then.
          from due where claimed.id = due.id and claimed.handed_over_at is null
          returning claimed.id, claimed.account_id, claimed.kind, claimed.subject_id, claimed.matter, claimed.recipient,
            claimed.locale, claimed.attempts - 1 as previous_attempts, claimed.claim_number`.execute(
          tx,
        )
        return rows[0]
      })
    },

    /** Records that the message itself is handed over from now on; returns whether this process still holds it. */
    async markHandedOver(message: ClaimedMessage): Promise<boolean> {
      return await change(message, { handedOverAt: sql`now()` })
    },

    /** Saves how an attempt has ended, where this process still holds the message. */
    async settleMessage(message: ClaimedMessage, outcome: MailOutcome): Promise<void> {
      const isWaiting = outcome.status === 'WAITING'
      await change(message, {
        status: outcome.status,
        lastError: 'error' in outcome ? outcome.error : '',
        leaseExpiresAt: null,
        handedOverAt: null,
        ...(isWaiting
          ? { nextAttemptAt: toFutureTime(outcome.delayMs) }
          : { settledAt: sql`now()` }),
      })
    },

    /** Deletes messages that were settled before this time, at most `limit`, and returns how many. */
    async deleteMessages(before: Date, limit: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('mailMessages')
        .where('id', 'in', (by) =>
          by
            .selectFrom('mailMessages')
            .select('id')
            .where('settledAt', '<', before)
            .orderBy('settledAt')
            .limit(limit),
        )
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

/** The kinds of messages to addresses that were only typed. */
const typed = sql`('receipt', 'refund', 'confirm')`

/** The messages that wait to be sent. */
export type MailOutbox = ReturnType<typeof createMailOutbox>

/** Settles the messages that were handed over by a process that is gone. */
async function endUnknown(tx: Kysely<Tables>): Promise<void> {
  await sql`
    update mail_messages set status = 'UNKNOWN', settled_at = now(), lease_expires_at = null, handed_over_at = null,
      last_error = 'The service stopped before the mail server answered.'
    where status = 'WAITING' and handed_over_at is not null and lease_expires_at <= now()`.execute(
    tx,
  )
}

/**
 * Gives up messages that have been due for three days and were not begun: more than the bounds let through, or the service was off for long. News of
 * last week is no news, and a list that only grows would slow down all others.
 */
async function endLate(tx: Kysely<Tables>): Promise<void> {
  await sql`
    update mail_messages set status = 'FAILED', settled_at = now(),
      last_error = 'It has waited for three days: more messages are due than MAIL_PER_HOUR, or its address, may get, or none were sent.'
    where status = 'WAITING' and next_attempt_at < now() - interval '3 days' and lease_expires_at is null`.execute(
    tx,
  )
}
