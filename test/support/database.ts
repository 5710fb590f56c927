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

/** A fresh database on a PostgreSQL. */
export async function createDatabase(server: string): Promise<TestDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await run(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, remove: () => run(`drop database ${name} with (force)`) }
}
