import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { type Dialect, Kysely, PGliteDialect, PostgresDialect } from 'kysely'
import { migrate } from '../../src/service/store/database/migrations/migrate.ts'
import { createPool } from '../../src/service/store/database/pool.ts'
import type { Tables } from '../../src/service/store/database/tables/tables.ts'
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
  const db = new Kysely<Tables>({ dialect, ...(log && { log }) })
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
  const pglite = await PGlite.create({ dataDir: folder })
  return {
    pglite,
    dialect: new PGliteDialect({ pglite }),
    async close() {
      if (!pglite.closed) await pglite.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function migrateAll(dialect: Dialect): Promise<void> {
  const db = new Kysely<Tables>({ dialect })
  await migrate(db)
  await db.destroy()
}
