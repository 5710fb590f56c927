import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { migration0001 } from './migrations/0001/index.ts'
import type { Tables } from './tables.ts'

// A released migration is never changed: add the next one. The SQL states the invariants, so that no path in the code,
// and no second process, can break them.

/** The SQL statements of each migration, in the order of the migrations' names. */
const statementsByMigration: Record<string, readonly string[]> = {
  '0001_initial': migration0001,
}

const migrations: Record<string, Migration> = Object.fromEntries(
  Object.entries(statementsByMigration).map(([name, all]) => [
    name,
    {
      async up(db: Kysely<unknown>) {
        for (const statement of all) await sql.raw(statement).execute(db)
      },
    },
  ]),
)

/** Migrates the database to this version, under the migrator's lock: many processes may start at once. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  // The migrator reads the whole catalog three times, and nearly every start has nothing to migrate.
  if (await isCurrent(db)) return
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Returns whether exactly the migrations of this version were applied. */
async function isCurrent(db: Kysely<Tables>): Promise<boolean> {
  const migrationTable = await sql<{
    exists: boolean
  }>`select to_regclass('kysely_migration') is not null as exists`.execute(db)
  if (!migrationTable.rows[0]?.exists) return false
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const names = rows.map(({ name }) => name).sort()
  return names.join() === Object.keys(statementsByMigration).join()
}
