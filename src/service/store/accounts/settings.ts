import { type Kysely, sql } from 'kysely'
import type { SettingStore } from '../../domain/accounts/settings.ts'
import { toFutureTime } from '../database/clock.ts'
import type { Tables } from '../database/tables/tables.ts'
import {
  changeSetting,
  deletePendingChange,
  inSettings,
  selectPendingChanges,
  toPendingChangeRecord,
} from './setting-changes.ts'

/** Creates the part of the store for the settings of accounts, and their changes. */
export function createSettingStore(db: Kysely<Tables>): SettingStore {
  return {
    async setReceivingWallet(accountId, wallet, options) {
      const newValue = { setting: 'wallet', wallet } as const
      const outcome = await inSettings(db, accountId, (tx) =>
        changeSetting(tx, accountId, newValue, options),
      )
      return { ...outcome, value: wallet }
    },

    async setTolerance(accountId, tolerance, options) {
      const newValue = { setting: 'tolerance', tolerance } as const
      const outcome = await inSettings(db, accountId, (tx) =>
        changeSetting(tx, accountId, newValue, options),
      )
      return { ...outcome, value: tolerance }
    },

    async cancelSettingChange(accountId, setting, author) {
      return await inSettings(db, accountId, async (tx) => {
        const pending = await tx
          .selectFrom('settingChanges')
          .selectAll()
          .where('accountId', '=', accountId)
          .where('setting', '=', setting)
          .execute()
        for (const change of pending) await deletePendingChange(tx, change, author)
        return pending.length > 0
      })
    },

    async listPendingChanges(accountId, limit) {
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

    async postponeChanges(pendingAt, delayMs) {
      const { numUpdatedRows } = await db
        .updateTable('settingChanges')
        .set({ effectiveAt: sql<Date>`greatest(effective_at, ${toFutureTime(delayMs)})` })
        .where('effectiveAt', '>', pendingAt)
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },

    async applyDueChanges() {
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
