import type { Hono } from 'hono'
import type { Env } from '../routes/context.ts'

/** Checks of what has to work for calls to be answered and payments to be found. */
export interface HealthChecks {
  /** Rejects when the database does not answer. */
  ping: () => Promise<void>
  /** Returns the loops by name, each with the Unix milliseconds of its last heartbeat. */
  getHeartbeats: () => ReadonlyMap<string, number>
  /** Returns by how many milliseconds our clock is ahead of a chain, for chains where this is too much. */
  getClockOffsets?: () => ReadonlyMap<number, number>
}

/** How long the database may take to answer. */
const pingTimeoutMs = 3000
/** A loop without a heartbeat for this long is dead. It is longer than any wait of a loop between two attempts. */
const maxHeartbeatAgeMs = 120_000

/**
 * Adds GET /healthz, which shows that the process is alive, and GET /readyz, which shows whether it can do its work
 * and answers 503 with what fails. A chain that is down does not count: another process could not reach it either, and
 * charges can still be read.
 */
export function addHealthRoutes(app: Hono<Env>, checks: HealthChecks): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }))

  app.get('/readyz', async (c) => {
    const database = (await isReachable(checks.ping)) ? 'ok' : 'unreachable'
    const now = Date.now()
    const loops = Object.fromEntries(
      [...checks.getHeartbeats()].map(([name, at]) => [
        name,
        now - at < maxHeartbeatAgeMs ? 'ok' : 'silent',
      ]),
    )
    const isReady = database === 'ok' && Object.values(loops).every((state) => state === 'ok')
    const status = isReady ? 'ok' : 'not ready'
    c.header('cache-control', 'no-store')
    const offsets = [...(checks.getClockOffsets?.() ?? [])]
    // Only a warning, because block times are corrected by this offset.
    const warnings = offsets.map(
      ([chainId, offset]) =>
        `The clock is ${Math.round(offset / 1000)} s ahead of chain ${chainId}.`,
    )
    const body = { status, database, loops, ...(warnings.length > 0 && { warnings }) }
    return c.json(body, isReady ? 200 : 503)
  })
}

async function isReachable(ping: () => Promise<void>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), pingTimeoutMs)
  ping().then(
    () => resolve(true),
    // The error itself is not shown here: whatever needs the database logs it.
    () => resolve(false),
  )
  const hasAnswered = await promise
  clearTimeout(timer)
  return hasAnswered
}
