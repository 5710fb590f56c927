import type { Logger } from 'pino'
import type { LeaseStore } from '../db/leases.ts'

/** The lease of this process, among all processes on one database. */
export interface LeaseOptions {
  store: LeaseStore
  log: Logger
  /** A uuid of this process. */
  owner: string
  /** Milliseconds, by the database's clock, after which another process can take the task when the owner has died. */
  leaseMs: number
}

/**
 * Runs `work` if this process has or can acquire the lease of the task; returns false when another process has it. The
 * lease is renewed while the work runs. It only avoids double work: the work itself is safe by its own locks.
 */
export async function runWithLease(
  { store, log, owner, leaseMs }: LeaseOptions,
  task: string,
  work: () => Promise<void>,
): Promise<boolean> {
  if (!(await store.acquireLease(task, owner, leaseMs))) return false
  let renewal: Promise<unknown> = Promise.resolve()
  const renew = async () => {
    try {
      await store.acquireLease(task, owner, leaseMs)
    } catch (err) {
      log.warn({ err, task }, 'A lease could not be renewed.')
    }
  }
  const timer = setInterval(() => {
    renewal = renewal.then(renew)
  }, leaseMs / 3)
  try {
    await work()
  } finally {
    clearInterval(timer)
    // The caller may close the database after this.
    await renewal
  }
  return true
}
