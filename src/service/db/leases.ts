import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables/tables.ts'

/** Creates the part of the store for the leases of tasks. */
export function createLeaseStore(db: Kysely<Tables>) {
  return {
    /**
     * Acquires or renews the lease of a task, for a duration by the database's clock. Returns false while another owner
     * has it.
     */
    async acquireLease(task: string, owner: string, durationMs: number): Promise<boolean> {
      // By the database's clock: the clocks of processes on several machines may differ.
      const { rows } = await sql`
        insert into leases (task, lease_owner, expires_at)
        values (${task}, ${owner}, clock_timestamp() + ${durationMs} * interval '1 millisecond')
        on conflict (task) do update set lease_owner = excluded.lease_owner, expires_at = excluded.expires_at
        where leases.lease_owner = excluded.lease_owner or leases.expires_at < clock_timestamp()
          -- Acquired before the clock was set back.
          or leases.expires_at > excluded.expires_at
        returning task`.execute(db)
      return rows.length > 0
    },

    /** Releases all leases of an owner. */
    async releaseLeases(owner: string): Promise<void> {
      await db.deleteFrom('leases').where('leaseOwner', '=', owner).execute()
    },
  }
}

/** The leases of tasks that one process at a time works on. */
export type LeaseStore = ReturnType<typeof createLeaseStore>
