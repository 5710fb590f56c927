import type { Kysely } from 'kysely'
import type { WebhookEvent } from '../../../api/schemas/webhook.ts'
import type { Author } from '../../domain/accounts/accounts.ts'
import { createChangingEvent } from '../../domain/accounts/events.ts'
import type { PendingChangeRecord, SettingValue } from '../../domain/accounts/settings.ts'
import type { Tables } from '../database/tables.ts'
import { signingSecrets } from './setting-values.ts'

/**
 * Writes the event about a pending change, to the webhook that the account has now. An account without one gets none.
 */
export async function writeChangingEvent(
  tx: Kysely<Tables>,
  change: PendingChangeRecord,
  current: SettingValue,
): Promise<void> {
  await writeNotice(tx, change.accountId, createChangingEvent(change, current, new Date()))
}

/** Writes an event about a new secret of the webhook, which its receiver verifies with the earlier one. */
export async function writeRotationEvent(
  tx: Kysely<Tables>,
  accountId: string,
  { author, current, effectiveAt }: { author: Author; current: SettingValue; effectiveAt: Date },
): Promise<void> {
  const key =
    author === 'cli'
      ? undefined
      : await tx
          .selectFrom('api_keys')
          .select('prefix')
          .where('id', '=', author.keyId)
          .executeTakeFirst()
  const change = { value: current, author: key?.prefix ?? 'cli', effectiveAt }
  await writeNotice(tx, accountId, createChangingEvent(change, current, new Date()))
}

/** Writes an event for the present webhook, signed with every secret that its receiver may hold now. */
async function writeNotice(
  tx: Kysely<Tables>,
  accountId: string,
  event: WebhookEvent,
): Promise<void> {
  const webhook = await tx
    .selectFrom('webhook_settings')
    .select('url')
    .select(signingSecrets.as('secrets'))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!webhook) return
  await tx
    .insertInto('webhook_events')
    .values({
      id: event.id,
      account_id: accountId,
      charge_id: null,
      type: event.type,
      body: JSON.stringify(event),
      created_at: new Date(event.created_at),
      target_url: webhook.url,
      target_secrets: webhook.secrets,
    })
    .execute()
}
