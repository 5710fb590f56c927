import type { PGliteInterface } from '@electric-sql/pglite'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import type { SignalListener, Signals, Task } from '../kernel/signals.ts'
import type { Tables } from './tables/tables.ts'

/** Signals that can be closed. */
export interface OpenSignals extends Signals {
  close(): Promise<void>
}

/** The channel of NOTIFY. */
const channel = 'pay_charge'
/**
 * Milliseconds after a signal until it is repeated. `send_signal` sends at most one in 100 ms, so a write soon after another sends
 * none.
 */
const echoDelayMs = 150
/** Milliseconds from a lost connection to the next try to listen. */
const retryMs = 2000

/** Sends a signal in this transaction, or immediately outside of one. */
export async function sendSignal(db: Kysely<Tables>, task: Task): Promise<void> {
  await sql`select send_signal(${task})`.execute(db)
}

/** Creates the signals of the embedded database, which has one process: its own writes signal to itself. */
export function createEmbeddedSignals(database: PGliteInterface): OpenSignals {
  let echoes: Echoes | undefined
  return {
    async listen(listener) {
      echoes = createEchoes(listener)
      await database.listen(channel, echoes.emit)
      listener.onConnect()
    },
    async close() {
      echoes?.stop()
    },
  }
}

/**
 * Creates the signals of a PostgreSQL server, by LISTEN on a separate connection. A lost connection is opened again. If no signals
 * arrive, as through a pooler in transaction mode, the roles find new work by polling.
 */
export function createServerSignals(connectionString: string): OpenSignals {
  let client: pg.Client | undefined
  let echoes: Echoes | undefined
  let retryTimer: NodeJS.Timeout | undefined
  let isClosed = false

  function connect(listener: SignalListener, { emit }: Pick<Echoes, 'emit'>): void {
    // A host that dies closes no connection: the kernel asks whether it is still there.
    const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 }
    const opened = new pg.Client({
      connectionString,
      connectionTimeoutMillis: 10_000,
      ...keepAlive,
    })
    client = opened
    const lose = (error: Error) => {
      if (isClosed || client !== opened) return
      client = undefined
      end(opened)
      listener.onDisconnect(error)
      retryTimer = setTimeout(() => connect(listener, { emit }), retryMs)
    }
    opened.on('error', lose)
    opened.on('end', () => lose(new Error('The connection was closed.')))
    opened.on('notification', ({ payload = '' }) => emit(payload))
    opened
      .connect()
      .then(() => opened.query(`listen ${channel}`))
      .then(listener.onConnect, lose)
  }

  return {
    async listen(listener) {
      echoes = createEchoes(listener)
      connect(listener, echoes)
    },
    async close() {
      isClosed = true
      clearTimeout(retryTimer)
      echoes?.stop()
      if (client) end(client)
    },
  }
}

/** Ends a connection without waiting: a dead host never confirms the end. */
function end(client: pg.Client): void {
  void client.end().catch(() => undefined)
}

/** Emits each signal immediately, and again after {@link echoDelayMs}. */
interface Echoes {
  emit(task: string): void
  stop(): void
}

function createEchoes({ onSignal }: SignalListener): Echoes {
  const timers = new Map<string, NodeJS.Timeout>()
  return {
    emit(task) {
      onSignal(task as Task)
      clearTimeout(timers.get(task))
      timers.set(
        task,
        setTimeout(() => onSignal(task as Task), echoDelayMs),
      )
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
