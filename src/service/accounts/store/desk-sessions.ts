import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { deskRoles, type Scope } from '../../../api/routes/scope.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { createId } from '../../kernel/id.ts'
import { readRole } from '../desk-roles.ts'
import type { DeskSession, DeskSessionLimits } from '../desk-sessions.ts'
import { hasDueChange, toCurrentAccount } from './setting-changes.ts'

/** How long a token is used before it is replaced. */
const rotation = sql`interval '15 minutes'`
/** How long the previous token is accepted after its browser has sent the new one: for calls in progress. */
const overlap = sql`interval '1 minute'`

/** The scopes of people's keys. */
const deskScopes = deskRoles.map((role) => `desk:${role}`)

const milliseconds = (count: number) => sql`${count} * interval '1 millisecond'`

/** Returns the hash of a token. Only the hash is stored, as for an api-key: see `hashApiKey`. */
const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

const createToken = () => randomBytes(32).toString('base64url')

/** Creates the part of the store for the sessions of the desk. */
export function createDeskSessionStore(db: Kysely<Tables>) {
  return {
    /** Starts a session of a key, and returns its token, which is stored nowhere. Sessions that have ended are deleted. */
    async startDeskSession(keyId: string, limits: DeskSessionLimits): Promise<string> {
      const token = createToken()
      await db.deleteFrom('deskSessions').where(hasEnded(limits)).execute()
      await db
        .insertInto('deskSessions')
        .values({
          id: createId(),
          keyId,
          tokenHash: hashToken(token),
          formToken: randomBytes(16).toString('base64url'),
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
        role,
        formToken: row.formToken,
      }
      return { session, newToken: rotates ? await rotateToken(db, hash) : undefined }
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

/** The sessions of people at the desk. Times are the database's. */
export type DeskSessionStore = ReturnType<typeof createDeskSessionStore>

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
    .where('apiKeys.revokedAt', 'is', null)
    .where(sql<boolean>`coalesce(api_keys.expires_at > now(), true)`)
    .where(sql<boolean>`string_to_array(api_keys.scopes, ' ') && ${deskScopes}::text[]`)
    .returning([
      'deskSessions.id as sessionId',
      'deskSessions.formToken',
      'deskSessions.keyId',
      'apiKeys.accountId',
      'apiKeys.prefix',
      'apiKeys.name as keyName',
      'apiKeys.scopes',
    ])
    .executeTakeFirst()
  if (!touched) return undefined
  const account = await db
    .selectFrom('accounts')
    .selectAll()
    .select(hasDueChange.as('hasDueChange'))
    .where('id', '=', touched.accountId)
    .executeTakeFirstOrThrow()
  return { ...touched, ...account }
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
