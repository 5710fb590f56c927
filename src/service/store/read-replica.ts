import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import { PayError } from '../../errors.ts'
import type { Store } from '../domain/ports.ts'
import { createAuditStore } from './accounts/audit.ts'
import { createChargeListStore } from './charges/list.ts'
import { checkMigrated } from './database/migrations/migrate.ts'
import { createPool } from './database/pool.ts'
import { readSnapshot } from './database/snapshot.ts'
import type { Tables } from './database/tables.ts'

/** The lists that may be read from a replica. Nothing is decided by them, and each says what was true a moment ago. */
export type ReplicatedLists = Pick<Store, 'listCharges' | 'listAuditLog'>

/** Receives what becomes of the replica. */
export interface ReplicaListener {
  /** Called when lists are read from the replica from now on. */
  onUse(): void
  /** Called once in an outage: lists are read from the primary until `onUse`. */
  onLoss(error: Error): void
}

/** A read replica of the database. Nothing is read from it before `start`. */
export interface ReadReplica {
  /** The lists, from the replica while that can be used, and else from the primary. */
  lists: ReplicatedLists
  /** Begins to check the replica, at once and every few seconds, and to use it; once in the life of the store. */
  start(listener: ReplicaListener): void
  /** Returns whether lists are read from it. */
  isInUse(): boolean
  /** Checks it once. Rejects with the reason for which it cannot be used. */
  check(): Promise<void>
  close(): Promise<void>
}

/** Times of a replica, in milliseconds. */
export interface ReplicaTimes {
  /** Between two checks. */
  checkIntervalMs: number
  /** How far behind the primary it may be: who lists payments an hour later must not miss what was paid before. */
  maxLagMs: number
  /** How long a check waits for the replica to come up with the primary. */
  catchUpMs: number
}

const defaultTimes: ReplicaTimes = { checkIntervalMs: 5000, maxLagMs: 60_000, catchUpMs: 1000 }
/** Short: a list that waits for a dead replica is then read from the primary. */
const connectTimeoutMs = 2000
const queryTimeoutMs = 3000
/** How long a check by hand waits for the replica to come up with the primary, in milliseconds. */
const patientCatchUpMs = 10_000
/**
 * Lists that are read from the replica at once; ten of them have a connection. Those beyond go to the primary at once, so that
 * a burst of them is not taken for a dead replica, and then sent to the primary as a whole.
 */
const maxReads = 100
/** Milliseconds between two looks for what the primary has written. */
const catchUpIntervalMs = 100

/**
 * Creates a read replica of `primary`. It is used while three things hold: it answers, it is of this version's schema and
 * has the primary's accounts, and it follows the primary. It follows when the newest lease of the primary has arrived:
 * leases are renewed all the time, and come with every kind of replication.
 */
export function createReadReplica(
  url: string,
  primary: Kysely<Tables>,
  times: Partial<ReplicaTimes> = {},
): ReadReplica {
  const { checkIntervalMs, maxLagMs, catchUpMs } = { ...defaultTimes, ...times }
  const stopping = new AbortController()
  const { signal } = stopping
  let inUse: Kysely<Tables> | undefined
  /** What the primary had written at a time, and has not been seen on the replica. */
  let awaited: { lease: number; since: number } | undefined
  let listener: ReplicaListener | undefined
  let isLossTold = false
  let loop = Promise.resolve()
  let reads = 0

  function lose(db: Kysely<Tables>, cause: unknown): void {
    if (inUse !== db) return
    inUse = undefined
    void discard(db)
    tellLoss(cause)
  }

  function tellLoss(cause: unknown): void {
    if (isLossTold || signal.aborted) return
    isLossTold = true
    listener?.onLoss(createReplicaError(cause))
  }

  async function checkCopy(db: Kysely<Tables>): Promise<void> {
    await checkMigrated(db)
    const [copied, own] = [await readOldestAccount(db), await readOldestAccount(primary)]
    if (copied !== own) throw new Error('it is no copy of the database of DATABASE_URL')
  }

  /** Rejects when the replica does not follow the primary. One that is in use may be behind for a while. */
  async function checkFollows(db: Kysely<Tables>, isUsed: boolean, waitMs: number): Promise<void> {
    const newest = await readNewestLease(primary)
    const ageMs = () => performance.now() - (awaited?.since ?? performance.now())
    // A process that ended has taken its lease with it. And what was written long ago proves nothing about now.
    if (awaited && (newest < awaited.lease || ageMs() > maxLagMs)) {
      if (isUsed && newest >= awaited.lease) throw createLagError(ageMs())
      awaited = undefined
    }
    awaited ??= { lease: newest, since: performance.now() }
    const deadline = performance.now() + waitMs
    while ((await readNewestLease(db)) < awaited.lease) {
      if (performance.now() >= deadline || signal.aborted) {
        if (isUsed) return
        throw createLagError(ageMs())
      }
      await sleep(catchUpIntervalMs)
    }
    awaited = undefined
  }

  /** Checks the replica, and begins or ends to use it. */
  async function checkAndUse(): Promise<void> {
    const used = inUse
    const db = used ?? connect(url)
    try {
      if (!used) await checkCopy(db)
      await checkFollows(db, used !== undefined, catchUpMs)
      // A list may have lost it meanwhile.
      if (used) return
      if (signal.aborted) return await discard(db)
      inUse = db
      isLossTold = false
      listener?.onUse()
    } catch (cause) {
      if (used) return lose(db, cause)
      await discard(db)
      tellLoss(cause)
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await checkAndUse()
      await sleep(checkIntervalMs, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Reads a list on the replica, and on the primary where the replica is away or has no answer. */
  async function read<T>(query: (db: Kysely<Tables>) => Promise<T | undefined>) {
    const db = inUse
    if (db && reads < maxReads) {
      reads += 1
      try {
        const found = await withinTime(readSnapshot(db, query))
        if (found !== undefined) return found
        // The cursor is unknown there: it may be of a charge that has not arrived yet.
      } catch (cause) {
        lose(db, cause)
      } finally {
        reads -= 1
      }
    }
    return await query(primary)
  }

  return {
    lists: {
      listCharges: (accountId, query) =>
        read((db) => createChargeListStore(db).listCharges(accountId, query)),
      listAuditLog: (accountId, query) =>
        read((db) => createAuditStore(db).listAuditLog(accountId, query)),
    },
    start(given) {
      listener = given
      loop = run()
    },
    isInUse: () => inUse !== undefined,
    async check() {
      const db = connect(url)
      try {
        await checkCopy(db)
        await checkFollows(db, false, patientCatchUpMs)
      } catch (cause) {
        throw createReplicaError(cause)
      } finally {
        await discard(db)
      }
    },
    async close() {
      stopping.abort()
      await loop
      const db = inUse
      inUse = undefined
      if (db) await discard(db)
    },
  }
}

function connect(connectionString: string): Kysely<Tables> {
  const config = {
    connectionString,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    max: 10,
    writes: false,
    // A host that has died never says that a connection has ended, and must not hold up the end of the process.
    allowExitOnIdle: true,
  }
  // A broken connection is noticed by the next check or list.
  const pool = createPool(config, () => undefined)
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

async function discard(db: Kysely<Tables>): Promise<void> {
  await db.destroy().catch(() => undefined)
}

/** Rejects when a list takes too long: after a query that did, its transaction would wait for its own end, too. */
async function withinTime<T>(reading: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`A list took more than ${queryTimeoutMs} ms`)),
    queryTimeoutMs,
  )
  try {
    return await Promise.race([reading, late.promise])
  } finally {
    clearTimeout(timer)
    reading.catch(() => undefined)
  }
}

/** Returns the time to which the newest lease holds, in Unix milliseconds; 0 where there is none. */
async function readNewestLease(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .selectFrom('leases')
    .select((by) => by.fn.max('expires_at').as('newest'))
    .executeTakeFirst()
  return row?.newest?.getTime() ?? 0
}

/** Returns the id of the oldest account: no account is ever deleted. */
async function readOldestAccount(db: Kysely<Tables>): Promise<string | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

const createLagError = (lagMs: number) =>
  new Error(`it does not have what the primary wrote ${Math.ceil(lagMs / 1000)} s ago`)

function createReplicaError(cause: unknown): PayError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new PayError(
    'invalid_setting',
    `DATABASE_READ_URL: the replica cannot be used: ${reason}.`,
    { field: 'DATABASE_READ_URL', cause },
  )
}
