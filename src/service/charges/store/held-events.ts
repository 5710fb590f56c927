import { type Kysely, sql } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { writeEvents } from './events.ts'
import { lockCharges } from './updates.ts'

/** Creates the part of the store for events that wait before they are written: see `readNews`. */
export function createHeldEventStore(db: Kysely<Tables>) {
  return {
    /** Writes each `charge:unconfirmed` whose time has come, at most `limit`, and returns how many. */
    async writeHeldEvents(limit: number): Promise<number> {
      return await db.transaction().execute(async (tx) => {
        const due = await tx
          .selectFrom('charges')
          .select('id')
          .where(isDue)
          .orderBy('heldUntil')
          .limit(limit)
          .execute()
        const ids = due.map(({ id }) => id)
        const locked = await lockCharges(tx, ids)
        if (locked.size === 0) return 0
        const released = await tx
          .updateTable('charges')
          .set({ heldUntil: null })
          .where('id', '=', anyOf(locked.keys(), 'uuid'))
          // One that was paid meanwhile has nothing to tell.
          .where(isDue)
          .returningAll()
          .execute()
        await writeEvents(
          tx,
          released.map((row) => ({ row, type: 'charge:unconfirmed' })),
        )
        return released.length
      })
    },
  }
}

/** Events that wait before they are written. */
export type HeldEventStore = ReturnType<typeof createHeldEventStore>

const isDue = sql<boolean>`charges.held_until <= now()`
