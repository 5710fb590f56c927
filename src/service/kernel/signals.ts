/**
 * The task that a write is for: `webhooks`, or `chain ` and the id of a chain. The names are those of the leases, without
 * `expiry`, which depends on time alone.
 */
export type Task = 'webhooks' | `chain ${number}`

/** Receives the signals of all processes on the database. */
export interface SignalListener {
  /** Called after something was written for a task, at times twice. */
  onSignal(task: Task): void
  /** Called when signals arrive from now on, and any may have been missed before. */
  onConnect(): void
  /** Called when signals cannot be received. It is tried again, and `onConnect` is called when it succeeds. */
  onDisconnect(error: Error): void
}

/**
 * Signals between the processes on one database that there is work. The work itself is in the database, so a lost signal only
 * costs time, until the next poll, and a false one a query.
 */
export interface Signals {
  /** Begins to listen; once in the life of the store, whose closing ends it. */
  listen(listener: SignalListener): Promise<void>
}
