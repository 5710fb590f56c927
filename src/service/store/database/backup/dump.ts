import { type Kysely, sql } from 'kysely'
import type { DumpDescription } from '../../../domain/database-dump.ts'
import type { Tables } from '../tables.ts'

/** Reads the description of an open database that has its tables. */
export async function describeDatabase(
  db: Kysely<Tables>,
  database: DumpDescription['database'],
): Promise<DumpDescription> {
  const { rows } = await sql<{ version: string; schema: string; migrations: string }>`select
    current_setting('server_version_num') as version,
    current_schema() as schema,
    (select string_agg(name, ',' order by name) from kysely_migration) as migrations`.execute(db)
  const { version = '0', schema = 'public', migrations = '' } = rows[0] ?? {}
  const postgresVersion = Math.floor(Number(version) / 10_000)
  return { database, postgresVersion, schema, migrations: migrations.split(',') }
}
