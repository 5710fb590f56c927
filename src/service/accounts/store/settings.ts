import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { Author, ReceivingWalletRecord } from '../accounts.ts'
import type { SettingChangeOptions, SettingName, SettingOutcome } from '../settings.ts'
import type { ToleranceRecord } from '../tolerance.ts'
import { changeSetting, deletePendingChange, inSettings } from './setting-changes.ts'

/** Creates the part of the store that sets the receiving wallets and tolerances of accounts. */
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
  }
}

/** The receiving wallets and tolerances of accounts. */
export type SettingStore = ReturnType<typeof createSettingStore>
