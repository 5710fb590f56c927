import { type Kysely, sql } from 'kysely'
import type { SigningWebhook } from '../../accounts/settings.ts'
import { applyDueChanges } from '../../accounts/store/setting-changes.ts'
import { signingSecrets } from '../../accounts/store/setting-values.ts'
import type { Tables } from '../../db/tables/tables.ts'

/** Creates the part of the store for where a webhook is sent, and by which secrets it is signed. */
export function createSigningStore(db: Kysely<Tables>) {
  return {
    /**
     * Returns the present url of an endpoint and every secret that signs; undefined where it was removed. A change whose time
     * has come is applied first.
     */
    async getSigningWebhook(endpointId: string): Promise<SigningWebhook | undefined> {
      const webhook = await readSigningWebhook(db, endpointId)
      if (!webhook?.hasDueChange) return webhook && toSigningWebhook(webhook)
      await applyDueChanges(db, webhook.accountId)
      const current = await readSigningWebhook(db, endpointId)
      return current && toSigningWebhook(current)
    },
  }
}

/** Where webhooks are sent, and by which secrets they are signed. */
export type SigningStore = ReturnType<typeof createSigningStore>

type SigningColumns = NonNullable<Awaited<ReturnType<typeof readSigningWebhook>>>

async function readSigningWebhook(db: Kysely<Tables>, endpointId: string) {
  return await db
    .selectFrom('webhookEndpoints')
    .select(['accountId', 'url'])
    .select([
      signingSecrets.as('secrets'),
      sql<boolean>`exists (select from setting_changes
        where setting_changes.account_id = webhook_endpoints.account_id
          and setting_changes.effective_at <= now())`.as('hasDueChange'),
    ])
    .where('id', '=', endpointId)
    .executeTakeFirst()
}

function toSigningWebhook({ url, secrets }: SigningColumns) {
  return { url, secrets: secrets.split(' ') }
}
