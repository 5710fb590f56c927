import type { Insertable, Kysely, Selectable } from 'kysely'
import { uuidPattern } from '../../../api/formats.ts'
import { PayError } from '../../../errors.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import { toColumn } from '../../db/names.ts'
import type { AccountRow } from '../../db/tables/accounts.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { createId } from '../../kernel/id.ts'
import type { Brand, MerchantAccount } from '../accounts.ts'
import { writeAudit } from './audit.ts'
import { toMerchantAccount } from './rows.ts'
import { hasDueChange, toCurrentAccount } from './setting-changes.ts'

/** Creates the part of the store for the operator's commands on accounts. */
export function createOperatorStore(db: Kysely<Tables>) {
  return {
    /** Returns every account, oldest first; for the operator. */
    async listAccounts(): Promise<MerchantAccount[]> {
      const rows = await db
        .selectFrom('accounts')
        .selectAll()
        .orderBy('createdAt')
        .orderBy('id')
        .execute()
      return rows.map(toMerchantAccount)
    },

    /** Finds an account by its id or username. */
    async findAccount(name: string): Promise<MerchantAccount | undefined> {
      const isId = uuidPattern.test(name)
      const row = await db
        .selectFrom('accounts')
        .selectAll()
        .select(hasDueChange.as('hasDueChange'))
        .where(isId ? 'id' : 'username', '=', name.toLowerCase())
        .executeTakeFirst()
      return row && (await toCurrentAccount(db, row))
    },

    /**
     * Changes the public profile of a merchant; fields that are not given stay.
     *
     * @throws PayError `conflict` when the username is taken
     */
    async updateAccount(
      accountId: string,
      {
        color,
        logoUrl,
        organizationName,
        supportUrl,
        username,
      }: { [Part in keyof Brand | 'username']?: string | undefined },
    ): Promise<MerchantAccount> {
      const values = {
        ...(color !== undefined && { brandColor: color }),
        ...(logoUrl !== undefined && { brandLogoUrl: logoUrl }),
        ...(organizationName !== undefined && { organizationName }),
        ...(supportUrl !== undefined && { supportUrl }),
        ...(username !== undefined && { username: username || null }),
      }
      try {
        return await db.transaction().execute((tx) => updateAccount(tx, accountId, values))
      } catch (cause) {
        if (!isUniqueViolation(cause, 'accounts_username_key')) throw cause
        throw new PayError('conflict', `The username ${username} belongs to another account.`, {
          field: 'username',
          cause,
        })
      }
    },

    /** Returns the test account of a live account, and creates it where there is none. */
    async openTestAccount(liveAccountId: string): Promise<MerchantAccount> {
      return await db.transaction().execute((tx) => openTestAccount(tx, liveAccountId))
    },

    /** Returns the test account of a live account; undefined where there is none. */
    async findTestAccount(liveAccountId: string): Promise<MerchantAccount | undefined> {
      const row = await selectTestAccount(db, liveAccountId)
        .select(hasDueChange.as('hasDueChange'))
        .executeTakeFirst()
      return row && (await toCurrentAccount(db, row))
    },
  }
}

/** The operator's part of the store for accounts. */
export type OperatorStore = ReturnType<typeof createOperatorStore>

type Values = Partial<
  Pick<
    Insertable<AccountRow>,
    'brandColor' | 'brandLogoUrl' | 'organizationName' | 'supportUrl' | 'username'
  >
>

async function updateAccount(
  tx: Kysely<Tables>,
  accountId: string,
  values: Values,
): Promise<MerchantAccount> {
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
  const names = Object.keys(values) as (keyof Values)[]
  const toValues = (account: Partial<Selectable<AccountRow>>) =>
    Object.fromEntries(names.map((name) => [toColumn(name), account[name] ?? null]))
  const change = { from: toValues(before), to: toValues(row) }
  await writeAudit(tx, accountId, 'cli', { action: 'account.updated', ...change })
  return toMerchantAccount(row)
}

async function openTestAccount(
  tx: Kysely<Tables>,
  liveAccountId: string,
): Promise<MerchantAccount> {
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

function pickBrand({
  brandColor,
  brandLogoUrl,
  organizationName,
  supportUrl,
}: Selectable<AccountRow>) {
  return { brandColor, brandLogoUrl, organizationName, supportUrl }
}
