import { type Kysely, sql } from 'kysely'
import { toFutureTime } from '../../db/clock.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { PendingChangeRecord } from '../settings.ts'
import { inSettings, selectPendingChanges, toPendingChangeRecord } from './setting-changes.ts'

/** Creates the part of the store for changes of settings that have not taken effect yet. */
export function createPendingChangeStore(db: Kysely<Tables>) {
  return {
    /** Returns pending changes, of one account or of all, the next one first. */
    async listPendingChanges(
      accountId: string | undefined,
      limit: number,
    ): Promise<PendingChangeRecord[]> {
      const rows = await selectPendingChanges(db)
        .where('settingChanges.effectiveAt', '>', sql<Date>`now()`)
        .$if(accountId !== undefined, (query) =>
          query.where('settingChanges.accountId', '=', accountId ?? ''),
        )
        .orderBy('settingChanges.effectiveAt')
        .limit(limit)
        .execute()
      return rows.map(toPendingChangeRecord)
    },

    /**
     * Postpones the changes that were pending at a time, so that each takes effect in `delayMs` at the earliest. For a
     * restored backup: a change that was canceled after the backup has to be canceled again. Returns how many there are.
     */
    async postponeChanges(pendingAt: Date, delayMs: number): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable('settingChanges')
        .set({ effectiveAt: sql<Date>`greatest(effective_at, ${toFutureTime(delayMs)})` })
        .where('effectiveAt', '>', pendingAt)
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },

    /** Applies every change whose time has come. Reading an account or its webhook does so for that account. */
    async applyDueChanges(): Promise<void> {
      const rows = await db
        .selectFrom('settingChanges')
        .select('accountId')
        .distinct()
        .where('effectiveAt', '<=', sql<Date>`now()`)
        .execute()
      const errors: unknown[] = []
      // One refused change must not block those of other accounts.
      for (const { accountId } of rows)
        await inSettings(db, accountId, async () => undefined).catch((error: unknown) => {
          errors.push(error)
        })
      if (errors.length > 0) throw errors[0]
    },
  }
}

/** The changes of settings that have not taken effect yet. */
export type PendingChangeStore = ReturnType<typeof createPendingChangeStore>
