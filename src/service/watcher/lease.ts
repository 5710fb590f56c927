import type { Logger } from 'pino'
import type { Store } from '../domain/ports.ts'

/** Whose turn it is, among all processes on one database. */
export interface Leasing {
  store: Store
  log: Logger
  /** This process, as a uuid. */
  holder: string
  /** Milliseconds of the database's time after which a task is free when its holder fell silent. */
  leaseTime: number
}

/**
 * Does a task's work if this process has the task or can take it, and gives false where another one has it. The lease
 * is renewed while the work lasts. It only keeps two from doing the same; what is done is safe under its own locks.
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
    // After this the database may be closed.
    await renewal
  }
  return true
}
