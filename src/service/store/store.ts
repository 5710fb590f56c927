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
import { repeats } from './idempotency-keys.ts'
import { leases } from './leases.ts'
import { listing } from './listing.ts'
import { migrate } from './migrations.ts'
import { operator } from './operator.ts'
import { payments } from './payments.ts'
import { closeFiles } from './private-files.ts'
import { reports } from './reports.ts'
import { requests } from './requests.ts'
import { reservations } from './reservations.ts'
import type { Tables } from './tables.ts'
import { transfers } from './transfers.ts'
import { unmatchedTransfers } from './unmatched.ts'
import { webhookSettings } from './webhook-settings.ts'

/** The database to use: PostgreSQL by its URL, or an embedded one in a folder that only this process uses. */
export type Database = { url: string } | { dataDir: string }

/** An open database: the {@link Store}, the outbox and the charge pages. It has to be closed. */
export type OpenStore = Store &
  Outbox &
  ChargePages & {
    /** Resolves when the database answers; rejects when it does not. */
    ping(): Promise<void>
    /** Closes the connections and releases the data folder. */
    close(): Promise<void>
  }

/**
 * Opens the database and migrates it to this version.
 *
 * @param onError receives errors of idle connections; the pool replaces such a connection
 * @throws PayError `invalid_setting` when the folder is in use or the server cannot be reached
 * @example
 * const store = await openStore({ dataDir: './data' }, console.error)
 * const { account, apiKey } = await store.createAccount('Example Store')
 * await store.close()
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
    // The folder was made private before the database was opened, so that nobody could enter in between.
    if ('dataDir' in database) closeFiles(database.dataDir)
    await migrate(db)
    // No other process uses this folder: leases of a process that died need not expire first.
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
  // Without a timeout a dead host is waited for until TCP gives up, which takes minutes.
  const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 10_000, max: 10 })
  // The pool replaces an idle connection that breaks; without a listener, the event would end the process.
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
