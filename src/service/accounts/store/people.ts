import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DeskRole, Scope } from '../../../api/routes/scope.ts'
import { PayError } from '../../../errors.ts'
import { toFutureTime } from '../../db/clock.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { createId } from '../../kernel/id.ts'
import { createRefusal } from '../../kernel/refusals.ts'
import type { ApiKeyRecord, KeyAuthor, NewApiKey } from '../accounts.ts'
import { readRole } from '../desk-roles.ts'
import {
  type InvitationRecord,
  invitationMs,
  maxInvitations,
  type NewInvitation,
} from '../people.ts'
import { writeAudit } from './audit.ts'
import { hashToken } from './desk-sessions.ts'
import { describeAuthor, writeKeyGrantedEvent } from './events.ts'
import { isOpenInvitation, lockPeople, requireGrant, requireManager } from './grants.ts'
import { describeKey, insertApiKey, toApiKeyRecord } from './keys.ts'

/** Creates the part of the store by which people of an account let others in. */
export function createPeopleStore(db: Kysely<Tables>) {
  return {
    /**
     * Creates a key in the name of a person, who must have what it is given. The key is readable only in this reply.
     *
     * @throws PayError `forbidden`, `invalid_request`
     */
    async grantApiKey(accountId: string, newKey: NewApiKey, author: KeyAuthor) {
      return await db.transaction().execute((tx) => grantKey(tx, accountId, newKey, author))
    },

    /**
     * Gives a person another role, from their next call on; undefined where the account has no such person.
     *
     * @throws PayError `forbidden`; `conflict` where nobody would be left who manages the account
     */
    async changeRole(
      accountId: string,
      { prefix, role }: { prefix: string; role: DeskRole },
      author: KeyAuthor,
    ): Promise<ApiKeyRecord | undefined> {
      return await db.transaction().execute(async (tx) => {
        await lockPeople(tx, accountId)
        const row = await tx
          .selectFrom('apiKeys')
          .selectAll()
          .where('accountId', '=', accountId)
          .where('prefix', '=', prefix)
          .where('revokedAt', 'is', null)
          .executeTakeFirst()
        const key = row && toApiKeyRecord(row)
        if (!key || !readRole(key.scopes)) return undefined
        const scopes: Scope[] = [`desk:${role}`]
        const given = [...new Set([...key.scopes, ...scopes])]
        await requireGrant(tx, accountId, author, { scopes: given, expiresAt: key.expiresAt })
        const changed = { ...key, scopes }
        await tx
          .updateTable('apiKeys')
          .set({ scopes: scopes.join(' ') })
          .where('id', '=', key.id)
          .execute()
        await requireManager(tx, row)
        const [from, to] = [describeKey(key), describeKey(changed)]
        await writeAudit(tx, accountId, author, { action: 'key.changed', from, to })
        await tellGrant(tx, accountId, author, { key: changed, from: key.scopes })
        return changed
      })
    },

    /**
     * Invites a person. The token is readable only in this reply.
     *
     * @throws PayError `forbidden`, `invalid_request`; `conflict` for too many
     */
    async createInvitation(
      accountId: string,
      { name, role, keyExpiresAt }: NewInvitation,
      author: KeyAuthor,
    ): Promise<{ invitation: InvitationRecord; token: string }> {
      return await db.transaction().execute(async (tx) => {
        await lockPeople(tx, accountId)
        const scopes: Scope[] = [`desk:${role}`]
        await requireGrant(tx, accountId, author, { scopes, expiresAt: keyExpiresAt })
        if ((await listOpen(tx, accountId)).length >= maxInvitations)
          throw createRefusal('too_many_invitations')
        const token = randomBytes(32).toString('base64url')
        const invitation = await tx
          .insertInto('deskInvitations')
          .values({
            id: createId(),
            accountId,
            tokenHash: hashToken(token),
            name,
            role,
            keyId: author.keyId,
            keyExpiresAt,
            expiresAt: toFutureTime(invitationMs),
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        const to = { name, scopes }
        await writeAudit(tx, accountId, author, { action: 'invitation.created', to })
        return { invitation, token }
      })
    },

    /** Returns the open invitations of an account, oldest first. */
    async listInvitations(accountId: string): Promise<InvitationRecord[]> {
      return await listOpen(db, accountId)
    },

    /** Withdraws an open invitation; returns whether there was one. */
    async withdrawInvitation(accountId: string, id: string, author: KeyAuthor): Promise<boolean> {
      return await db.transaction().execute(async (tx) => {
        const row = await tx
          .updateTable('deskInvitations')
          .set({ endedAt: sql<Date>`now()` })
          .where('id', '=', id)
          .where('accountId', '=', accountId)
          .where(isOpenInvitation)
          .returningAll()
          .executeTakeFirst()
        if (!row) return false
        const from = { name: row.name, scopes: [`desk:${row.role}`] }
        await writeAudit(tx, accountId, author, { action: 'invitation.withdrawn', from })
        return true
      })
    },

    /** Returns the open invitation that a token belongs to, with the name of its shop; undefined for none. */
    async findInvitation(
      token: string,
    ): Promise<(InvitationRecord & { shop: string }) | undefined> {
      return await db
        .selectFrom('deskInvitations')
        .innerJoin('accounts', 'accounts.id', 'deskInvitations.accountId')
        .selectAll('deskInvitations')
        .select(sql<string>`coalesce(nullif(organization_name, ''), accounts.name)`.as('shop'))
        .where('tokenHash', '=', hashToken(token))
        .where(isOpenInvitation)
        .executeTakeFirst()
    },

    /**
     * Accepts an invitation, once: makes its person a key, which is readable only in this reply; undefined for a token that opens
     * nothing, and where whoever has invited could not do so any more.
     */
    async acceptInvitation(
      token: string,
      requestId: string,
    ): Promise<{ key: ApiKeyRecord; apiKey: string } | undefined> {
      return await db.transaction().execute(async (tx) => {
        const row = await tx
          .updateTable('deskInvitations')
          .set({ endedAt: sql<Date>`now()` })
          .where('tokenHash', '=', hashToken(token))
          .where(isOpenInvitation)
          .returningAll()
          .executeTakeFirst()
        if (!row) return undefined
        const { accountId, name, role, keyId, keyExpiresAt: expiresAt } = row
        const newKey: NewApiKey = { name, scopes: [`desk:${role}`], shop: '', expiresAt }
        try {
          return await grantKey(tx, accountId, newKey, { keyId, requestId })
        } catch (cause) {
          if (cause instanceof PayError) return undefined
          throw cause
        }
      })
    },
  }
}

/** The people of accounts, and how they let others in. */
export type PeopleStore = ReturnType<typeof createPeopleStore>

async function listOpen(db: Kysely<Tables>, accountId: string): Promise<InvitationRecord[]> {
  return await db
    .selectFrom('deskInvitations')
    .selectAll()
    .where('accountId', '=', accountId)
    .where(isOpenInvitation)
    .orderBy('createdAt')
    .execute()
}

async function grantKey(
  tx: Kysely<Tables>,
  accountId: string,
  newKey: NewApiKey,
  author: KeyAuthor,
): Promise<{ key: ApiKeyRecord; apiKey: string }> {
  await requireGrant(tx, accountId, author, newKey)
  const account = await tx
    .selectFrom('accounts')
    .select(['id', 'livemode'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const created = await insertApiKey(tx, account, newKey, author)
  await tellGrant(tx, accountId, author, { key: created.key, from: [] })
  return created
}

async function tellGrant(
  tx: Kysely<Tables>,
  accountId: string,
  author: KeyAuthor,
  { key, from }: { key: ApiKeyRecord; from: readonly Scope[] },
): Promise<void> {
  const { prefix, name, scopes, expiresAt } = key
  await writeKeyGrantedEvent(tx, accountId, {
    author: await describeAuthor(tx, author),
    prefix,
    name,
    from: [...from],
    to: [...scopes],
    expires_at: expiresAt?.toISOString() ?? '',
  })
}
