import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { type Dialect, type Kysely, PGliteDialect, PostgresDialect, sql } from 'kysely'
import { PayError } from '../../errors.ts'
import { createAccountStore } from '../accounts/store/accounts.ts'
import { createAuditStore } from '../accounts/store/audit.ts'
import { createDeskFormStore } from '../accounts/store/desk-forms.ts'
import { createDeskSessionStore } from '../accounts/store/desk-sessions.ts'
import { createIdempotencyKeyStore } from '../accounts/store/idempotency-keys.ts'
import { createApiKeyStore } from '../accounts/store/keys.ts'
import { createModeStore } from '../accounts/store/modes.ts'
import { createOperatorStore } from '../accounts/store/operator.ts'
import { createPendingChangeStore } from '../accounts/store/pending-changes.ts'
import { createPeopleStore } from '../accounts/store/people.ts'
import { createSettingStore } from '../accounts/store/settings.ts'
import { createBookStore } from '../books/store/books.ts'
import { createBookClosingStore } from '../books/store/closings.ts'
import { createChargeStore } from '../charges/store/charges.ts'
import { createDestinationStore } from '../charges/store/destinations.ts'
import { createExpiryStore } from '../charges/store/expiry.ts'
import { createChargeFigureStore } from '../charges/store/figures.ts'
import { createHeldEventStore } from '../charges/store/held-events.ts'
import { createChargeListStore } from '../charges/store/list.ts'
import { createOrderStore } from '../charges/store/orders.ts'
import { createPaymentPageStore } from '../charges/store/payment-page.ts'
import { createReceiptKeyStore } from '../charges/store/receipt-keys.ts'
import { createChainActivityStore } from '../db/chain-activity.ts'
import { createClockStore } from '../db/clock.ts'
import { lockDataDir } from '../db/data-lock.ts'
import { removeValues } from '../db/errors.ts'
import { openKysely, parsers } from '../db/kysely.ts'
import { createLeaseStore } from '../db/leases.ts'
import { migrate } from '../db/migrations/migrate.ts'
import type { DatabaseOptions } from '../db/options.ts'
import { createPool } from '../db/pool.ts'
import { makeFilesPrivate } from '../db/private-files.ts'
import { createScanStateStore } from '../db/scan-states.ts'
import { createEmbeddedSignals, createServerSignals, type OpenSignals } from '../db/signals.ts'
import type { Tables } from '../db/tables/tables.ts'
import { createWriteCheck } from '../db/write-check.ts'
import type { DatabaseDump } from '../kernel/database-dump.ts'
import type { Signals } from '../kernel/signals.ts'
import { createMailEventStore } from '../mail/store/events.ts'
import { createMailWebhookStore } from '../mail/store/listeners.ts'
import { createMailMessageStore } from '../mail/store/messages.ts'
import { createMailOutbox } from '../mail/store/outbox.ts'
import { createMailPeopleStore } from '../mail/store/people.ts'
import { createPaymentLinkStore } from '../payment-links/store/payment-links.ts'
import { createAssignmentStore } from '../payments/store/assignments.ts'
import { createPaymentListStore } from '../payments/store/list.ts'
import { createMisdirectedStore } from '../payments/store/misdirected.ts'
import { createPaymentStore } from '../payments/store/payments.ts'
import { createReportQueueStore } from '../payments/store/report-queue.ts'
import { createReportStore } from '../payments/store/reports.ts'
import { createReservationStore } from '../payments/store/reserved-amounts/reservations.ts'
import { createTransferStore } from '../payments/store/transfers.ts'
import { createUnreadStore } from '../payments/store/unread.ts'
import { createFxRateStore } from '../rates/store/rates.ts'
import { createRefundSearch } from '../refunds/store/find.ts'
import { createRefundStore } from '../refunds/store/refunds.ts'
import { createWatchedRefundStore } from '../refunds/store/watched.ts'
import { createAcceptedAuthorizationStore } from '../relayer/store/accepted.ts'
import { createOfferedFeeStore } from '../relayer/store/offered-fees.ts'
import { createRelayStore } from '../relayer/store/relays.ts'
import { createSlotStore } from '../relayer/store/slot-store.ts'
import { createRequestStore } from '../requests/store/requests.ts'
import { createUnmatchedBlockStore } from '../unmatched/store/blocks.ts'
import { createCandidateStore } from '../unmatched/store/candidates.ts'
import { writeUnmatchedEvents } from '../unmatched/store/events.ts'
import { createUnmatchedSearch } from '../unmatched/store/find.ts'
import { createUnmatchedStore } from '../unmatched/store/unmatched.ts'
import { createEndpointStore } from '../webhooks/store/endpoints.ts'
import { createEventLogStore } from '../webhooks/store/event-log.ts'
import { createEventStore } from '../webhooks/store/events.ts'
import { createOutbox, endDeliveryLeases } from '../webhooks/store/outbox.ts'
import { createSigningStore } from '../webhooks/store/signing.ts'

/** The database of the service. Each method takes effect completely or not at all. */
export type Store = ReturnType<typeof createStore>

/** An open database: the {@link Store} and the signals. It has to be closed. */
export type OpenStore = Store & {
  /** Signals the writes of all processes on this database. */
  signals: Signals
  /** Resolves when the database can be written; rejects with its error when it cannot, or does not answer. */
  ping(): Promise<void>
  /**
   * Copies the state of the embedded database at one moment, for a backup; undefined for PostgreSQL, which has its own programs for
   * this.
   */
  dump: (() => Promise<DatabaseDump>) | undefined
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
  const { dialect, signals, release, pglite } =
    'url' in database ? connectToServer(database, onError) : await openEmbedded(database.dataDir)
  const writeCheck = createWriteCheck()
  const db = openKysely(dialect, (event) => {
    if (event.level !== 'error') return
    removeValues(event.error)
    writeCheck.notice(event.error)
  })
  const close = async () => {
    try {
      await signals.close()
      await db.destroy()
    } finally {
      release()
    }
  }
  try {
    await checkEncoding(db)
    // The folder was made private before the database was opened, so that no other user could enter in between.
    if ('dataDir' in database) makeFilesPrivate(database.dataDir)
    await migrate(db)
    // No other process uses this folder: leases of a process that died need not expire first.
    if ('dataDir' in database) {
      await db.deleteFrom('leases').execute()
      await endDeliveryLeases(db)
    }
  } catch (cause) {
    await close().catch(() => undefined)
    throw createUnusableError(database, cause)
  }
  const ping = () => writeCheck.check(db)
  const dump =
    pglite &&
    (async () => {
      const { dumpEmbedded } = await import('../db/backup/embedded.ts')
      return await dumpEmbedded(db, pglite)
    })
  return { ...createStore(db), signals, ping, dump, close }
}

/** Creates the store on a database that is migrated to this version. */
export function createStore(db: Kysely<Tables>) {
  return {
    ...createAccountStore(db),
    ...createOperatorStore(db),
    ...createApiKeyStore(db),
    ...createModeStore(db),
    ...createSettingStore(db),
    ...createPendingChangeStore(db),
    ...createAuditStore(db),
    ...createDeskSessionStore(db),
    ...createPeopleStore(db),
    ...createDeskFormStore(db),
    ...createChargeStore(db),
    ...createChargeListStore(db),
    ...createChargeFigureStore(db),
    ...createOrderStore(db),
    ...createExpiryStore(db),
    ...createHeldEventStore(db),
    ...createDestinationStore(db),
    ...createIdempotencyKeyStore(db),
    ...createRefundStore(db),
    ...createRefundSearch(db),
    ...createWatchedRefundStore(db),
    ...createOfferedFeeStore(db),
    ...createRelayStore(db),
    ...createSlotStore(db),
    ...createAcceptedAuthorizationStore(db),
    ...createRequestStore(db),
    ...createPaymentLinkStore(db),
    ...createPaymentStore(db),
    ...createPaymentListStore(db),
    ...createTransferStore(db, writeUnmatchedEvents),
    ...createAssignmentStore(db),
    ...createUnmatchedStore(db),
    ...createUnmatchedSearch(db),
    ...createUnmatchedBlockStore(db),
    ...createCandidateStore(db),
    ...createUnreadStore(db),
    ...createMisdirectedStore(db),
    ...createReportStore(db),
    ...createReportQueueStore(db),
    ...createReservationStore(db),
    ...createFxRateStore(db),
    ...createLeaseStore(db),
    ...createScanStateStore(db),
    ...createChainActivityStore(db),
    ...createClockStore(db),
    ...createOutbox(db),
    ...createMailEventStore(db),
    ...createMailOutbox(db),
    ...createMailMessageStore(db),
    ...createMailPeopleStore(db),
    ...createMailWebhookStore(db),
    ...createEndpointStore(db),
    ...createSigningStore(db),
    ...createEventStore(db),
    ...createEventLogStore(db),
    ...createPaymentPageStore(db),
    ...createReceiptKeyStore(db),
    ...createBookStore(db),
    ...createBookClosingStore(db),
  }
}

/** Throws for a database that cannot hold every text. */
async function checkEncoding(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding`.execute(db)
  const { encoding = '' } = rows[0] ?? {}
  if (encoding !== 'UTF8')
    throw new Error(
      `its encoding is ${encoding}, which cannot hold every text. Create one that can: ` +
        "create database … encoding 'UTF8' template template0",
    )
}

/** The connections to a database, and how to release it. */
interface Connection {
  dialect: Dialect
  signals: OpenSignals
  /** Releases everything but the connections. */
  release: () => void
  /** The embedded database itself. */
  pglite?: PGlite
}

async function openEmbedded(dataDir: string): Promise<Connection> {
  const release = lockDataDir(dataDir)
  try {
    // Loaded here, because its half a megabyte of code is not needed with PostgreSQL.
    const { PGlite } = await import('@electric-sql/pglite')
    const pglite = await PGlite.create({ dataDir: join(dataDir, 'database'), parsers })
    return {
      dialect: new PGliteDialect({ pglite }),
      signals: createEmbeddedSignals(pglite),
      release,
      pglite,
    }
  } catch (cause) {
    release()
    // Its file system throws objects that are not Errors and have no message.
    const { errno } = cause as { errno?: unknown }
    const reason = cause instanceof Error ? cause.message : `error ${errno} of its files`
    const text = `${reason}. Its files may be damaged: restore a backup with pay-charge restore --replace`
    throw createUnusableError({ dataDir }, new Error(text, { cause }))
  }
}

function connectToServer({ url }: { url: string }, onError: (error: Error) => void): Connection {
  // Without a timeout, a connection to a dead host hangs until TCP gives up, which takes minutes.
  const config = { connectionString: url, connectionTimeoutMillis: 10_000, max: 10 }
  return {
    dialect: new PostgresDialect({ pool: createPool(config, onError) }),
    signals: createServerSignals(url),
    release: () => undefined,
  }
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
