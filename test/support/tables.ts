import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { type Dialect, PGliteDialect, PostgresDialect } from 'kysely'
import { openKysely, parsers } from '../../src/service/db/kysely.ts'
import { migrate } from '../../src/service/db/migrations/migrate.ts'
import { createPool } from '../../src/service/db/pool.ts'
import { copyDatabase, copyFolder } from './templates.ts'

/**
 * A fresh database with the service's tables, for this process: on the PostgreSQL that TEST_DATABASE_URL names, else an
 * embedded one.
 *
 * @param onStatement hears of each statement
 */
export async function openDatabase({
  onStatement,
}: {
  onStatement?: (statement: string) => void
} = {}) {
  const { dialect, close, url } = await openTables()
  const log = onStatement && (({ query }: { query: { sql: string } }) => onStatement(query.sql))
  const db = openKysely(dialect, log)
  return {
    db,
    /** Undefined for an embedded one. */
    url,
    async close() {
      await db.destroy()
      await close()
    },
  }
}

async function openTables(): Promise<{
  dialect: Dialect
  close: () => Promise<void>
  url: string | undefined
}> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return { ...(await openEmbedded()), url: undefined }
  const { database } = await copyDatabase(server, 'tables', async (url) => {
    await migrateAll(createServerDialect(url))
    return 'with the tables of the service'
  })
  const { url, remove } = database
  return { dialect: createServerDialect(url), close: remove, url }
}

const createServerDialect = (url: string) =>
  new PostgresDialect({ pool: createPool({ connectionString: url }, () => undefined) })

/** A fresh embedded database with the service's tables, in this process, whose clock is its own. */
export async function openEmbedded() {
  const folder = await mkdtemp(join(tmpdir(), 'pay-charge-'))
  await copyFolder(
    'tables',
    async (template) =>
      await migrateAll(new PGliteDialect({ pglite: await PGlite.create({ dataDir: template }) })),
    folder,
  )
  const pglite = await PGlite.create({ dataDir: folder, parsers })
  return {
    pglite,
    dialect: new PGliteDialect({ pglite }),
    /** Empties it: for tests that would each open one of their own, which takes seconds of the processor. */
    async clear() {
      const { rows } = await pglite.query<{ name: string }>(
        `select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
          and relname not in ('kysely_migration', 'kysely_migration_lock', 'schema_changes', 'database_clock')`,
      )
      // What no owner may change, either.
      await pglite.exec(`set session_replication_role = replica;
        truncate ${rows.map(({ name }) => name).join(', ')} restart identity;
        update database_clock set latest = clock_timestamp();
        reset session_replication_role`)
    },
    async close() {
      if (!pglite.closed) await pglite.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function migrateAll(dialect: Dialect): Promise<void> {
  const db = openKysely(dialect)
  await migrate(db)
  await db.destroy()
}
