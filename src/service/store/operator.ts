import type { Kysely, Selectable } from 'kysely'
import { PayError } from '../../errors.ts'
import type { Store } from '../domain/ports.ts'
import type { KeyRecord } from '../domain/records.ts'
import { newApiKey } from './keys.ts'
import { toAccount } from './rows.ts'
import type { ApiKeyRow, Tables } from './tables.ts'

type Operator = Pick<
  Store,
  'accounts' | 'accountNamed' | 'describeAccount' | 'createKey' | 'keys' | 'revokeKey'
>

/** What the operator does with accounts, by the CLI. */
export function operator(db: Kysely<Tables>): Operator {
  return {
    async accounts() {
      const rows = await db
        .selectFrom('accounts')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toAccount)
    },

    async accountNamed(name) {
      const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(name)
      const row = await db
        .selectFrom('accounts')
        .selectAll()
        .where(isId ? 'id' : 'username', '=', name.toLowerCase())
        .executeTakeFirst()
      return row && toAccount(row)
    },

    async describeAccount(accountId, { color, logoUrl, organizationName, username }) {
      const values = {
        ...(color !== undefined && { brand_color: color }),
        ...(logoUrl !== undefined && { brand_logo_url: logoUrl }),
        ...(organizationName !== undefined && { organization_name: organizationName }),
        ...(username !== undefined && { username: username || null }),
      }
      try {
        const row = await db
          .updateTable('accounts')
          .set(values)
          .where('id', '=', accountId)
          .returningAll()
          .executeTakeFirstOrThrow()
        return toAccount(row)
      } catch (cause) {
        if (!isUsernameTaken(cause)) throw cause
        throw new PayError('conflict', `The username ${username} belongs to another account.`, {
          field: 'username',
          cause,
        })
      }
    },

    async createKey(accountId) {
      const { apiKey, prefix, hash } = newApiKey()
      const row = await db
        .insertInto('api_keys')
        .values({
          id: crypto.randomUUID(),
          account_id: accountId,
          prefix,
          hash,
          created_at: new Date(),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return { key: toKey(row), apiKey }
    },

    async keys(accountId) {
      const rows = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .execute()
      return rows.map(toKey)
    },

    async revokeKey(prefix, now) {
      const found = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('prefix', '=', prefix)
        .execute()
      // 32 bits: two keys with one prefix are rare, and must not be revoked for each other.
      if (found.length > 1) throw new Error(`Several keys begin with ${prefix}.`)
      const [row] = found
      if (!row || row.revoked_at) return row && toKey(row)
      const revoked = await db
        .updateTable('api_keys')
        .set({ revoked_at: now })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      return toKey(revoked)
    },
  }
}

function toKey(row: Selectable<ApiKeyRow>): KeyRecord {
  return {
    id: row.id,
    prefix: row.prefix,
    createdAt: row.created_at,
    revokedAt: row.revoked_at ?? undefined,
  }
}

function isUsernameTaken(cause: unknown): boolean {
  const { code, constraint } = (cause ?? {}) as { code?: unknown; constraint?: unknown }
  // unique_violation, PostgreSQL documentation, appendix A.
  return code === '23505' && constraint === 'accounts_username_key'
}
