import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { type Dialect, Kysely, PGliteDialect, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { PayError } from '../../errors.ts'
import type { Outbox } from '../domain/events.ts'
import type { PaymentPageStore, Store } from '../domain/ports.ts'
import { createAccountStore } from './accounts.ts'
import { createPaymentPageStore } from './charge-pages.ts'
import { createChargeStore } from './charges.ts'
import { lockDataDir } from './data-lock.ts'
import { createOutbox, endEventLeases } from './events.ts'
import { createIdempotencyKeyStore } from './idempotency-keys.ts'
import { createWatchStore } from './leases.ts'
import { createChargeListStore } from './listing.ts'
import { migrate } from './migrations.ts'
import { createOperatorStore } from './operator.ts'
import { createPaymentStore } from './payments.ts'
import { makeFilesPrivate } from './private-files.ts'
import { createReportStore } from './reports.ts'
import { createRequestStore } from './requests.ts'
import { createReservationStore } from './reservations.ts'
import type { Tables } from './tables.ts'
import { createTransferStore } from './transfers.ts'
import { createUnmatchedStore } from './unmatched.ts'
import { createWebhookSettingStore } from './webhook-settings.ts'

/** The database to use: PostgreSQL by its URL, or an embedded one in a folder that only this process uses. */
export type DatabaseOptions = { url: string } | { dataDir: string }

/** An open database: the {@link Store}, the outbox and the charge pages. It has to be closed. */
export type OpenStore = Store &
  Outbox &
  PaymentPageStore & {
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
  database: DatabaseOptions,
  onError: (error: Error) => void,
): Promise<OpenStore> {
  const { dialect, release } =
    'url' in database ? connectToServer(database.url, onError) : openEmbedded(database.dataDir)
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
    if ('dataDir' in database) makeFilesPrivate(database.dataDir)
    await migrate(db)
    // No other process uses this folder: leases of a process that died need not expire first.
    if ('dataDir' in database) {
      await db.deleteFrom('leases').execute()
      await endEventLeases(db)
    }
  } catch (cause) {
    await close().catch(() => undefined)
    throw createUnusableError(database, cause)
  }
  const ping = async () => {
    await sql`select 1`.execute(db)
  }
  return {
    ...createAccountStore(db),
    ...createOperatorStore(db),
    ...createWebhookSettingStore(db),
    ...createChargeStore(db),
    ...createChargeListStore(db),
    ...createIdempotencyKeyStore(db),
    ...createRequestStore(db),
    ...createPaymentStore(db),
    ...createTransferStore(db),
    ...createUnmatchedStore(db),
    ...createReportStore(db),
    ...createReservationStore(db),
    ...createWatchStore(db),
    ...createOutbox(db),
    ...createPaymentPageStore(db),
    ping,
    close,
  }
}

function openEmbedded(dataDir: string): { dialect: Dialect; release: () => void } {
  const release = lockDataDir(dataDir)
  const pglite = () => PGlite.create({ dataDir: join(dataDir, 'database') })
  return { dialect: new PGliteDialect({ pglite }), release }
}

function connectToServer(
  connectionString: string,
  onError: (error: Error) => void,
): { dialect: Dialect; release: () => void } {
  // Without a timeout a dead host is waited for until TCP gives up, which takes minutes.
  const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 10_000, max: 10 })
  // The pool replaces an idle connection that breaks; without a listener, the event would end the process.
  pool.on('error', onError)
  return { dialect: new PostgresDialect({ pool }), release: () => undefined }
}

function createUnusableError(database: DatabaseOptions, cause: unknown): PayError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const field = 'url' in database ? 'DATABASE_URL' : 'DATA_DIR'
  const place = 'url' in database ? 'the database' : database.dataDir
  return new PayError('invalid_setting', `${field}: ${place} cannot be used: ${reason}`, {
    field,
    cause,
  })
}
