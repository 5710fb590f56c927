import { setTimeout as sleep } from 'node:timers/promises'
import type { PGliteInterface } from '@electric-sql/pglite'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { computeBackoffMs } from '../../../api/backoff.ts'
import type { SignalListener, Signals, Task } from '../../domain/signals.ts'
import type { Tables } from './tables.ts'

/** Signals that can be closed. */
export interface OpenSignals extends Signals {
  close(): Promise<void>
}

/** The channel of NOTIFY. */
const channel = 'pay_charge'
/**
 * Milliseconds after a signal at which it is given again. `send_signal` sends one in 100 ms, so that a write soon after
 * another one has none of its own, and a transaction that takes long may be committed after the one that has sent it.
 */
const echoDelaysMs = [150, 1000]
/** Milliseconds between two probes of the connection, and how long each may take. */
const probeIntervalMs = 30_000
const probeTimeoutMs = 10_000
/** Maximum milliseconds between two tries to listen. */
const maxRetryMs = 30_000

/** Sends a signal in this transaction, or at once outside of one. */
export async function sendSignal(db: Kysely<Tables>, task: Task): Promise<void> {
  await sql`select send_signal(${task})`.execute(db)
}

/** Creates the signals of the embedded database, which has one process: its own writes signal to itself. */
export function createEmbeddedSignals(database: PGliteInterface): OpenSignals {
  let echoes: Echoes | undefined
  return {
    async listen(listener) {
      echoes = createEchoes((task) => listener.onSignal(task))
      await database.listen(channel, echoes.emit)
      listener.onConnect()
    },
    isListening: () => echoes !== undefined,
    async close() {
      echoes?.stop()
    },
  }
}

/**
 * Creates the signals of a PostgreSQL server, by LISTEN on a connection of their own. A lost connection is opened again,
 * with growing waits.
 *
 * A connection counts as listening when a notification that `db` has sent arrives through it, and is probed in this way
 * again and again: a pooler in transaction mode takes LISTEN, and then passes nothing on; and a host that dies closes no
 * connection.
 */
export function createServerSignals(connectionString: string, db: Kysely<Tables>): OpenSignals {
  const stopping = new AbortController()
  const { signal } = stopping
  let isConnected = false
  let loop = Promise.resolve()

  async function run(listener: SignalListener): Promise<void> {
    const echoes = createEchoes((task) => listener.onSignal(task))
    let failures = 0
    while (!signal.aborted) {
      const error = await listenUntilLost(echoes.emit, () => {
        failures = 0
        isConnected = true
        listener.onConnect()
      })
      isConnected = false
      if (signal.aborted) break
      failures += 1
      listener.onDisconnect(error)
      await wait(computeBackoffMs(failures, { baseMs: 500, maxMs: maxRetryMs }))
    }
    echoes.stop()
  }

  /** Listens on a new connection until that is lost, and returns why it was. */
  async function listenUntilLost(
    onNotification: (payload: string) => void,
    onConnected: () => void,
  ): Promise<Error> {
    const lost = Promise.withResolvers<Error>()
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
    client.on('error', lost.resolve)
    client.on('end', () => lost.resolve(new Error('The connection was closed.')))
    const probe = createProbe(db)
    client.on('notification', ({ payload = '' }) => {
      if (!probe.arrived(payload)) onNotification(payload)
    })
    const listenAndProbe = async () => {
      await client.connect()
      await client.query(`listen ${channel}`)
      await probe.send(signal)
      if (!signal.aborted) onConnected()
      while (!signal.aborted) {
        await wait(probeIntervalMs)
        await probe.send(signal)
      }
      return await lost.promise
    }
    const toError = (cause: unknown) => (cause instanceof Error ? cause : new Error(String(cause)))
    const onStop = () => lost.resolve(new Error('The service stops.'))
    signal.addEventListener('abort', onStop, { once: true })
    const error = await Promise.race([lost.promise, listenAndProbe().catch(toError)])
    signal.removeEventListener('abort', onStop)
    // Not waited for: a host that has died never says that the connection has ended.
    void client.end().catch(() => undefined)
    return error
  }

  async function wait(durationMs: number): Promise<void> {
    await sleep(durationMs, undefined, { signal }).catch(() => undefined)
  }

  return {
    async listen(listener) {
      loop = run(listener)
    },
    isListening: () => isConnected,
    async close() {
      stopping.abort()
      await loop
    },
  }
}

/** Creates what asks whether a notification arrives. */
function createProbe(db: Kysely<Tables>) {
  const name = `probe ${crypto.randomUUID()}`
  let answer = Promise.withResolvers<void>()
  return {
    /** Returns whether a notification is one of the probes, of this or another process. */
    arrived(payload: string): boolean {
      if (payload === name) answer.resolve()
      return payload.startsWith('probe ')
    },
    /** Sends one and resolves when it has arrived, or `signal` is aborted. */
    async send(signal: AbortSignal): Promise<void> {
      answer = Promise.withResolvers()
      const timeout = sleep(probeTimeoutMs, 'timeout', { signal }).catch(() => 'stopped')
      await sql`select pg_notify(${channel}, ${name})`.execute(db)
      if ((await Promise.race([answer.promise, timeout])) !== 'timeout') return
      throw new Error(
        'Notifications do not arrive, as through a pooler in transaction mode: set DATABASE_LISTEN_URL.',
      )
    },
  }
}

/** Gives each signal at once, and again after {@link echoDelaysMs}. */
interface Echoes {
  emit(task: string): void
  stop(): void
}

function createEchoes(onSignal: (task: Task) => void): Echoes {
  const timers = new Map<string, NodeJS.Timeout[]>()
  return {
    emit(task) {
      onSignal(task as Task)
      for (const timer of timers.get(task) ?? []) clearTimeout(timer)
      timers.set(
        task,
        echoDelaysMs.map((delayMs) => setTimeout(() => onSignal(task as Task), delayMs)),
      )
    },
    stop() {
      for (const timer of [...timers.values()].flat()) clearTimeout(timer)
    },
  }
}
