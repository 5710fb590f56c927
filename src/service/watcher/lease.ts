import type { Logger } from 'pino'
import type { Store } from '../domain/ports.ts'

/** The lease of this process, among all processes on one database. */
export interface Leasing {
  store: Store
  log: Logger
  /** A uuid of this process. */
  holder: string
  /** Milliseconds, by the database's clock, after which another process can take the task when the owner has died. */
  leaseTime: number
}

/**
 * Runs `work` if this process has or can acquire the lease of the task; returns false when another process has it. The
 * lease is renewed while the work runs. It only avoids double work: the work itself is safe by its own locks.
 */
export async function whileLeased(
  { store, log, holder, leaseTime }: Leasing,
  task: string,
  work: () => Promise<void>,
): Promise<boolean> {
  if (!(await store.lease(task, holder, leaseTime))) return false
  let renewal: Promise<unknown> = Promise.resolve()
  const renew = async () => {
    try {
      await store.lease(task, holder, leaseTime)
    } catch (err) {
      log.warn({ err, task }, 'A lease could not be renewed.')
    }
  }
  const timer = setInterval(() => {
    renewal = renewal.then(renew)
  }, leaseTime / 3)
  try {
    await work()
  } finally {
    clearInterval(timer)
    // The caller may close the database after this.
    await renewal
  }
  return true
}
