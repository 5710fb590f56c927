import type pg from 'pg'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { CreateRateLimitCounter, RateLimitCounter } from '../kernel/rate-counter.ts'
import type { DatabaseOptions } from './options.ts'
import { createPool } from './pool.ts'

/** Creates rate counters, and owns the database connections that they use. */
export interface RateCounterFactory {
  createCounter: CreateRateLimitCounter
  close(): Promise<void>
}

/** Length of the window that calls are counted in. */
const windowSeconds = 60
/** How often rows of windows that are long over are deleted. */
const sweepIntervalMs = 300_000

/**
 * Opens the rate counters: with PostgreSQL all processes share one count, else each process counts for itself.
 *
 * A caller beyond the limit is refused from memory until their minute is over, so that a flood costs the database
 * nothing. While the database is unreachable each process counts for itself.
 */
export function openRateCounters(
  database: DatabaseOptions,
  onError: (error: Error) => void,
): RateCounterFactory {
  if (!('url' in database)) {
    return {
      createCounter: (_, points) => toCounter(points, createMemoryLimiter(points)),
      close: async () => {},
    }
  }
  // A separate pool with short timeouts: every call waits for its count first. They are longer than a busy database takes, since
  // after a timeout each process counts from zero again.
  const config = {
    connectionString: database.url,
    max: 4,
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
  }
  const pool = createPool(config, onError)
  const sweepTimer = setInterval(() => {
    pool
      .query('delete from rate_limits where expire < $1', [Date.now() - sweepIntervalMs])
      .catch(onError)
  }, sweepIntervalMs)
  sweepTimer.unref()
  return {
    createCounter: (kind, points) => toCounter(points, createSharedLimiter(pool, kind, points)),
    async close() {
      clearInterval(sweepTimer)
      await pool.end()
    },
  }
}

function createSharedLimiter(pool: pg.Pool, kind: string, points: number): RateLimiterAbstract {
  return new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'rate_limits',
    // A migration creates it.
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: kind,
    points,
    duration: windowSeconds,
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: createMemoryLimiter(points),
  })
}

function createMemoryLimiter(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: windowSeconds })
}

function toCounter(points: number, limiter: RateLimiterAbstract): RateLimitCounter {
  return {
    async countCall(caller) {
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
  }
}
