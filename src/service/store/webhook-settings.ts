import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Store } from '../domain/ports.ts'
import type { Tables } from './tables.ts'

/** How long a secret still signs after a rotation, so that the receiver has time to switch to the new one. */
const previousSecretHours = 24

/** Creates the part of the store for the webhooks of accounts. */
export function createWebhookSettingStore(
  db: Kysely<Tables>,
): Pick<Store, 'setWebhook' | 'getWebhook' | 'rotateWebhookSecret'> {
  return {
    async setWebhook(accountId, url) {
      const secret = generateWebhookSecret()
      const values = {
        url,
        secret,
        url_set_at: new Date(),
        previous_secret: null,
        previous_secret_expires_at: null,
      }
      // One statement, so that of simultaneous calls with one url exactly one returns a secret, the one that is stored.
      return await db
        .insertInto('webhook_settings')
        .values({ account_id: accountId, ...values })
        .onConflict((conflict) =>
          conflict
            .column('account_id')
            // Another url is another receiver: it must not get signatures by the previous secret.
            .doUpdateSet(values)
            .where('webhook_settings.url', '<>', url),
        )
        .returning(['url', 'secret'])
        .executeTakeFirst()
    },

    async getWebhook(accountId) {
      const validPreviousSecret = sql<string | null>`
        case when previous_secret_expires_at > now() then previous_secret end`
      const row = await db
        .selectFrom('webhook_settings')
        .select(['url', 'secret', validPreviousSecret.as('previousSecret')])
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      if (!row) return undefined
      const { previousSecret, ...setting } = row
      return previousSecret === null ? setting : { ...setting, previousSecret }
    },

    async rotateWebhookSecret(accountId) {
      return await db
        .updateTable('webhook_settings')
        .set((old) => ({
          secret: generateWebhookSecret(),
          previous_secret: old.ref('secret'),
          previous_secret_expires_at: sql<Date>`now() + ${previousSecretHours} * interval '1 hour'`,
        }))
        .where('account_id', '=', accountId)
        .returning(['url', 'secret'])
        .executeTakeFirst()
    },
  }
}

/** Generates a signing secret. Standard Webhooks, "Signature scheme": 24 to 64 random bytes. */
function generateWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}
