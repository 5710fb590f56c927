import { type Kysely, sql } from 'kysely'
import type { Address } from '../../../chain/types/address.ts'
import type { Tables } from '../../../db/tables/tables.ts'

/**
 * Returns the account that an address belongs to, as far as the service can know: the one that has had it for longest as its
 * receiving wallet, or whose charges were paid there by proof for longest; without any, the one that named it first in a charge.
 * Scarce amounts at the address are that account's, and so are decisions about money that arrives there without proof. Undefined
 * where no account has anything to do with it.
 */
export async function findHolder(
  db: Kysely<Tables>,
  { chainId, recipient }: { chainId: number; recipient: Address },
): Promise<string | undefined> {
  const { rows } = await sql<{ holder: string | undefined }>`
    select find_holder(${chainId}::bigint, ${recipient}) as holder`.execute(db)
  return rows[0]?.holder
}
