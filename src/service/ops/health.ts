import type { Hono } from 'hono'
import type { Env } from '../routes/context.ts'

/** Checks of what has to work for calls to be answered and payments to be found. */
export interface Vitals {
  /** Rejects when the database does not answer. */
  ping: () => Promise<void>
  /** Returns the loops by name, each with the Unix milliseconds of its last heartbeat. */
  loops: () => ReadonlyMap<string, number>
  /** Returns by how many milliseconds our clock is ahead of a chain, for chains where this is too much. */
  clockOffsets?: () => ReadonlyMap<number, number>
}

/** How long the database may take to answer. */
const patience = 3000
/** A loop without a heartbeat for this long is dead. It is longer than any wait of a loop between two attempts. */
const silence = 120_000

/**
 * Adds GET /healthz, which shows that the process is alive, and GET /readyz, which shows whether it can do its work
 * and answers 503 with what fails. A chain that is down does not count: another process could not reach it either, and
 * charges can still be read.
 */
export function healthRoutes(app: Hono<Env>, vitals: Vitals): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }))

  app.get('/readyz', async (c) => {
    const database = (await answers(vitals.ping)) ? 'ok' : 'unreachable'
    const now = Date.now()
    const loops = Object.fromEntries(
      [...vitals.loops()].map(([name, at]) => [name, now - at < silence ? 'ok' : 'silent']),
    )
    const ready = database === 'ok' && Object.values(loops).every((state) => state === 'ok')
    const status = ready ? 'ok' : 'not ready'
    c.header('cache-control', 'no-store')
    const offsets = [...(vitals.clockOffsets?.() ?? [])]
    // Only a warning, because block times are corrected by this offset.
    const warnings = offsets.map(
      ([chainId, offset]) =>
        `The clock is ${Math.round(offset / 1000)} s ahead of chain ${chainId}.`,
    )
    const body = { status, database, loops, ...(warnings.length > 0 && { warnings }) }
    return c.json(body, ready ? 200 : 503)
  })
}

async function answers(ping: () => Promise<void>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), patience)
  ping().then(
    () => resolve(true),
    // The error itself is not shown here: whatever needs the database logs it.
    () => resolve(false),
  )
  const answered = await promise
  clearTimeout(timer)
  return answered
}
