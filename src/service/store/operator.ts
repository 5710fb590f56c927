import type { Kysely, Selectable } from 'kysely'
import { uuidPattern } from '../../api/formats.ts'
import { PayError } from '../../errors.ts'
import type { Store } from '../domain/ports.ts'
import type { ApiKeyRecord } from '../domain/records.ts'
import { generateApiKey } from './keys.ts'
import { toMerchantAccount } from './rows.ts'
import type { ApiKeyRow, Tables } from './tables.ts'

type OperatorStore = Pick<
  Store,
  'listAccounts' | 'findAccount' | 'updateAccount' | 'createApiKey' | 'listApiKeys' | 'revokeApiKey'
>

/** Creates the part of the store for the operator's commands on accounts and their api-keys. */
export function createOperatorStore(db: Kysely<Tables>): OperatorStore {
  return {
    async listAccounts() {
      const rows = await db
        .selectFrom('accounts')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toMerchantAccount)
    },

    async findAccount(name) {
      const isId = uuidPattern.test(name)
      const row = await db
        .selectFrom('accounts')
        .selectAll()
        .where(isId ? 'id' : 'username', '=', name.toLowerCase())
        .executeTakeFirst()
      return row && toMerchantAccount(row)
    },

    async updateAccount(accountId, { color, logoUrl, organizationName, username }) {
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
        return toMerchantAccount(row)
      } catch (cause) {
        if (!isUsernameTaken(cause)) throw cause
        throw new PayError('conflict', `The username ${username} belongs to another account.`, {
          field: 'username',
          cause,
        })
      }
    },

    async createApiKey(accountId) {
      const { apiKey, prefix, hash } = generateApiKey()
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
      return { key: toApiKeyRecord(row), apiKey }
    },

    async listApiKeys(accountId) {
      const rows = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .execute()
      return rows.map(toApiKeyRecord)
    },

    async revokeApiKey(prefix, now) {
      const rows = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('prefix', '=', prefix)
        .execute()
      // A prefix has 32 bits: two keys with the same one are rare, and the wrong one must not be revoked.
      if (rows.length > 1) throw new Error(`Several keys begin with ${prefix}.`)
      const [row] = rows
      if (!row || row.revoked_at) return row && toApiKeyRecord(row)
      const revoked = await db
        .updateTable('api_keys')
        .set({ revoked_at: now })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      return toApiKeyRecord(revoked)
    },
  }
}

function toApiKeyRecord(row: Selectable<ApiKeyRow>): ApiKeyRecord {
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
