import pg from 'pg'

/**
 * Forgets the calls that rate limits have counted, of a service that is down. The embedded database keeps none: there a
 * service counts for itself, from nothing at each start.
 */
export async function forgetCalls({ DATABASE_URL }: Record<string, string>): Promise<void> {
  if (!DATABASE_URL) return
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await client.query('delete from rate_limits').finally(() => client.end())
}
