import { existsSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { type Kysely, sql } from 'kysely'
import { PayError } from '../../../errors.ts'
import type { DatabaseDump, DumpDescription } from '../../kernel/database-dump.ts'
import { lockDataDir } from '../data-lock.ts'
import { makeFilesPrivate } from '../private-files.ts'
import type { Tables } from '../tables/tables.ts'

/** Copies the embedded database while it is open. Queries wait until its files are read into memory. */
export async function dumpEmbedded(db: Kysely<Tables>, pglite: PGlite): Promise<DatabaseDump> {
  // The one connection: no transaction is half done meanwhile.
  return await db.connection().execute(async (connection) => {
    await sql`checkpoint`.execute(connection)
    const description = await describeDatabase(connection)
    const archive = await pglite.dumpDataDir('gzip')
    return { description, content: archive.stream() }
  })
}

/** Reads the description of an open database that has its tables. */
async function describeDatabase(db: Kysely<Tables>): Promise<DumpDescription> {
  const { rows } = await sql<{ version: string; migrations: string }>`select
    current_setting('server_version_num') as version,
    (select string_agg(name, ',' order by name) from kysely_migration) as migrations`.execute(db)
  const { version = '0', migrations = '' } = rows[0] ?? {}
  return {
    postgresVersion: Math.floor(Number(version) / 10_000),
    migrations: migrations.split(','),
  }
}

/**
 * Replaces the embedded database in a folder with a copy. The copy is unpacked and read next to it first, so that an unusable copy
 * changes nothing.
 *
 * @returns the name that the earlier database has now, if it had accounts or could not be read
 * @throws PayError `invalid_setting` while a process uses the folder; for a database that has accounts or cannot be read, unless
 * `replaces` is set; and for an unusable copy
 */
export async function restoreEmbedded(
  dataDir: string,
  archive: ArrayBuffer,
  { replaces }: { replaces: boolean },
): Promise<{ keptAs: string | undefined }> {
  const release = lockDataDir(dataDir)
  try {
    const database = join(dataDir, 'database')
    const isWorthKeeping = existsSync(database) && (await hasAccounts(database))
    if (isWorthKeeping && !replaces)
      throw new PayError(
        'invalid_setting',
        `DATA_DIR: ${database} has accounts, or cannot be read. To put the backup in its place, add --replace.`,
      )
    const restoredPath = join(dataDir, 'database.restored')
    await unpack(archive, restoredPath)
    makeFilesPrivate(dataDir)
    const keptPath = `${database}.before-${new Date().toISOString().replaceAll(':', '-')}`
    if (isWorthKeeping) renameSync(database, keptPath)
    else rmSync(database, { recursive: true, force: true })
    renameSync(restoredPath, database)
    return { keptAs: isWorthKeeping ? basename(keptPath) : undefined }
  } finally {
    release()
  }
}

/** Returns whether a database has accounts; true for one that cannot be read: it may have some. */
async function hasAccounts(folder: string): Promise<boolean> {
  try {
    return (await countAccounts(folder)) > 0
  } catch {
    return true
  }
}

/** Opens the database of a folder, or unpacks a copy into it, and returns how many accounts it has. */
async function countAccounts(dataDir: string, loadDataDir?: Blob): Promise<number> {
  const pglite = await PGlite.create({ dataDir, ...(loadDataDir && { loadDataDir }) })
  try {
    const { rows } = await pglite.query<{ count: number }>(
      'select count(*)::integer as count from accounts',
    )
    return rows[0]?.count ?? 0
  } finally {
    await pglite.close()
  }
}

async function unpack(archive: ArrayBuffer, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  try {
    await countAccounts(folder, new Blob([archive], { type: 'application/x-gzip' }))
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true })
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new PayError('invalid_setting', `The backup cannot be opened: ${reason}`, { cause })
  }
}
