import { type Kysely, sql } from 'kysely'
import type { WebhookEvent } from '../../../api/schemas/webhook.ts'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { createMessages } from '../news.ts'
import { insertMessages, readListeners } from './listeners.ts'

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

    /** Returns an event that a message reports, as it is now; undefined for one that was deleted. */
    async readMailEvent(
      id: string,
    ): Promise<{ event: WebhookEvent; chargeId: string | undefined } | undefined> {
      const row = await db
        .selectFrom('webhookEvents')
        .select(['body', 'chargeId'])
        .where('id', '=', id)
        .executeTakeFirst()
      return row && { event: JSON.parse(row.body) as WebhookEvent, chargeId: row.chargeId }
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
            isDust.as('isDust'),
          ])
          .orderBy('webhookEvents.seq')
          .limit(limit)
          .forUpdate('mailEvents')
          .skipLocked()
          .execute()
        const listen = await readListeners(
          tx,
          rows.map(({ accountId }) => accountId),
        )
        const messages = rows.flatMap(({ body, ...row }) =>
          createMessages({ ...row, event: JSON.parse(body) as WebhookEvent }, (topic) =>
            listen(row.accountId, topic),
          ),
        )
        await insertMessages(tx, messages)
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

/** Whether what a charge was credited is known to be worth less than a cent in all, at the rates of its blocks. */
const isDust = sql<boolean>`coalesce((
  select bool_and(transfers.usd_price is not null)
    and sum(transfers.amount * transfers.usd_price::numeric * 100 / 10::numeric ^ places.decimals) < 1
  from transfers join destinations as places using (chain_id, token, recipient, account_id)
  where transfers.charge_id = charges.id and transfers.payment_id is not null
), false)`
