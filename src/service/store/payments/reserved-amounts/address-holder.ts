import { type Kysely, sql } from 'kysely'
import type { Address } from '../../../domain/chain/address.ts'
import type { Tables } from '../../database/tables/tables.ts'

/**
 * Returns the account that an address belongs to, as far as the service can know: of those whose receiving wallet it is, the
 * one that has had it for longest; else the one whose charges have been paid there for longest. Scarce amounts at the address
 * are that account's. Undefined where no charge was paid there.
 */
export async function findHolder(
  db: Kysely<Tables>,
  { chainId, token, recipient }: { chainId: number; token: Address; recipient: Address },
): Promise<string | undefined> {
  const owner = await db
    .selectFrom('accounts')
    .select('id')
    .where('wallet_address', '=', recipient)
    .orderBy('wallet_since')
    .limit(1)
    .executeTakeFirst()
  if (owner) return owner.id
  const oldest = await db
    .selectFrom('destinations')
    .select('account_id')
    .where('chain_id', '=', chainId)
    .where('token', '=', token)
    .where('recipient', '=', recipient)
    // A token is also shown to accounts that no charge was ever paid to in it.
    .where('newest_charge_at', '>', sql<Date>`'-infinity'`)
    .orderBy('oldest_charge_at')
    .limit(1)
    .executeTakeFirst()
  return oldest?.account_id
}
