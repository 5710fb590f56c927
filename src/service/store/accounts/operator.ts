import type { Kysely, Selectable } from 'kysely'
import { uuidPattern } from '../../../api/formats.ts'
import { PayError } from '../../../errors.ts'
import type { OperatorStore } from '../../domain/accounts/accounts.ts'
import { createId } from '../../domain/id.ts'
import { toColumn } from '../database/any-of.ts'
import { isUniqueViolation } from '../database/errors.ts'
import type { AccountRow } from '../database/tables/accounts.ts'
import type { Tables } from '../database/tables/tables.ts'
import { writeAudit } from './audit.ts'
import { describeKey, insertApiKey, toApiKeyRecord } from './keys.ts'
import { toMerchantAccount } from './rows.ts'
import { hasDueChange, toCurrentAccount } from './setting-changes.ts'

/** Creates the part of the store for the operator's commands on accounts and their api-keys. */
export function createOperatorStore(db: Kysely<Tables>): OperatorStore {
  return {
    async listAccounts() {
      const rows = await db
        .selectFrom('accounts')
        .selectAll()
        .orderBy('createdAt')
        .orderBy('id')
        .execute()
      return rows.map(toMerchantAccount)
    },

    async findAccount(name) {
      const isId = uuidPattern.test(name)
      const row = await db
        .selectFrom('accounts')
        .selectAll()
        .select(hasDueChange.as('hasDueChange'))
        .where(isId ? 'id' : 'username', '=', name.toLowerCase())
        .executeTakeFirst()
      return row && (await toCurrentAccount(db, row))
    },

    async updateAccount(accountId, { color, logoUrl, organizationName, username }) {
      const values = {
        ...(color !== undefined && { brandColor: color }),
        ...(logoUrl !== undefined && { brandLogoUrl: logoUrl }),
        ...(organizationName !== undefined && { organizationName }),
        ...(username !== undefined && { username: username || null }),
      }
      try {
        return await db.transaction().execute(async (tx) => {
          const before = await lockAccount(tx, accountId)
          const row = await tx
            .updateTable('accounts')
            .set(values)
            .where('id', '=', accountId)
            .returningAll()
            .executeTakeFirstOrThrow()
          // Payers of test charges see the merchant as those of live charges do.
          await tx
            .updateTable('accounts')
            .set(pickBrand(row))
            .where('liveAccountId', '=', accountId)
            .execute()
          const names = Object.keys(values) as (keyof typeof values)[]
          const toValues = (account: Partial<Selectable<AccountRow>>) =>
            Object.fromEntries(names.map((name) => [toColumn(name), account[name] ?? null]))
          const change = { from: toValues(before), to: toValues(row) }
          await writeAudit(tx, accountId, 'cli', { action: 'account.updated', ...change })
          return toMerchantAccount(row)
        })
      } catch (cause) {
        if (!isUniqueViolation(cause, 'accounts_username_key')) throw cause
        throw new PayError('conflict', `The username ${username} belongs to another account.`, {
          field: 'username',
          cause,
        })
      }
    },

    async openTestAccount(liveAccountId) {
      return await db.transaction().execute(async (tx) => {
        const live = await lockAccount(tx, liveAccountId)
        const known = await selectTestAccount(tx, liveAccountId).executeTakeFirst()
        if (known) return toMerchantAccount(known)
        const row = await tx
          .insertInto('accounts')
          .values({
            id: createId(),
            name: live.name,
            ...pickBrand(live),
            createdAt: new Date(),
            livemode: false,
            liveAccountId,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        const to = { name: row.name, testOf: liveAccountId }
        await writeAudit(tx, row.id, 'cli', { action: 'account.created', to })
        return toMerchantAccount(row)
      })
    },

    async findTestAccount(liveAccountId) {
      const row = await selectTestAccount(db, liveAccountId)
        .select(hasDueChange.as('hasDueChange'))
        .executeTakeFirst()
      return row && (await toCurrentAccount(db, row))
    },

    async createApiKey(accountId, newKey) {
      return await db.transaction().execute(async (tx) => {
        const account = await tx
          .selectFrom('accounts')
          .select(['id', 'livemode'])
          .where('id', '=', accountId)
          .executeTakeFirstOrThrow()
        return await insertApiKey(tx, account, newKey)
      })
    },

    async listApiKeys(accountId) {
      const rows = await db
        .selectFrom('apiKeys')
        .selectAll()
        .where('accountId', '=', accountId)
        .orderBy('createdAt')
        .execute()
      return rows.map(toApiKeyRecord)
    },

    async revokeApiKey(prefix, now, by) {
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
        const revokedRow = await tx
          .updateTable('apiKeys')
          .set({ revokedAt: now })
          .where('id', '=', row.id)
          .where('revokedAt', 'is', null)
          .returningAll()
          .executeTakeFirst()
        // Another process has just revoked it.
        if (!revokedRow) return toApiKeyRecord({ ...row, revokedAt: now })
        const key = toApiKeyRecord(revokedRow)
        const change = { action: 'key.revoked', from: describeKey(key) } as const
        await writeAudit(tx, row.accountId, by?.author ?? 'cli', change)
        return key
      })
    },
  }
}

async function lockAccount(tx: Kysely<Tables>, id: string): Promise<Selectable<AccountRow>> {
  return await tx
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

function selectTestAccount(db: Kysely<Tables>, liveAccountId: string) {
  return db.selectFrom('accounts').selectAll().where('liveAccountId', '=', liveAccountId)
}

function pickBrand({ brandColor, brandLogoUrl, organizationName }: Selectable<AccountRow>) {
  return { brandColor, brandLogoUrl, organizationName }
}
