import pg from 'pg'

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
