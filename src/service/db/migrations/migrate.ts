import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { PayError } from '../../../errors.ts'
import type { Tables } from '../tables/tables.ts'
import { migration0001 } from './0001/index.ts'

// A released migration is never changed: add the next one. The SQL states the invariants, so that no path in the code,
// and no second process, can break them.
//
// During an upgrade processes of two versions share a database. So a migration only adds (a table, a column with a default, an
// index); a column that the previous version reads or writes is removed by the next version at the earliest.

/** The effect of a migration on the database, and on the versions that use it. */
export interface SchemaChange {
  statements: readonly string[]
  /**
   * The name of the oldest migration whose version still works after this one; its own name where none does. A version
   * that is older than that no longer opens the database.
   */
  worksWith: string
}

/** The migrations of this version by their names, whose order is that in which they run. */
const ownMigrations: Record<string, SchemaChange> = {
  '0001_initial': { statements: migration0001, worksWith: '0001_initial' },
}

/** The names of the migrations that this version knows. */
export const migrationNames = Object.keys(ownMigrations)

/**
 * Migrates the database to this version, under the migrator's lock: many processes may start together. A database that a later
 * version has migrated is left unchanged.
 *
 * @throws PayError `invalid_setting` for a database of a later version that this one cannot work with
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const laterMigrations = await readLaterMigrations(db)
  if (laterMigrations) return checkLater(laterMigrations)
  const migrations = Object.fromEntries(
    Object.entries(ownMigrations).map(([name, change]) => [name, createMigration(name, change)]),
  )
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

function createMigration(name: string, { statements, worksWith }: SchemaChange): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of statements) await sql.raw(statement).execute(db)
      await sql`insert into schema_changes values (${name}, ${worksWith})`.execute(db)
    },
  }
}

interface LaterMigration {
  name: string
  /** Undefined for a migration that does not state it. */
  worksWith: string | undefined
}

/**
 * Returns the migrations of later versions where all of this version were applied, and undefined where one is missing.
 * Nearly every start has nothing to migrate, and the migrator would read the whole catalog three times to see that.
 */
async function readLaterMigrations(db: Kysely<Tables>): Promise<LaterMigration[] | undefined> {
  const { rows: tables } = await sql<{
    exists: boolean
  }>`select to_regclass('kysely_migration') is not null and to_regclass('schema_changes') is not null as exists`.execute(
    db,
  )
  if (!tables[0]?.exists) return undefined
  const { rows } = await sql<LaterMigration>`
    select name, works_with from kysely_migration left join schema_changes on migration = name`.execute(
    db,
  )
  const appliedNames = new Set(rows.map(({ name }) => name))
  if (!Object.keys(ownMigrations).every((name) => appliedNames.has(name))) return undefined
  return rows.filter(({ name }) => !(name in ownMigrations))
}

function checkLater(laterMigrations: readonly LaterMigration[]): void {
  const newest = Object.keys(ownMigrations).sort().at(-1) ?? ''
  const broken = laterMigrations.find(
    ({ worksWith }) => worksWith === undefined || worksWith > newest,
  )
  if (!broken) return
  throw new PayError(
    'invalid_setting',
    `a later version has migrated it (${broken.name}), and this version, of ${newest}, cannot use it any more: install that one`,
  )
}
