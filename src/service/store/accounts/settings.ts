import { type Kysely, sql } from 'kysely'
import { PayError } from '../../../errors.ts'
import type {
  SettingChangeOptions,
  SettingStore,
  WebhookSetting,
} from '../../domain/accounts/settings.ts'
import { toFutureTime } from '../database/clock.ts'
import type { Tables } from '../database/tables.ts'
import { writeAudit } from './audit.ts'
import { writeRotationEvent } from './events.ts'
import {
  changeSetting,
  deletePendingChange,
  lockSettings,
  readPendingChange,
  selectPendingChanges,
  toPendingChangeRecord,
} from './setting-changes.ts'
import { generateWebhookSecret, readSetting, signingSecrets } from './setting-values.ts'

/**
 * The least milliseconds for which a secret still signs after a rotation, so that the receiver has time to switch to the new
 * one. A wallet's change waits no longer than that, so its notice is always signed with a secret that the receiver holds.
 */
const earlierSecretMs = 24 * 60 * 60_000
/** The most earlier secrets that sign. A rotation never drops one: a further rotation waits until one's time is over. */
const maxEarlierSecrets = 2

/** Creates the part of the store for the receiving wallets and webhooks of accounts. */
export function createSettingStore(db: Kysely<Tables>): SettingStore {
  const inSettings = <T>(accountId: string, work: (tx: Kysely<Tables>) => Promise<T>) =>
    db.transaction().execute(async (tx) => {
      await lockSettings(tx, accountId)
      return await work(tx)
    })
  return {
    async setReceivingWallet(accountId, wallet, options) {
      const newValue = { setting: 'wallet', wallet } as const
      const outcome = await inSettings(accountId, (tx) =>
        changeSetting(tx, accountId, newValue, options),
      )
      return { ...outcome, value: wallet }
    },

    async setWebhook(accountId, url, options) {
      const newValue = { setting: 'webhook', url, secret: generateWebhookSecret() } as const
      const { value, ...outcome } = await inSettings(accountId, (tx) =>
        changeSetting(tx, accountId, newValue, options),
      )
      const { secret } = value.setting === 'webhook' ? value : newValue
      return { ...outcome, value: { url, secret } }
    },

    async getWebhook(accountId) {
      const webhook = await readWebhook(db, accountId)
      if (!webhook?.has_due_change) return webhook && toWebhook(webhook)
      await inSettings(accountId, async () => undefined)
      const current = await readWebhook(db, accountId)
      return current && toWebhook(current)
    },

    async rotateWebhookSecret(accountId, options) {
      return await inSettings(accountId, (tx) => rotateSecret(tx, accountId, options))
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
      const errors: unknown[] = []
      // One refused change must not block those of other accounts.
      for (const { account_id } of rows)
        await inSettings(account_id, async () => undefined).catch((error: unknown) => {
          errors.push(error)
        })
      if (errors.length > 0) throw errors[0]
    },
  }
}

/** Replaces the present secret, which signs until it expires, and notifies the receiver. */
async function rotateSecret(
  tx: Kysely<Tables>,
  accountId: string,
  { author, delayMs }: SettingChangeOptions,
): Promise<WebhookSetting | undefined> {
  const current = await readSetting(tx, accountId, 'webhook')
  if (current?.setting !== 'webhook') return undefined
  await tx
    .deleteFrom('earlier_webhook_secrets')
    .where('account_id', '=', accountId)
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute()
  const earlierSecrets = await tx
    .selectFrom('earlier_webhook_secrets')
    .select('expires_at')
    .where('account_id', '=', accountId)
    .orderBy('expires_at')
    .execute()
  if (earlierSecrets.length >= maxEarlierSecrets)
    throw createRotationError(earlierSecrets[0]?.expires_at)
  const { expires_at } = await tx
    .insertInto('earlier_webhook_secrets')
    .values({
      account_id: accountId,
      secret: current.secret,
      expires_at: toFutureTime(Math.max(earlierSecretMs, delayMs)),
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  const { url } = current
  const secret = generateWebhookSecret()
  await tx
    .updateTable('webhook_settings')
    .set({ secret })
    .where('account_id', '=', accountId)
    .execute()
  await writeAudit(tx, accountId, author, { action: 'webhook.secret_rotated' })
  await writeRotationEvent(tx, accountId, { author, current, effectiveAt: expires_at })
  return { url, secret }
}

function createRotationError(freeAt: Date | undefined): PayError {
  return new PayError(
    'conflict',
    `The secret was replaced ${maxEarlierSecrets} times already, and the earlier secrets still sign. Rotate it again after ` +
      `${freeAt?.toISOString()}, when the first of them has expired.`,
  )
}

type WebhookColumns = NonNullable<Awaited<ReturnType<typeof readWebhook>>>

async function readWebhook(db: Kysely<Tables>, accountId: string) {
  return await db
    .selectFrom('webhook_settings')
    .select(['url'])
    .select([
      signingSecrets.as('secrets'),
      sql<boolean>`exists (select from setting_changes
        where setting_changes.account_id = webhook_settings.account_id
          and setting_changes.effective_at <= now())`.as('has_due_change'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

function toWebhook({ url, secrets }: WebhookColumns) {
  return { url, secrets: secrets.split(' ') }
}
