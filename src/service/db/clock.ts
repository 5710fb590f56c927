import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables/tables.ts'

// Due times are written and compared by the database's clock, which all processes share.

/** Smaller corrections of the clock are ignored: due times come that much later. */
const toleranceMs = 2_000

/** Returns an expression for the time so many milliseconds from now, by the database's clock. */
export function toFutureTime(delayMs: number) {
  return sql<Date>`now() + ${delayMs} * interval '1 millisecond'`
}

/** The columns with due times. */
const plannedTimes = [
  ['charges', 'heldUntil'],
  ['payments', 'nextCheckAt'],
  // When a payment was last seen: in the future, it would keep the payment pending until then.
  ['payments', 'seenAt'],
  ['reportedTransactions', 'nextCheckAt'],
  ['refunds', 'nextCheckAt'],
  ['unreadTransactions', 'nextAttemptAt'],
  ['webhookDeliveries', 'nextAttemptAt'],
  ['webhookDeliveries', 'yieldsAt'],
  ['webhookDeliveries', 'leaseExpiresAt'],
  ['mailMessages', 'nextAttemptAt'],
  ['mailMessages', 'leaseExpiresAt'],
  ['leases', 'expiresAt'],
] as const

/** No check is planned later than this: the waits in `service/watcher` and of unread transactions end at an hour. */
const maxCheckWait = sql`interval '61 minutes'`

/**
 * Makes checks due that were planned while the clock was ahead for an unnoticed moment. Webhooks are left out: they wait for
 * a day when the receiver is down.
 */
async function endImpossibleWaits(db: Kysely<Tables>): Promise<void> {
  await sql`update payments set seen_at = least(seen_at, now()), next_check_at = least(next_check_at, now())
    where status = 'PENDING' and (next_check_at > now() + ${maxCheckWait} or seen_at > now() + ${maxCheckWait})`.execute(
    db,
  )
  await sql`update reported_transactions set next_check_at = now()
    where status = 'WAITING' and next_check_at > now() + ${maxCheckWait}`.execute(db)
  await sql`update refunds set next_check_at = now()
    where status in ('SIGNING', 'PENDING', 'COMPLETED') and next_check_at > now() + ${maxCheckWait}`.execute(
    db,
  )
  await sql`update unread_transactions set next_attempt_at = now()
    where next_attempt_at > now() + ${maxCheckWait}`.execute(db)
}

/** Creates the part of the store that notices when the database's clock was set back. */
export function createClockStore(db: Kysely<Tables>) {
  return {
    /**
     * Remembers the database's time. Where its clock was set back since the last call, due times are
     * moved back as far, so that nothing waits for the earlier time to come again.
     *
     * @returns by how many milliseconds it was set back; 0 where it was not
     */
    async followClock(): Promise<number> {
      return await db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ backMs: number }>`
          select extract(epoch from latest - clock_timestamp())::float8 * 1000 as back_ms
          from database_clock for update`.execute(tx)
        const backMs = rows[0]?.backMs ?? 0
        await sql`update database_clock set latest = clock_timestamp()`.execute(tx)
        if (backMs <= toleranceMs) {
          await endImpossibleWaits(tx)
          return 0
        }
        for (const [table, column] of plannedTimes) {
          const [from, name] = [sql.table(table), sql.ref(column)]
          await sql`update ${from} set ${name} = ${name} - ${backMs} * interval '1 millisecond'
            where ${name} > now()`.execute(tx)
        }
        return backMs
      })
    },
  }
}

/** The database's clock, which all processes share. */
export type ClockStore = ReturnType<typeof createClockStore>
