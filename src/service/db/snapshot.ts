import type { Kysely } from 'kysely'
import type { Tables } from './tables/tables.ts'

/**
 * Reads by several statements that all see the same moment: otherwise a charge could be read as waiting, with payments that
 * complete it. The database itself prevents the reader from writing; poolers pass that on.
 */
export async function readSnapshot<T>(
  db: Kysely<Tables>,
  read: (tx: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  if (db.isTransaction) return await read(db)
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}
