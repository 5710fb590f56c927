import { type Kysely, sql } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { createId } from '../../kernel/id.ts'
import type { NewMessage } from '../messages.ts'
import { writeTo } from '../news.ts'
import type { Listener, MailTopic } from '../people.ts'
import { isActive } from './people.ts'

/** Returns the people of these accounts who want to hear about something, by account and topic. */
export async function readListeners(
  tx: Kysely<Tables>,
  accountIds: readonly string[],
): Promise<(accountId: string, topic: MailTopic) => readonly Listener[]> {
  if (accountIds.length === 0) return () => []
  const rows = await tx
    .selectFrom('mailPeople')
    .innerJoin('apiKeys', 'apiKeys.id', 'mailPeople.keyId')
    .select(['keyId', 'mailPeople.accountId', 'address', 'locale'])
    .select(['payments', 'decisions', 'webhooks'])
    .where('mailPeople.accountId', '=', anyOf(new Set(accountIds), 'uuid'))
    .where('confirmedAt', 'is not', null)
    .where(isActive)
    .execute()
  return (accountId, topic) => rows.filter((row) => row.accountId === accountId && row[topic])
}

/** Saves messages; one of a matter that the recipient has is left out. */
export async function insertMessages(
  tx: Kysely<Tables>,
  messages: readonly NewMessage[],
): Promise<void> {
  for (const message of messages)
    await tx
      .insertInto('mailMessages')
      .values({ ...message, id: createId() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Creates the part of the store that notices webhooks that fail. */
export function createMailWebhookStore(db: Kysely<Tables>) {
  return {
    /**
     * Writes to those who want to know of each endpoint that has failed for so many milliseconds without a success: once until it has
     * succeeded again.
     */
    async reportFailingWebhooks(afterMs: number): Promise<void> {
      const { rows } = await sql<{ id: string; accountId: string; lastSuccess: string }>`
        select endpoints.id, endpoints.account_id, coalesce(success.event_id::text, 'none') as last_success
        from mail_people as people
        join webhook_endpoints as endpoints on endpoints.account_id = people.account_id
        join accounts on accounts.id = endpoints.account_id
        left join lateral (
          select event_id, attempted_at from webhook_deliveries
          where endpoint_id = endpoints.id and status = 'DELIVERED'
          order by event_created_at desc limit 1
        ) as success on true
        where people.webhooks and people.confirmed_at is not null
          and endpoints.is_enabled and not endpoints.is_answering and accounts.livemode
          and exists (
            select from webhook_deliveries as failing
            where failing.endpoint_id = endpoints.id and failing.status = 'WAITING'
              and failing.failing_since < now() - ${afterMs} * interval '1 millisecond'
          )
          and (success.attempted_at is null
            or success.attempted_at < now() - ${afterMs} * interval '1 millisecond')`.execute(db)
      if (rows.length === 0) return
      const listen = await readListeners(
        db,
        rows.map(({ accountId }) => accountId),
      )
      const messages = rows.flatMap(({ id, accountId, lastSuccess }) =>
        writeTo(listen(accountId, 'webhooks'), {
          accountId,
          kind: 'webhook',
          subjectId: id,
          matter: `webhook ${id} since ${lastSuccess}`,
        }),
      )
      await insertMessages(db, messages)
    },
  }
}

/** Webhooks that fail. */
export type MailWebhookStore = ReturnType<typeof createMailWebhookStore>
