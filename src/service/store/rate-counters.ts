import pg from 'pg'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { MakeRateCounter, RateCounter } from '../domain/rate-counter.ts'
import type { Database } from './store.ts'

/** Counters, and the connections that they count over. */
export interface RateCounters {
  make: MakeRateCounter
  close(): Promise<void>
}

/** Seconds that are counted together. */
const windowS = 60
/** Milliseconds between two removals of rows whose minute is long over. */
const sweepIntervalMs = 300_000

/**
 * Opens the counters: in PostgreSQL they are one count for all processes, elsewhere this process's own.
 *
 * Whoever is beyond the limit is refused from memory until their minute is over, so that a flood costs the database
 * nothing. While the database is away each process counts for itself.
 */
export function openRateCounters(
  database: Database,
  onFault: (error: Error) => void,
): RateCounters {
  if (!('url' in database)) {
    return { make: (_, points) => toCounter(points, memory(points)), close: async () => {} }
  }
  // Connections of its own, and little patience: calls wait for it before all else.
  const pool = new pg.Pool({
    connectionString: database.url,
    max: 4,
    connectionTimeoutMillis: 1000,
    query_timeout: 1000,
  })
  // An idle connection that breaks is replaced by the pool; unheard, the event would end the process.
  pool.on('error', onFault)
  const sweep = setInterval(() => {
    pool
      .query('delete from rate_limits where expire < $1', [Date.now() - sweepIntervalMs])
      .catch(onFault)
  }, sweepIntervalMs)
  sweep.unref()
  return {
    make: (kind, points) => toCounter(points, shared(pool, kind, points)),
    async close() {
      clearInterval(sweep)
      await pool.end()
    },
  }
}

function shared(pool: pg.Pool, kind: string, points: number): RateLimiterAbstract {
  return new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'rate_limits',
    // By a migration.
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: kind,
    points,
    duration: windowS,
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: memory(points),
  })
}

function memory(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: windowS })
}

function toCounter(points: number, limiter: RateLimiterAbstract): RateCounter {
  return {
    async take(caller) {
      if (points === 0) return undefined
      try {
        await limiter.consume(caller)
        return undefined
      } catch (cause) {
        // How the library says no.
        if (cause instanceof RateLimiterRes) return cause.msBeforeNext
        throw cause
      }
    },
    async forget(caller) {
      if (points !== 0) await limiter.delete(caller)
    },
  }
}
