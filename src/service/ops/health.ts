import type { Hono } from 'hono'
import type { Env } from '../routes/context.ts'

/** What has to work for a call to be answered, and money to be seen. */
export interface Vitals {
  /** Rejects when the database does not answer. */
  ping: () => Promise<void>
  /** Loops by name, each with the Unix milliseconds of its last sign of life. */
  loops: () => ReadonlyMap<string, number>
  /** Milliseconds by which the clock is ahead, of the chains where it is too much. */
  clockOffsets?: () => ReadonlyMap<number, number>
}

/** Milliseconds for the database to answer. */
const patience = 3000
/** Milliseconds of silence after which a loop is dead: longer than any wait of one between two tries. */
const silence = 120_000

/**
 * GET /healthz: the process lives. GET /readyz: it can do its work; 503 names what cannot. A chain that is down does
 * not count: another process would not reach it either, and charges can still be read.
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
    // Blocks are judged by the corrected time, so that this is a warning only.
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
    // The one thing to say of a database that fails is that it does; its own fault is in the log of whoever needs it.
    () => resolve(false),
  )
  const answered = await promise
  clearTimeout(timer)
  return answered
}
