import { type Kysely, sql } from 'kysely'
import { toFutureTime } from '../../db/clock.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { Author, ReceivingWalletRecord } from '../accounts.ts'
import type {
  PendingChangeRecord,
  SettingChangeOptions,
  SettingName,
  SettingOutcome,
} from '../settings.ts'
import type { ToleranceRecord } from '../tolerance.ts'
import {
  changeSetting,
  deletePendingChange,
  inSettings,
  selectPendingChanges,
  toPendingChangeRecord,
} from './setting-changes.ts'

/** Creates the part of the store for the settings of accounts, and their changes. */
export function createSettingStore(db: Kysely<Tables>) {
  return {
    /**
     * Sets where the account's money goes when a charge names no destination. Setting the present wallet cancels a pending
     * change; repeating a pending change does not postpone it.
     */
    async setReceivingWallet(
      accountId: string,
      wallet: ReceivingWalletRecord,
      options: SettingChangeOptions,
    ): Promise<SettingOutcome<ReceivingWalletRecord>> {
      const newValue = { setting: 'wallet', wallet } as const
      const outcome = await inSettings(db, accountId, (tx) =>
        changeSetting(tx, accountId, newValue, options),
      )
      return { ...outcome, value: wallet }
    },

    /** Sets by how much new charges may be underpaid; a smaller tolerance takes effect immediately. */
    async setTolerance(
      accountId: string,
      tolerance: ToleranceRecord,
      options: SettingChangeOptions,
    ): Promise<SettingOutcome<ToleranceRecord>> {
      const newValue = { setting: 'tolerance', tolerance } as const
      const outcome = await inSettings(db, accountId, (tx) =>
        changeSetting(tx, accountId, newValue, options),
      )
      return { ...outcome, value: tolerance }
    },

    /** Cancels the pending changes of a setting; returns false when there is none. */
    async cancelSettingChange(
      accountId: string,
      setting: SettingName,
      author: Author,
    ): Promise<boolean> {
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

/** The receiving wallets of accounts, and the changes of wallets and webhooks. */
export type SettingStore = ReturnType<typeof createSettingStore>
