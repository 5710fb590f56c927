/** What was seen of all looks at the chain. */
export interface Figures {
  looks: number
  transactions: number
  /** CPU of the dearest look, in milliseconds: the service's own, and with that of the embedded database. */
  maxCpuMs: number
  maxCpuWithDatabaseMs: number
}

export function createFigures(): Figures {
  return { looks: 0, transactions: 0, maxCpuMs: 0, maxCpuWithDatabaseMs: 0 }
}

/** Returns the CPU that this thread has taken, in milliseconds. */
export function readCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
