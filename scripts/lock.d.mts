/**
 * Runs `work` while no other process runs its own under the same lock folder. The lock of a process
 * that died is taken over.
 */
export function withLock<T>(folder: string, work: () => T | Promise<T>): Promise<T>
