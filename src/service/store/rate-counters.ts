import pg from 'pg'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { MakeRateCounter, RateCounter } from '../domain/rate-counter.ts'
import type { Database } from './store.ts'

/** Creates rate counters, and owns the database connections that they use. */
export interface RateCounters {
  make: MakeRateCounter
  close(): Promise<void>
}

/** Length of the window that calls are counted in. */
const windowS = 60
/** How often rows of windows that are long over are deleted. */
const sweepIntervalMs = 300_000

/**
 * Opens the rate counters: with PostgreSQL all processes share one count, else each process counts for itself.
 *
 * A caller beyond the limit is refused from memory until their minute is over, so that a flood costs the database
 * nothing. While the database is unreachable each process counts for itself.
 */
export function openRateCounters(
  database: Database,
  onFault: (error: Error) => void,
): RateCounters {
  if (!('url' in database)) {
    return { make: (_, points) => toCounter(points, memory(points)), close: async () => {} }
  }
  // A pool of its own with short timeouts: every call waits for its count first.
  const pool = new pg.Pool({
    connectionString: database.url,
    max: 4,
    connectionTimeoutMillis: 1000,
    query_timeout: 1000,
  })
  // The pool replaces an idle connection that breaks; without a listener, the event would end the process.
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
    // A migration creates it.
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
        // The library rejects with this class when the limit is reached.
        if (cause instanceof RateLimiterRes) return cause.msBeforeNext
        throw cause
      }
    },
    async forget(caller) {
      if (points !== 0) await limiter.delete(caller)
    },
  }
}
