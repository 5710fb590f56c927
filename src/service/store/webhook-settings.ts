import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Store } from '../domain/ports.ts'
import type { Tables } from './tables.ts'

/** How long a secret signs on after it was replaced: a receiver takes over the new one in its own time. */
const formerSecretHours = 24

/** Where accounts hear of their charges. */
export function webhookSettings(
  db: Kysely<Tables>,
): Pick<Store, 'setWebhook' | 'webhookOf' | 'rotateWebhookSecret'> {
  return {
    async setWebhook(accountId, url) {
      const secret = newSecret()
      const set_at = new Date()
      const set = { url, secret, set_at, former_secret: null, former_until: null }
      // One statement, so that of simultaneous calls with one url exactly one learns a secret: the one that counts.
      return await db
        .insertInto('webhook_settings')
        .values({ account_id: accountId, ...set })
        .onConflict((conflict) =>
          conflict
            .column('account_id')
            // Another url is another receiver: the former secret is not its to hear of.
            .doUpdateSet(set)
            .where('webhook_settings.url', '<>', url),
        )
        .returning(['url', 'secret'])
        .executeTakeFirst()
    },

    async webhookOf(accountId) {
      const row = await db
        .selectFrom('webhook_settings')
        .select(['url', 'secret', 'former_secret'])
        .select(sql<boolean>`former_until > now()`.as('both'))
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      if (!row) return undefined
      const { url, secret, former_secret, both } = row
      return { url, secret, ...(both && former_secret !== null && { formerSecret: former_secret }) }
    },

    async rotateWebhookSecret(accountId) {
      return await db
        .updateTable('webhook_settings')
        .set((old) => ({
          secret: newSecret(),
          former_secret: old.ref('secret'),
          former_until: sql<Date>`now() + ${formerSecretHours} * interval '1 hour'`,
        }))
        .where('account_id', '=', accountId)
        .returning(['url', 'secret'])
        .executeTakeFirst()
    },
  }
}

/** Standard Webhooks, "Signature scheme": 24 to 64 random bytes. */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}
