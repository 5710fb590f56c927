import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { toFutureTime } from '../../db/clock.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { createId } from '../../kernel/id.ts'
import {
  confirmationMs,
  type MailChoices,
  type MailPerson,
  type MailTopic,
  maxConfirmations,
} from '../people.ts'

/** Whose choices they are: the key of a person, and the language in which they read the desk. */
export interface Person {
  keyId: string
  locale: string
}

/** Creates the part of the store for the addresses of people, and what they want to hear about. */
export function createMailPeopleStore(db: Kysely<Tables>) {
  return {
    /** Returns what a person has chosen; undefined for a person without an address. */
    async getMailPerson(keyId: string): Promise<MailPerson | undefined> {
      const row = await db
        .selectFrom('mailPeople')
        .selectAll()
        .where('keyId', '=', keyId)
        .executeTakeFirst()
      if (!row) return undefined
      const { address, payments, decisions, webhooks, confirmedAt } = row
      return { address, payments, decisions, webhooks, isConfirmed: confirmedAt !== undefined }
    },

    /**
     * Saves what a person has chosen. Another address is sent a link by which the person confirms it; '' removes the address.
     *
     * @returns false where the person has had too many links sent
     */
    async saveMailChoices(person: Person, choices: MailChoices): Promise<boolean> {
      const { keyId, locale } = person
      const { address, ...topics } = choices
      return await db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtext('pay_charge mail person'), hashtext(${keyId}))`.execute(
          tx,
        )
        if (address === '') {
          await tx.deleteFrom('mailPeople').where('keyId', '=', keyId).execute()
          return true
        }
        const kept = await tx
          .updateTable('mailPeople')
          .set({ ...topics, locale })
          .where('keyId', '=', keyId)
          .where('address', '=', address)
          .where(sql<boolean>`(confirmed_at is not null or token_expires_at > now())`)
          .executeTakeFirst()
        if (kept.numUpdatedRows > 0n) return true
        if (!(await mayAsk(tx, keyId))) return false
        // Not the account that the desk shows, which may be the test account of the key's.
        const { accountId } = await tx
          .selectFrom('apiKeys')
          .select('accountId')
          .where('id', '=', keyId)
          .executeTakeFirstOrThrow()
        const token = randomBytes(16).toString('base64url')
        const row = {
          keyId,
          accountId,
          address,
          locale,
          token,
          confirmedAt: null,
          ...topics,
          tokenExpiresAt: toFutureTime(confirmationMs),
        }
        const { keyId: _, ...changed } = row
        await tx
          .insertInto('mailPeople')
          .values(row)
          .onConflict((conflict) => conflict.column('keyId').doUpdateSet(changed))
          .execute()
        const id = createId()
        await tx
          .insertInto('mailMessages')
          .values({
            id,
            accountId,
            kind: 'confirm',
            subjectId: keyId,
            recipient: address,
            locale,
            matter: `confirm ${id}`,
          })
          .execute()
        return true
      })
    },

    /** Confirms the address of a person by the token of its link; returns whether it was the right one, in time. */
    async confirmMailAddress(keyId: string, token: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('mailPeople')
        .set({ confirmedAt: sql`now()`, token: null, tokenExpiresAt: null })
        .where('keyId', '=', keyId)
        .where('token', '=', token)
        .where(sql<boolean>`token_expires_at > now()`)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Returns the token that confirms an address of a person; undefined where it is not asked for any more. */
    async getConfirmationToken(keyId: string, address: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('mailPeople')
        .innerJoin('apiKeys', 'apiKeys.id', 'mailPeople.keyId')
        .select('mailPeople.token')
        .where('keyId', '=', keyId)
        .where('address', '=', address)
        .where(isActive)
        .executeTakeFirst()
      return row?.token
    },

    /** Returns whether a person of an account still wants to hear about a topic at an address. */
    async isMailListener(accountId: string, address: string, topic: MailTopic): Promise<boolean> {
      const row = await db
        .selectFrom('mailPeople')
        .innerJoin('apiKeys', 'apiKeys.id', 'mailPeople.keyId')
        .select('mailPeople.keyId')
        .where('mailPeople.accountId', '=', accountId)
        .where('address', '=', address)
        .where(topic, '=', true)
        .where('confirmedAt', 'is not', null)
        .where(isActive)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

/** The addresses of people. */
export type MailPeopleStore = ReturnType<typeof createMailPeopleStore>

/** Whether a key opens the desk: somebody who has left hears nothing. */
export const isActive = sql<boolean>`(api_keys.revoked_at is null
  and (api_keys.expires_at is null or api_keys.expires_at > now()))`

/** Returns whether a person may have another link sent. */
async function mayAsk(tx: Kysely<Tables>, keyId: string): Promise<boolean> {
  const { count } = await tx
    .selectFrom('mailMessages')
    .select((by) => by.fn.countAll<string>().as('count'))
    .where('kind', '=', 'confirm')
    .where('subjectId', '=', keyId)
    .where(sql<boolean>`created_at > now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return Number(count) < maxConfirmations
}
