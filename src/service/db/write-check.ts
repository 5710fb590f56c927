import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables/tables.ts'

/** disk_full: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const diskFullCode = '53100'
/** How long an answer is reused, in milliseconds: anyone may ask, as often as they like. */
const reuseMs = 2_000

/** Checks that the database can be written. */
export interface WriteCheck {
  /** Receives the error of any statement. */
  notice(error: unknown): void
  /** Rejects with the database's own error while it cannot be written. */
  check(db: Kysely<Tables>): Promise<void>
}

/** Creates the check. */
export function createWriteCheck(): WriteCheck {
  let isFull = false
  let checkedAt = -Infinity
  let lastCheck = Promise.resolve()

  async function write(db: Kysely<Tables>): Promise<void> {
    await sql`update database_clock set latest = greatest(latest, clock_timestamp())`.execute(db)
    // A row finds its place also on a full disk. A megabyte of new pages does not.
    if (isFull) await writePages(db)
    isFull = false
  }

  return {
    notice(error) {
      isFull ||= (error as { code?: unknown } | undefined)?.code === diskFullCode
    },
    check(db) {
      if (performance.now() - checkedAt < reuseMs) return lastCheck
      checkedAt = performance.now()
      lastCheck = write(db)
      return lastCheck
    },
  }
}

async function writePages(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`create temporary table pages on commit drop as
      select repeat('page', 250) from generate_series(1, 1000)`.execute(tx)
  })
}
