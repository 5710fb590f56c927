import { PGlite } from '@electric-sql/pglite'
import { type Dialect, Kysely, PGliteDialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import { migrate } from '../../src/service/store/database/migrations/migrate.ts'
import { createPool } from '../../src/service/store/database/pool.ts'
import type { Tables } from '../../src/service/store/database/tables/tables.ts'

/** A database of a test's own. */
export interface TestDatabase {
  url: string
  remove: () => Promise<void>
}

/** A fresh database on the PostgreSQL that TEST_DATABASE_URL names; undefined without it. */
export async function freshDatabase(): Promise<TestDatabase | undefined> {
  const server = process.env.TEST_DATABASE_URL
  return server ? await createDatabase(server) : undefined
}

/**
 * A fresh database on a PostgreSQL.
 *
 * @param template the database that it is a copy of
 */
export async function createDatabase(
  server: string,
  template = 'template1',
): Promise<TestDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await runOn(server, `create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    remove: async () => {
      await runOn(server, `drop database ${name} with (force)`)
    },
  }
}

/** The comment of a database; undefined without one, or without the database. */
export async function readComment(server: string, database: string): Promise<string | undefined> {
  const text = "select shobj_description(oid, 'pg_database') as text from pg_database"
  const { rows } = await runOn(server, `${text} where datname = $1`, [database])
  return rows[0]?.text ?? undefined
}

/** Runs one statement on a connection of its own. */
export async function runOn(server: string, statement: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  return await client.query(statement, values).finally(() => client.end())
}

/**
 * A fresh database with the service's tables, for this process: on the PostgreSQL that TEST_DATABASE_URL names, else in
 * memory, where its clock is that of this process.
 *
 * @param isInMemory whether it is in memory in any case
 * @param onStatement hears of each statement
 */
export async function openDatabase({
  isInMemory = false,
  onStatement,
}: {
  isInMemory?: boolean
  onStatement?: (statement: string) => void
} = {}) {
  const database = isInMemory ? undefined : await freshDatabase()
  const dialect: Dialect = database
    ? new PostgresDialect({ pool: createPool({ connectionString: database.url }, () => undefined) })
    : new PGliteDialect({ pglite: await PGlite.create() })
  const log = onStatement && (({ query }: { query: { sql: string } }) => onStatement(query.sql))
  const db = new Kysely<Tables>({ dialect, ...(log && { log }) })
  await migrate(db)
  return {
    db,
    /** Undefined for one in memory. */
    url: database?.url,
    async close() {
      await db.destroy()
      await database?.remove()
    },
  }
}
