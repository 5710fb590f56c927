import pg from 'pg'

/** A fresh database on the PostgreSQL that TEST_DATABASE_URL names; undefined without it. */
export async function freshDatabase(): Promise<
  { url: string; remove: () => Promise<void> } | undefined
> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return undefined
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
