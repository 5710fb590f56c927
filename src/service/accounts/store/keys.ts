import { createHash, randomBytes } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Scope } from '../../../api/routes/scope.ts'
import type { ApiKeyRow } from '../../db/tables/accounts.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { createId } from '../../kernel/id.ts'
import type { ApiKeyRecord, Author, NewApiKey } from '../accounts.ts'
import { writeAudit } from './audit.ts'
import { lockPeople, requireManager } from './grants.ts'

/** Creates the part of the store for api-keys. */
export function createApiKeyStore(db: Kysely<Tables>) {
  return {
    /** Creates another api-key. The key is readable only in this reply. */
    async createApiKey(
      accountId: string,
      newKey: NewApiKey,
    ): Promise<{ key: ApiKeyRecord; apiKey: string }> {
      return await db.transaction().execute(async (tx) => {
        const account = await tx
          .selectFrom('accounts')
          .select(['id', 'livemode'])
          .where('id', '=', accountId)
          .executeTakeFirstOrThrow()
        return await insertApiKey(tx, account, newKey)
      })
    },

    /** Returns the api-keys of an account, never the keys themselves. */
    async listApiKeys(accountId: string): Promise<ApiKeyRecord[]> {
      const rows = await db
        .selectFrom('apiKeys')
        .selectAll()
        .where('accountId', '=', accountId)
        .orderBy('createdAt')
        .execute()
      return rows.map(toApiKeyRecord)
    },

    /**
     * Revokes the key with this prefix; undefined when there is none. A revoked key stays unchanged.
     *
     * @param by `accountId`: the account that the key must belong to. @default the operator, for any account
     * @throws PayError `conflict` for the last key that manages the account, unless it is the operator who revokes it
     */
    async revokeApiKey(
      prefix: string,
      now: Date,
      by?: { author: Author; accountId: string },
    ): Promise<ApiKeyRecord | undefined> {
      const rows = await db
        .selectFrom('apiKeys')
        .selectAll()
        .where('prefix', '=', prefix)
        .$if(by !== undefined, (query) => query.where('accountId', '=', by?.accountId ?? ''))
        .execute()
      // A prefix has 32 bits: two keys with the same one are rare, and the wrong one must not be revoked.
      if (rows.length > 1) throw new Error(`Several keys begin with ${prefix}.`)
      const [row] = rows
      if (!row || row.revokedAt) return row && toApiKeyRecord(row)
      return await db.transaction().execute(async (tx) => {
        if (by) await lockPeople(tx, row.accountId)
        const key = await revokeApiKey(tx, row, now, by?.author ?? 'cli')
        if (by) await requireManager(tx, row)
        return key
      })
    },
  }
}

/** The api-keys of accounts. */
export type ApiKeyStore = ReturnType<typeof createApiKeyStore>

async function revokeApiKey(
  tx: Kysely<Tables>,
  row: Selectable<ApiKeyRow>,
  revokedAt: Date,
  author: Author,
): Promise<ApiKeyRecord> {
  const revokedRow = await tx
    .updateTable('apiKeys')
    .set({ revokedAt })
    .where('id', '=', row.id)
    .where('revokedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
  // Another process has just revoked it.
  if (!revokedRow) return toApiKeyRecord({ ...row, revokedAt })
  const key = toApiKeyRecord(revokedRow)
  const change = { action: 'key.revoked', from: describeKey(key) } as const
  await writeAudit(tx, row.accountId, author, change)
  return key
}

/** Generates an api-key: a short public prefix, which shows whether the key is for tests, then 256 random bits. */
function generateApiKey(livemode: boolean): { apiKey: string; prefix: string; hash: string } {
  const prefix = `${livemode ? 'pc' : 'pc_test'}_${randomBytes(4).toString('hex')}`
  const apiKey = `${prefix}_${randomBytes(32).toString('base64url')}`
  return { apiKey, prefix, hash: hashApiKey(apiKey) }
}

/**
 * Returns the hash of an api-key; only the hash is stored. SHA-256 without salt or stretching is enough: a key has 256 random bits,
 * so it cannot be guessed from its hash, and every call has to look it up by that hash. The duration of a lookup reveals at most
 * something about hashes, from which no key can be computed.
 */
export function hashApiKey(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex')
}

/** Inserts a new api-key of the operator, or of a person who may give what it has: see `requireGrant`. */
export async function insertApiKey(
  tx: Kysely<Tables>,
  { id: accountId, livemode }: { id: string; livemode: boolean },
  { name, scopes, shop, expiresAt }: NewApiKey,
  author: Author = 'cli',
): Promise<{ key: ApiKeyRecord; apiKey: string }> {
  const { apiKey, prefix, hash } = generateApiKey(livemode)
  const row = await tx
    .insertInto('apiKeys')
    .values({
      id: createId(),
      accountId,
      prefix,
      hash,
      name,
      scopes: scopes.join(' '),
      shop,
      createdAt: new Date(),
      expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const key = toApiKeyRecord(row)
  await writeAudit(tx, accountId, author, { action: 'key.created', to: describeKey(key) })
  return { key, apiKey }
}

/** Returns the fields of a key that the audit log shows. */
export function describeKey({ prefix, name, scopes, shop, expiresAt }: ApiKeyRecord) {
  return {
    prefix,
    name,
    scopes,
    ...(shop && { shop }),
    ...(expiresAt && { expires_at: expiresAt.toISOString() }),
  }
}

/** Returns a key as its owner sees it. */
export function toApiKeyRecord(row: Selectable<ApiKeyRow>): ApiKeyRecord {
  const { accountId, hash, scopes, ...columns } = row
  // The check of the column guarantees that these are scopes.
  return { ...columns, scopes: scopes.split(' ') as Scope[] }
}
