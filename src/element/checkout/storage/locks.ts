/** The locks of this page, by name. At most one tab of the browser holds each lock. */
export interface Locks {
  /**
   * Acquires a lock without waiting. Resolves to true also when this page already holds it, to false when another tab
   * does.
   */
  tryAcquire(name: string): Promise<boolean>
  /** Waits until the lock is acquired. Rejects with the signal's reason when it is aborted. */
  acquire(name: string, signal: AbortSignal): Promise<void>
  release(name: string): void
}

/**
 * Creates locks with the Web Locks API, which releases the locks of a tab that crashes or closes. Without it (a page
 * that is not a secure context), and where the browser refuses it (cookies blocked, a frame of another site in a
 * private window), every lock is granted: then the journal's entry alone protects from paying twice.
 */
export function createLocks(lockManager: LockManager | undefined): Locks {
  const releasers = new Map<string, () => void>()
  let usableManager = lockManager

  function request(name: string, options: LockOptions): Promise<boolean> {
    const locks = usableManager
    if (releasers.has(name) || !locks) return Promise.resolve(true)
    return new Promise((resolve, reject) => {
      locks
        .request(name, options, (lock) => {
          if (!lock) return resolve(false)
          return new Promise<void>((release) => {
            releasers.set(name, release)
            resolve(true)
          })
        })
        .catch((cause) => {
          if (options.signal?.aborted) return reject(cause)
          usableManager = undefined
          resolve(true)
        })
    })
  }

  return {
    tryAcquire: (name) => request(name, { ifAvailable: true }),
    async acquire(name, signal) {
      await request(name, { signal })
    },
    release(name) {
      releasers.get(name)?.()
      releasers.delete(name)
    },
  }
}
