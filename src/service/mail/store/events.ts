import { type Kysely, sql } from 'kysely'
import type { WebhookEvent } from '../../../api/schemas/webhook.ts'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { createId } from '../../kernel/id.ts'
import { createMessages } from '../news.ts'

/** Creates the part of the store that makes messages of events. */
export function createMailEventStore(db: Kysely<Tables>) {
  return {
    /** Turns mail on or off: while it is off, nothing is written for it. */
    async switchMail(isOn: boolean): Promise<void> {
      if (isOn)
        await db
          .insertInto('mailSwitch')
          .values({ isOn })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      else {
        await db.deleteFrom('mailSwitch').execute()
        await db.deleteFrom('mailEvents').execute()
      }
    },

    /** Makes the messages of events, of at most `limit`, and returns of how many. Each event is taken once. */
    async takeMailEvents(limit: number): Promise<number> {
      return await db.transaction().execute(async (tx) => {
        const rows = await tx
          .selectFrom('mailEvents')
          .innerJoin('webhookEvents', 'webhookEvents.id', 'mailEvents.eventId')
          .leftJoin('charges', 'charges.id', 'webhookEvents.chargeId')
          .select([
            'mailEvents.eventId',
            'webhookEvents.accountId',
            'webhookEvents.chargeId',
            'webhookEvents.body',
            sql<string>`coalesce(charges.payer_email, '')`.as('payerEmail'),
            sql<string>`coalesce(charges.payer_locale, '')`.as('payerLocale'),
          ])
          .orderBy('webhookEvents.seq')
          .limit(limit)
          .forUpdate('mailEvents')
          .skipLocked()
          .execute()
        const messages = rows.flatMap(({ body, ...row }) =>
          createMessages({ ...row, event: JSON.parse(body) as WebhookEvent }),
        )
        for (const message of messages)
          await tx
            .insertInto('mailMessages')
            .values({ ...message, id: createId() })
            // It was reported before, by another event of the same matter.
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        await tx
          .deleteFrom('mailEvents')
          .where(
            'eventId',
            '=',
            anyOf(
              rows.map(({ eventId }) => eventId),
              'uuid',
            ),
          )
          .execute()
        return rows.length
      })
    },
  }
}

/** Events that messages report. */
export type MailEventStore = ReturnType<typeof createMailEventStore>
