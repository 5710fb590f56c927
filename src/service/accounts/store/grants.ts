import { type Kysely, type Selectable, sql } from 'kysely'
import type { Scope } from '../../../api/routes/scope.ts'
import { PayError } from '../../../errors.ts'
import type { ApiKeyRow } from '../../db/tables/accounts.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { createRefusal } from '../../kernel/refusals.ts'
import type { KeyAuthor } from '../accounts.ts'
import { isGivable, readRole } from '../desk-roles.ts'

// Nobody gives more than they have: neither a scope, nor for longer. The key of whoever gives is read in the transaction of what
// it gives, so that one which is revoked at the same moment gives nothing.

/** A condition on `api_keys`: that they still open something. */
export const isOpenKey = sql<boolean>`(api_keys.revoked_at is null and coalesce(api_keys.expires_at > now(), true))`

/** A condition on `desk_invitations`: that they can still be accepted. */
export const isOpenInvitation = sql<boolean>`(ended_at is null and expires_at > now())`

/**
 * Checks that a person may give these scopes until a time.
 *
 * @param accountId the account that it is about: the person's own, or the test account of that
 * @throws PayError `forbidden`; `invalid_request` for a time after the person's own
 */
export async function requireGrant(
  tx: Kysely<Tables>,
  accountId: string,
  { keyId }: KeyAuthor,
  { scopes, expiresAt }: { scopes: readonly Scope[]; expiresAt: Date | undefined },
): Promise<Selectable<ApiKeyRow>> {
  const giver = await tx
    .selectFrom('apiKeys')
    .selectAll()
    .where('id', '=', keyId)
    .where(isOpenKey)
    .where((by) =>
      by.exists(
        by
          .selectFrom('accounts')
          .select('accounts.id')
          .where('accounts.id', '=', accountId)
          .where((account) =>
            account.or([
              account('accounts.id', '=', account.ref('apiKeys.accountId')),
              account('accounts.liveAccountId', '=', account.ref('apiKeys.accountId')),
            ]),
          ),
      ),
    )
    .forShare()
    .executeTakeFirst()
  const role = giver && readRole(giver.scopes.split(' ') as Scope[])
  if (!giver || !role || !scopes.every((scope) => isGivable(role, scope)))
    throw createRefusal('gives_more', {}, { code: 'forbidden' })
  const isLonger = giver.expiresAt && !(expiresAt && expiresAt <= giver.expiresAt)
  if (isLonger)
    throw new PayError('invalid_request', 'days must not be more than your own key has left', {
      field: 'days',
    })
  return giver
}

/** Locks who manages an account until the transaction ends: of two people who remove each other, one stays. */
export async function lockPeople(tx: Kysely<Tables>, accountId: string): Promise<void> {
  await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/**
 * Checks that somebody still manages an account, under {@link lockPeople}, after the key of somebody who did was changed.
 *
 * @throws PayError `conflict`
 */
export async function requireManager(
  tx: Kysely<Tables>,
  { accountId, scopes }: Pick<Selectable<ApiKeyRow>, 'accountId' | 'scopes'>,
): Promise<void> {
  if (readRole(scopes.split(' ') as Scope[]) !== 'manage') return
  const left = await tx
    .selectFrom('apiKeys')
    .select('id')
    // Whoever manages the live account also manages its test account.
    .where(
      sql<boolean>`api_keys.account_id in (select id from accounts where id = ${accountId}::uuid
        union select live_account_id from accounts where id = ${accountId}::uuid)`,
    )
    .where(isOpenKey)
    .where(sql<boolean>`'desk:manage' = any(string_to_array(api_keys.scopes, ' '))`)
    .limit(1)
    .executeTakeFirst()
  if (left) return
  throw createRefusal('nobody_manages')
}
