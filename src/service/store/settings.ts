import { type Kysely, sql } from 'kysely'
import type { Store } from '../domain/ports.ts'
import { writeAudit } from './audit.ts'
import { toFutureTime } from './database-clock.ts'
import {
  changeSetting,
  deletePendingChange,
  lockSettings,
  readPendingChange,
  selectPendingChanges,
  toPendingChangeRecord,
} from './setting-changes.ts'
import { generateWebhookSecret } from './setting-values.ts'
import type { Tables } from './tables.ts'

/** How long a secret still signs after a rotation, so that the receiver has time to switch to the new one. */
const previousSecretHours = 24

type SettingStore = Pick<
  Store,
  | 'setReceivingWallet'
  | 'setWebhook'
  | 'getWebhook'
  | 'rotateWebhookSecret'
  | 'cancelSettingChange'
  | 'listPendingChanges'
  | 'applyDueChanges'
  | 'postponeChanges'
>

/** Creates the part of the store for the receiving wallets and webhooks of accounts. */
export function createSettingStore(db: Kysely<Tables>): SettingStore {
  const inSettings = <T>(accountId: string, work: (tx: Kysely<Tables>) => Promise<T>) =>
    db.transaction().execute(async (tx) => {
      await lockSettings(tx, accountId)
      return await work(tx)
    })
  return {
    async setReceivingWallet(accountId, wallet, options) {
      const wanted = { setting: 'wallet', wallet } as const
      const outcome = await inSettings(accountId, (tx) =>
        changeSetting(tx, accountId, wanted, options),
      )
      return { ...outcome, value: wallet }
    },

    async setWebhook(accountId, url, options) {
      const wanted = { setting: 'webhook', url, secret: generateWebhookSecret() } as const
      const { value, ...outcome } = await inSettings(accountId, (tx) =>
        changeSetting(tx, accountId, wanted, options),
      )
      const { secret } = value.setting === 'webhook' ? value : wanted
      return { ...outcome, value: { url, secret } }
    },

    async getWebhook(accountId) {
      const found = await readWebhook(db, accountId)
      if (!found?.has_due_change) return found && toWebhook(found)
      await inSettings(accountId, async () => undefined)
      const current = await readWebhook(db, accountId)
      return current && toWebhook(current)
    },

    async rotateWebhookSecret(accountId, author) {
      return await inSettings(accountId, async (tx) => {
        const rotated = await tx
          .updateTable('webhook_settings')
          .set((old) => ({
            secret: generateWebhookSecret(),
            previous_secret: old.ref('secret'),
            previous_secret_expires_at: sql<Date>`now() + ${previousSecretHours} * interval '1 hour'`,
          }))
          .where('account_id', '=', accountId)
          .returning(['url', 'secret'])
          .executeTakeFirst()
        if (rotated) await writeAudit(tx, accountId, author, { action: 'webhook.secret_rotated' })
        return rotated
      })
    },

    async cancelSettingChange(accountId, setting, author) {
      return await inSettings(accountId, async (tx) => {
        const pending = await readPendingChange(tx, accountId, setting)
        if (pending) await deletePendingChange(tx, pending, author)
        return pending !== undefined
      })
    },

    async listPendingChanges(accountId, limit) {
      const rows = await selectPendingChanges(db)
        .where('setting_changes.effective_at', '>', sql<Date>`now()`)
        .$if(accountId !== undefined, (query) =>
          query.where('setting_changes.account_id', '=', accountId ?? ''),
        )
        .orderBy('setting_changes.effective_at')
        .limit(limit)
        .execute()
      return rows.map(toPendingChangeRecord)
    },

    async postponeChanges(pendingAt, delayMs) {
      const { numUpdatedRows } = await db
        .updateTable('setting_changes')
        .set({ effective_at: sql<Date>`greatest(effective_at, ${toFutureTime(delayMs)})` })
        .where('effective_at', '>', pendingAt)
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },

    async applyDueChanges() {
      const rows = await db
        .selectFrom('setting_changes')
        .select('account_id')
        .distinct()
        .where('effective_at', '<=', sql<Date>`now()`)
        .execute()
      for (const { account_id } of rows) await inSettings(account_id, async () => undefined)
    },
  }
}

type WebhookColumns = NonNullable<Awaited<ReturnType<typeof readWebhook>>>

async function readWebhook(db: Kysely<Tables>, accountId: string) {
  return await db
    .selectFrom('webhook_settings')
    .select(['url', 'secret'])
    .select([
      sql<string | null>`case when previous_secret_expires_at > now() then previous_secret end`.as(
        'previous_secret',
      ),
      sql<boolean>`exists (select from setting_changes
        where setting_changes.account_id = webhook_settings.account_id
          and setting_changes.effective_at <= now())`.as('has_due_change'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

function toWebhook({ url, secret, previous_secret: previousSecret }: WebhookColumns) {
  return previousSecret === null ? { url, secret } : { url, secret, previousSecret }
}
