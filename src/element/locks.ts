/** The locks that a page holds, by name: of all tabs of the browser, one holds each. */
export interface Locks {
  /** Takes a lock without waiting, or has it already. False: another tab has it. */
  take(name: string): Promise<boolean>
  /** Waits for a lock. Rejects with the signal's reason when it is aborted. */
  wait(name: string, signal: AbortSignal): Promise<void>
  release(name: string): void
}

/**
 * Locks on the Web Locks API, which frees those of a tab that dies. Without it (a page that is not a secure context), and
 * where the browser refuses it (cookies blocked, a frame of another site in a private window), every lock is granted: the
 * journal's own entry is the guard then.
 */
export function createLocks(manager: LockManager | undefined): Locks {
  const held = new Map<string, () => void>()
  let usable = manager

  function request(name: string, options: LockOptions): Promise<boolean> {
    const locks = usable
    if (held.has(name) || !locks) return Promise.resolve(true)
    return new Promise((resolve, reject) => {
      locks
        .request(name, options, (lock) => {
          if (!lock) return resolve(false)
          return new Promise<void>((release) => {
            held.set(name, release)
            resolve(true)
          })
        })
        .catch((cause) => {
          if (options.signal?.aborted) return reject(cause)
          usable = undefined
          resolve(true)
        })
    })
  }

  return {
    take: (name) => request(name, { ifAvailable: true }),
    async wait(name, signal) {
      await request(name, { signal })
    },
    release(name) {
      held.get(name)?.()
      held.delete(name)
    },
  }
}
