import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { type Dialect, Kysely, PGliteDialect, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { PayError } from '../../errors.ts'
import type { Outbox } from '../domain/events.ts'
import type { ChargePages, Store } from '../domain/ports.ts'
import { accounts } from './accounts.ts'
import { chargePages } from './charge-pages.ts'
import { charges } from './charges.ts'
import { lockDataDir } from './data-lock.ts'
import { endLeases, outbox } from './events.ts'
import { leases } from './leases.ts'
import { listing } from './listing.ts'
import { migrate } from './migrations.ts'
import { operator } from './operator.ts'
import { payments } from './payments.ts'
import { closeFiles } from './private-files.ts'
import { repeats } from './repeats.ts'
import { reports } from './reports.ts'
import { requests } from './requests.ts'
import { reservations } from './reservations.ts'
import type { Tables } from './tables.ts'
import { transfers } from './transfers.ts'
import { unmatchedTransfers } from './unmatched.ts'
import { webhookSettings } from './webhook-settings.ts'

/** Where to keep things: PostgreSQL by its URL, or an embedded database in a folder of this process's own. */
export type Database = { url: string } | { dataDir: string }

/** A {@link Store} that has to be closed, with its outbox. */
export type OpenStore = Store &
  Outbox &
  ChargePages & {
    /** Rejects when the database does not answer. */
    ping(): Promise<void>
    close(): Promise<void>
  }

/**
 * Opens the database and brings it to this version. `onFault` hears of connections that broke while idle.
 *
 * @throws PayError `invalid_setting` when the folder is in use or the server cannot be reached
 */
export async function openStore(
  database: Database,
  onFault: (error: Error) => void,
): Promise<OpenStore> {
  const { dialect, release } =
    'url' in database ? server(database.url, onFault) : embedded(database.dataDir)
  const db = new Kysely<Tables>({ dialect })
  const close = async () => {
    try {
      await db.destroy()
    } finally {
      release()
    }
  }
  try {
    await sql`select 1`.execute(db)
    // The folder was closed before, so that nobody was here in between.
    if ('dataDir' in database) closeFiles(database.dataDir)
    await migrate(db)
    // Nobody else has this folder: what a process that died left behind need not run out.
    if ('dataDir' in database) {
      await db.deleteFrom('leases').execute()
      await endLeases(db)
    }
  } catch (cause) {
    await close().catch(() => undefined)
    throw unusable(database, cause)
  }
  const ping = async () => {
    await sql`select 1`.execute(db)
  }
  return {
    ...accounts(db),
    ...operator(db),
    ...webhookSettings(db),
    ...charges(db),
    ...listing(db),
    ...repeats(db),
    ...requests(db),
    ...payments(db),
    ...transfers(db),
    ...unmatchedTransfers(db),
    ...reports(db),
    ...reservations(db),
    ...leases(db),
    ...outbox(db),
    ...chargePages(db),
    ping,
    close,
  }
}

function embedded(dataDir: string): { dialect: Dialect; release: () => void } {
  const release = lockDataDir(dataDir)
  const pglite = () => PGlite.create({ dataDir: join(dataDir, 'database') })
  return { dialect: new PGliteDialect({ pglite }), release }
}

function server(
  connectionString: string,
  onFault: (error: Error) => void,
): { dialect: Dialect; release: () => void } {
  // Without a limit a dead host is waited for as long as TCP likes.
  const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 10_000, max: 10 })
  // An idle connection that breaks is replaced by the pool; unheard, the event would end the process.
  pool.on('error', onFault)
  return { dialect: new PostgresDialect({ pool }), release: () => undefined }
}

function unusable(database: Database, cause: unknown): PayError {
  const said = cause instanceof Error ? cause.message : String(cause)
  const field = 'url' in database ? 'DATABASE_URL' : 'DATA_DIR'
  const place = 'url' in database ? 'the database' : database.dataDir
  return new PayError('invalid_setting', `${field}: ${place} cannot be used: ${said}`, {
    field,
    cause,
  })
}
