import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Store } from '../domain/ports.ts'
import type { Tables } from './tables.ts'

/** Where accounts hear of their charges. */
export function webhookSettings(db: Kysely<Tables>): Pick<Store, 'setWebhook' | 'webhookOf'> {
  return {
    async setWebhook(accountId, url) {
      // Standard Webhooks, "Signature scheme": 24 to 64 random bytes.
      const secret = `whsec_${randomBytes(32).toString('base64')}`
      const set_at = new Date()
      // One statement, so that of simultaneous calls with one url exactly one learns a secret: the one that counts.
      return await db
        .insertInto('webhook_settings')
        .values({ account_id: accountId, url, secret, set_at })
        .onConflict((conflict) =>
          conflict
            .column('account_id')
            .doUpdateSet({ url, secret, set_at })
            .where('webhook_settings.url', '<>', url),
        )
        .returning(['url', 'secret'])
        .executeTakeFirst()
    },

    async webhookOf(accountId) {
      return await db
        .selectFrom('webhook_settings')
        .select(['url', 'secret'])
        .where('account_id', '=', accountId)
        .executeTakeFirst()
    },
  }
}
