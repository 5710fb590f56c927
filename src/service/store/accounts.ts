import type { Kysely } from 'kysely'
import type { Store } from '../domain/ports.ts'
import { generateApiKey, hashApiKey } from './keys.ts'
import { toMerchantAccount } from './rows.ts'
import type { Tables } from './tables.ts'

/** Creates the part of the store for merchant accounts, their first key and their receiving wallet. */
export function createAccountStore(
  db: Kysely<Tables>,
): Pick<
  Store,
  'getAccountByApiKey' | 'getAccountByUsername' | 'createAccount' | 'setReceivingWallet'
> {
  return {
    async getAccountByApiKey(apiKey) {
      const row = await db
        .selectFrom('api_keys')
        .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
        .where('api_keys.hash', '=', hashApiKey(apiKey))
        .where('api_keys.revoked_at', 'is', null)
        .selectAll('accounts')
        .executeTakeFirst()
      return row && toMerchantAccount(row)
    },

    async getAccountByUsername(username) {
      const row = await db
        .selectFrom('accounts')
        .selectAll()
        .where('username', '=', username)
        .executeTakeFirst()
      return row && toMerchantAccount(row)
    },

    async createAccount(name) {
      const { apiKey, prefix, hash } = generateApiKey()
      const created_at = new Date()
      return await db.transaction().execute(async (tx) => {
        const row = await tx
          .insertInto('accounts')
          .values({ id: crypto.randomUUID(), name, organization_name: name, created_at })
          .returningAll()
          .executeTakeFirstOrThrow()
        await tx
          .insertInto('api_keys')
          .values({ id: crypto.randomUUID(), account_id: row.id, prefix, hash, created_at })
          .execute()
        return { account: toMerchantAccount(row), apiKey }
      })
    },

    async setReceivingWallet(accountId, wallet) {
      await db
        .updateTable('accounts')
        .set({
          wallet_address: wallet.address,
          wallet_chain_id: wallet.chainId,
          wallet_token: wallet.token,
        })
        .where('id', '=', accountId)
        .execute()
    },
  }
}
