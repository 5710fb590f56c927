import { type Kysely, sql } from 'kysely'
import type { Scope } from '../../../api/routes/scope.ts'
import { anyOf } from '../../db/any-of.ts'
import { batchCalls } from '../../db/batch-calls.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { createId } from '../../kernel/id.ts'
import type { AuthenticatedKey, MerchantAccount } from '../accounts.ts'
import { writeAudit } from './audit.ts'
import { hashApiKey, insertApiKey } from './keys.ts'
import { toMerchantAccount } from './rows.ts'
import { hasDueChange, toCurrentAccount } from './setting-changes.ts'

/** Creates the part of the store for merchant accounts and the keys of calls. */
export function createAccountStore(db: Kysely<Tables>) {
  // Read at each call: a revoked key is refused by every process from the next call on.
  const findKey = batchCalls((hashes: readonly string[]) => findKeys(db, hashes))

  return {
    /** Returns an api-key with its account, also an expired or revoked one; undefined for one that never existed. */
    async authenticate(apiKey: string): Promise<AuthenticatedKey | undefined> {
      const row = await findKey(hashApiKey(apiKey))
      if (!row) return undefined
      const account = await toCurrentAccount(db, row)
      const status = row.isRevoked ? 'revoked' : row.isExpired ? 'expired' : 'valid'
      // The check of the column guarantees that these are scopes.
      const scopes = row.scopes.split(' ') as Scope[]
      const { keyId: id, shop, isUseDue } = row
      return { account, id, scopes, shop, status, isUseDue }
    },

    /** Records that an api-key was used now, unless that was done less than a minute ago. */
    async recordKeyUse(keyId: string): Promise<void> {
      await db
        .updateTable('apiKeys')
        .set({ lastUsedAt: sql<Date>`now()` })
        .where('id', '=', keyId)
        .where(isUseDue)
        .execute()
    },

    /** Returns the account with this username, undefined for none. */
    async getAccountByUsername(username: string): Promise<MerchantAccount | undefined> {
      const row = await db
        .selectFrom('accounts')
        .selectAll()
        .select(hasDueChange.as('hasDueChange'))
        .where('username', '=', username)
        .executeTakeFirst()
      return row && (await toCurrentAccount(db, row))
    },

    /** Creates an account with its first api-key, for everything. The key is readable only in this reply. */
    async createAccount(name: string): Promise<{ account: MerchantAccount; apiKey: string }> {
      const createdAt = new Date()
      return await db.transaction().execute(async (tx) => {
        const row = await tx
          .insertInto('accounts')
          .values({ id: createId(), name, organizationName: name, createdAt, livemode: true })
          .returningAll()
          .executeTakeFirstOrThrow()
        await writeAudit(tx, row.id, 'cli', { action: 'account.created', to: { name } })
        const { apiKey } = await insertApiKey(tx, row, {
          name: '',
          scopes: ['admin'],
          shop: '',
          expiresAt: undefined,
        })
        return { account: toMerchantAccount(row), apiKey }
      })
    },
  }
}

/** Accounts and the keys of calls. */
export type AccountStore = ReturnType<typeof createAccountStore>

/** Whether a key's last recorded use is old enough to record another: at most one write a minute for each key. */
const isUseDue = sql<boolean>`(api_keys.last_used_at is null
  or api_keys.last_used_at < now() - interval '1 minute')`

/** Returns the keys of these hashes with their accounts, undefined for none. */
async function findKeys(db: Kysely<Tables>, hashes: readonly string[]) {
  const rows = await selectKey(db)
    .where('apiKeys.hash', '=', anyOf(new Set(hashes)))
    .execute()
  const byHash = new Map(rows.map((row) => [row.hash, row]))
  return hashes.map((hash) => byHash.get(hash))
}

function selectKey(db: Kysely<Tables>) {
  return db
    .selectFrom('apiKeys')
    .innerJoin('accounts', 'accounts.id', 'apiKeys.accountId')
    .selectAll('accounts')
    .select([
      'apiKeys.id as keyId',
      'apiKeys.hash',
      'apiKeys.scopes',
      'apiKeys.shop',
      sql<boolean>`api_keys.revoked_at is not null`.as('isRevoked'),
      sql<boolean>`coalesce(api_keys.expires_at <= now(), false)`.as('isExpired'),
      isUseDue.as('isUseDue'),
      hasDueChange.as('hasDueChange'),
    ])
}
