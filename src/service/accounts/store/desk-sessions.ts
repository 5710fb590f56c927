import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { deskRoles, type Scope } from '../../../api/routes/scope.ts'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { createId } from '../../kernel/id.ts'
import type { KeyAuthor } from '../accounts.ts'
import { readRole } from '../desk-roles.ts'
import type { DeskSession, DeskSessionLimits } from '../desk-sessions.ts'
import type { SessionRecord } from '../people.ts'
import { writeAudit } from './audit.ts'
import { isOpenInvitation, isOpenKey } from './grants.ts'
import { hasDueChange, toCurrentAccount } from './setting-changes.ts'

/** How long a token is used before it is replaced. */
const rotation = sql`interval '15 minutes'`
/** How long the previous token is accepted after its browser has sent the new one: for calls in progress. */
const overlap = sql`interval '1 minute'`

/** The scopes of people's keys. */
const deskScopes = deskRoles.map((role) => `desk:${role}`)

const milliseconds = (count: number) => sql`${count} * interval '1 millisecond'`

/** Returns the hash of a token. Only the hash is stored, as for an api-key: see `hashApiKey`. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

const createToken = () => randomBytes(32).toString('base64url')

/** Creates the part of the store for the sessions of the desk. */
export function createDeskSessionStore(db: Kysely<Tables>) {
  return {
    /** Starts a session of a key, and returns its token, which is stored nowhere. Sessions and invitations that have ended are deleted. */
    async startDeskSession(
      keyId: string,
      limits: DeskSessionLimits,
      browser: string,
    ): Promise<string> {
      const token = createToken()
      await db.deleteFrom('deskSessions').where(hasEnded(limits)).execute()
      await db.deleteFrom('deskInvitations').where(sql<boolean>`not ${isOpenInvitation}`).execute()
      await db
        .insertInto('deskSessions')
        .values({
          id: createId(),
          keyId,
          tokenHash: hashToken(token),
          formToken: randomBytes(16).toString('base64url'),
          browser: browser.slice(0, maxBrowser),
        })
        .execute()
      return token
    },

    /**
     * Returns the session that a token belongs to, and records its use; undefined where there is none, where it has ended, and
     * where its key was revoked, has expired, or lacks a scope of the desk.
     *
     * @param options `rotates`: whether the token may be replaced where that is due; `newToken` then has the one to send
     */
    async openDeskSession(
      token: string,
      limits: DeskSessionLimits,
      { rotates }: { rotates: boolean },
    ): Promise<{ session: DeskSession; newToken: string | undefined } | undefined> {
      const hash = hashToken(token)
      const row = await touchSession(db, hash, limits)
      if (!row) return undefined
      const role = readRole(row.scopes.split(' ') as Scope[])
      if (!role) return undefined
      const account = await toCurrentAccount(db, row)
      const session: DeskSession = {
        id: row.sessionId,
        account,
        keyId: row.keyId,
        keyPrefix: row.prefix,
        keyName: row.keyName,
        keyExpiresAt: row.keyExpiresAt,
        role,
        canSwitch: row.testAccountId !== undefined,
        formToken: row.isOfTest ? toTestToken(row.formToken) : row.formToken,
      }
      return { session, newToken: rotates ? await rotateToken(db, hash) : undefined }
    },

    /** Has a session show the test account of its live account, or that again. One of a test key stays where it is. */
    async setDeskMode(sessionId: string, isTest: boolean): Promise<void> {
      await db.updateTable('deskSessions').set({ isTest }).where('id', '=', sessionId).execute()
    },

    /** Returns sessions that have not ended, the latest used first. */
    async listDeskSessions(
      owner: SessionOwner,
      limits: DeskSessionLimits,
    ): Promise<SessionRecord[]> {
      return await selectSessions(db, owner)
        .where(sql<boolean>`not ${hasEnded(limits)}`)
        .select([
          'deskSessions.id',
          'apiKeys.prefix as keyPrefix',
          'apiKeys.name as keyName',
          'deskSessions.browser',
          'deskSessions.createdAt',
          'deskSessions.lastUsedAt',
        ])
        .orderBy('deskSessions.lastUsedAt', 'desc')
        .limit(maxSessions)
        .execute()
    },

    /**
     * Ends one of these sessions, or all of them but one; returns how many. The audit log of their account has those of other people.
     *
     * @param which `id` of the one to end, or `exceptId`
     */
    async endDeskSessions(
      owner: SessionOwner,
      which: { id: string } | { exceptId: string },
      author: KeyAuthor,
    ): Promise<number> {
      return await db.transaction().execute(async (tx) => {
        const ended = await selectSessions(tx, owner)
          .where(
            'deskSessions.id',
            'id' in which ? '=' : '<>',
            'id' in which ? which.id : which.exceptId,
          )
          .select([
            'deskSessions.id',
            'deskSessions.keyId',
            'apiKeys.accountId',
            'apiKeys.prefix',
            'apiKeys.name',
          ])
          .execute()
        const ids = ended.map(({ id }) => id)
        if (ids.length === 0) return 0
        await tx.deleteFrom('deskSessions').where('id', '=', anyOf(ids, 'uuid')).execute()
        for (const { keyId, accountId, prefix, name } of ended) {
          if (keyId === author.keyId) continue
          const from = { prefix, name }
          await writeAudit(tx, accountId, author, { action: 'session.ended', from })
        }
        return ids.length
      })
    },

    /** Ends the session of a token. */
    async endDeskSession(token: string): Promise<void> {
      await db
        .deleteFrom('deskSessions')
        .where(hasToken(hashToken(token)))
        .execute()
    },
  }
}

/** The most characters by which a browser is described. */
const maxBrowser = 60

/** Returns the token of the forms of a session's test pages: none of them acts on the live account, and none of the others on the test account. */
const toTestToken = (token: string) =>
  createHash('sha256').update(`${token} test`).digest('base64url').slice(0, 22)

/** The sessions of people at the desk. Times are the database's. */
export type DeskSessionStore = ReturnType<typeof createDeskSessionStore>

/** The most sessions that are listed. */
const maxSessions = 100

/** Whose sessions: a person's own, and, with an account, those of all its people. */
export interface SessionOwner {
  keyId: string
  accountId: string | undefined
}

function selectSessions(db: Kysely<Tables>, { keyId, accountId }: SessionOwner) {
  return db
    .selectFrom('deskSessions')
    .innerJoin('apiKeys', 'apiKeys.id', 'deskSessions.keyId')
    .where(isOpenKey)
    .where((by) =>
      accountId === undefined
        ? by('apiKeys.id', '=', keyId)
        : by.or([by('apiKeys.id', '=', keyId), by('apiKeys.accountId', '=', accountId)]),
    )
}

const hasToken = (hash: string) =>
  sql<boolean>`(desk_sessions.token_hash = ${hash} or desk_sessions.previous_hash = ${hash})`

const hasEnded = ({ idleMs, lifetimeMs }: DeskSessionLimits) =>
  sql<boolean>`(desk_sessions.last_used_at <= now() - ${milliseconds(idleMs)}
    or desk_sessions.created_at <= now() - ${milliseconds(lifetimeMs)})`

/** Records the use of a session that has not ended, and returns it with its key and account. */
async function touchSession(db: Kysely<Tables>, hash: string, limits: DeskSessionLimits) {
  const touched = await db
    .updateTable('deskSessions')
    .from('apiKeys')
    .set({
      lastUsedAt: sql<Date>`now()`,
      confirmedAt: sql<Date>`case when desk_sessions.token_hash = ${hash}
        then coalesce(desk_sessions.confirmed_at, now()) else desk_sessions.confirmed_at end`,
    })
    .whereRef('apiKeys.id', '=', 'deskSessions.keyId')
    .where(hasToken(hash))
    .where(sql<boolean>`not ${hasEnded(limits)}`)
    .where(
      sql<boolean>`(desk_sessions.token_hash = ${hash}
        or coalesce(desk_sessions.confirmed_at > now() - ${overlap}, true))`,
    )
    .where(isOpenKey)
    .where(sql<boolean>`string_to_array(api_keys.scopes, ' ') && ${deskScopes}::text[]`)
    .returning([
      'deskSessions.id as sessionId',
      'deskSessions.formToken',
      'deskSessions.keyId',
      'apiKeys.accountId',
      'apiKeys.prefix',
      'apiKeys.name as keyName',
      'apiKeys.expiresAt as keyExpiresAt',
      'apiKeys.scopes',
      'deskSessions.isTest',
      sql<string | null>`(select id from accounts where live_account_id = api_keys.account_id)`.as(
        'testId',
      ),
    ])
    .executeTakeFirst()
  if (!touched) return undefined
  const testAccountId = touched.testId ?? undefined
  const isOfTest = touched.isTest && testAccountId !== undefined
  const account = await db
    .selectFrom('accounts')
    .selectAll()
    .select(hasDueChange.as('hasDueChange'))
    .where('id', '=', isOfTest ? testAccountId : touched.accountId)
    .executeTakeFirstOrThrow()
  return { ...touched, ...account, testAccountId, isOfTest }
}

/** Replaces a token that is due for rotation, and returns the new one. Of concurrent calls, one replaces it. */
async function rotateToken(db: Kysely<Tables>, hash: string): Promise<string | undefined> {
  const token = createToken()
  const { numUpdatedRows } = await db
    .updateTable('deskSessions')
    .set({
      tokenHash: hashToken(token),
      previousHash: hash,
      rotatedAt: sql<Date>`now()`,
      confirmedAt: null,
    })
    .where('tokenHash', '=', hash)
    .where(sql<boolean>`rotated_at <= now() - ${rotation}`)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? token : undefined
}
